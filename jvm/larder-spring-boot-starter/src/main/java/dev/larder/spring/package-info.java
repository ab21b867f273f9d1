/**
 * Larder for Spring Boot: one dependency and the properties {@code larder.*}. Values of
 * {@code @Cacheable} methods, of {@code RedisTemplate} and of Spring Session are Larder's then.
 */
package dev.larder.spring;
