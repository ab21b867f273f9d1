package dev.larder.spring;

import dev.larder.Larder;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.util.ClassUtils;

/** What the methods of the beans declare to return which Spring caches. */
final class CachedTypes {
  private static final Logger LOG = LoggerFactory.getLogger(CachedTypes.class);
  private static final String FUTURE_LIKE = "reactor.core.publisher.Mono";

  private final Map<String, Set<Type>> types = new LinkedHashMap<>();
  private final Set<Class<?>> classes = new LinkedHashSet<>();
  private final Set<Class<?>> subclasses = new LinkedHashSet<>();
  // Those whose subclasses are known.
  private final Set<Class<?>> searched = new HashSet<>();

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
    ResolvableType cached = cached(ResolvableType.forMethodReturnType(method, own));
    if (cached.toClass() == void.class) {
      return;
    }
    addClasses(cached);
    Type type = resolved(cached);
    for (CacheOperation operation : operations) {
      if (!(operation instanceof CacheEvictOperation)) {
        operation
            .getCacheNames()
            .forEach(name -> types.computeIfAbsent(name, any -> new LinkedHashSet<>()).add(type));
      }
    }
  }

  /** What Spring caches of a type: of futures and optionals what is in them. */
  private static ResolvableType cached(ResolvableType type) {
    Class<?> raw = type.toClass();
    return raw == Optional.class
            || CompletionStage.class.isAssignableFrom(raw)
            || raw.getName().equals(FUTURE_LIKE)
        ? cached(type.getGeneric(0))
        : type;
  }

  private static Type resolved(ResolvableType type) {
    if (type.getType() instanceof ParameterizedType) {
      return isResolved(type.getType()) ? type.getType() : Object.class;
    }
    return type.toClass();
  }

  private static boolean isResolved(Type type) {
    return type instanceof Class
        || type instanceof ParameterizedType generic
            && Arrays.stream(generic.getActualTypeArguments()).allMatch(CachedTypes::isResolved);
  }

  private void addClasses(ResolvableType type) {
    for (ResolvableType argument : type.getGenerics()) {
      addClasses(argument);
    }
    Class<?> element = type.toClass();
    while (element.isArray()) {
      element = element.getComponentType();
    }
    boolean isOfUser =
        !element.isPrimitive()
            && !element.getName().startsWith("java.")
            && !element.getName().startsWith("org.springframework.");
    if (!isOfUser) {
      return;
    }
    if (element.isSealed() || !Modifier.isAbstract(element.getModifiers())) {
      classes.add(element);
    }
    if (!element.isSealed() && !Modifier.isFinal(element.getModifiers())) {
      addSubclasses(element);
    }
  }

  /** Values may be of a subclass, too. Spring finds those of its package, and loads no others. */
  private void addSubclasses(Class<?> type) {
    if (type.getPackageName().isEmpty() || !searched.add(type)) {
      return;
    }
    ClassPathScanningCandidateComponentProvider scanner =
        new ClassPathScanningCandidateComponentProvider(false);
    scanner.addIncludeFilter(new AssignableTypeFilter(type));
    ClassLoader loader = type.getClassLoader();
    scanner.setResourceLoader(new DefaultResourceLoader(loader));
    for (BeanDefinition found : scanner.findCandidateComponents(type.getPackageName())) {
      Class<?> its = ClassUtils.resolveClassName(found.getBeanClassName(), loader);
      if (its != type) {
        subclasses.add(its);
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
    classes.forEach(type -> register(builder, type, Level.WARN));
    // Most of those that cannot be values are none.
    subclasses.stream()
        .filter(type -> !classes.contains(type))
        .forEach(type -> register(builder, type, Level.DEBUG));
  }

  private static void register(Larder.Builder builder, Class<?> type, Level level) {
    try {
      Larder.builder().register(type).build();
    } catch (IllegalArgumentException e) {
      LOG.atLevel(level)
          .log("{} is cached, and Larder cannot write it: {}", type.getName(), e.getMessage());
      return;
    }
    try {
      builder.register(type);
    } catch (IllegalArgumentException e) {
      LOG.debug("a customizer registers {}", type.getName());
    }
  }
}
