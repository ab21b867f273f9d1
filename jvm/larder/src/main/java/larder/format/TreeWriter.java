package larder.format;

/** Stub. */
public final class TreeWriter {
  public static void value(Output out, Object value, Place place, Host host, Shapes shapes) {
    throw new UnsupportedOperationException();
  }

  /** Writes a list of these values. */
  public static void list(Output out, Object[] values, Place place, Host host, Shapes shapes) {
    throw new UnsupportedOperationException();
  }

  public static void map(
      Output out, java.util.Map<?, ?> map, Place place, Host host, Shapes shapes) {
    throw new UnsupportedOperationException();
  }

  private TreeWriter() {}
}
