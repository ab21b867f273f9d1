--TEST--
A key that other programs wrote as bytes is an integer where it is written as one
--FILE--
<?php

$inputs = [
    // a map of two keys that are bytes, 38 and ff
    'larder' => 'c140f2020006f00138f001ff01020102',
    'msgpack' => '82c4013801c401ff02',
    'cbor' => 'a241380141ff02',
];
foreach ($inputs as $format => $hexadecimal) {
    $value = larder_unserialize(hex2bin($hexadecimal), $format === 'larder' ? [] : ['fallback' => [$format]]);
    echo "$format: ", $value[8], ', ', $value["\xFF"], ', ', gettype(array_key_first($value)), "\n";
}
try {
    larder_unserialize("\x82\xc4\x018\x01\x08\x02", ['fallback' => ['msgpack']]);
} catch (Larder\DecodeError $error) {
    echo $error->getMessage(), "\n";
}
--EXPECT--
larder: 1, 2, integer
msgpack: 1, 2, integer
cbor: 1, 2, integer
duplicate-key: two keys that are equal in a PHP array, as 1 and "1" are (at byte 7)
