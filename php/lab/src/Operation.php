<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * One expression of `$in`, compiled into the functions that run and measure it.
 *
 * The expression is compiled into each loop: a call through a closure would cost up to a third of a
 * small encode. The functions pass `$in[$i]` straight to it: a loop variable
 * would leave each array on the cycle collector's list of suspects.
 */
final class Operation
{
    private readonly \Closure $once;
    private readonly \Closure $batch;
    private readonly \Closure $loop;
    private readonly \Closure $peak;

    public function __construct(string $expression)
    {
        $this->once = self::compile("static fn (\$in) => $expression");

        // Each result replaces the one before, which is freed: that is part of what an operation
        // costs. The last is freed within the time as well.
        $of = \strtr($expression, ['$in' => '$in[$i]']);
        $this->batch = self::compile(<<<PHP
            static function (array \$in): int {
                \$n = \\count(\$in);
                \$start = \\hrtime(true);
                for (\$i = 0; \$i < \$n; \$i++) {
                    \$out = $of;
                }
                \$out = null;
                return \\hrtime(true) - \$start;
            }
            PHP);

        $this->loop = self::compile(<<<PHP
            static function (\$in, int \$n): int {
                \$start = \\hrtime(true);
                for (\$i = 0; \$i < \$n; \$i++) {
                    \$out = $expression;
                }
                return \\hrtime(true) - \$start;
            }
            PHP);

        $this->peak = self::compile(<<<PHP
            static function (\$in): int {
                \\memory_reset_peak_usage();
                \$before = \\memory_get_usage();
                \$out = $expression;
                return \\memory_get_peak_usage() - \$before;
            }
            PHP);
    }

    public function once(mixed $in): mixed
    {
        return ($this->once)($in);
    }

    /**
     * Runs each value of a batch once.
     *
     * @param list<mixed> $in
     * @return int nanoseconds; the loop itself is 5 to 10 of them per operation
     */
    public function batch(array $in): int
    {
        return ($this->batch)($in);
    }

    /** Runs the same input `$n` times, and returns the nanoseconds. */
    public function loop(mixed $in, int $n): int
    {
        return ($this->loop)($in, $n);
    }

    /**
     * Bytes of extra heap at the peak of one run, its result included; null before PHP 8.2, which
     * cannot reset the peak.
     */
    public function peak(mixed $in): ?int
    {
        return \function_exists('memory_reset_peak_usage') ? ($this->peak)($in) : null;
    }

    private static function compile(string $source): \Closure
    {
        return eval("return $source;");
    }
}
