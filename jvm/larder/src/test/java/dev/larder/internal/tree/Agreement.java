package dev.larder.internal.tree;

import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.Limits;
import dev.larder.internal.profile.ProfileFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Answers another implementation (the fuzz target {@code agree}) what this one makes of messages.
 *
 * <p>Standard input: a byte, how many profiles; each as {@code bytes}; then messages: a byte, the
 * number of a profile from 1 or 0 for none, and {@code bytes}. The byte {@link #PROFILE} and {@code
 * bytes} are one more profile, in place of the last such. Standard output, for each of both: a byte
 * 0, the name of an error's kind as {@code bytes}, and its offset; or a byte 1; after a message,
 * the value written at {@link Level#FAST}, {@link Level#BALANCED} and {@link Level#SMALL}, each as
 * {@code bytes}; the first are empty if the value has texts that are not ASCII. {@code bytes} are a
 * length and so many bytes; lengths and offsets have four bytes, the highest first.
 */
final class Agreement {
  private static final int PROFILE = 0xFF;
  private static final int ZSTD_LEVEL = 3;

  private static final Limits LIMITS = new Limits(512, 8 << 20, 64);

  /** Of one profile, or none. */
  private record Codecs(ExactCodec fast, ExactCodec balanced, ExactCodec small) {
    static Codecs of(ProfileFile profile) {
      return new Codecs(
          new ExactCodec(profile, Level.FAST),
          new ExactCodec(profile, Level.BALANCED),
          new ExactCodec(profile, Level.SMALL));
    }
  }

  public static void main(String[] args) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
    Codecs[] codecs = new Codecs[2 + in.readUnsignedByte()];
    codecs[0] = Codecs.of(null);
    int last = codecs.length - 1;
    for (int i = 1; i < last; i++) {
      codecs[i] = Codecs.of(ProfileFile.parse(bytes(in)));
    }
    for (int number = in.read(); number >= 0; number = in.read()) {
      byte[] bytes = bytes(in);
      try {
        if (number == PROFILE) {
          codecs[last] = Codecs.of(ProfileFile.parse(bytes));
          out.writeByte(1);
        } else {
          answer(codecs[number], bytes, out);
        }
      } catch (LarderException e) {
        out.writeByte(0);
        write(out, e.kind().id().getBytes(StandardCharsets.US_ASCII));
        out.writeInt(e.offset());
      }
      out.flush();
    }
  }

  private static void answer(Codecs codecs, byte[] message, DataOutputStream out)
      throws IOException {
    Object value = codecs.balanced.decode(message, 0, message.length, LIMITS);
    boolean isAscii = Node.text(value).chars().allMatch(next -> next < 0x80);
    byte[] fast = isAscii ? codecs.fast.encode(value, false) : new byte[0];
    byte[] balanced = codecs.balanced.encode(value, false);
    byte[] small = codecs.small.encodeCompressed(value, ZSTD_LEVEL);
    out.writeByte(1);
    write(out, fast);
    write(out, balanced);
    write(out, small);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private Agreement() {}
}
