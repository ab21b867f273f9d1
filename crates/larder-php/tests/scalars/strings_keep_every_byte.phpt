--TEST--
Strings are bytes: empty, binary, long, and those that look like something else
--FILE--
<?php

require __DIR__ . '/../same.inc';

same('empty', '');
for ($length = 1; $length <= 300; $length++) {
    $lengths[] = str_repeat('x', $length);
}
same('of every length to 300', $lengths);
same('one of every byte', array_map('chr', range(0, 255)));
same('every byte', implode(array_map('chr', range(0, 255))));
same('every byte, twice', str_repeat(implode(array_map('chr', range(0, 255))), 2));
same('NUL', "\0");
same('UTF-8', "Grüße, 世界, \u{1F600}");
same('cut UTF-8', "Gr\xC3");
same('surrogates as UTF-8', "\xED\xA0\x80");
same('64 KiB', str_repeat("larder\xFF", 65536 >> 3));
foreach (['All work and no play. ', "\xFF\0", 'x'] as $part) {
    $long = str_repeat($part, 100_000);
    var_dump(larder($long) === $long);
}
$blocks = [str_repeat('a', 131071), str_repeat('b', 131072), str_repeat('c', 131073)];
var_dump(larder($blocks) === $blocks);
$noise = '';
for (mt_srand(1), $n = 0; $n < 70_000; $n++) {
    $noise .= pack('N', mt_rand());
}
var_dump(larder([$noise, base64_encode($noise)]) === [$noise, base64_encode($noise)]);
--EXPECT--
empty: same
of every length to 300: same
one of every byte: same
every byte: same
every byte, twice: same
NUL: same
UTF-8: same
cut UTF-8: same
surrogates as UTF-8: same
64 KiB: same
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
