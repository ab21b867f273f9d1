package dev.larder.redis;

import dev.larder.Larder;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;

/**
 * The classes of Spring Data's pages and slices, with what they were asked by.
 *
 * <pre>{@code
 * Larder.builder().register(Person.class).with(SpringPages::register).build();
 * }</pre>
 */
public final class SpringPages {
  /** Registers them by names that no class of yours is likely to have. */
  public static void register(Larder.Builder builder) {
    builder
        .register(PageImpl.class, "PageImpl")
        .register(SliceImpl.class, "SliceImpl")
        .register(PageRequest.class, "PageRequest")
        // Its class is not public.
        .register(Pageable.unpaged().getClass(), "Unpaged")
        .register(Sort.class, "Sort")
        .register(Sort.Order.class, "Sort.Order");
  }

  private SpringPages() {}
}
