package larder.format;

/** UTF-8 as the format has it: strictly, without surrogates. */
final class Utf8 {
  /**
   * Decodes into {@code to}, which has room for as many characters as there are bytes.
   *
   * @return how many characters; −1 if the bytes are not UTF-8
   */
  static int read(byte[] from, int at, int length, char[] to) {
    int end = at + length;
    int count = 0;
    while (at < end) {
      int first = from[at++];
      if (first >= 0) {
        to[count++] = (char) first;
      } else if (first < (byte) 0xE0) {
        // C2 to DF, then one more.
        if (first < (byte) 0xC2 || at >= end || !isNext(from[at])) {
          return -1;
        }
        to[count++] = (char) ((first & 0x1F) << 6 | from[at++] & 0x3F);
      } else if (first < (byte) 0xF0) {
        if (end - at < 2 || !isNext(from[at]) || !isNext(from[at + 1])) {
          return -1;
        }
        int point = (first & 0x0F) << 12 | (from[at] & 0x3F) << 6 | from[at + 1] & 0x3F;
        if (point < 0x800 || point >= 0xD800 && point < 0xE000) {
          return -1;
        }
        at += 2;
        to[count++] = (char) point;
      } else {
        if (end - at < 3 || !isNext(from[at]) || !isNext(from[at + 1]) || !isNext(from[at + 2])) {
          return -1;
        }
        int point =
            (first & 0x07) << 18
                | (from[at] & 0x3F) << 12
                | (from[at + 1] & 0x3F) << 6
                | from[at + 2] & 0x3F;
        if (first > (byte) 0xF4 || point < 0x10000 || point > 0x10FFFF) {
          return -1;
        }
        at += 3;
        to[count++] = Character.highSurrogate(point);
        to[count++] = Character.lowSurrogate(point);
      }
    }
    return count;
  }

  private static boolean isNext(byte next) {
    return next < (byte) 0xC0;
  }

  /**
   * Encodes into {@code to}, which has room for three bytes a character.
   *
   * @return where it ends; −1 if the text has half a surrogate pair, which UTF-8 cannot have
   */
  static int write(String text, byte[] to, int at) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char next = text.charAt(i);
      if (next < 0x80) {
        to[at++] = (byte) next;
      } else if (next < 0x800) {
        to[at++] = (byte) (0xC0 | next >> 6);
        to[at++] = (byte) (0x80 | next & 0x3F);
      } else if (!Character.isSurrogate(next)) {
        to[at++] = (byte) (0xE0 | next >> 12);
        to[at++] = (byte) (0x80 | next >> 6 & 0x3F);
        to[at++] = (byte) (0x80 | next & 0x3F);
      } else {
        if (i + 1 == length || !Character.isSurrogatePair(next, text.charAt(i + 1))) {
          return -1;
        }
        int point = Character.toCodePoint(next, text.charAt(++i));
        to[at++] = (byte) (0xF0 | point >> 18);
        to[at++] = (byte) (0x80 | point >> 12 & 0x3F);
        to[at++] = (byte) (0x80 | point >> 6 & 0x3F);
        to[at++] = (byte) (0x80 | point & 0x3F);
      }
    }
    return at;
  }

  private Utf8() {}
}
