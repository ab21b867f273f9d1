package dev.larder.lab.timing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

/** With a clock that the operation moves, and a compiler that does as the test says. */
class WarmUpTest {
  private static final long MAX_MS = 10_000;
  private static final long CALM_MS =
      TimeUnit.NANOSECONDS.toMillis(WarmUp.CALM_SLICES * WarmUp.SLICE_NS);

  private double now;

  /** Milliseconds of finished compilations, and how long the operation takes, at a millisecond. */
  private LongToDoubleFunction compiledMs = ms -> 0;

  private LongToDoubleFunction operationMs = ms -> 1;
  private long busyUntilMs;

  private final Compiler compiler =
      new Compiler() {
        @Override
        public long finishedMs() {
          return (long) compiledMs.applyAsDouble((long) now);
        }

        @Override
        public boolean isIdle() {
          return now >= busyUntilMs;
        }
      };

  private boolean warmUp(long atMostMs) throws Exception {
    WarmUp warmUp = new WarmUp(() -> (long) (now * 1e6), compiler);
    return warmUp.run(() -> now += operationMs.applyAsDouble((long) now), atMostMs);
  }

  @Test
  void whatIsCompiledAlreadyIsWarmAfterAsManySlicesAsHaveToBeCalm() throws Exception {
    assertTrue(warmUp(MAX_MS));
    assertEquals(CALM_MS, now, 10);
  }

  @Test
  void itGoesOnWhileCompilationsEnd() throws Exception {
    compiledMs = ms -> Math.min(ms, 2_000) / 2.0;
    assertTrue(warmUp(MAX_MS));
    assertEquals(2_000 + CALM_MS, now, 10);
  }

  @Test
  void itGoesOnWhileACompilationHasNotEnded() throws Exception {
    busyUntilMs = 3_000;
    assertTrue(warmUp(MAX_MS));
    assertEquals(3_000 + CALM_MS, now, 110);
  }

  @Test
  void itGoesOnWhileTheOperationBecomesFaster() throws Exception {
    operationMs = ms -> ms < 250 ? 10 : ms < 450 ? 5 : 2;
    assertTrue(warmUp(MAX_MS));
    assertEquals(500 + CALM_MS, now, 110);
  }

  @Test
  void whatIsSlowerOnceIsNoReasonToGoOn() throws Exception {
    operationMs = ms -> ms >= 200 && ms < 300 ? 20 : 1;
    assertTrue(warmUp(MAX_MS));
    assertEquals(CALM_MS, now, 30);
  }

  @Test
  void smallCompilationsNowAndThenAreNoReasonToGoOn() throws Exception {
    compiledMs = ms -> ms * 0.03;
    assertTrue(warmUp(MAX_MS));
    assertEquals(CALM_MS, now, 10);
  }

  @Test
  void itGivesUpOnACompilerThatNeverEnds() throws Exception {
    compiledMs = ms -> ms;
    assertFalse(warmUp(MAX_MS));
    assertEquals(MAX_MS, now, 1);
  }

  @Test
  void itGivesUpAfterOneRunThatTakesTooLong() throws Exception {
    operationMs = ms -> 30_000;
    assertFalse(warmUp(MAX_MS));
    assertEquals(30_000, now);
  }

  @Test
  void aQueueIsIdleIfNothingStandsBelowItsHeadings() {
    String idle = "Current compiles: \n\nC1 compile queue:\nEmpty\n\nC2 compile queue:\nEmpty\n\n";
    assertTrue(Compiler.HotSpot.isIdle(idle));
    String line =
        "C2 CompilerThread0   739       4       java.lang.String::startsWith (123 bytes)\n";
    assertFalse(Compiler.HotSpot.isIdle(idle.replace("compiles: \n", "compiles: \n" + line)));
    String waiting = " 677       4       java.util.Locale::equals (75 bytes)";
    assertFalse(Compiler.HotSpot.isIdle(idle.replaceFirst("Empty", waiting)));
  }

  @Test
  void theCompilerOfThisJvmCompilesWhatIsRunAndThenNoMore() throws Exception {
    Compiler compiler = Compiler.ofThisJvm();
    long before = compiler.finishedMs();
    WarmUp warmUp = new WarmUp(System::nanoTime, compiler);
    int[] sum = {0};
    warmUp.run(() -> sum[0] += "%d %s".formatted(sum[0], "x").hashCode(), 20_000);
    assertTrue(compiler.finishedMs() > before);
  }
}
