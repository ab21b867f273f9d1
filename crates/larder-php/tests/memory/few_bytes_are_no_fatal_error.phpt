--TEST--
A few bytes that stand for many arrays, objects or colliding keys are an error before the memory limit, and in no time
--INI--
memory_limit=128M
max_execution_time=20
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Roomy
{
    public int $a, $b, $c, $d, $e, $f, $g, $h, $i, $j, $k, $l, $m, $n, $o, $p, $q, $r, $s, $t;
}

$values = [
    'keys in one chain' => 'c140f2f0fe0f02008080808080040011',
    'fewer of them' => 'c140f2a08d0602008080808080040011',
    'maps of one key' => 'c140f5020201f1c8a615100011',
    'objects of twenty properties' => 'c140f507' . '0135526f6f6d79' . 'f1c8a61510' . '00',
    'decimals of scale 1000' => 'c140f3' . 'e0a712' . str_repeat('fd02d00f0105', 300_000),
];
foreach ($values as $name => $value) {
    $value = hex2bin($value);
    try {
        larder_unserialize($value, ['allowed_classes' => true]);
        echo "$name: read\n";
    } catch (Larder\DecodeError $error) {
        echo "$name: $error->kind\n";
    }
}
// What is left of the limit is less than the budget.
$filling = str_repeat('x', 100 << 20);
foreach (['larder' => "\xC1\x40\xF1\xC0\x84\x3D\x11", 'json' => '[' . str_repeat('[],', 400_000) . '[]]'] as $format => $value) {
    try {
        larder_unserialize($value, ['fallback' => $format === 'larder' ? [] : [$format]]);
        echo "$format: read\n";
    } catch (Larder\DecodeError $error) {
        echo "$format: $error->kind\n";
    }
}
var_dump(count(larder_unserialize(larder_serialize(range(1, 1000)))));
--EXPECT--
keys in one chain: too-large
fewer of them: too-large
maps of one key: too-large
objects of twenty properties: too-large
decimals of scale 1000: too-large
larder: read
json: too-large
int(1000)
