--TEST--
Levels of arrays and objects within one another, as max_depth counts them
--FILE--
<?php

require __DIR__ . '/../same.inc';

function arrays(int $levels): array
{
    for ($value = []; --$levels > 0;) {
        $value = [$value];
    }
    return $value;
}

function objects(int $levels): object
{
    for ($value = new stdClass(); --$levels > 0;) {
        $value = (object) ['in' => $value];
    }
    return $value;
}

function depth(mixed $value, int $depth): string
{
    $bytes = larder_serialize($value);
    return outcome(fn () => gettype(larder_unserialize($bytes, ['allowed_classes' => true, 'max_depth' => $depth])));
}

foreach ([1, 2, 3, 100, 511, 512] as $depth) {
    echo "$depth: ", depth(arrays($depth), $depth), ', ', depth(objects($depth), $depth), ', ', depth([1, $depth > 1 ? arrays($depth - 1) : 2, 3], $depth);
    echo $depth < 512 ? ', ' . depth(arrays($depth + 1), $depth) . ', ' . depth(objects($depth + 1), $depth) . "\n" : "\n";
}
$json = str_repeat('[', 513) . str_repeat(']', 513);
echo '0 means 512: ', depth(arrays(512), 0), ', ', outcome(fn () => larder_unserialize($json, ['fallback' => ['json'], 'max_depth' => 0])), "\n";
echo '512 is the most: ', outcome(fn () => larder_unserialize($json, ['fallback' => ['json'], 'max_depth' => 1000])), "\n";
echo 'nothing within: ', depth('text', 1), ', ', depth([1, 2], 1), "\n";
echo 'rows are two levels: ', depth(array_fill(0, 20, ['id' => 1]), 2), ', ', depth(array_fill(0, 20, ['id' => 1]), 1), "\n";
--EXPECT--
1: no exception, but "array", no exception, but "object", no exception, but "array", Larder\DecodeError too-deep, Larder\DecodeError too-deep
2: no exception, but "array", no exception, but "object", no exception, but "array", Larder\DecodeError too-deep, Larder\DecodeError too-deep
3: no exception, but "array", no exception, but "object", no exception, but "array", Larder\DecodeError too-deep, Larder\DecodeError too-deep
100: no exception, but "array", no exception, but "object", no exception, but "array", Larder\DecodeError too-deep, Larder\DecodeError too-deep
511: no exception, but "array", no exception, but "object", no exception, but "array", Larder\DecodeError too-deep, Larder\DecodeError too-deep
512: no exception, but "array", no exception, but "object", no exception, but "array"
0 means 512: no exception, but "array", Larder\DecodeError too-deep
512 is the most: Larder\DecodeError too-deep
nothing within: no exception, but "string", no exception, but "array"
rows are two levels: no exception, but "array", Larder\DecodeError too-deep
