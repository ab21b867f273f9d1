package dev.larder;

/**
 * What a value may cost its reader. Each is checked before memory is taken (docs/FORMAT.md,
 * "Limits").
 *
 * @param depth lists, maps and objects within one another
 * @param memory bytes that a small message may become
 * @param memoryPerByte bytes that each byte of a message may become, where that is more
 */
public record Limits(int depth, long memory, int memoryPerByte) {
  /** 512 levels; 32 MiB, or 64 bytes a byte, whichever is more. */
  public static final Limits DEFAULT = new Limits(512, 32 << 20, 64);

  /** The budget for a message of so many bytes. */
  public long budget(int length) {
    return Math.max(memory, (long) length * memoryPerByte);
  }
}
