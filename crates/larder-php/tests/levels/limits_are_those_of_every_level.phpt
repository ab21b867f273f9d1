--TEST--
level fast: what cannot be written is refused as at every level, and says where it is
--FILE--
<?php

require __DIR__ . '/../same.inc';

/** An array of so many levels. */
function deep(int $levels): array
{
    return $levels > 1 ? ['in' => deep($levels - 1)] : [];
}

/** Keys that all have one place in the engine's hash tables. */
function colliding(int $count): array
{
    return array_fill_keys(array_map(fn (int $n) => $n << 20, range(1, $count)), null);
}

$stream = fopen('php://memory', 'r');
foreach (LEVELS as $level) {
    echo "-- $level\n";
    echo seen(fn () => strlen(larder_serialize(deep(512), null, $level)) > 512), "\n";
    echo outcome(fn () => larder_serialize(deep(513), null, $level), '512'), "\n";
    echo outcome(fn () => larder_serialize(['a' => [['b' => 1], ['b' => $stream]]], null, $level), "['a'][1]['b']"), "\n";
    echo outcome(fn () => larder_serialize(colliding(12_000), null, $level), 'collide'), "\n";
    echo seen(fn () => count(larder_unserialize(larder_serialize(colliding(11_000), null, $level)))), "\n";
}
--EXPECT--
-- fast
value: true
Larder\EncodeError too-deep
Larder\EncodeError refused
Larder\EncodeError too-large
value: 11000
-- balanced
value: true
Larder\EncodeError too-deep
Larder\EncodeError refused
Larder\EncodeError too-large
value: 11000
-- small
value: true
Larder\EncodeError too-deep
Larder\EncodeError refused
Larder\EncodeError too-large
value: 11000
