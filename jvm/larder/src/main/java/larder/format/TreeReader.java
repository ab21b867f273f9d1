package larder.format;

/** Stub. */
public final class TreeReader {
  public static Object value(Input in, Place place, Host host) {
    return value(in, in.u8(), place, host);
  }

  public static Object value(Input in, int tag, Place place, Host host) {
    throw new UnsupportedOperationException();
  }

  /** The values of a list, of the tags F1 and F3; whoever made a list for them says so before. */
  public static Object[] list(Input in, int tag, Place place, Host host) {
    throw new UnsupportedOperationException();
  }

  private TreeReader() {}
}
