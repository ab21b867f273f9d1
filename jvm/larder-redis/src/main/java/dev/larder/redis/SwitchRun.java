package dev.larder.redis;

import dev.larder.internal.redis.Change;
import dev.larder.internal.redis.Item;
import dev.larder.internal.redis.Master;
import dev.larder.internal.redis.Outcome;
import dev.larder.internal.redis.ProfileKeys;
import dev.larder.internal.redis.Servers;
import dev.larder.internal.redis.Way;
import dev.larder.redis.SwitchConverter.Verdict;
import dev.larder.redis.SwitchResult.Counts;
import dev.larder.redis.SwitchResult.End;
import dev.larder.redis.SwitchResult.Noted;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One run of a switch: passes over the keys, page by page. */
final class SwitchRun {
  /** What a pass does with values that can be switched. */
  private enum Task {
    REPLACE,
    /** Nothing: it says what would be done. */
    TRY,
    /** Nothing: it counts what is left after others replaced values. */
    COUNT
  }

  /** Keys that {@code SCAN} is asked for, if their values are small. */
  private static final int PAGE = 1000;

  /** The first page has so few, because nobody knows yet how large values are. */
  private static final int FIRST_PAGE = 10;

  /** Bytes that the values of a page have, by what those before had. */
  private static final long PAGE_BYTES = 4 << 20;

  /** Keys are read in pages; with a rate there are so many pages per second. */
  private static final int PAGES_PER_SECOND = 5;

  /** How often somebody who waits looks again. */
  private static final Duration LOOK = Duration.ofMillis(20);

  /** Redis's clock may be another one; it counts in seconds. */
  private static final long CLOCK_MARGIN = 5;

  /** Masters and slots that move are followed in so many passes; then what is left is counted. */
  private static final int MAX_AGAIN = 10;

  private final SwitchOptions options;
  private final Servers servers;
  private final long started = System.nanoTime();
  private Way stringsWay;
  private Way hashesWay;
  private int pass = 1;
  // Of all passes before this one; null in the first.
  private Counts before;
  private Counts counts = new SwitchTally().counts();
  private long bytes;
  private long items;
  private long due = System.nanoTime();
  // The starts of servers, of which this pass knows all keys of a type.
  private final Set<String> done = new HashSet<>();
  private final Set<String> runIds = new TreeSet<>();

  SwitchRun(SwitchOptions options, Servers servers) {
    this.options = options;
    this.servers = servers;
  }

  /**
   * Replaces, and then counts what is left, or replaces until nothing is.
   *
   * @throws SwitchException if an error stops it
   */
  SwitchResult all() {
    return guarded(
        () -> {
          boolean isReplacing = true;
          while (true) {
            Task task = options.isDryRun() ? Task.TRY : isReplacing ? Task.REPLACE : Task.COUNT;
            walk(task);
            // The masters of now. A new one may lack what the old one was told, and have keys that
            // the pass did not see.
            servers.refresh();
            boolean isMoved = servers.hasOtherThan(runIds) || counts.moved() > 0;
            boolean isAgain = isMoved && task != Task.TRY && pass < MAX_AGAIN;
            if (task != Task.REPLACE && !isAgain) {
              left(new Noted(0, ""));
              return;
            }
            // A pass that met nothing to switch is the proof that nothing is left. One that met
            // only what the server refuses would not do better the next time.
            if (options.isUntilClean()
                && !isAgain
                && counts.switched() + counts.changedMeanwhile() == 0) {
              left(
                  new Noted(
                      counts.failed(),
                      counts.failures().values().stream()
                          .map(Noted::example)
                          .findFirst()
                          .orElse("")));
              return;
            }
            isReplacing = isAgain || options.isUntilClean();
            before = before == null ? counts : before.then(counts, true);
            counts = new SwitchTally().counts();
            pass++;
            bytes = 0;
            items = 0;
            done.clear();
            runIds.clear();
          }
        });
  }

  /** Goes over these keys once. */
  SwitchResult once(Iterator<byte[]> keys) {
    Task task = options.isDryRun() ? Task.TRY : Task.REPLACE;
    return guarded(
        () -> {
          while (keys.hasNext()) {
            await();
            Map<Master, List<byte[]>> ofMasters = new LinkedHashMap<>();
            for (int count = count(); count > 0 && keys.hasNext(); count--) {
              byte[] key = keys.next();
              if (ProfileKeys.isOne(key)) {
                continue;
              }
              ofMasters.computeIfAbsent(servers.of(key), m -> new ArrayList<>()).add(key);
            }
            long moved = counts.moved();
            for (Map.Entry<Master, List<byte[]>> entry : ofMasters.entrySet()) {
              named(task, entry.getKey(), entry.getValue());
            }
            if (counts.moved() > moved) {
              servers.refresh();
            }
          }
          if (task == Task.TRY) {
            left(new Noted(0, ""));
          }
        });
  }

  private SwitchResult guarded(Runnable work) {
    try {
      work.run();
      return result(End.FINISHED);
    } catch (Master.Interrupted e) {
      return result(End.INTERRUPTED);
    } catch (RuntimeException e) {
      // An interrupt also ends a command that waits for its answer.
      if (Thread.currentThread().isInterrupted()) {
        return result(End.INTERRUPTED);
      }
      throw new SwitchException(e, result(End.FAILED));
    } finally {
      // Closing waits for the network, which an interrupted thread does not.
      boolean isInterrupted = Thread.interrupted();
      servers.close();
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private SwitchResult result(End end) {
    Set<String> ways = new TreeSet<>();
    if (stringsWay != null) {
      ways.add(stringsWay.shown());
    }
    if (hashesWay != null) {
      ways.add(hashesWay.shown());
    }
    return new SwitchResult(
        servers.toString(),
        options.isDryRun(),
        ways.isEmpty() ? null : String.join(", ", ways),
        end,
        before == null ? counts : before.then(counts, end == End.FINISHED),
        pass,
        Math.round((System.nanoTime() - started) / 1e6) / 1e3);
  }

  /** At least so many are left. */
  private void left(Noted noted) {
    if (counts.left() == null) {
      SwitchTally tally = new SwitchTally();
      tally.left = noted;
      counts = counts.plus(tally.counts());
    }
  }

  /** Goes over all keys. */
  private void walk(Task task) {
    while (true) {
      try {
        for (SwitchType type : options.types()) {
          for (Master master : servers.masters()) {
            walk(task, type, master);
          }
        }
        return;
      } catch (Master.Replaced e) {
        // Its keys are gone over from the beginning.
        servers.refresh();
      }
    }
  }

  private void walk(Task task, SwitchType type, Master master) {
    String runId = master.runId();
    while (done.add(type + runId)) {
      runIds.add(runId);
      String cursor = Master.Keys.END;
      do {
        await();
        Master.Keys page =
            master.scan(cursor, type.name().toLowerCase(Locale.ROOT), options.pattern(), count());
        cursor = page.next();
        List<byte[]> keys = page.keys().stream().filter(key -> !ProfileKeys.isOne(key)).toList();
        if (type == SwitchType.STRING) {
          strings(task, master, keys, true);
        } else {
          keys.forEach(key -> hash(task, master, key));
        }
      } while (!cursor.equals(Master.Keys.END));
      // If the server was started anew, its cursors meant nothing.
      runId = master.runId();
    }
  }

  /** Waits while there is a reason to. */
  private void await() {
    while (true) {
      if (Thread.currentThread().isInterrupted()) {
        throw new Master.Interrupted();
      }
      boolean isPaused = options.pauseWhile().getAsBoolean();
      long early = due - System.nanoTime();
      if (!isPaused && early <= 0) {
        return;
      }
      Master.pauseFor(isPaused ? LOOK : Duration.ofNanos(Math.min(early, LOOK.toNanos())));
    }
  }

  private int count() {
    long mean = Math.max(bytes / Math.max(items, 1), 1);
    long count = items == 0 ? FIRST_PAGE : Math.max(1, Math.min(PAGE, PAGE_BYTES / mean));
    return (int) Math.min(count, Math.max(1, options.rate() / PAGES_PER_SECOND));
  }

  private void spend(int values) {
    // Time that was not used is not made up for.
    due =
        Math.max(due, System.nanoTime())
            + (long) (values / options.rate() * Duration.ofSeconds(1).toNanos());
  }

  /** Keys of any type. */
  private void named(Task task, Master master, List<byte[]> keys) {
    List<byte[]> others = keys;
    boolean hasHashes = options.types().contains(SwitchType.HASH);
    if (options.types().contains(SwitchType.STRING)) {
      others = strings(task, master, keys, !hasHashes);
    }
    if (hasHashes) {
      others.forEach(key -> hash(task, master, key));
    }
  }

  /**
   * Strings of a master.
   *
   * @return keys without a string
   */
  private List<byte[]> strings(Task task, Master master, List<byte[]> keys, boolean isMissingGone) {
    for (int i = 0; task == Task.REPLACE && stringsWay == null && i < keys.size(); i++) {
      stringsWay = Way.ofStrings(master, keys.get(i));
    }
    Long recent =
        pass == 1 ? null : Duration.ofNanos(System.nanoTime() - started).toSeconds() + CLOCK_MARGIN;
    Master.Page page = master.read(keys, stringsWay == null ? null : stringsWay.age(), recent);
    SwitchTally tally = new SwitchTally();
    tally.gone = isMissingGone && task != Task.COUNT ? page.missing().size() : 0;
    tally.withheld = page.withheld();
    tally.moved = page.moved();
    spend(keys.size());
    finish(task, master, page.items(), stringsWay, tally);
    return page.missing();
  }

  /** The values of a hash of a master. */
  private void hash(Task task, Master master, byte[] key) {
    if (task == Task.REPLACE && hashesWay == null) {
      hashesWay = Way.ofHashes(master, key);
    }
    String cursor = Master.Keys.END;
    do {
      await();
      Master.Fields page = master.scanHash(key, cursor, count());
      cursor = page.next();
      SwitchTally tally = new SwitchTally();
      switch (page.state()) {
        case GONE -> tally.gone = task == Task.COUNT ? 0 : 1;
        case WITHHELD -> tally.withheld = 1;
        case MOVED -> tally.moved = 1;
        case THERE -> spend(page.items().size());
      }
      finish(task, master, page.items(), hashesWay, tally);
    } while (!cursor.equals(Master.Keys.END));
  }

  /** Converts the values of a page, replaces them, and counts them. */
  private void finish(Task task, Master master, List<Item> page, Way way, SwitchTally tally) {
    List<Change> changes = new ArrayList<>();
    for (Item item : page) {
      tally.looked++;
      items++;
      bytes += item.bytes().length;
      Verdict verdict = options.converter().convert(item.bytes(), item.field() != null);
      String example = SwitchTally.example(item.key(), item.field(), verdict.detail());
      switch (verdict.kind()) {
        case ALREADY -> tally.already++;
        case KEPT -> SwitchTally.note(tally.kept, verdict.reason(), example);
        case REFUSED -> SwitchTally.note(tally.refused, verdict.reason(), example);
        case NEW -> {
          if (task == Task.REPLACE) {
            changes.add(new Change(item, verdict.bytes()));
            break;
          }
          tally.left =
              tally.left == null
                  ? new Noted(1, example)
                  : new Noted(tally.left.count() + 1, tally.left.example());
          if (task == Task.TRY) {
            tally.bytesBefore += item.bytes().length;
            tally.bytesAfter += verdict.bytes().length;
          }
        }
      }
    }
    String refusal = null;
    if (!changes.isEmpty() && way == null) {
      // All slots have moved since the keys were named.
      tally.moved += changes.size();
    } else if (!changes.isEmpty()) {
      refusal = replace(master, changes, way, tally);
    }
    counts = counts.plus(tally.counts());
    options.onProgress().accept(result(End.RUNNING));
    if (refusal != null) {
      throw new RedisException(master + " replaces no value: " + refusal);
    }
  }

  /** Returns what the server said if it refused all of them, and null otherwise. */
  private static String replace(Master master, List<Change> changes, Way way, SwitchTally tally) {
    String refusal = null;
    boolean isAll = true;
    List<Outcome> outcomes = way.replace(master, changes);
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      Outcome outcome = outcomes.get(i);
      isAll &= outcome.kind() == Outcome.Kind.FAILED;
      switch (outcome.kind()) {
        case SWITCHED -> {
          tally.switched++;
          tally.bytesBefore += change.item().bytes().length;
          tally.bytesAfter += change.bytes().length;
        }
        case CHANGED -> tally.changedMeanwhile++;
        case GONE -> tally.gone++;
        case MOVED -> tally.moved++;
        case FAILED -> {
          refusal = outcome.said();
          SwitchTally.note(
              tally.failures,
              outcome.said(),
              SwitchTally.example(change.item().key(), change.item().field(), null));
        }
      }
    }
    return isAll ? refusal : null;
  }
}
