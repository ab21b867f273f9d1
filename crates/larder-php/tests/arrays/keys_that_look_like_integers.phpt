--TEST--
A key is an integer if PHP takes it for one, else it is the string it was
--FILE--
<?php

require __DIR__ . '/../same.inc';

$bytes = array_map('chr', range(0, 255));
$keys = ['-', '--', '--1', '-0', '-00', '-01', '00', '01', '+1', ' 1', '1 ', '1.0', '1e1', '0x1', '-n', '-n1', '-:1', '-/1', '-1a', '1a', "1\0", "-\0001",
    '9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809', '18446744073709551616', '99999999999999999999',
    '-99999999999999999999', '-9999999999999999999', '00000000000000000000000000001', '2147483648', '-2147483649'];
foreach ($bytes as $byte) {
    array_push($keys, $byte, "-$byte", "$byte-", "-{$byte}1", "1$byte", "-1$byte");
}
$value = [];
foreach ($keys as $key) {
    $value[$key] = "value of $key";
}
var_dump(larder($value) === $value);
var_dump(larder(array_fill(0, 5, $value)) === array_fill(0, 5, $value));
foreach (['php' => 'serialize', 'msgpack' => null, 'hprose' => null, 'cbor' => null, 'igbinary' => null] as $format => $write) {
    foreach ([$value, ['x' => array_slice($value, 0, 3, true)], [array_slice($value, 10, null, true)]] as $one) {
        $read = larder_unserialize($write ? $write($one) : larder_export($one, $format), ['fallback' => [$format]]);
        echo $format, $read === $one ? ": same\n" : ": differs\n" . difference(portrait($one), portrait($read));
    }
}
$texts = array_filter($value, fn (int|string $key) => preg_match('//u', (string) $key) === 1, ARRAY_FILTER_USE_KEY);
$texts = array_combine(array_keys($texts), range(1, count($texts)));
var_dump(larder_unserialize(json_encode($texts), ['fallback' => ['json']]) === json_decode(json_encode($texts), true));
--EXPECT--
bool(true)
bool(true)
php: same
php: same
php: same
msgpack: same
msgpack: same
msgpack: same
hprose: same
hprose: same
hprose: same
cbor: same
cbor: same
cbor: same
igbinary: same
igbinary: same
igbinary: same
bool(true)
