--TEST--
Keys that came in no value before are read and refused as others are
--FILE--
<?php

require __DIR__ . '/../same.inc';

$message = static function (string $value, string ...$definitions): string {
    $all = implode('', $definitions);
    return "\xC1\x40\xF5" . chr(strlen($all)) . $all . $value;
};
foreach (
    [
        'two keys' => $message("\xD0\x01\x02", "\x04\x31a\x31b"),
        'a key twice, in no record' => $message("\xE8", "\x04\x31a\x31a"),
        'a key twice' => $message("\xD0\x01\x02", "\x04\x31a\x31a"),
        'a key twice, and a cut value' => $message("\xD0\x01", "\x02\x31a", "\x04\x31a\x31a"),
        'a key twice, and a cut definition' => $message("\xE8", "\x04\x31a\x31a", "\x04\x31a"),
        'keys that PHP takes for one' => $message("\xD0\x01\x02", "\x04\x01\x311"),
        'six records' => $message("\xF3\x06" . str_repeat("\xD0\x01\x02", 6), "\x04\x31a\x31b"),
        'a record with a gap' => $message("\x82\x01\x01\x02", "\x04\x31a\x31b"),
        'no keys' => $message("\xD0", "\x00"),
        'UTF-8' => $message("\xD0\x07", "\x02\x32\xC3\xA9"),
        'a character in two keys' => $message("\xD0\x07\x08", "\x04\x31\xC3\x31\xA9"),
        'no such shape' => $message("\xD0\x07\xD1", "\x04\x02\x31a"),
    ] as $what => $bytes
) {
    echo "$what: ", seen(static fn () => json_encode(larder_unserialize($bytes))), "\n";
}
--EXPECT--
two keys: value: "{\"a\":1,\"b\":2}"
a key twice, in no record: Larder\DecodeError: duplicate-key: a shape has a key twice (at byte 4)
a key twice: Larder\DecodeError: duplicate-key: a shape has a key twice (at byte 4)
a key twice, and a cut value: Larder\DecodeError: duplicate-key: a shape has a key twice (at byte 7)
a key twice, and a cut definition: Larder\DecodeError: duplicate-key: a shape has a key twice (at byte 4)
keys that PHP takes for one: Larder\DecodeError: duplicate-key: two keys that are equal in a PHP array, as 1 and "1" are (at byte 9)
six records: value: "[{\"a\":1,\"b\":2},{\"a\":1,\"b\":2},{\"a\":1,\"b\":2},{\"a\":1,\"b\":2},{\"a\":1,\"b\":2},{\"a\":1,\"b\":2}]"
a record with a gap: value: "{\"b\":2}"
no keys: value: "[]"
UTF-8: value: "{\"\\u00e9\":7}"
a character in two keys: Larder\DecodeError: invalid-utf8: a key or class (at byte 6)
no such shape: Larder\DecodeError: unknown-reference: a shape that does not exist (at byte 11)
