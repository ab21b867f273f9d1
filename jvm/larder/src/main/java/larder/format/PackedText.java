package larder.format;

/** Stub. */
public final class PackedText {
  static final int LEAST_BASE64 = 16;

  static int pack(byte[] buffer, int from, int to) {
    throw new UnsupportedOperationException();
  }

  static String read(Input in, int tag) {
    throw new UnsupportedOperationException();
  }

  private PackedText() {}
}
