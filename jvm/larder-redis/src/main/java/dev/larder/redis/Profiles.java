package dev.larder.redis;

import dev.larder.ErrorKind;
import dev.larder.Larder;
import dev.larder.LarderException;
import dev.larder.Profile;
import dev.larder.ProfileSource;
import dev.larder.internal.redis.ProfileKeys;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Profiles that are found in Redis, where {@code larder profile publish} puts them: a new one
 * reaches all programs without a deployment. Thread-safe; make one and keep it.
 *
 * <pre>{@code
 * Profiles profiles = Profiles.of("redis://cache:6379", "people");
 * Larder larder = Larder.builder().register(Person.class).profiles(profiles).build();
 * }</pre>
 *
 * <p>Values are encoded under the profile that is current, or without one. That is asked in the
 * background, at most once a minute, and holds for two; if Redis has lost the profile meanwhile, it
 * is put back. The profile of a value that needs another one is fetched once, checked against its
 * id, and kept. If Redis has none, the value is an error that names the id, and Redis is asked
 * again after ten seconds. While Redis is away, values are decoded under the profiles at hand.
 */
public final class Profiles implements ProfileSource, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Profiles.class.getName());
  private static final Duration ASK_EVERY = Duration.ofMinutes(1);
  private static final Duration MISSING_FOR = Duration.ofSeconds(10);

  /** Nothing is written under a profile of which Redis said longer ago that it is current. */
  private static final long HOLDS = Duration.ofMinutes(2).toNanos();

  /** How long a thread that decodes waits for Redis. */
  private static final long MAX_WAIT_SECONDS = 5;

  /** Above it, what was asked long ago is forgotten. */
  private static final int MANY = 256;

  private static final String ID = "[0-9a-f]{6}";

  private final ProfileStore store;
  private final String name;
  private final String nameKey;
  private final long askEvery;
  private final long missingFor;
  private final Map<String, Found> found = new ConcurrentHashMap<>();
  private final Map<String, Asked> asked = new ConcurrentHashMap<>();
  private final AtomicLong nextAsk = new AtomicLong(System.nanoTime());
  // Its thread ends when there was nothing to ask for a while.
  private final ThreadPoolExecutor background =
      new ThreadPoolExecutor(
          1,
          1,
          10,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Profiles::thread,
          // What came while it was closed.
          new ThreadPoolExecutor.DiscardPolicy());
  private volatile Current current;

  /** The profile that was current, when Redis said so. */
  private record Current(Profile profile, long at) {}

  /** A profile and the bytes of its file. */
  private record Found(Profile profile, byte[] bytes) {}

  /** What Redis says of an id that was met, from a time of {@link System#nanoTime} on. */
  private record Asked(long at, CompletableFuture<Found> answer) {}

  Profiles(ProfileStore store, String name, Duration askEvery, Duration missingFor) {
    this.store = store;
    this.name = name;
    this.nameKey = ProfileKeys.ofName(name);
    this.askEvery = askEvery.toNanos();
    this.missingFor = missingFor.toNanos();
    background.allowCoreThreadTimeOut(true);
    current();
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "larder-profiles");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Profiles of a Redis that Lettuce reaches.
   *
   * @param uri of a server, of a node of a cluster, or of Sentinels, which name the master, as
   *     Lettuce takes it; of a replica, its master is asked, at the address that the replica has
   * @param name the name under which they are published
   * @return what {@link Larder.Builder#profiles} takes; Redis need not answer yet
   * @throws IllegalArgumentException if it is no URI of a Redis
   */
  public static Profiles of(String uri, String name) {
    return of(new LettuceProfileStore(uri), name);
  }

  /**
   * Profiles of a Redis that another client reaches.
   *
   * @param store asks it
   * @param name the name under which they are published
   * @return what {@link Larder.Builder#profiles} takes; Redis need not answer yet
   */
  public static Profiles of(ProfileStore store, String name) {
    return new Profiles(store, name, ASK_EVERY, MISSING_FOR);
  }

  /**
   * Never waits. Null if none is current, or if Redis has not said within two minutes which one is:
   * before the first answer, while Redis is away, or after a pause.
   */
  @Override
  public Profile current() {
    long now = System.nanoTime();
    long due = nextAsk.get();
    if (now - due >= 0 && !background.isShutdown() && nextAsk.compareAndSet(due, now + askEvery)) {
      background.execute(this::follow);
    }
    Current held = current;
    return held != null && now - held.at < HOLDS ? held.profile : null;
  }

  private void follow() {
    try {
      byte[] said = store.field(nameKey, "current");
      if (said == null) {
        current = null;
        return;
      }
      String id = new String(said, StandardCharsets.UTF_8);
      Found held = found.get(id);
      if (held == null) {
        held = fetch(id);
        found.put(id, held);
      } else {
        putBackIfLost(id, held);
      }
      current = new Current(held.profile, System.nanoTime());
    } catch (Exception e) {
      LOG.log(
          Level.WARNING,
          "values are encoded %s, as the profile %s cannot be asked for: %s"
              .formatted(current == null ? "without a profile" : "as before", name, e));
    }
  }

  private void putBackIfLost(String id, Found held) throws Exception {
    try {
      if (!store.has(ProfileKeys.ofId(id))) {
        store.putIfAbsent(ProfileKeys.ofId(id), held.bytes);
      }
    } catch (Exception e) {
      // Others may not be able to decode what would be encoded under it.
      current = null;
      throw e;
    }
  }

  /** A profile that Redis has, checked against its id. */
  private Found fetch(String id) throws Exception {
    if (!id.matches(ID)) {
      throw new LarderException(
          ErrorKind.BAD_PROFILE,
          -1,
          "larder:profiles:%s says that %s is current, which is no id: publish the profile again"
              .formatted(name, id));
    }
    byte[] bytes = store.get(ProfileKeys.ofId(id));
    if (bytes == null) {
      throw new LarderException(
          ErrorKind.MISSING_PROFILE,
          -1,
          "the profile %s is needed, and Redis has no %s: publish it again"
              .formatted(id, ProfileKeys.ofId(id)));
    }
    Profile profile;
    try {
      profile = Profile.of(bytes);
    } catch (LarderException e) {
      throw forged(id, e.getMessage());
    }
    if (!profile.id().equals(id)) {
      throw forged(id, "it is the profile " + profile.id());
    }
    return new Found(profile, bytes);
  }

  private static LarderException forged(String id, String why) {
    return new LarderException(
        ErrorKind.BAD_PROFILE,
        -1,
        "%s is not the profile %s: %s; delete the key, and publish the profile again"
            .formatted(ProfileKeys.ofId(id), id, why));
  }

  /**
   * Waits for Redis for five seconds at most, once in ten seconds for one that Redis does not have.
   *
   * @throws LarderException if Redis does not have it, does not answer, or has other bytes
   */
  @Override
  public Profile find(String id) {
    Found held = found.get(id);
    if (held != null) {
      return held.profile;
    }
    if (background.isShutdown()) {
      throw unanswered(id, new IllegalStateException("these Profiles are closed"));
    }
    long now = System.nanoTime();
    if (asked.size() > MANY) {
      asked.values().removeIf(its -> now - its.at >= missingFor);
    }
    Asked question =
        asked.compute(
            id,
            (same, last) ->
                last != null && now - last.at < missingFor
                    ? last
                    : new Asked(now, CompletableFuture.supplyAsync(() -> load(id), background)));
    try {
      return question.answer.get(MAX_WAIT_SECONDS, TimeUnit.SECONDS).profile;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof LarderException its ? its : unanswered(id, e.getCause());
    } catch (TimeoutException e) {
      throw unanswered(id, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unanswered(id, e);
    }
  }

  /**
   * Ends its thread and closes its store. Values are decoded under the profiles at hand then, and
   * encoded without one once the last answer does not hold any more.
   */
  @Override
  public void close() {
    background.shutdown();
    store.close();
  }

  private Found load(String id) {
    try {
      Found fetched = fetch(id);
      found.put(id, fetched);
      asked.remove(id);
      return fetched;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static LarderException unanswered(String id, Throwable cause) {
    return missing(
        ErrorKind.MISSING_PROFILE,
        "the profile %s is needed, and Redis cannot be asked for it: %s".formatted(id, cause),
        cause);
  }

  private static LarderException missing(ErrorKind kind, String reason, Throwable cause) {
    LarderException missing = new LarderException(kind, -1, reason);
    missing.initCause(cause);
    return missing;
  }
}
