--TEST--
The same value gives the same bytes, whatever was written before
--FILE--
<?php

require __DIR__ . '/../same.inc';

$value = ['id' => 7, 'rows' => array_fill(0, 9, ['a' => 1, 'b' => 'text']), 'object' => (object) ['x' => 1.5]];
$bytes = larder_serialize($value);
larder_serialize([range(1, 500), array_flip(['id', 'a', 'b', 'x', 'rows'])]);
try {
    larder_serialize([$value, fn () => 1]);
} catch (Larder\EncodeError) {
}
var_dump(larder_serialize($value) === $bytes, larder_serialize(unserialize(serialize($value))) === $bytes, larder_serialize(larder($value)) === $bytes);
var_dump(substr($bytes, 0, 1) === "\xC1", strlen(larder_serialize(null)), strlen(larder_serialize(5)));
var_dump(strlen($bytes) < strlen(serialize($value)));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
int(3)
int(3)
bool(true)
