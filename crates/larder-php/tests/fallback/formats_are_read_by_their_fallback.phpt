--TEST--
fallback names the foreign formats that are read, in any mixture
--EXTENSIONS--
igbinary
msgpack
--FILE--
<?php

require __DIR__ . '/../same.inc';

$value = ['id' => 7, 'name' => 'Grüße', 'list' => [1, 2.5, null, true, [], ['a' => ['b' => 'c']]], 'empty' => ''];
$bytes = [
    'php' => serialize($value), 'igbinary' => igbinary_serialize($value), 'msgpack' => msgpack_pack($value), 'json' => json_encode($value),
    'hprose' => larder_export($value, 'hprose'), 'cbor' => larder_export($value, 'cbor'), 'larder' => larder_serialize($value),
];
$formats = array_keys($bytes);
array_pop($formats);
foreach ($bytes as $format => $one) {
    echo "$format, alone: ", $format === 'larder' || larder_unserialize($one, ['fallback' => [$format]]) === $value ? 'read' : 'differs';
    echo ', among all: ', larder_unserialize($one, ['fallback' => $formats]) === $value ? 'read' : 'differs';
    echo ', not accepted: ', outcome(fn () => larder_unserialize($one) === $value);
    echo ', others accepted: ', outcome(fn () => larder_unserialize($one, ['fallback' => array_diff($formats, [$format])]) === $value), "\n";
}
--EXPECTF--
php, alone: read, among all: read, not accepted: Larder\DecodeError not-larder, others accepted: Larder\DecodeError %s
igbinary, alone: read, among all: read, not accepted: Larder\DecodeError not-larder, others accepted: Larder\DecodeError %s
msgpack, alone: read, among all: read, not accepted: Larder\DecodeError not-larder, others accepted: Larder\DecodeError %s
json, alone: read, among all: read, not accepted: Larder\DecodeError not-larder, others accepted: Larder\DecodeError %s
hprose, alone: read, among all: read, not accepted: Larder\DecodeError not-larder, others accepted: Larder\DecodeError %s
cbor, alone: read, among all: read, not accepted: Larder\DecodeError not-larder, others accepted: Larder\DecodeError %s
larder, alone: read, among all: read, not accepted: no exception, but true, others accepted: no exception, but true
