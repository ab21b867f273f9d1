package dev.larder.redis;

import static dev.larder.redis.SharedRedis.LARDER;
import static dev.larder.testing.Person.ANNA;
import static dev.larder.testing.Person.BEN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.ErrorKind;
import dev.larder.Larder;
import dev.larder.LarderException;
import dev.larder.testing.Gadget;
import dev.larder.testing.Person;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.RedissonReference;
import org.redisson.api.RBatch;
import org.redisson.api.RBloomFilter;
import org.redisson.api.RBucket;
import org.redisson.api.RDeque;
import org.redisson.api.RFuture;
import org.redisson.api.RGeo;
import org.redisson.api.RList;
import org.redisson.api.RLocalCachedMap;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RMapCache;
import org.redisson.api.RScoredSortedSet;
import org.redisson.api.RSet;
import org.redisson.api.RSetCache;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.api.map.event.EntryUpdatedListener;
import org.redisson.api.options.LocalCachedMapOptions;
import org.redisson.client.RedisException;
import org.redisson.client.codec.BaseCodec;
import org.redisson.client.codec.Codec;
import org.redisson.client.codec.StringCodec;
import org.redisson.codec.CompositeCodec;
import org.redisson.codec.Kryo5Codec;
import org.redisson.codec.SerializationCodec;
import org.redisson.config.Config;

@DisplayName("Redisson")
class RedissonTest {
  private SharedRedis server;
  private RedissonClient redisson;

  @BeforeEach
  void start() {
    server = SharedRedis.empty();
    redisson = connect(LarderCodec.of(LARDER));
  }

  @AfterEach
  void stop() {
    if (redisson != null) {
      redisson.shutdown(0, 1, TimeUnit.SECONDS);
    }
  }

  private RedissonClient connect(Codec codec) {
    Config config = new Config();
    config.setCodec(codec);
    config.setThreads(2);
    config.setNettyThreads(2);
    config
        .useSingleServer()
        .setAddress(server.uri())
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(4);
    return Redisson.create(config);
  }

  private static byte[] bytes(ByteBuf buffer) {
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    buffer.release();
    return bytes;
  }

  private static byte[] encode(Codec codec, Object value) throws IOException {
    return bytes(codec.getValueEncoder().encode(value));
  }

  private static Object decode(Codec codec, byte[] bytes) throws IOException {
    return codec.getValueDecoder().decode(Unpooled.wrappedBuffer(bytes), null);
  }

  @Test
  void a_bucket_holds_a_larder_value() {
    RBucket<Person> bucket = redisson.getBucket("anna");
    assertNull(bucket.get());
    bucket.set(ANNA);
    assertEquals(ANNA, bucket.get());
    assertTrue(Larder.isLarder(server.raw().get("anna")));
    assertTrue(bucket.compareAndSet(ANNA, BEN));
    assertEquals(BEN, bucket.getAndDelete());
  }

  @Test
  void a_map_finds_its_keys_and_values() {
    RMap<String, Person> map = redisson.getMap("people");
    map.put("anna", ANNA);
    map.putAll(Map.of("ben", BEN));
    assertEquals(ANNA, map.get("anna"));
    assertEquals(Map.of("anna", ANNA, "ben", BEN), map.readAllMap());
    assertEquals(Set.of("anna", "ben"), map.readAllKeySet());
    assertEquals(ANNA, map.remove("anna"));
    assertFalse(map.containsKey("anna"));
    assertTrue(server.raw().hvals("people").stream().allMatch(Larder::isLarder));
  }

  @Test
  void keys_of_maps_are_of_the_type_that_is_asked_for() {
    Codec untyped = LarderCodec.of(LARDER);
    Codec typed = LarderCodec.of(LARDER, Person.class).keys(Long.class);
    redisson.<Long, Person>getMap("people", typed).put(1L, ANNA);
    assertEquals(Set.of(1L), redisson.getMap("people", typed).readAllKeySet());
    assertEquals(Set.of(1), redisson.getMap("people", untyped).readAllKeySet());
    assertEquals(ANNA, redisson.getMap("people", untyped).get(1));
  }

  @Test
  void a_map_cache_and_a_lock_of_a_map_keep_working() throws InterruptedException {
    RMapCache<String, Person> map = redisson.getMapCache("people");
    map.put("anna", ANNA, 1, TimeUnit.MINUTES);
    map.put("ben", BEN, 1, TimeUnit.MILLISECONDS, 1, TimeUnit.MILLISECONDS);
    assertEquals(ANNA, map.get("anna"));
    Thread.sleep(20);
    assertNull(map.get("ben"));
    assertEquals(Map.of("anna", ANNA), map.readAllMap());
    assertTrue(map.remainTimeToLive("anna") > 0);
    RLock lock = map.getLock("anna");
    lock.lock();
    assertTrue(lock.isHeldByCurrentThread());
    lock.unlock();
    map.destroy();
  }

  @Test
  void collections_counters_and_topics_keep_working() throws InterruptedException {
    redisson.getList("list").addAll(List.of(ANNA, "text", 5));
    assertEquals(List.of(ANNA, "text", 5), redisson.getList("list").readAll());
    assertTrue(redisson.getSet("set").add(ANNA));
    assertTrue(redisson.getSet("set").contains(ANNA));
    redisson.getScoredSortedSet("scores").add(2.5, BEN);
    assertEquals(2.5, redisson.getScoredSortedSet("scores").getScore(BEN));
    redisson.getQueue("queue").offer(ANNA);
    assertEquals(ANNA, redisson.getQueue("queue").poll());
    assertEquals(1, redisson.getAtomicLong("count").incrementAndGet());
    RTopic topic = redisson.getTopic("topic");
    BlockingQueue<Person> heard = new LinkedBlockingQueue<>();
    topic.addListener(Person.class, (channel, person) -> heard.add(person));
    topic.publish(ANNA);
    assertEquals(ANNA, heard.poll(5, TimeUnit.SECONDS));
  }

  @Test
  void events_of_a_map_cache_carry_values() throws InterruptedException {
    RMapCache<String, Person> map = redisson.getMapCache("people");
    BlockingQueue<Map<String, Person>> heard = new LinkedBlockingQueue<>();
    map.addListener(
        (EntryUpdatedListener<String, Person>)
            event ->
                heard.add(Map.of(event.getKey(), event.getValue(), "before", event.getOldValue())));
    map.put("anna", ANNA);
    map.put("anna", BEN);
    assertEquals(Map.of("anna", BEN, "before", ANNA), heard.poll(5, TimeUnit.SECONDS));
    map.destroy();
  }

  @Test
  void a_local_cache_hears_of_changes_elsewhere() throws InterruptedException {
    LocalCachedMapOptions<String, Person> options =
        LocalCachedMapOptions.<String, Person>name("people")
            .syncStrategy(LocalCachedMapOptions.SyncStrategy.UPDATE);
    RLocalCachedMap<String, Person> here = redisson.getLocalCachedMap(options);
    RLocalCachedMap<String, Person> there = redisson.getLocalCachedMap(options);
    here.put("anna", ANNA);
    assertEquals(ANNA, there.get("anna"));
    here.put("anna", BEN);
    for (int tries = 0; tries < 500 && !BEN.equals(there.getCachedMap().get("anna")); tries++) {
      Thread.sleep(10);
    }
    assertEquals(BEN, there.getCachedMap().get("anna"));
    here.destroy();
    there.destroy();
  }

  @Test
  void a_batch_comes_back_in_order() throws Exception {
    RBatch batch = redisson.createBatch();
    batch.getBucket("anna").setAsync(ANNA);
    RFuture<Object> anna = batch.getBucket("anna").getAsync();
    RFuture<Object> nobody = batch.getBucket("nobody").getAsync();
    batch.execute();
    assertEquals(ANNA, anna.get());
    assertNull(nobody.get());
  }

  @Test
  void an_object_of_redisson_within_a_value_needs_its_reference_registered() {
    RMap<String, Integer> map = redisson.getMap("map");
    map.put("one", 1);
    assertThrows(RedisException.class, () -> redisson.getBucket("within").set(map));

    Larder larder = Larder.builder().register(RedissonReference.class).build();
    RedissonClient other = connect(LarderCodec.of(larder));
    try {
      other.getBucket("within").set(other.getMap("map"));
      RMap<?, ?> found = assertInstanceOf(RMap.class, other.getBucket("within").get());
      assertEquals(1, found.get("one"));
    } finally {
      other.shutdown(0, 1, TimeUnit.SECONDS);
    }
  }

  @Test
  void redisson_finds_the_constructors_that_it_asks_for() throws ReflectiveOperationException {
    ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
    for (Codec codec :
        List.of(
            LarderCodec.class.getConstructor().newInstance(),
            LarderCodec.class.getConstructor(ClassLoader.class).newInstance(loader))) {
      assertEquals(List.of("text", 5), decodeQuietly(codec, List.of("text", 5)));
    }
    LarderCodec codec = LarderCodec.of(LARDER).fallback(new Kryo5Codec()).keys(Long.class);
    LarderCodec copy = BaseCodec.copy(loader, codec);
    assertNotSame(codec, copy);
    assertEquals(ANNA, decodeQuietly(copy, ANNA));
  }

  private static Object decodeQuietly(Codec codec, Object value) {
    try {
      return decode(codec, encode(codec, value));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void values_of_kryo_are_read_and_rewritten_as_larder() throws IOException {
    Codec kryo = new Kryo5Codec();
    RBucket<Person> old = redisson.getBucket("anna", kryo);
    old.set(ANNA);
    assertFalse(Larder.isLarder(server.raw().get("anna")));
    RBucket<Person> now =
        redisson.getBucket("anna", LarderCodec.of(LARDER, Person.class).fallback(kryo));
    assertEquals(ANNA, now.get());
    now.set(now.get());
    assertTrue(Larder.isLarder(server.raw().get("anna")));
    assertEquals(ANNA, now.get());
  }

  @Test
  void a_map_of_kryo_keeps_its_keys_and_gets_values_of_larder() {
    Codec kryo = new Kryo5Codec();
    redisson.getMap("people", kryo).put("anna", ANNA);
    LarderCodec larder = LarderCodec.of(LARDER).fallback(kryo);
    RMap<String, Person> map = redisson.getMap("people", new CompositeCodec(kryo, larder, larder));
    assertEquals(ANNA, map.get("anna"));
    map.put("anna", BEN);
    assertEquals(Map.of("anna", BEN), map.readAllMap());
    assertTrue(server.raw().hvals("people").stream().allMatch(Larder::isLarder));
  }

  @Test
  void several_formats_are_recognised_by_their_first_bytes() throws IOException {
    Codec java = new SerializationCodec();
    Codec codec =
        LarderCodec.of(LARDER)
            .fallback(bytes -> bytes.length > 0 && bytes[0] == (byte) 0xAC, java)
            .fallback(StringCodec.INSTANCE);
    assertEquals(ANNA, decode(codec, encode(java, ANNA)));
    assertEquals("text", decode(codec, encode(StringCodec.INSTANCE, "text")));
    assertEquals("", decode(codec, new byte[0]));
    assertEquals(BEN, decode(codec, encode(codec, BEN)));
  }

  @Test
  void readers_come_first_in_a_rolling_deploy() {
    Codec kryo = new Kryo5Codec();
    LarderCodec ready = LarderCodec.of(LARDER).fallback(kryo);
    redisson.getMap("people", ready.writing(kryo)).put("anna", ANNA);
    assertEquals(ANNA, redisson.getMap("people", kryo).get("anna"), "keys, too, are the old ones");
    redisson.getBucket("ben", ready).set(BEN);
    assertEquals(BEN, redisson.getBucket("ben", ready.writing(kryo)).get());
  }

  @Test
  void bytes_of_another_format_are_an_exception_and_the_connection_goes_on() {
    redisson.getBucket("anna", new Kryo5Codec()).set(ANNA);
    RedisException thrown =
        assertThrows(RedisException.class, () -> redisson.getBucket("anna").get());
    assertTrue(thrown.getMessage().contains("not-larder"), thrown::getMessage);
    assertEquals(
        ErrorKind.NOT_LARDER, assertInstanceOf(LarderException.class, thrown.getCause()).kind());
    redisson.getBucket("ben").set(BEN);
    assertEquals(BEN, redisson.getBucket("ben").get());
  }

  @Test
  void a_value_that_cannot_be_decoded_is_a_miss_if_that_is_asked_for() {
    List<Object> told = new ArrayList<>();
    LarderCodec codec = LarderCodec.of(LARDER).onFailure((bytes, exception) -> told.add(bytes));
    server.raw().set("anna", new byte[] {1, 2, 3});
    assertNull(redisson.getBucket("anna", codec).get());
    assertArrayEquals(new byte[] {1, 2, 3}, (byte[]) told.get(0));

    redisson.getMap("people", StringCodec.INSTANCE).put("anna", "text");
    LarderCodec values = codec.fallback(bytes -> bytes.length == 4, StringCodec.INSTANCE);
    RMap<String, Object> map =
        redisson.getMap("people", new CompositeCodec(StringCodec.INSTANCE, codec, codec));
    assertNull(map.get("anna"));
    assertEquals("text", redisson.getMap("people", values).readAllMap().get("anna"));
    server.raw().hset("people", "a key that cannot be decoded", LARDER.encode(5));
    assertThrows(RedisException.class, () -> redisson.getMap("people", values).readAllKeySet());
  }

  @Test
  void buffers_are_their_owners_again_whether_it_reads_or_not() throws IOException {
    LarderCodec codec = LarderCodec.of(LARDER);
    PooledByteBufAllocator allocator = new PooledByteBufAllocator(true);
    for (byte[] bytes : List.of(encode(codec, ANNA), new byte[] {1, 2, 3})) {
      ByteBuf buffer = allocator.directBuffer();
      buffer.writeBytes(bytes);
      try {
        assertEquals(ANNA, codec.getValueDecoder().decode(buffer, null));
      } catch (RedisException e) {
        assertEquals(3, bytes.length);
      }
      assertEquals(0, buffer.readableBytes());
      assertEquals(1, buffer.refCnt());
      assertTrue(buffer.release());
    }
    long before = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    long heap = PooledByteBufAllocator.DEFAULT.metric().usedHeapMemory();
    for (int i = 0; i < 100; i++) {
      assertThrows(RedisException.class, () -> codec.getValueEncoder().encode(new Gadget()));
    }
    assertEquals(before, PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory());
    assertEquals(heap, PooledByteBufAllocator.DEFAULT.metric().usedHeapMemory());
    ByteBuf written = codec.getValueEncoder().encode(ANNA);
    assertEquals(1, written.refCnt());
    assertTrue(written.release());
  }

  @Test
  void a_value_that_cannot_be_written_leaves_what_is_there() {
    RBucket<Object> bucket = redisson.getBucket("anna");
    bucket.set(ANNA);
    RedisException thrown = assertThrows(RedisException.class, () -> bucket.set(new Gadget()));
    assertTrue(thrown.getMessage().contains("Gadget"), thrown::getMessage);
    assertEquals(ANNA, bucket.get());
  }

  @Test
  void a_value_that_cannot_be_written_is_written_by_another_if_that_is_asked_for() {
    Codec java = new SerializationCodec();
    List<Object> told = new ArrayList<>();
    LarderCodec codec =
        LarderCodec.of(LARDER)
            .fallback(java)
            .onWriteFailure(java, (value, exception) -> told.add(value));
    // Redisson copies it for the class loader of each thread.
    RedissonClient other = connect(codec);
    try {
      other.getBucket("gadget").set(new Gadget());
      assertInstanceOf(Gadget.class, other.getBucket("gadget").get());
      assertInstanceOf(Gadget.class, told.get(0));
      RMap<Object, Object> map = other.getMap("map");
      map.put("gadget", new Gadget());
      assertInstanceOf(Gadget.class, map.get("gadget"));
      assertThrows(RedisException.class, () -> map.put(new Gadget(), 1), "keys have one writer");
      assertEquals(2, told.size());
    } finally {
      other.shutdown(0, 1, TimeUnit.SECONDS);
    }
  }

  // What compares bytes, on what Kryo wrote: jvm/README.md has a table of it, and of the remedies.

  private static final Codec KRYO = new Kryo5Codec();
  private static final LarderCodec SWITCHED = LarderCodec.of(LARDER).fallback(KRYO);

  /** Keys by the codec that wrote them. */
  private static final Codec KEYED = new CompositeCodec(KRYO, SWITCHED, SWITCHED);

  @Test
  void members_of_an_old_set_are_found_by_the_old_codec_or_once_it_is_rewritten() {
    RSet<Person> old = redisson.getSet("people", KRYO);
    old.add(ANNA);
    RSet<Person> set = redisson.getSet("people", SWITCHED);
    assertFalse(set.contains(ANNA));
    assertTrue(set.add(ANNA));
    assertEquals(2, set.size(), "the same twice");
    assertTrue(set.remove(ANNA), "Larder's");
    assertFalse(set.remove(ANNA), "Kryo's");
    assertEquals(Set.of(ANNA), set.readAll(), "what does not compare reads");

    assertTrue(old.contains(ANNA));
    assertFalse(old.add(ANNA));

    RSet<Person> rewritten = redisson.getSet("people:rewritten", SWITCHED);
    rewritten.addAll(old.readAll());
    rewritten.rename("people");
    assertTrue(set.contains(ANNA));
    assertFalse(set.add(ANNA));
    assertEquals(1, set.size());

    redisson.getSetCache("cache", KRYO).add(ANNA);
    RSetCache<Person> cache = redisson.getSetCache("cache", SWITCHED);
    assertFalse(cache.contains(ANNA));
    assertFalse(cache.remove(ANNA));
    assertTrue(cache.add(ANNA));
    assertEquals(2, cache.size(), "the same twice");
    assertTrue(redisson.getSetCache("cache", KRYO).contains(ANNA));
    assertFalse(redisson.getSetCache("cache", KRYO).add(ANNA));
  }

  @Test
  void members_of_an_old_sorted_set_are_found_by_the_old_codec_or_once_it_is_rewritten() {
    RScoredSortedSet<Person> old = redisson.getScoredSortedSet("people", KRYO);
    old.add(1, ANNA);
    RScoredSortedSet<Person> set = redisson.getScoredSortedSet("people", SWITCHED);
    assertNull(set.getScore(ANNA));
    assertNull(set.rank(ANNA));
    assertFalse(set.contains(ANNA));
    assertFalse(set.remove(ANNA));
    assertTrue(set.add(2, ANNA));
    assertEquals(List.of(ANNA, ANNA), List.copyOf(set.valueRange(0, -1)), "the same twice");
    assertTrue(set.remove(ANNA));

    assertEquals(1, old.getScore(ANNA));
    assertEquals(0, old.rank(ANNA));

    RScoredSortedSet<Person> rewritten = redisson.getScoredSortedSet("rewritten", SWITCHED);
    old.entryRange(0, -1).forEach(entry -> rewritten.add(entry.getScore(), entry.getValue()));
    rewritten.rename("people");
    assertEquals(1, set.getScore(ANNA));
    assertFalse(set.add(3, ANNA));
  }

  @Test
  void elements_of_an_old_list_are_found_by_their_place() {
    redisson.getList("people", KRYO).addAll(List.of(ANNA, BEN));
    RList<Person> list = redisson.getList("people", SWITCHED);
    assertEquals(-1, list.indexOf(BEN));
    assertFalse(list.contains(BEN));
    assertFalse(list.remove(BEN));
    assertEquals(-1, list.addAfter(ANNA, BEN));
    assertEquals(-1, list.addBefore(ANNA, BEN));

    int place = list.readAll().indexOf(BEN);
    assertEquals(1, place);
    assertEquals(BEN, list.remove(place));
    list.set(0, list.get(0));
    assertEquals(0, list.indexOf(ANNA), "what was set again is Larder's");
    assertEquals(0, list.lastIndexOf(ANNA));

    RDeque<Person> oldQueue = redisson.getDeque("queue", KRYO);
    oldQueue.addAll(List.of(ANNA, BEN));
    RDeque<Person> queue = redisson.getDeque("queue", SWITCHED);
    assertFalse(queue.contains(ANNA));
    assertFalse(queue.remove(ANNA));
    assertFalse(queue.removeFirstOccurrence(ANNA));
    assertEquals(ANNA, queue.poll(), "what does not compare reads");
    assertTrue(oldQueue.removeFirstOccurrence(BEN));
  }

  @Test
  void retaining_elements_of_an_old_list_removes_them() {
    RList<Person> old = redisson.getList("people", KRYO);
    old.addAll(List.of(ANNA, BEN));
    assertTrue(redisson.getList("people", SWITCHED).retainAll(List.of(ANNA, BEN)));
    assertEquals(List.of(), old.readAll());
    old.addAll(List.of(ANNA, BEN));
    assertTrue(old.retainAll(List.of(ANNA)));
    assertEquals(List.of(ANNA), old.readAll());
  }

  @Test
  void keys_of_an_old_map_are_found_by_the_old_codec() {
    redisson.getMap("people", KRYO).put("anna", ANNA);
    RMap<String, Person> bare = redisson.getMap("people", SWITCHED);
    assertNull(bare.get("anna"));
    assertNull(bare.put("anna", BEN));
    assertEquals(2, bare.size(), "the same key twice");
    assertEquals(BEN, bare.remove("anna"));

    assertEquals(ANNA, redisson.getMap("people", KEYED).get("anna"));
  }

  @Test
  void values_of_an_old_map_are_compared_in_java_or_once_they_are_put_again() {
    redisson.getMap("people", KRYO).put("anna", ANNA);
    RMap<String, Person> map = redisson.getMap("people", KEYED);
    assertFalse(map.containsValue(ANNA));
    assertFalse(map.replace("anna", ANNA, BEN));
    assertFalse(map.remove("anna", ANNA));

    assertTrue(map.readAllValues().contains(ANNA));
    map.putAll(map.readAllMap());
    assertTrue(map.containsValue(ANNA));
    assertTrue(map.replace("anna", ANNA, BEN));
    assertTrue(map.remove("anna", BEN));
  }

  @Test
  void an_old_bucket_is_compared_once_it_is_set_again() {
    RBucket<Person> old = redisson.getBucket("anna", KRYO);
    old.set(ANNA);
    RBucket<Person> bucket = redisson.getBucket("anna", SWITCHED);
    assertFalse(bucket.compareAndSet(ANNA, BEN));
    assertTrue(old.compareAndSet(ANNA, ANNA), "by the old codec");
    bucket.set(bucket.get());
    assertTrue(bucket.compareAndSet(ANNA, BEN));
  }

  @Test
  void what_is_hashed_needs_the_old_codec() {
    redisson.getSetMultimap("multimap", KRYO).put("key", ANNA);
    assertFalse(redisson.getSetMultimap("multimap", SWITCHED).containsKey("key"));
    assertEquals(Set.of(), redisson.getSetMultimap("multimap", SWITCHED).getAll("key"));
    assertFalse(redisson.getSetMultimap("multimap", SWITCHED).containsEntry("key", ANNA));
    assertTrue(redisson.getSetMultimap("multimap", KRYO).containsEntry("key", ANNA));

    RBloomFilter<Person> bloom = redisson.getBloomFilter("bloom", KRYO);
    bloom.tryInit(1000, 0.001);
    bloom.add(ANNA);
    assertFalse(redisson.getBloomFilter("bloom", SWITCHED).contains(ANNA));
    assertTrue(redisson.getBloomFilter("bloom", KRYO).contains(ANNA));

    redisson.getHyperLogLog("count", KRYO).add(ANNA);
    assertFalse(redisson.getHyperLogLog("count", KRYO).add(ANNA));
    assertTrue(redisson.getHyperLogLog("count", SWITCHED).add(ANNA), "counted twice");

    RGeo<Person> places = redisson.getGeo("geo", KRYO);
    places.add(1, 1, ANNA);
    places.add(2, 2, BEN);
    RGeo<Person> geo = redisson.getGeo("geo", SWITCHED);
    assertEquals(Map.of(), geo.pos(ANNA));
    assertEquals(Map.of(), geo.hash(ANNA));
    assertFalse(geo.remove(ANNA));
    assertEquals(Set.of(ANNA), places.pos(ANNA).keySet());
    assertTrue(places.remove(ANNA));
  }

  @Test
  void java_serialization_is_never_read_unless_asked_for() {
    redisson.getBucket("gadget", new SerializationCodec()).set(new Gadget());
    Gadget.reset();
    assertThrows(RedisException.class, () -> redisson.getBucket("gadget").get());
    assertFalse(Gadget.isTouched());
  }
}
