package dev.larder;

/**
 * What a value may cost its reader. Everything is checked before memory is taken (docs/FORMAT.md,
 * "Limits").
 *
 * <pre>{@code
 * Larder.builder().register(Person.class).limits(new Limits(64, 1 << 20, 16)).build();
 * }</pre>
 *
 * @param depth how many levels of lists, maps and objects may be nested
 * @param memory how many bytes a small message may become
 * @param memoryPerByte how many bytes each byte of a message may become, if that is more
 */
public record Limits(int depth, long memory, int memoryPerByte) {
  /** 512 levels; 32 MiB or 64 bytes per byte, whichever is more. */
  public static final Limits DEFAULT = new Limits(512, 32 << 20, 64);

  /**
   * How much memory a message may become.
   *
   * @param length how many bytes the message has
   * @return a number of bytes
   */
  public long budget(int length) {
    return Math.max(memory, (long) length * memoryPerByte);
  }
}
