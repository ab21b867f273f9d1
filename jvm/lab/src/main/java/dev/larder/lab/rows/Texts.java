package dev.larder.lab.rows;

import java.util.Random;

/** Texts, and what they are made of. */
public final class Texts {
  private static final String[] WORDS = {
    "river", "stone", "garden", "window", "letter", "market", "winter", "silver", "harbour", "table"
  };
  private static final String[] CHINESE = {"西安", "苹果", "手机", "图书", "北京", "价格"};

  public String[] texts;

  static Texts of(Random random) {
    Texts made = new Texts();
    made.texts = new String[50];
    for (int i = 0; i < made.texts.length; i++) {
      made.texts[i] = words(random, 3) + " " + random.nextInt(100_000);
    }
    return made;
  }

  /** A word and a number. */
  static String name(Random random) {
    return words(random, 1) + "-" + Integer.toString(random.nextInt(1 << 30), 36);
  }

  static String words(Random random, int count) {
    StringBuilder words = new StringBuilder(WORDS[random.nextInt(WORDS.length)]);
    for (int i = 1; i < count; i++) {
      words.append(' ').append(WORDS[random.nextInt(WORDS.length)]);
    }
    return words.toString();
  }

  /** A page of HTML with its address. Every fourth has Chinese between its words. */
  public static final class Page {
    private static final int CHARACTERS = 50_000;

    public String url;
    public int status;
    public String body;

    static Page of(Random random) {
      Page made = new Page();
      made.url = "https://shop.example/" + name(random);
      made.status = 200;
      boolean isChinese = random.nextInt(4) == 0;
      StringBuilder body = new StringBuilder("<!doctype html><title>" + made.url + "</title>");
      while (body.length() < CHARACTERS) {
        body.append("<p class=\"row\">").append(words(random, 12));
        body.append(isChinese ? CHINESE[random.nextInt(CHINESE.length)] : "").append("</p>\n");
      }
      made.body = body.toString();
      return made;
    }
  }
}
