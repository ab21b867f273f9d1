--TEST--
Digits, dates, UUIDs and the like are strings, letter for letter
--FILE--
<?php

require __DIR__ . '/../same.inc';

$looks = [
    'digits' => ['0', '1', '42', '007', '+1', '-1', '-0', '9223372036854775807', '9223372036854775808', '1234567890123456789', '00', ' 1', '1 '],
    'decimals' => ['0.00', '5.00', '-5.10', '1e3', '.5', '5.', '1.50', '-0.00', '10.10', '99.999', 'NAN', 'INF', '0x1A'],
    'dates' => ['2026-01-01', '0000-00-00', '2026-02-30', '9999-12-31', '2026-1-1', '1969-12-31', '2024-02-29'],
    'times' => ['2026-01-01 11:21:51', '2026-01-01T11:21:51Z', '2026-01-01T11:21:51+00:00', '2026-01-01 11:21:51.123456', '2026-01-01 24:00:00'],
    'UUIDs' => [
        '123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000', '00000000-0000-0000-0000-000000000000',
        '123e4567e89b12d3a456426614174000',
    ],
    'hexadecimal' => ['deadbeef', 'DEADBEEF', 'DeadBeef', 'd41d8cd98f00b204e9800998ecf8427e', 'da39a3ee5e6b4b0d3255bfef95601890afd80709', 'abcdefg0'],
    'words' => ['null', 'true', 'false', 'Array', 'N;', 'i:1;', '{}', '[]', '"'],
];
foreach ($looks as $what => $strings) {
    same($what, $strings);
    foreach ($strings as $string) {
        $rows = array_fill(0, 10, $string);
        if (larder($string) !== $string || larder($rows) !== $rows) {
            echo "$string does not stay itself\n";
        }
    }
}
--EXPECT--
digits: same
decimals: same
dates: same
times: same
UUIDs: same
hexadecimal: same
words: same
