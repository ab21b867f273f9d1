package dev.larder.redis;

import static dev.larder.redis.SharedRedis.LARDER;
import static dev.larder.testing.Person.ANNA;
import static dev.larder.testing.Person.BEN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.ErrorKind;
import dev.larder.Larder;
import dev.larder.LarderException;
import dev.larder.testing.Gadget;
import dev.larder.testing.Person;
import io.lettuce.core.KeyValue;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.codec.EncoderException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.serializer.RedisSerializer;

@DisplayName("Lettuce")
class LettuceTest {
  private SharedRedis server;
  private final List<StatefulRedisConnection<?, ?>> connections = new ArrayList<>();

  @BeforeEach
  void start() {
    server = SharedRedis.empty();
  }

  @AfterEach
  void stop() {
    connections.forEach(StatefulRedisConnection::close);
  }

  private <K, V> StatefulRedisConnection<K, V> connect(RedisCodec<K, V> codec) {
    StatefulRedisConnection<K, V> connection = server.client().connect(codec);
    connection.setTimeout(Duration.ofSeconds(5));
    connections.add(connection);
    return connection;
  }

  @Test
  void a_value_that_cannot_be_written_is_written_by_another_if_that_is_asked_for() {
    RedisSerializer<Object> java = RedisSerializer.java();
    RedisCodec<String, Object> old =
        new RedisCodec<>() {
          @Override
          public String decodeKey(ByteBuffer bytes) {
            return StringCodec.UTF8.decodeKey(bytes);
          }

          @Override
          public Object decodeValue(ByteBuffer from) {
            byte[] bytes = new byte[from.remaining()];
            from.get(bytes);
            return java.deserialize(bytes);
          }

          @Override
          public ByteBuffer encodeKey(String key) {
            return StringCodec.UTF8.encodeKey(key);
          }

          @Override
          public ByteBuffer encodeValue(Object value) {
            return ByteBuffer.wrap(java.serialize(value));
          }
        };
    List<Object> told = new ArrayList<>();
    RedisCommands<String, Object> redis =
        connect(
                LarderLettuceCodec.of(LARDER)
                    .fallback(old)
                    .onWriteFailure(old, (value, exception) -> told.add(value)))
            .sync();
    redis.set("gadget", new Gadget());
    redis.set("anna", ANNA);
    assertInstanceOf(Gadget.class, redis.get("gadget"));
    assertInstanceOf(Gadget.class, told.get(0));
    assertEquals(ANNA, redis.get("anna"));
    assertEquals(1, told.size());
  }

  @Test
  void values_are_larder_values_and_keys_are_utf8() {
    RedisCommands<String, Person> redis =
        connect(LarderLettuceCodec.of(LARDER, Person.class)).sync();
    redis.set("anna 本", ANNA);
    assertEquals(ANNA, redis.get("anna 本"));
    assertEquals(List.of("anna 本"), redis.keys("*"));
    assertNull(redis.get("nobody"));
    assertTrue(Larder.isLarder(server.raw().get("anna 本")));
    redis.hset("people", Map.of("anna", ANNA, "ben", BEN));
    assertEquals(Map.of("anna", ANNA, "ben", BEN), redis.hgetall("people"));
    redis.rpush("list", ANNA, BEN);
    assertEquals(List.of(ANNA, BEN), redis.lrange("list", 0, -1));
  }

  @Test
  void a_null_is_a_value() {
    RedisCommands<String, Object> redis = connect(LarderLettuceCodec.of(LARDER)).sync();
    redis.set("null", null);
    assertNull(redis.get("null"));
    assertEquals(1, redis.exists("null"));
  }

  @Test
  void a_pipeline_comes_back_in_order() throws Exception {
    StatefulRedisConnection<String, Person> connection =
        connect(LarderLettuceCodec.of(LARDER, Person.class));
    RedisAsyncCommands<String, Person> redis = connection.async();
    connection.setAutoFlushCommands(false);
    List<Person> people =
        IntStream.range(0, 1000)
            .mapToObj(i -> new Person("person " + i, i, new ArrayList<>(List.of("0" + i))))
            .toList();
    List<RedisFuture<?>> futures = new ArrayList<>();
    people.forEach(person -> futures.add(redis.set(person.name(), person)));
    List<RedisFuture<Person>> found = new ArrayList<>();
    people.forEach(person -> found.add(redis.get(person.name())));
    futures.addAll(found);
    connection.flushCommands();
    assertTrue(
        LettuceFutures.awaitAll(10, TimeUnit.SECONDS, futures.toArray(RedisFuture<?>[]::new)));
    for (int i = 0; i < people.size(); i++) {
      assertEquals(people.get(i), found.get(i).get());
    }
    connection.setAutoFlushCommands(true);
    List<KeyValue<String, Person>> several = connection.sync().mget("person 1", "nobody");
    assertEquals(
        Arrays.asList(people.get(1), null),
        several.stream().map(pair -> pair.getValueOrElse(null)).toList());
  }

  @Test
  void values_of_a_string_codec_are_read_and_rewritten_as_larder() {
    connect(StringCodec.UTF8).sync().mset(Map.of("text", "a text", "empty", ""));
    RedisCommands<String, String> redis =
        connect(LarderLettuceCodec.of(LARDER, String.class).fallback(StringCodec.UTF8)).sync();
    assertEquals("a text", redis.get("text"));
    assertEquals("", redis.get("empty"));
    redis.set("text", redis.get("text"));
    assertTrue(Larder.isLarder(server.raw().get("text")));
    assertEquals("a text", redis.get("text"));
  }

  @Test
  void several_formats_are_recognised_by_their_first_bytes() {
    LarderLettuceCodec<Object> codec =
        LarderLettuceCodec.of(LARDER)
            .fallback(bytes -> bytes.length == 0 || bytes[0] != '#', StringCodec.UTF8)
            .fallback(new Numbers());
    assertEquals("text", codec.decodeValue(StringCodec.UTF8.encodeValue("text")));
    assertEquals(5L, codec.decodeValue(StringCodec.UTF8.encodeValue("#5")));
    assertEquals(ANNA, codec.decodeValue(codec.encodeValue(ANNA)));
  }

  /** An own codec of somebody. */
  private static final class Numbers implements RedisCodec<String, Long> {
    @Override
    public String decodeKey(ByteBuffer bytes) {
      return StringCodec.UTF8.decodeKey(bytes);
    }

    @Override
    public Long decodeValue(ByteBuffer bytes) {
      return Long.valueOf(StringCodec.UTF8.decodeValue(bytes).substring(1));
    }

    @Override
    public ByteBuffer encodeKey(String key) {
      return StringCodec.UTF8.encodeKey(key);
    }

    @Override
    public ByteBuffer encodeValue(Long value) {
      return StringCodec.UTF8.encodeValue("#" + value);
    }
  }

  @Test
  void readers_come_first_in_a_rolling_deploy() {
    LarderLettuceCodec<Long> ready =
        LarderLettuceCodec.of(LARDER, Long.class).fallback(new Numbers());
    connect(ready.writing(new Numbers())).sync().set("number", 5L);
    assertArrayEquals(new byte[] {'#', '5'}, server.raw().get("number"));
    assertEquals(5L, connect(ready).sync().get("number"));
    connect(ready).sync().set("number", 6L);
    assertEquals(6L, connect(ready.writing(new Numbers())).sync().get("number"));
  }

  @Test
  void other_keys_go_with_it() {
    RedisCodec<Long, Person> codec =
        RedisCodec.of(new NumbersAsKeys(), LarderLettuceCodec.of(LARDER, Person.class));
    RedisCommands<Long, Person> redis = connect(codec).sync();
    redis.set(5L, ANNA);
    assertEquals(ANNA, redis.get(5L));
    assertTrue(Larder.isLarder(server.raw().get("5")));
  }

  private static final class NumbersAsKeys implements RedisCodec<Long, String> {
    @Override
    public Long decodeKey(ByteBuffer bytes) {
      return Long.valueOf(StringCodec.UTF8.decodeKey(bytes));
    }

    @Override
    public String decodeValue(ByteBuffer bytes) {
      return StringCodec.UTF8.decodeValue(bytes);
    }

    @Override
    public ByteBuffer encodeKey(Long key) {
      return StringCodec.UTF8.encodeKey(key.toString());
    }

    @Override
    public ByteBuffer encodeValue(String value) {
      return StringCodec.UTF8.encodeValue(value);
    }
  }

  @Test
  void bytes_of_another_format_are_an_exception_and_the_connection_goes_on() {
    connect(StringCodec.UTF8).sync().set("text", "a text");
    RedisCommands<String, Object> redis = connect(LarderLettuceCodec.of(LARDER)).sync();
    RedisException thrown = assertThrows(RedisException.class, () -> redis.get("text"));
    assertTrue(thrown.getMessage().contains("not-larder"), thrown::getMessage);
    assertEquals(
        ErrorKind.NOT_LARDER, assertInstanceOf(LarderException.class, thrown.getCause()).kind());
    redis.set("anna", ANNA);
    assertEquals(ANNA, redis.get("anna"));
  }

  @Test
  void a_value_that_cannot_be_written_is_an_exception_and_the_connection_goes_on() {
    RedisCommands<String, Object> redis = connect(LarderLettuceCodec.of(LARDER)).sync();
    EncoderException thrown =
        assertThrows(EncoderException.class, () -> redis.set("anna", new Gadget()));
    assertTrue(
        assertInstanceOf(RedisException.class, thrown.getCause()).getMessage().contains("Gadget"));
    redis.set("anna", ANNA);
    assertEquals(ANNA, redis.get("anna"));
  }

  @Test
  void a_value_that_cannot_be_decoded_is_a_miss_if_that_is_asked_for() {
    List<byte[]> told = new ArrayList<>();
    RedisCommands<String, Object> redis =
        connect(LarderLettuceCodec.of(LARDER).onFailure((bytes, exception) -> told.add(bytes)))
            .sync();
    server.raw().set("anna", new byte[] {1, 2, 3});
    assertNull(redis.get("anna"));
    assertArrayEquals(new byte[] {1, 2, 3}, told.get(0));
  }

  @Test
  void a_buffer_gets_the_same_bytes_and_nothing_of_a_value_that_is_refused() {
    LarderLettuceCodec<Object> codec = LarderLettuceCodec.of(LARDER);
    ByteBuf buffer = new PooledByteBufAllocator(true).directBuffer();
    assertThrows(RedisException.class, () -> codec.encodeValue(new Gadget(), buffer));
    assertEquals(0, buffer.readableBytes());
    codec.encodeValue(ANNA, buffer);
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    assertArrayEquals(LARDER.encode(ANNA), bytes);
    codec.encodeKey("key", buffer);
    assertEquals(3, buffer.readableBytes());
    assertTrue(codec.estimateSize("key") >= 3);
    assertEquals(1, buffer.refCnt());
    assertTrue(buffer.release());
  }

  @Test
  void java_serialization_is_never_read() {
    server.raw().set("gadget", RedisSerializer.java().serialize(new Gadget()));
    Gadget.reset();
    RedisCommands<String, Object> redis = connect(LarderLettuceCodec.of(LARDER)).sync();
    assertThrows(RedisException.class, () -> redis.get("gadget"));
    assertFalse(Gadget.isTouched());
  }
}
