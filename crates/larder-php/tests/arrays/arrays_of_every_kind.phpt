--TEST--
Lists, maps, holes and mixed keys keep keys, order and types
--FILE--
<?php

require __DIR__ . '/../same.inc';

same('empty', []);
same('empty ones within', [[], [[]], 'a' => []]);
same('list', [1, 'two', 3.0, null, true]);
same('from one', [1 => 'a', 2 => 'b']);
same('holes', [0 => 'a', 2 => 'c', 5 => 'f']);
same('backwards', [2 => 'c', 1 => 'b', 0 => 'a']);
same('negative keys', [-5 => 'a', -1 => 'b', 0 => 'c']);
same('far keys', [PHP_INT_MIN => 'a', PHP_INT_MAX => 'b']);
same('mixed keys', ['a' => 1, 0 => 2, 'b' => 3, 1 => 4]);
same('empty key', ['' => 1]);
same('NUL in keys', ["\0" => 1, "a\0b" => 2, "\0A\0b" => 3, "\0*\0b" => 4]);
same('binary keys', ["\xFF" => 1, "\x80\x81" => 2]);
same('long key', [str_repeat('k', 1000) => 1]);
same('keys like numbers', ['1.5' => 1, '01' => 2, '-0' => 3, ' 1' => 4, '9223372036854775808' => 5, '-9223372036854775809' => 6, '1e3' => 7]);
same('keys in many scripts', ['ключ' => 1, '键' => 2, "\u{1F511}" => 3]);
same('nested', [[1, [2, [3, [4]]]], ['a' => ['b' => ['c' => ['d' => []]]]]]);
same('table', [['id' => 1, 'name' => 'a'], ['id' => 2, 'name' => 'b'], ['id' => 3, 'name' => 'c']]);
same('table with gaps', [['id' => 1, 'name' => 'a'], ['id' => 2], ['id' => 3, 'name' => null], ['name' => 'd', 'id' => 4]]);
same('rows that are lists', array_fill(0, 20, [1, 'two', [3]]));
same('rows that are lists of one key', array_fill(0, 20, [[1], [2]]));

$removed = range(0, 9);
unset($removed[3], $removed[9]);
same('entries removed', $removed);
$last = ['a' => 1, 'b' => 2];
unset($last['a'], $last['b']);
same('all removed', $last);
--EXPECT--
empty: same
empty ones within: same
list: same
from one: same
holes: same
backwards: same
negative keys: same
far keys: same
mixed keys: same
empty key: same
NUL in keys: same
binary keys: same
long key: same
keys like numbers: same
keys in many scripts: same
nested: same
table: same
table with gaps: same
rows that are lists: same
rows that are lists of one key: same
entries removed: same
all removed: same
