--TEST--
Integers of every size come back as they were
--FILE--
<?php

require __DIR__ . '/../same.inc';

foreach ([7, 8, 15, 16, 31, 32, 47, 48, 62] as $bits) {
    $numbers = [];
    foreach ([-1, 1] as $sign) {
        foreach ([-1, 0, 1] as $beside) {
            $numbers[] = $sign * (1 << $bits) + $beside;
        }
    }
    same("about 2^$bits", $numbers);
}
same('the smallest', PHP_INT_MIN);
same('next to it', PHP_INT_MIN + 1);
same('the largest', PHP_INT_MAX);
same('both', [PHP_INT_MIN, PHP_INT_MAX]);
same('all of a byte and more', range(-300, 300));
same('powers of ten', array_map(fn (int $n) => 10 ** $n, range(0, 18)));
same('with even steps', range(1_700_000_000, 1_700_360_000, 3600));
--EXPECT--
about 2^7: same
about 2^8: same
about 2^15: same
about 2^16: same
about 2^31: same
about 2^32: same
about 2^47: same
about 2^48: same
about 2^62: same
the smallest: same
next to it: same
the largest: same
both: same
all of a byte and more: same
powers of ten: same
with even steps: same
