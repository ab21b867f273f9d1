--TEST--
Beyond 512 levels nothing is written or read, and nothing crashes
--FILE--
<?php

require __DIR__ . '/../same.inc';

foreach ([513, 1000, 50_000] as $levels) {
    $array = [];
    $object = new stdClass();
    $reference = [];
    for ($level = 1; $level < $levels; $level++) {
        $array = [$array];
        $object = (object) ['in' => $object];
        $inner = $reference;
        $reference = [&$inner, &$inner];
        unset($inner);
    }
    echo "$levels: ", implode(', ', array_map(fn (mixed $value) => outcome(fn () => larder_serialize($value)), [$array, $object, $reference])), "\n";
    // what another program may have written
    echo "$levels read: ", outcome(fn () => larder_unserialize(str_repeat('[', $levels) . str_repeat(']', $levels), ['fallback' => ['json']])), ', ',
        outcome(fn () => larder_unserialize(str_repeat('a:1:{i:0;', $levels) . 'N;' . str_repeat('}', $levels), ['fallback' => ['php']])), ', ',
        outcome(fn () => larder_unserialize(str_repeat("\x91", $levels) . "\x01", ['fallback' => ['msgpack']])), "\n";
    // taken apart level by level, as PHP frees nested objects by recursion
    while ($array) {
        $array = $array[0];
    }
    for (; isset($object->in); $object = $in) {
        $in = $object->in;
        unset($object->in);
    }
}
--EXPECT--
513: Larder\EncodeError too-deep, Larder\EncodeError too-deep, Larder\EncodeError too-deep
513 read: Larder\DecodeError too-deep, Larder\DecodeError too-deep, Larder\DecodeError too-deep
1000: Larder\EncodeError too-deep, Larder\EncodeError too-deep, Larder\EncodeError too-deep
1000 read: Larder\DecodeError too-deep, Larder\DecodeError too-deep, Larder\DecodeError too-deep
50000: Larder\EncodeError too-deep, Larder\EncodeError too-deep, Larder\EncodeError too-deep
50000 read: Larder\DecodeError too-deep, Larder\DecodeError too-deep, Larder\DecodeError too-deep
