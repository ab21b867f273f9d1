package dev.larder.redis;

import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What is switched, and how.
 *
 * @param pattern null for all keys
 * @param rate values per second; infinite for no limit
 */
record SwitchOptions(
    SwitchConverter converter,
    String pattern,
    Set<SwitchType> types,
    double rate,
    boolean isDryRun,
    boolean isUntilClean,
    BooleanSupplier pauseWhile,
    Consumer<SwitchResult> onProgress) {}
