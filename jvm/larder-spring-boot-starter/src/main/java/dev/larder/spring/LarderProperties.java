package dev.larder.spring;

import dev.larder.Level;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code larder.*}.
 *
 * @param packages Packages whose classes may be values. The types that {@code @Cacheable} methods
 *     return are registered without it.
 * @param level How much time is spent to save bytes.
 * @param profile Name of the profiles in Redis, or the URL of a profile's file, such as
 *     file:people.profile.
 * @param alsoReads URLs of the files of further profiles under which values may still be stored.
 * @param fallback What wrote the values that are in Redis already: java, json or the name of a
 *     RedisSerializer bean. It also writes what Larder cannot write. Empty for none.
 * @param writing What writes values as long as some programs cannot read Larder yet: as for
 *     fallback. Empty for Larder.
 */
@ConfigurationProperties("larder")
public record LarderProperties(
    @DefaultValue List<String> packages,
    @DefaultValue("balanced") Level level,
    @DefaultValue("") String profile,
    @DefaultValue List<String> alsoReads,
    @DefaultValue("") String fallback,
    @DefaultValue("") String writing) {}
