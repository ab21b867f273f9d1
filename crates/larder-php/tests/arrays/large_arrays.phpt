--TEST--
Arrays of 100,000 entries, of every kind
--FILE--
<?php

require __DIR__ . '/../same.inc';

$list = range(1, 100_000);
var_dump(larder($list) === $list);
$texts = array_map(fn (int $n) => "text $n", $list);
var_dump(larder($texts) === $texts);
$map = array_combine($texts, $list);
var_dump(larder($map) === $map);
$holes = array_combine(array_map(fn (int $n) => 3 * $n, $list), $list);
var_dump(larder($holes) === $holes);
$mixed = $map + $list;
var_dump(larder($mixed) === $mixed);
$small = array_fill(0, 20_000, []);
var_dump(larder($small) === $small);
$rows = array_map(fn (int $n) => ['id' => $n, 'name' => "name $n", 'on' => $n % 2 === 0, 'tags' => ['a', "t$n"]], range(1, 20_000));
var_dump(larder($rows) === $rows);
$objects = array_map(fn (int $n) => (object) ['id' => $n], range(1, 20_000));
var_dump(larder($objects) == $objects);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
