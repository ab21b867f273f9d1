--TEST--
What two places hold by reference they hold by reference again
--FILE--
<?php

require __DIR__ . '/../same.inc';

$scalar = 1;
same('integer', [&$scalar, &$scalar]);
$null = null;
same('null', ['a' => &$null, 'b' => &$null]);
$text = 'a text that is long enough to be met again';
same('text', [&$text, $text, &$text]);
$empty = [];
same('empty array', [&$empty, &$empty, $empty]);
$array = [1, 2, 'x' => [3]];
same('array', [&$array, &$array, $array]);
$object = new stdClass();
same('object', [&$object, $object, &$object]);
$one = 1;
$two = 1;
same('two references', [&$one, &$two, &$one, &$two, 1]);
same('references within references', [&$array, [&$one, &$array], ['x' => &$two]]);
same('between properties', (object) ['a' => &$one, 'b' => &$one, 'c' => &$two, 'd' => [&$two]]);
same('many', array_merge(...array_map(fn (int $n) => [&$GLOBALS["r$n"], &$GLOBALS["r$n"]], range(1, 200))));
--EXPECT--
integer: same
null: same
text: same
empty array: same
array: same
object: same
two references: same
references within references: same
between properties: same
many: same
