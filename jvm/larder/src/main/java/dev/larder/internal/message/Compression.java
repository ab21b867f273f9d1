package dev.larder.internal.message;

import static dev.larder.internal.bytes.Words.INTS;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.ByteWriter;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Texts of a message in a zstd block without its frame, or in a whole frame (docs/FORMAT.md,
 * "Compressed texts"), with a profile's zstd dictionary or none. Thread-safe.
 *
 * <p>zstd-jni does it, which need not be there: only {@link Zstd} touches it.
 */
public final class Compression {

  /** The most that one block holds. */
  static final int BLOCK_BYTES = 128 << 10;

  /** Fewer bytes of text are not compressed: without a dictionary, and with one. */
  private static final int MIN_COMPRESSED = 256;

  private static final int MIN_WITH_DICTIONARY = 64;

  /**
   * The header of a frame with a window of {@link #BLOCK_BYTES}, without content size, dictionary
   * or checksum.
   */
  private static final byte[] FRAME_HEADER = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0x00, 7 << 3};

  private static final int BLOCK_HEADER_BYTES = 3;
  private static final int COMPRESSED_BLOCK = 2;
  private static final int DICTIONARY_MAGIC = 0xEC30A437;

  public static final Compression NO_DICTIONARY = new Compression(new byte[0], 0);

  private final byte[] dictionary;
  private final int level;
  private volatile Zstd zstd;

  /**
   * @param dictionary zstd's; of no bytes for none
   * @param level the level at which texts are compressed with the dictionary
   * @throws LarderException of kind {@link ErrorKind#BAD_PROFILE} if it begins as a dictionary does
   *     and is none
   */
  public Compression(byte[] dictionary, int level) {
    this.dictionary = dictionary;
    this.level = level;
    if (dictionary.length >= 4 && (int) INTS.get(dictionary, 0) == DICTIONARY_MAGIC) {
      try {
        zstd();
      } catch (LarderException e) {
        if (e.kind() != ErrorKind.UNSUPPORTED) {
          throw e;
        }
        // Without zstd-jni, nothing that needs the dictionary is read or written anyway.
      }
    }
  }

  /** What {@link #compress} gives: the content of a block, or a whole frame. */
  public record Compressed(byte[] bytes, boolean frame) {}

  /** Whether zstd-jni is there. */
  public static boolean isAvailable() {
    try {
      NO_DICTIONARY.zstd();
      return true;
    } catch (LarderException e) {
      return false;
    }
  }

  private Zstd zstd() {
    Zstd known = zstd;
    if (known == null) {
      try {
        known = new Zstd(dictionary, level);
      } catch (LinkageError e) {
        throw new LarderException(
            ErrorKind.UNSUPPORTED,
            -1,
            "compressed texts: add com.github.luben:zstd-jni to the dependencies (%s)"
                .formatted(e));
      }
      zstd = known;
    }
    return known;
  }

  /** Fewer bytes of text are not compressed. */
  public int least() {
    return dictionary.length == 0 ? MIN_COMPRESSED : MIN_WITH_DICTIONARY;
  }

  /**
   * Compresses texts, as the reference writer does.
   *
   * @param level zstd's; where there is a dictionary, that of the profile is taken
   * @return null if the message would not be shorter
   */
  public Compressed compress(byte[] texts, int length, int level) {
    if (length < least()) {
      return null;
    }
    byte[] frame = zstd().compress(texts, length, level);
    if (frame == null) {
      return null;
    }
    int block = length <= BLOCK_BYTES ? onlyBlock(frame) : -1;
    byte[] bytes = block < 0 ? frame : Arrays.copyOfRange(frame, block, frame.length);
    int size = bytes.length + ByteWriter.varintSize(bytes.length) + (block < 0 ? 1 : 0);
    return size < length ? new Compressed(bytes, block < 0) : null;
  }

  /** Where the content of a frame's block begins, if it has only one, and that is compressed. */
  private static int onlyBlock(byte[] frame) {
    if (frame.length < 6) {
      return -1;
    }
    int descriptor = frame[4];
    boolean singleSegment = (descriptor & 0x20) != 0;
    int sizeCode = descriptor >> 6 & 3;
    int contentSize = sizeCode > 0 ? 1 << sizeCode : singleSegment ? 1 : 0;
    int dictionaryId = new int[] {0, 1, 2, 4}[descriptor & 3];
    int header = 5 + (singleSegment ? 0 : 1) + dictionaryId + contentSize;
    int content = header + BLOCK_HEADER_BYTES;
    if (frame.length < content) {
      return -1;
    }
    int block =
        frame[header] & 0xFF | (frame[header + 1] & 0xFF) << 8 | (frame[header + 2] & 0xFF) << 16;
    boolean isOnly = (block & 1) == 1 && (block >> 1 & 3) == COMPRESSED_BLOCK;
    return isOnly && block >> 3 == frame.length - content ? content : -1;
  }

  /**
   * Decompresses texts of so many bytes, which stand at {@code at} in the message, to where its
   * texts are read from.
   */
  void decompress(Input in, int at, int length, boolean frame) {
    if (frame) {
      frame(in, at, length);
    } else {
      block(in, at, length);
    }
    if (in.textEnd < 0) {
      throw bad(in, at, "texts that cannot be decompressed");
    }
    in.textPosition = 0;
  }

  private static LarderException bad(Input in, int at, String message) {
    return in.errorAt(ErrorKind.BAD_COMPRESSION, at, message);
  }

  private void block(Input in, int at, int length) {
    if (length >= BLOCK_BYTES) {
      throw bad(in, at, "a block longer than zstd allows");
    }
    int header = FRAME_HEADER.length + BLOCK_HEADER_BYTES;
    byte[] frame = new byte[header + length];
    System.arraycopy(FRAME_HEADER, 0, frame, 0, FRAME_HEADER.length);
    int block = length << 3 | COMPRESSED_BLOCK << 1 | 1;
    frame[FRAME_HEADER.length] = (byte) block;
    frame[FRAME_HEADER.length + 1] = (byte) (block >> 8);
    frame[FRAME_HEADER.length + 2] = (byte) (block >> 16);
    System.arraycopy(in.bytes, at, frame, header, length);
    in.texts = room(in);
    in.textEnd = zstd().decompress(frame, 0, frame.length, in.texts, BLOCK_BYTES);
  }

  private static byte[] room(Input in) {
    if (in.block.length == 0) {
      in.block = new byte[BLOCK_BYTES];
    }
    return in.block;
  }

  private void frame(Input in, int at, int length) {
    long size = zstd().contentSize(in.bytes, at, length);
    if (size == Zstd.UNKNOWN || size == Zstd.NO_FRAME) {
      throw bad(in, at, "a frame without its size");
    }
    if (size < 0 || size > in.budget() || size > Integer.MAX_VALUE - 64) {
      throw in.errorAt(ErrorKind.TOO_LARGE, at, "more memory than the limits allow");
    }
    if (zstd().frameSize(in.bytes, at, length) != length) {
      throw bad(in, at, "bytes after the frame, or a truncated frame");
    }
    byte[] texts;
    if (size > BLOCK_BYTES) {
      in.charge(size);
      texts = new byte[(int) size];
    } else {
      texts = room(in);
    }
    in.texts = texts;
    in.textEnd = zstd().decompress(in.bytes, at, length, texts, (int) size);
    if (in.textEnd != size) {
      throw bad(in, at, "texts that cannot be decompressed to their stated size");
    }
  }

  /** All that touches zstd-jni, its exceptions too, with one dictionary or none. */
  private static final class Zstd {
    /** What {@link #contentSize} says of a frame that does not say it. */
    static final long UNKNOWN = -1;

    /** What {@link #contentSize} says of bytes that are no frame. */
    static final long NO_FRAME = -2;

    /** Contexts that nobody uses; those that find no room here are freed. */
    private static final BlockingQueue<ZstdCompressCtx> COMPRESSORS = new ArrayBlockingQueue<>(16);

    private static final BlockingQueue<ZstdDecompressCtx> DECOMPRESSORS =
        new ArrayBlockingQueue<>(16);

    /** Both digested, and null where there is no dictionary. */
    private final ZstdDictCompress compressing;

    private final ZstdDictDecompress decompressing;

    Zstd(byte[] dictionary, int level) {
      boolean none = dictionary.length == 0;
      try {
        decompressing = none ? null : new ZstdDictDecompress(dictionary);
        compressing = none ? null : new ZstdDictCompress(dictionary, level);
      } catch (IllegalStateException | ZstdException e) {
        throw new LarderException(ErrorKind.BAD_PROFILE, -1, "a dictionary that zstd rejects");
      }
      // Fails here, and not in the middle of a value, where native code cannot be loaded.
      com.github.luben.zstd.Zstd.blockSizeMax();
    }

    /** A frame; null if it would be hardly shorter than the content. */
    byte[] compress(byte[] content, int length, int level) {
      byte[] frame = new byte[(int) com.github.luben.zstd.Zstd.compressBound(length)];
      ZstdCompressCtx context = COMPRESSORS.poll();
      if (context == null) {
        context = new ZstdCompressCtx();
      }
      int size;
      try {
        if (compressing != null) {
          context.loadDict(compressing);
        } else {
          context.setLevel(level);
        }
        size = context.compressByteArray(frame, 0, frame.length, content, 0, length);
      } catch (ZstdException e) {
        return null;
      } finally {
        context.reset();
        if (!COMPRESSORS.offer(context)) {
          context.close();
        }
      }
      return size < length + FRAME_HEADER.length + BLOCK_HEADER_BYTES
          ? Arrays.copyOf(frame, size)
          : null;
    }

    /** How many bytes a frame says that it holds; below 0 also beyond 2^63. */
    long contentSize(byte[] in, int at, int length) {
      try {
        return length == 0
            ? NO_FRAME
            : com.github.luben.zstd.Zstd.getFrameContentSize(in, at, length);
      } catch (ZstdException e) {
        return NO_FRAME;
      }
    }

    /** How long the frame is that begins at {@code at}; −1 of what is none. */
    long frameSize(byte[] in, int at, int length) {
      try {
        return com.github.luben.zstd.Zstd.findFrameCompressedSize(in, at, length);
      } catch (ZstdException e) {
        return -1;
      }
    }

    /** Decompresses a frame of at most so many bytes; gives how many it has, −1 of an error. */
    int decompress(byte[] in, int at, int length, byte[] to, int most) {
      ZstdDecompressCtx context = DECOMPRESSORS.poll();
      if (context == null) {
        context = new ZstdDecompressCtx();
      }
      try {
        if (decompressing != null) {
          context.loadDict(decompressing);
        }
        return context.decompressByteArray(to, 0, most, in, at, length);
      } catch (ZstdException e) {
        return -1;
      } finally {
        context.reset();
        if (!DECOMPRESSORS.offer(context)) {
          context.close();
        }
      }
    }
  }
}
