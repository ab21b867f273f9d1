--TEST--
Random bytes, also after a good header, are a value or an error
--FILE--
<?php

require __DIR__ . '/../same.inc';

mt_srand(11);
$errors = 0;
for ($n = 0; $n < 20_000; $n++) {
    $bytes = $n % 2 ? "\xC1\x40" : '';
    for ($length = mt_rand(0, 40); $length > 0; $length--) {
        $bytes .= chr(mt_rand(0, 255));
    }
    try {
        larder_unserialize($bytes, $n % 3 ? [] : ['allowed_classes' => ['stdClass'], 'fallback' => ['php', 'igbinary', 'msgpack', 'json', 'hprose', 'cbor']]);
    } catch (Larder\DecodeError) {
        $errors++;
    }
}
var_dump($errors > 10_000);
--EXPECT--
bool(true)
