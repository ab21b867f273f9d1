package dev.larder.redis;

/** What values a {@link CacheSwitch} looks at. Values of all other types are left alone. */
public enum SwitchType {
  /** Strings: {@code @Cacheable}, {@code RBucket}, {@code opsForValue}. */
  STRING,
  /** Values of hashes: {@code RMap}, {@code opsForHash}. Names of fields stay. */
  HASH
}
