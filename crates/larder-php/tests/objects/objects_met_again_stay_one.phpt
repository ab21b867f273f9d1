--TEST--
An object in two places is one object in two places
--FILE--
<?php

require __DIR__ . '/../same.inc';

$one = new stdClass();
$one->name = 'one';
same('in a list', [$one, $one]);
same('in properties', (object) ['a' => $one, 'b' => (object) ['c' => $one]]);
same('equal ones stay two', [$one, clone $one, $one]);
same('many, often', array_merge(...array_fill(0, 20, array_map(fn (int $n) => (object) ['n' => $n], range(1, 30)))));
for ($objects = [], $n = 0; $n < 300; $n++) {
    $objects[] = $n % 3 ? (object) ['n' => $n] : $objects[intdiv($n, 2)] ?? $one;
}
same('of one shape, some again', $objects);
same('rows that share', array_map(fn (int $n) => ['id' => $n, 'owner' => $n % 2 ? $one : (object) ['name' => 'two']], range(1, 40)));

$read = larder([$one, $one, 'row' => ['again' => $one]]);
$read[0]->name = 'changed';
var_dump($read[1]->name, $read['row']['again'] === $read[0], $one->name);
--EXPECT--
in a list: same
in properties: same
equal ones stay two: same
many, often: same
of one shape, some again: same
rows that share: same
string(7) "changed"
bool(true)
string(3) "one"
