package dev.larder.spring;

import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.data.redis.cache.RedisCacheManager.RedisCacheManagerBuilder;
import org.springframework.util.ClassUtils;

/**
 * A {@code RedisCacheManagerBuilderCustomizer}, which Spring Boot 4 has in another package than
 * Spring Boot 3. Neither knows the other's.
 */
record CachesCustomizer(Consumer<RedisCacheManagerBuilder> customizer)
    implements FactoryBean<Object> {
  private static final Class<?> TYPE =
      Stream.of(
              "org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer",
              "org.springframework.boot.autoconfigure.cache.RedisCacheManagerBuilderCustomizer")
          .map(CachesCustomizer::find)
          .filter(Objects::nonNull)
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("this is neither Spring Boot 3 nor 4"));

  private static Class<?> find(String name) {
    ClassLoader loader = CachesCustomizer.class.getClassLoader();
    return ClassUtils.isPresent(name, loader) ? ClassUtils.resolveClassName(name, loader) : null;
  }

  @Override
  public Class<?> getObjectType() {
    return TYPE;
  }

  @Override
  public Object getObject() {
    return Proxy.newProxyInstance(
        TYPE.getClassLoader(),
        new Class<?>[] {TYPE},
        (proxy, method, arguments) -> {
          if (method.getDeclaringClass() == TYPE) {
            customizer.accept((RedisCacheManagerBuilder) arguments[0]);
            return null;
          }
          return method.getName().equals("equals")
              ? proxy == arguments[0]
              : method.invoke(this, arguments);
        });
  }
}
