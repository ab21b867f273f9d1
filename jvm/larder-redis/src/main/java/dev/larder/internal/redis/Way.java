package dev.larder.internal.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a server compares and sets: it replaces a value in one atomic step, only if the value still
 * has the bytes that were read, with the time to live that it has, and never where no key is.
 */
public final class Way {
  private enum Kind {
    /** {@code SET … IFEQ}: Valkey 8.1 and newer, Redis 8.4 and newer. */
    IFEQ("SET … IFEQ"),
    /** A script that compares and sets. */
    SCRIPT("script"),
    /** A script that compares and restores, which keeps the age of the key. */
    RESTORE("script with RESTORE"),
    /** {@code WATCH} and a transaction, where scripts are forbidden. */
    WATCH("WATCH");

    final String shown;

    Kind(String shown) {
      this.shown = shown;
    }
  }

  private static final String SET =
      """
      local old = redis.pcall('GET', KEYS[1])
      if not old then return -1 end
      if old ~= ARGV[1] then return 0 end
      if redis.call('SET', KEYS[1], ARGV[2], 'XX', 'KEEPTTL') then return 1 end
      return -1""";

  // Redis before 7.0 has no PEXPIRETIME; there, the clock has to stand still for a moment.
  private static final String RESTORE =
      """
      local old = redis.pcall('GET', KEYS[1])
      if not old then return -1 end
      if old ~= ARGV[1] then return 0 end
      local at = 0
      local left = redis.call('PTTL', KEYS[1])
      if left == -2 then return -1 end
      if left >= 0 then
        at = redis.pcall('PEXPIRETIME', KEYS[1])
        if type(at) ~= 'number' then
          local function now()
            local time = redis.call('TIME')
            return time[1] * 1000 + math.floor(time[2] / 1000)
          end
          local before
          repeat
            before = now()
            left = redis.call('PTTL', KEYS[1])
          until now() == before
          at = string.format('%.0f', before + left)
        end
      end
      redis.call('RESTORE', KEYS[1], at, ARGV[2], 'REPLACE', 'ABSTTL', ARGV[3], ARGV[4])
      return 1""";

  // HSET clears the time to live that a field may have since Redis 7.4.
  private static final String HSET =
      """
      local old = redis.pcall('HGET', KEYS[1], ARGV[1])
      if not old then return -1 end
      if old ~= ARGV[2] then return 0 end
      local at = redis.pcall('HPEXPIRETIME', KEYS[1], 'FIELDS', 1, ARGV[1])
      if at.err and not string.find(string.lower(at.err), 'unknown') then return at end
      redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
      if at[1] and at[1] > 0 then
        redis.call('HPEXPIREAT', KEYS[1], string.format('%.0f', at[1]), 'FIELDS', 1, ARGV[1])
      end
      return 1""";

  /** How long a server that takes no writes for a while is waited for. */
  private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(60);

  private static final Duration RECOVERY_POLL = Duration.ofSeconds(1);

  /** In a cluster, the slot of the question has to be one of the node's: others are tried. */
  private static final int MAX_TRIES = 100;

  /** Keys of one transaction: whoever writes one of them meanwhile makes it fail. */
  private static final int WATCHED = 50;

  private final Kind kind;
  private final Age age;
  private final String script;
  private final String sha;

  private Way(Kind kind, Age age, String script) {
    this.kind = kind;
    this.age = age;
    this.script = script;
    sha = script == null ? null : sha(script);
  }

  private static String sha(String script) {
    try {
      byte[] sum =
          MessageDigest.getInstance("SHA-1").digest(script.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Asks the server how it replaces strings, with a key that does not exist and is not made.
   *
   * @param near a key; that of the question begins like this, so that the ACL permits it
   * @return null if the ACL does not, or if the key's slot is another node's
   */
  public static Way ofStrings(Master master, byte[] near) {
    long started = System.nanoTime();
    byte[] absent;
    Reply<String> said;
    int tries = 0;
    while (true) {
      byte[] key = absent(near);
      absent = key;
      said =
          master.repeat(
              () -> master.send(Commands.status(CommandType.SET, key, "", "IFEQ", "x", "KEEPTTL")));
      if (said.isFull() && System.nanoTime() - started < RECOVERY_LIMIT.toNanos()) {
        Master.pauseFor(RECOVERY_POLL);
      } else if (!said.isMoved()) {
        break;
      } else if (++tries == MAX_TRIES) {
        return null;
      }
    }
    if (!said.isError() && said.value() != null) {
      throw new RedisException(
          ("%s sets a key that does not exist by SET … IFEQ, so it cannot be switched; the key that"
                  + " it made is %s")
              .formatted(master, new String(absent, StandardCharsets.UTF_8)));
    }
    if (said.isWithheld()) {
      return null;
    }
    if (said.isError() && !said.error().contains("syntax") && !said.isDenied()) {
      throw master.refuses("SET", said);
    }
    Way ifeq = said.isError() ? null : new Way(Kind.IFEQ, null, null);
    // In a cluster, only a script keeps the age of keys.
    if (ifeq != null && !master.isCluster()) {
      return ifeq;
    }
    Way script =
        master.keepsAge()
            ? new Way(Kind.SCRIPT, null, SET)
            : new Way(Kind.RESTORE, age(master, near), RESTORE);
    if (script.isPermitted(master, absent)) {
      return script;
    }
    if (ifeq != null) {
      return ifeq;
    }
    if (master.isCluster()) {
      throw new RedisException(
          master + " permits no scripts, which a cluster without SET … IFEQ needs");
    }
    return new Way(Kind.WATCH, null, null);
  }

  /**
   * Asks the server how it replaces values of hashes.
   *
   * @param near as for {@link #ofStrings}
   */
  public static Way ofHashes(Master master, byte[] near) {
    Way script = new Way(Kind.SCRIPT, null, HSET);
    if (script.isPermitted(master, absent(near))) {
      return script;
    }
    throw new RedisException(master + " permits no scripts, which values of hashes need");
  }

  private static byte[] absent(byte[] near) {
    byte[] more = (":larder:absent:" + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
    byte[] absent = Arrays.copyOf(near, near.length + more.length);
    System.arraycopy(more, 0, absent, near.length, more.length);
    return absent;
  }

  /** A server has one of them, by its policy. Asking leaves no trace. */
  private static Age age(Master master, byte[] near) {
    boolean isCounted =
        !master
            .repeat(() -> master.send(Commands.number(CommandType.OBJECT, Age.FREQ, near)))
            .isError();
    return isCounted ? Age.FREQ : Age.IDLETIME;
  }

  private boolean isPermitted(Master master, byte[] absent) {
    Reply<Long> said =
        master.repeat(
            () ->
                master.send(Commands.number(CommandType.EVAL, script, 1, absent, "", "", "", "")));
    return !said.isError() || said.isMoved();
  }

  /** As the result names it. */
  public String shown() {
    return kind.shown;
  }

  /** What has to be read of each key besides its value; null for nothing. */
  public Age age() {
    return age;
  }

  /**
   * Replaces values, and says what became of each, in order. If the connection breaks meanwhile,
   * nobody knows which were replaced; then they are sent again, and those that have the new bytes
   * count as switched.
   */
  public List<Outcome> replace(Master master, List<Change> changes) {
    List<Outcome> outcomes = new ArrayList<>(Collections.nCopies(changes.size(), null));
    boolean isDoubtful = false;
    long started = System.nanoTime();
    while (true) {
      List<Integer> open =
          IntStream.range(0, changes.size()).filter(i -> outcomes.get(i) == null).boxed().toList();
      if (open.isEmpty()) {
        return outcomes;
      }
      List<Change> these = open.stream().map(changes::get).toList();
      try {
        List<Outcome> found = attempt(master, these);
        if (isDoubtful) {
          own(master, these, found);
        }
        boolean isOver =
            System.nanoTime() - started > RECOVERY_LIMIT.toNanos()
                || Thread.currentThread().isInterrupted();
        Passing passing = null;
        for (int i = 0; i < found.size(); i++) {
          Passing why = isOver ? null : Passing.of(found.get(i));
          if (why == null) {
            outcomes.set(open.get(i), found.get(i));
          } else {
            passing = why;
          }
        }
        if (passing != null) {
          Master.pauseFor(RECOVERY_POLL);
          if (passing == Passing.ROLE) {
            master.reopen();
          }
        }
      } catch (Master.Broken e) {
        isDoubtful = true;
        master.reopen();
      }
    }
  }

  /** Why a server takes no writes for a while. */
  private enum Passing {
    /** It has no memory left. */
    MEMORY,
    /** It is no master, or none that works: during a failover. */
    ROLE;

    static Passing of(Outcome outcome) {
      if (outcome.kind() != Outcome.Kind.FAILED) {
        return null;
      }
      Reply<?> said = new Reply<>(null, outcome.said());
      if (said.isFull()) {
        return MEMORY;
      }
      return Stream.of("READONLY", "MASTERDOWN", "CLUSTERDOWN", "LOADING").anyMatch(said::begins)
          ? ROLE
          : null;
    }
  }

  private List<Outcome> attempt(Master master, List<Change> changes) {
    return switch (kind) {
      case IFEQ -> ifeq(master, changes);
      case SCRIPT, RESTORE -> script(master, changes);
      case WATCH -> watch(master, changes);
    };
  }

  private static List<Outcome> ifeq(Master master, List<Change> changes) {
    List<Reply<String>> replies =
        master.send(
            changes.stream()
                .map(
                    change ->
                        Commands.status(
                            CommandType.SET,
                            change.item().key(),
                            change.bytes(),
                            "IFEQ",
                            change.item().bytes(),
                            "KEEPTTL"))
                .toList());
    List<Outcome> outcomes = new ArrayList<>();
    for (Reply<String> reply : replies) {
      boolean isUnset = reply.isError() ? reply.isWrongType() : reply.value() == null;
      outcomes.add(
          isUnset ? Outcome.CHANGED : reply.isError() ? Outcome.of(reply) : Outcome.SWITCHED);
    }
    forChanged(
        master,
        changes,
        outcomes,
        (change, now) -> now.value() == null && !now.isError() ? Outcome.GONE : Outcome.CHANGED);
    return outcomes;
  }

  private List<Outcome> script(Master master, List<Change> changes) {
    List<Reply<Long>> replies =
        new ArrayList<>(
            master.send(
                changes.stream().map(change -> call(CommandType.EVALSHA, sha, change)).toList()));
    // A server that was restarted, or another node, does not have the script: EVAL brings it.
    List<Integer> lacking =
        IntStream.range(0, replies.size())
            .filter(i -> replies.get(i).begins("NOSCRIPT"))
            .boxed()
            .toList();
    List<Reply<Long>> again =
        master.send(
            lacking.stream().map(i -> call(CommandType.EVAL, script, changes.get(i))).toList());
    for (int i = 0; i < again.size(); i++) {
      replies.set(lacking.get(i), again.get(i));
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (Reply<Long> reply : replies) {
      outcomes.add(
          reply.isError()
              ? Outcome.of(reply)
              : reply.value() == 1
                  ? Outcome.SWITCHED
                  : reply.value() == 0 ? Outcome.CHANGED : Outcome.GONE);
    }
    return outcomes;
  }

  private AsyncCommand<byte[], byte[], Long> call(CommandType type, String script, Change change) {
    Item item = change.item();
    List<Object> arguments = new ArrayList<>(List.of(script, 1, item.key()));
    if (item.field() != null) {
      arguments.add(item.field());
    }
    arguments.add(item.bytes());
    if (kind == Kind.RESTORE) {
      arguments.addAll(List.of(Age.dump(change.bytes()), age, item.age()));
    } else {
      arguments.add(change.bytes());
    }
    return Commands.number(type, arguments.toArray());
  }

  private static List<Outcome> watch(Master master, List<Change> changes) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int from = 0; from < changes.size(); from += WATCHED) {
      List<Change> some = changes.subList(from, Math.min(from + WATCHED, changes.size()));
      List<Outcome> found = transact(master, some);
      if (found != null) {
        outcomes.addAll(found);
        continue;
      }
      // Somebody wrote one of them: then each alone.
      for (Change change : some) {
        List<Outcome> alone = transact(master, List.of(change));
        outcomes.add(alone == null ? Outcome.CHANGED : alone.get(0));
      }
    }
    return outcomes;
  }

  /** Replaces all of these that have not changed; null if one is written meanwhile. */
  private static List<Outcome> transact(Master master, List<Change> changes) {
    Object[] keys = changes.stream().map(change -> change.item().key()).toArray();
    Reply<String> watching = master.send(Commands.status(CommandType.WATCH, keys));
    if (watching.isError()) {
      throw master.refuses("WATCH", watching);
    }
    List<Reply<byte[]>> values =
        master.send(
            changes.stream()
                .map(change -> Commands.value(CommandType.GET, change.item().key()))
                .toList());
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Reply<byte[]> now = values.get(i);
      if (now.isError()) {
        outcomes.add(now.isWrongType() ? Outcome.CHANGED : Outcome.of(now));
      } else if (now.value() == null) {
        outcomes.add(Outcome.GONE);
      } else {
        boolean isSame = Arrays.equals(now.value(), changes.get(i).item().bytes());
        outcomes.add(isSame ? Outcome.SWITCHED : Outcome.CHANGED);
      }
    }
    // Lettuce knows of a transaction only by its own methods.
    RedisAsyncCommands<byte[], byte[]> commands = master.connection().async();
    Future<String> begun = commands.multi();
    List<AsyncCommand<byte[], byte[], String>> sets = new ArrayList<>();
    List<Integer> same = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i) == Outcome.SWITCHED) {
        Change change = changes.get(i);
        same.add(i);
        sets.add(
            Commands.status(CommandType.SET, change.item().key(), change.bytes(), "XX", "KEEPTTL"));
      }
    }
    sets.forEach(master.connection()::dispatch);
    Future<TransactionResult> ended = commands.exec();
    master.await(begun);
    Reply<TransactionResult> executed = master.await(ended);
    if (!executed.isError() && executed.value().wasDiscarded()) {
      return null;
    }
    for (int i = 0; i < same.size(); i++) {
      Reply<String> set =
          executed.isError() && !sets.get(i).isDone() ? null : master.await(sets.get(i));
      if (executed.isError()) {
        // A command was refused before the transaction began, so it did nothing.
        outcomes.set(same.get(i), Outcome.of(set != null && set.isError() ? set : executed));
      } else if (set.isError()) {
        outcomes.set(same.get(i), Outcome.of(set));
      } else if (set.value() == null) {
        // It expired between GET and SET.
        outcomes.set(same.get(i), Outcome.GONE);
      }
    }
    return outcomes;
  }

  /**
   * Of the values that have changed, those with the new bytes were replaced before the connection
   * broke.
   */
  private static void own(Master master, List<Change> changes, List<Outcome> found) {
    forChanged(
        master,
        changes,
        found,
        (change, now) ->
            Arrays.equals(now.value(), change.bytes()) ? Outcome.SWITCHED : Outcome.CHANGED);
  }

  /** Looks again at what has changed. */
  private static void forChanged(
      Master master,
      List<Change> changes,
      List<Outcome> outcomes,
      BiFunction<Change, Reply<byte[]>, Outcome> outcome) {
    List<Integer> changed =
        IntStream.range(0, outcomes.size())
            .filter(i -> outcomes.get(i) == Outcome.CHANGED)
            .boxed()
            .toList();
    List<Reply<byte[]>> now =
        master.values(changed.stream().map(i -> changes.get(i).item()).toList());
    for (int i = 0; i < now.size(); i++) {
      int at = changed.get(i);
      outcomes.set(at, outcome.apply(changes.get(at), now.get(i)));
    }
  }
}
