package dev.larder.spring;

import dev.larder.Larder;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** What the methods of the beans declare to return which Spring caches. */
final class CachedTypes {
  private static final Logger LOG = LoggerFactory.getLogger(CachedTypes.class);
  private static final String FUTURE_LIKE = "reactor.core.publisher.Mono";

  private final Map<String, Set<Type>> types = new LinkedHashMap<>();
  private final Set<Class<?>> classes = new LinkedHashSet<>();

  /** Looks at the classes of all beans, and makes none of them. */
  CachedTypes(ConfigurableListableBeanFactory beans) {
    AnnotationCacheOperationSource source = new AnnotationCacheOperationSource(false);
    for (String name : beans.getBeanDefinitionNames()) {
      Class<?> type = beans.getType(name, false);
      if (type != null) {
        Class<?> own = ClassUtils.getUserClass(type);
        if (source.isCandidateClass(own)) {
          MethodIntrospector.selectMethods(
                  own,
                  (MethodIntrospector.MetadataLookup<Collection<CacheOperation>>)
                      method -> source.getCacheOperations(method, own))
              .forEach((method, operations) -> add(own, method, operations));
        }
      }
    }
  }

  private void add(Class<?> own, Method method, Collection<CacheOperation> operations) {
    Type type = cached(ResolvableType.forMethodReturnType(method, own));
    if (type == void.class) {
      return;
    }
    addClasses(type);
    for (CacheOperation operation : operations) {
      if (!(operation instanceof CacheEvictOperation)) {
        operation
            .getCacheNames()
            .forEach(name -> types.computeIfAbsent(name, any -> new LinkedHashSet<>()).add(type));
      }
    }
  }

  /** What Spring caches of a type: of futures and optionals what is in them. */
  private static Type cached(ResolvableType type) {
    Class<?> raw = type.toClass();
    if (raw == Optional.class
        || CompletionStage.class.isAssignableFrom(raw)
        || raw.getName().equals(FUTURE_LIKE)) {
      return cached(type.getGeneric(0));
    }
    if (type.getType() instanceof ParameterizedType) {
      return isResolved(type.getType()) ? type.getType() : Object.class;
    }
    return raw;
  }

  private static boolean isResolved(Type type) {
    return type instanceof Class
        || type instanceof ParameterizedType generic
            && Arrays.stream(generic.getActualTypeArguments()).allMatch(CachedTypes::isResolved);
  }

  private void addClasses(Type type) {
    if (type instanceof ParameterizedType generic) {
      addClasses(generic.getRawType());
      Arrays.stream(generic.getActualTypeArguments()).forEach(this::addClasses);
    } else if (type instanceof Class<?> its) {
      Class<?> element = its;
      while (element.isArray()) {
        element = element.getComponentType();
      }
      boolean isOfUser =
          !element.isPrimitive()
              && !element.getName().startsWith("java.")
              && !element.getName().startsWith("org.springframework.")
              && (element.isSealed() || !Modifier.isAbstract(element.getModifiers()));
      if (isOfUser) {
        classes.add(element);
      }
    }
  }

  /** The names of the caches whose methods all return the same type, and that type. */
  Map<String, Type> byCache() {
    Map<String, Type> one = new LinkedHashMap<>();
    types.forEach(
        (name, all) -> one.put(name, all.size() == 1 ? all.iterator().next() : Object.class));
    return one;
  }

  /** Registers the classes that are returned, without those that cannot be values. */
  void register(Larder.Builder builder) {
    for (Class<?> type : classes) {
      try {
        Larder.builder().register(type).build();
      } catch (IllegalArgumentException e) {
        LOG.warn("{} is cached, and Larder cannot write it: {}", type.getName(), e.getMessage());
        continue;
      }
      try {
        builder.register(type);
      } catch (IllegalArgumentException e) {
        LOG.debug("a customizer registers {}", type.getName());
      }
    }
  }
}
