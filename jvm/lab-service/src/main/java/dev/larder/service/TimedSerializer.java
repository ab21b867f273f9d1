package dev.larder.service;

import org.springframework.data.redis.serializer.RedisSerializer;

/** Counts the time of another serializer. */
final class TimedSerializer<T> implements RedisSerializer<T> {
  private final RedisSerializer<T> serializer;
  private final Clock clock;

  TimedSerializer(RedisSerializer<T> serializer, Clock clock) {
    this.serializer = serializer;
    this.clock = clock;
  }

  @Override
  public byte[] serialize(T value) {
    return clock.encode(() -> serializer.serialize(value));
  }

  @Override
  public T deserialize(byte[] bytes) {
    return clock.decode(() -> serializer.deserialize(bytes));
  }

  @Override
  public boolean canSerialize(Class<?> type) {
    return serializer.canSerialize(type);
  }

  @Override
  public Class<?> getTargetType() {
    return serializer.getTargetType();
  }
}
