--TEST--
Thousands of arrays and objects, each with keys of its own
--FILE--
<?php

require __DIR__ . '/../same.inc';

for ($n = 0; $n < 3000; $n++) {
    $maps[] = ["a$n" => $n, "b$n" => "text $n", 'same' => $n];
    $objects[] = (object) ["p$n" => $n, 'same' => null];
}
var_dump(larder($maps) === $maps);
var_dump(larder($objects) == $objects);
same('keys in another order', [['a' => 1, 'b' => 2], ['b' => 2, 'a' => 1], ['a' => 1, 'b' => 2]]);
--EXPECT--
bool(true)
bool(true)
keys in another order: same
