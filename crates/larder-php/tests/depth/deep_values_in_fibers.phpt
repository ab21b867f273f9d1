--TEST--
The deepest values fit the stack of a fiber
--FILE--
<?php

$deep = 5;
for ($level = 0; $level < 255; $level++) {
    $deep = $level % 2 ? ['a' => 1, 'k' => $deep] : [(object) ['o' => $deep]];
}
$lists = 5;
for ($level = 0; $level < 512; $level++) {
    $lists = [$lists];
}
$objects = 5;
for ($level = 0; $level < 512; $level++) {
    $objects = (object) ['o' => $objects, 'x' => $level];
}
$fiber = new Fiber(function () use ($deep, $lists, $objects): void {
    foreach (['deep' => $deep, 'lists' => $lists, 'objects' => $objects] as $what => $value) {
        $read = larder_unserialize(larder_serialize($value), ['allowed_classes' => true]);
        echo "$what: ", serialize($read) === serialize($value) ? 'same' : 'differs', "\n";
        foreach (['php', 'igbinary', 'msgpack', 'json', 'hprose', 'cbor'] as $format) {
            try {
                $bytes = larder_export($value, $format);
                $read = larder_unserialize($bytes, ['fallback' => [$format], 'allowed_classes' => true]);
                echo "$what, $format: ", serialize($read) === serialize($value) ? 'same' : 'differs', "\n";
            } catch (Larder\EncodeError $error) {
                echo "$what, $format: ", $error->kind, "\n";
            }
        }
    }
    foreach (["\x91" => 'msgpack', '[' => 'json', "\x81" => 'cbor', 'a1{' => 'hprose', 'a:1:{i:0;' => 'php'] as $begins => $format) {
        try {
            larder_unserialize(str_repeat($begins, 100_000), ['fallback' => [$format]]);
        } catch (Larder\DecodeError $error) {
            echo "$format: ", $error->kind, "\n";
        }
    }
});
$fiber->start();
--EXPECT--
deep: same
deep, php: same
deep, igbinary: same
deep, msgpack: refused
deep, json: refused
deep, hprose: same
deep, cbor: refused
lists: same
lists, php: same
lists, igbinary: same
lists, msgpack: same
lists, json: same
lists, hprose: same
lists, cbor: same
objects: same
objects, php: same
objects, igbinary: same
objects, msgpack: refused
objects, json: refused
objects, hprose: same
objects, cbor: refused
msgpack: too-deep
json: too-deep
cbor: too-deep
hprose: too-deep
php: too-deep
