package dev.larder.redis;

import dev.larder.Larder;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;

/**
 * The classes of Spring Data's pages and slices, and of the requests and sorts that these hold.
 *
 * <pre>{@code
 * Larder.builder().register(Person.class).with(SpringPages::register).build();
 * }</pre>
 */
public final class SpringPages {
  /**
   * Registers them under names that hardly any class of yours has.
   *
   * @param builder what {@code Larder.Builder.with} passes
   */
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
