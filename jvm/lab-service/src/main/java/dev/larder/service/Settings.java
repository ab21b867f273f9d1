package dev.larder.service;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What {@code --larder.…} says.
 *
 * @param codec the id of a {@link Serializer}
 * @param profile the file of a profile, for the serializer that needs one; else null
 * @param seed of the persons
 * @param endsWithInput whether the service ends when its standard input does
 */
@ConfigurationProperties("larder")
record Settings(String codec, Path profile, long seed, boolean endsWithInput) {}
