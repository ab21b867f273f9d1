--TEST--
Bytes that begin as a Larder value are one, or an error
--FILE--
<?php

require __DIR__ . '/../same.inc';

$formats = ['php', 'igbinary', 'msgpack', 'json', 'hprose', 'cbor'];
var_dump(larder_unserialize(larder_serialize('i:5;'), ['fallback' => $formats]));
foreach (["\xC1", "\xC1\x40", "\xC1\x40\xF0", "\xC1\x40\x05\x05", substr(larder_serialize(range(1, 50)), 0, -1)] as $bytes) {
    $alone = outcome(fn () => larder_unserialize($bytes));
    $fallbacking = outcome(fn () => larder_unserialize($bytes, ['fallback' => $formats]));
    echo bin2hex(substr($bytes, 0, 5)), ': ', $fallbacking === $alone ? $alone : "$alone, but $fallbacking", "\n";
}
--EXPECT--
string(4) "i:5;"
c1: Larder\DecodeError truncated
c140: Larder\DecodeError truncated
c140f0: Larder\DecodeError truncated
c1400505: Larder\DecodeError trailing-bytes
c140f13202: Larder\DecodeError truncated
