--TEST--
A text key of any length and content is found in the array that was read, at each level
--FILE--
<?php

require __DIR__ . '/../same.inc';

/** Keys of a length: ASCII, other characters, NULs, digits, no UTF-8. */
function keys(int $length): array
{
    $keys = [];
    foreach (["k", "\0", "9", "-", "\xFF", "é", "好", "a1"] as $of) {
        $keys[] = substr(str_repeat($of, $length), 0, $length);
        $keys[] = substr(hash('sha512', "$of$length") . hash('sha512', $of), 0, $length);
    }
    return array_values(array_unique($keys));
}

$all = 0;
$wrong = [];
$check = function (array $array, string $what) use (&$all, &$wrong) {
    foreach (LEVELS as $level) {
        // Again and again: at first shapes are not known, and then they are.
        for ($time = 0; $time < 4; $time++) {
            $read = larder($array, $level);
            $found = $read === $array;
            foreach ($array as $key => $value) {
                $all++;
                $found = $found && array_key_exists($key, $read) && $read[$key] === $value;
            }
            $read[] = 'next';
            $copy = $array;
            $copy[] = 'next';
            if (!$found || $read !== $copy) {
                $wrong[] = "$what at $level";
            }
        }
    }
};

for ($length = 0; $length < 80; $length++) {
    $keys = keys($length);
    $check(array_fill_keys($keys, $length), "$length bytes");
    $check(array_map(fn ($key) => [$key => 1, 'other' => 2], $keys), "maps of $length bytes");
}
$ints = [PHP_INT_MIN, -1, 0, 1, 47, 48, 65_840, PHP_INT_MAX - 2];
$check(array_fill_keys($ints, 'int'), 'integers');
$check(array_fill_keys(['01', '1', '-1', '-0', '0', '00', '1.0', '9223372036854775806', '9223372036854775808', ''], 1), 'like integers');
foreach ([3, 8, 9, 64, 65, 66, 300] as $count) {
    $uuids = $dates = $hashes = $numbers = $words = [];
    for ($n = 0; $n < $count; $n++) {
        $hash = md5("$n");
        $hashes[$hash] = $n;
        $uuids[preg_replace('/^(.{8})(.{4})(.{4})(.{4})(.{12})$/', '$1-$2-$3-$4-$5', $hash)] = "v$n";
        $dates[gmdate('Y-m-d', 1_700_000_000 + 86_400 * $n)] = ['n' => $n];
        $times[gmdate('Y-m-d H:i:s', 1_700_000_000 + 7 * $n)] = $n / 2;
        $numbers[sprintf('%08d', 37 * $n)] = null;
        $words["key of number $n"] = true;
    }
    foreach (compact('uuids', 'dates', 'times', 'hashes', 'numbers', 'words') as $what => $map) {
        $check($map, "$count $what");
        $check([$map, $map], "$count $what, twice");
    }
    $check($hashes + $dates + ['x' => 1, 5 => 2], "$count of all kinds");
}
echo $all > 10_000 ? 'many' : 'few', ' keys, wrong: ', implode(', ', array_unique($wrong)) ?: 'none', "\n";

/** What is wrong with bytes, and where. */
function wrong(string $bytes): string
{
    try {
        return portrait(larder_unserialize("\xC1\x40$bytes"));
    } catch (Larder\DecodeError $error) {
        return "$error->kind at $error->offset";
    }
}

/** A map whose keys stand beside their values. */
function keyed(string ...$keys): string
{
    return "\x83" . chr(count($keys)) . implode('', array_map(fn (string $key) => $key . "\x01", $keys));
}

$uuid = "\xFC" . str_repeat("\x11", 16);
$text = "\x5411111111-1111-1111-1111-111111111111";
$twice = [
    'texts' => keyed("\x31a", "\x31b", "\x31a"),
    'no bytes' => keyed("\x30", "\x31b", "\x30"),
    'an integer and its text' => keyed("\x07", "\x317"),
    'UUIDs' => keyed($uuid, "\x31b", $uuid),
    'a UUID and its text' => keyed($text, $uuid),
    'a text, and it as a UUID' => keyed($uuid, $text),
    'dates' => keyed("\xF7\x00\x10", "\xF7\x01\x10", "\xF7\x00\x10"),
    'hexadecimal' => keyed("\xFB\x04\xAB\xCD", "\x34abcd"),
    'columns' => "\xF2\x02\x01\x02\x00\x01\x00\x00",
    'columns of texts' => "\xF2\x02\x0C\x01\x02\x00ab" . "\x01\x00\x00",
    'the key of a column is no UTF-8' => "\xF2\x01\x0C\x01\x02\x00\xFF" . "\x01\x00\x00",
    'values that end' => "\xF2\x02\x01\x02\x01\x02\x05\x02",
    'a definition' => "\xF5\x05\x04\x31a\x31a\xD0\x01\x01",
    'many' => keyed(...array_map(fn (int $n) => "\x33k" . sprintf('%02d', $n % 99), range(0, 99))),
];
foreach ($twice as $what => $bytes) {
    echo "$what: ", wrong($bytes), "\n";
}
--EXPECT--
many keys, wrong: none
texts: duplicate-key at 12
no bytes: duplicate-key at 10
an integer and its text: duplicate-key at 8
UUIDs: duplicate-key at 42
a UUID and its text: duplicate-key at 59
a text, and it as a UUID: duplicate-key at 59
dates: duplicate-key at 15
hexadecimal: duplicate-key at 14
columns: duplicate-key at 10
columns of texts: ["a" => 0, "b" => 0]
the key of a column is no UTF-8: invalid-utf8 at 9
values that end: truncated at 10
a definition: duplicate-key at 4
many: duplicate-key at 503
