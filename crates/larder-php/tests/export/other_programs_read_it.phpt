--TEST--
What larder_export writes is read by the serializer that it is for
--EXTENSIONS--
igbinary
msgpack
--FILE--
<?php

require __DIR__ . '/../same.inc';

$values = [
    'null' => null, 'boolean' => true, 'integer' => -7, 'small' => PHP_INT_MIN, 'large' => PHP_INT_MAX, 'float' => 0.1, 'whole float' => 5.0,
    'text' => 'Grüße', 'empty' => '',
    'list' => [1, 'two', [3.5, null]], 'map' => ['id' => 7, 'in' => ['a' => true]], 'empty array' => [],
    'rows' => array_fill(0, 20, ['id' => 5, 'name' => 'same']),
    'long' => str_repeat('long ', 20_000),
];
$readers = [
    'json' => fn (string $bytes) => json_decode($bytes, true, 512, JSON_THROW_ON_ERROR), 'msgpack' => msgpack_unpack(...), 'php' => unserialize(...),
    'igbinary' => igbinary_unserialize(...), 'larder' => larder_unserialize(...),
    'hprose' => fn (string $bytes) => larder_unserialize($bytes, ['fallback' => ['hprose']]),
    'cbor' => fn (string $bytes) => larder_unserialize($bytes, ['fallback' => ['cbor']]),
];
foreach ($readers as $format => $read) {
    $failed = [];
    foreach ($values as $what => $value) {
        try {
            $back = $read(larder_export($value, $format));
            if ($back !== $value) {
                $failed[] = "$what is " . substr(portrait($back), 0, 50);
            }
        } catch (Throwable $error) {
            $failed[] = "$what: " . $error::class . ' ' . $error->getMessage();
        }
    }
    echo "$format: ", $failed ? implode(', ', $failed) : 'all', "\n";
}
--EXPECT--
json: all
msgpack: all
php: all
igbinary: all
larder: all
hprose: all
cbor: all
