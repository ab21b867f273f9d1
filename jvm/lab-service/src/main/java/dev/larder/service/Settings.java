package dev.larder.service;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings {@code --larder.…}.
 *
 * @param codec the id of a {@link Codec}
 * @param profile the file of a profile, for the codec that needs one; else null
 * @param seed makes the persons random
 * @param endsWithInput whether the service ends when its standard input does
 */
@ConfigurationProperties("larder")
record Settings(String codec, Path profile, long seed, boolean endsWithInput) {}
