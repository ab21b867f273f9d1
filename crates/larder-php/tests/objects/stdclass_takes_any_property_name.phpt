--TEST--
Numeric, empty and odd names of dynamic properties
--FILE--
<?php

require __DIR__ . '/../same.inc';

same('none', new stdClass());
same('of an array', (object) ['a' => 1, 'b' => [2], 'c' => (object) []]);
same('numeric', (object) ['a', 'b', -1 => 'c', 1234 => 'd']);
same('like numbers', (object) ['1.5' => 1, '01' => 2, '9223372036854775808' => 3]);
same('of json', json_decode('{"0": "zero", "": "empty", "a b": 1, "ключ": 2, "12": 3}'));
same('binary', (object) ["\xFF\xFE" => 1]);
same('removed', (function () {
    $object = (object) ['a' => 1, 'b' => 2];
    unset($object->a);
    return $object;
})());

$read = larder((object) ['a', -1 => 'b', 'c' => 'd']);
var_dump($read->{'0'}, $read->{0}, $read->{'-1'}, isset($read->{'1'}), (array) $read === ['a', -1 => 'b', 'c' => 'd']);
--EXPECT--
none: same
of an array: same
numeric: same
like numbers: same
of json: same
binary: same
removed: same
string(1) "a"
string(1) "a"
string(1) "b"
bool(false)
bool(true)
