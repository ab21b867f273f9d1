package dev.larder.lab.rows;

import java.util.Random;

/** An object of which half the fields are null, others in each. */
public final class HalfNull {
  public String title;
  public String subtitle;
  public String brand;
  public String colour;
  public String note;
  public String origin;
  public String sku;
  public String supplier;
  public Integer stock;
  public Integer rank;
  public Long created;
  public Double price;

  static HalfNull of(Random random) {
    HalfNull made = new HalfNull();
    made.title = text(random, 3);
    made.subtitle = text(random, 4);
    made.brand = text(random, 1);
    made.colour = text(random, 1);
    made.note = text(random, 6);
    made.origin = text(random, 1);
    made.sku = random.nextBoolean() ? null : Texts.name(random);
    made.supplier = text(random, 2);
    made.stock = random.nextBoolean() ? null : random.nextInt(500);
    made.rank = random.nextBoolean() ? null : random.nextInt();
    made.created = random.nextBoolean() ? null : 1_700_000_000_000L + random.nextInt();
    made.price = random.nextBoolean() ? null : random.nextInt(10_000) / 100.0;
    return made;
  }

  private static String text(Random random, int words) {
    return random.nextBoolean() ? null : Texts.words(random, words);
  }
}
