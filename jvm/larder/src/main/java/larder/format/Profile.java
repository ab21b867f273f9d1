package larder.format;

/** Stub. */
public final class Profile {
  public static Profile parse(byte[] bytes) {
    throw new UnsupportedOperationException();
  }

  public int id() {
    return 0;
  }

  public byte[] digest() {
    return null;
  }

  public Shape[] shapes() {
    return null;
  }

  public Place root() {
    return Place.NONE;
  }

  public byte[] compression() {
    return null;
  }

  public int level() {
    return 0;
  }

  public byte[] bytes() {
    return null;
  }
}
