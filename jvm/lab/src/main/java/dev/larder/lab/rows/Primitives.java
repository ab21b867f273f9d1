package dev.larder.lab.rows;

import java.util.List;
import java.util.Random;

/** A class of primitives only, lists of them, and arrays. */
public final class Primitives {
  public int id;
  public long created;
  public double price;
  public boolean active;
  public short stock;
  public byte level;
  public float weight;
  public char letter;
  public int views;
  public int delta;
  public int checksum;
  public double ratio;

  static Primitives of(Random random) {
    Primitives made = new Primitives();
    made.id = random.nextInt(100_000);
    made.created = 1_700_000_000_000L + random.nextInt();
    made.price = random.nextInt(10_000) / 100.0;
    made.active = random.nextBoolean();
    made.stock = (short) random.nextInt(1_000);
    made.level = (byte) random.nextInt();
    made.weight = random.nextInt(100) / 2f;
    made.letter = (char) ('a' + random.nextInt(26));
    made.views = random.nextInt(100);
    made.delta = -random.nextInt(200);
    made.checksum = random.nextInt();
    made.ratio = random.nextDouble();
    return made;
  }

  /** A list of objects. */
  public static final class Rows {
    public List<Primitives> rows;
  }

  /** Small integers, long ones, and doubles of full precision. */
  public static final class Arrays {
    public int[] ints;
    public long[] longs;
    public double[] doubles;

    static Arrays of(Random random) {
      Arrays made = new Arrays();
      made.ints = random.ints(100, 0, 10_000).toArray();
      made.longs = random.longs(100).toArray();
      made.doubles = random.doubles(100).toArray();
      return made;
    }
  }
}
