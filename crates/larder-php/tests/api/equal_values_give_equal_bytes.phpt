--TEST--
The same value gives the same bytes, whatever was written before
--FILE--
<?php

require __DIR__ . '/../same.inc';

$value = ['id' => 7, 'rows' => array_fill(0, 9, ['a' => 1, 'b' => 'text']), 'object' => (object) ['x' => 1.5]];
$note = fn (int $id) => $id % 3 ? null : str_repeat("the parcel of order $id was left at the door; ", 3);
$values = [
    $value,
    [range(1, 500), array_flip(['id', 'a', 'b', 'x', 'rows'])],
    array_map(fn (int $id) => ['id' => $id, 'note' => $note($id)], range(0, 9)),
    str_repeat('again and again, ', 40),
    5,
];
foreach (LEVELS as $level) {
    $bytes = array_map(fn (mixed $value) => larder_serialize($value, level: $level), $values);
    $same = true;
    foreach ($values as $before) {
        foreach ($values as $at => $value) {
            larder_serialize($before, level: $level);
            try {
                larder_serialize([$before, fn () => 1], level: $level);
            } catch (Larder\EncodeError) {
            }
            $same = $same && larder_serialize($value, level: $level) === $bytes[$at]
                && larder_serialize(php($value), level: $level) === $bytes[$at]
                && larder_serialize(larder($value, $level), level: $level) === $bytes[$at];
        }
    }
    echo "$level: ", $same ? 'the same' : 'other bytes', "\n";
}
$bytes = larder_serialize($values[0]);
var_dump($bytes[0] === "\xC1", strlen(larder_serialize(null)), strlen(larder_serialize(5)));
var_dump(strlen($bytes) < strlen(serialize($values[0])));
--EXPECT--
fast: the same
balanced: the same
small: the same
bool(true)
int(3)
int(3)
bool(true)
