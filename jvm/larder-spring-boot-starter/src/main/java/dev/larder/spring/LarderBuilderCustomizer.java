package dev.larder.spring;

import dev.larder.Larder;

/**
 * Changes the builder of the application's {@link Larder}. Beans of it are called in their order.
 *
 * <pre>{@code
 * @Bean
 * LarderBuilderCustomizer checksums() {
 *   return builder -> builder.checksum(true);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface LarderBuilderCustomizer {
  /**
   * Changes the builder, which has what the properties say.
   *
   * @param builder of the application's {@link Larder}
   */
  void customize(Larder.Builder builder);
}
