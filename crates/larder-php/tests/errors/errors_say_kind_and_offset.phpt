--TEST--
DecodeError has a kind, an offset and a message for people
--FILE--
<?php

require __DIR__ . '/../same.inc';

$cases = [
    'empty' => '', 'half a header' => "\xC1", 'no value' => "\xC1\x40", 'serialize' => 'i:5;', 'text' => 'hello', 'zeros' => "\0\0\0",
    'version' => "\xC1\x50\x05",
    'trailing' => "\xC1\x40\x05\x05", 'reserved tag' => "\xC1\x40\x85", 'cut text' => "\xC1\x40\x35abc", 'no UTF-8' => "\xC1\x40\xF5\x03\x02\x31\xFF\xD0\x01",
    'extension' => "\xC1\x40\xFD\x20",
    'unknown shape' => "\xC1\x40\xD5", 'unknown shared value' => "\xC1\x40\xFD\x0F\x00",
    'huge list' => "\xC1\x40\xF3\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F", 'profile' => "\xC1\x41abc\x05",
];
foreach ($cases as $what => $bytes) {
    try {
        $read = portrait(larder_unserialize($bytes));
        echo "$what: $read\n";
    } catch (Larder\DecodeError $error) {
        $message = $error->getMessage() !== '' && $error->getCode() === 0 && $error->getPrevious() === null;
        $offset = $error->offset === null || ($error->offset >= 0 && $error->offset <= strlen($bytes)) ? 'offset within' : "offset $error->offset";
        echo "$what: $error->kind, $offset", $message ? '' : ', no message', $error instanceof RuntimeException ? '' : ', no RuntimeException', "\n";
    }
}
--EXPECT--
empty: truncated, offset within
half a header: truncated, offset within
no value: truncated, offset within
serialize: not-larder, offset within
text: not-larder, offset within
zeros: not-larder, offset within
version: unsupported, offset within
trailing: trailing-bytes, offset within
reserved tag: bad-tag, offset within
cut text: truncated, offset within
no UTF-8: invalid-utf8, offset within
extension: unsupported, offset within
unknown shape: unknown-reference, offset within
unknown shared value: unknown-reference, offset within
huge list: truncated, offset within
profile: missing-profile, offset within
