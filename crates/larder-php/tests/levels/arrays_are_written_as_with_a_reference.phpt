--TEST--
levels balanced and small: an array that is written from its zvals has the bytes that it has with a reference in it, which takes the way of objects
--FILE--
<?php

require __DIR__ . '/../same.inc';

/** The array with one reference that nothing else holds: a value like any other. */
function referred(array $value): array
{
    $keys = array_keys($value);
    $key = $keys[mt_rand(0, count($keys) - 1)];
    if (is_array($value[$key]) && $value[$key] && mt_rand(0, 1)) {
        $value[$key] = referred($value[$key]);
    } else {
        $reference = &$value[$key];
    }
    return $value;
}

function times(int $least, int $most, callable $make): array
{
    return array_map($make, array_keys(array_fill(0, mt_rand($least, $most), 0)));
}

/** A text of one kind that is packed, or of none. */
function text(int $kind): string
{
    return match ($kind) {
        0 => date('Y-m-d', mt_rand(0, 2_000_000_000)),
        1 => date('Y-m-d H:i:s', mt_rand(0, 2_000_000_000)),
        2 => date('Y-m-d\TH:i:s', mt_rand(0, 2_000_000_000)) . ['Z', '+02:00', '.123Z'][mt_rand(0, 2)],
        3 => sprintf('%d.%02d', mt_rand(-9, 9999), mt_rand(0, 99)),
        4 => (string) mt_rand(-99, 2 ** 31 - 1),
        5 => sprintf('%06d', mt_rand(0, 9999)),
        6 => md5((string) mt_rand()),
        7 => strtoupper(substr(md5((string) mt_rand()), 0, 2 * mt_rand(1, 8))),
        8 => preg_replace('/^(.{8})(.{4})(.{4})(.{4})/', '$1-$2-$3-$4-', md5((string) mt_rand())),
        9 => base64_encode(md5((string) mt_rand(), true)),
        10 => str_repeat('包含', mt_rand(1, 30)) . ['', ' text', 'é'][mt_rand(0, 2)],
        11 => str_repeat('é', mt_rand(1, 50)),
        12 => "\xFF" . mt_rand(0, 9),
        13 => ['open', 'paid', 'cancelled'][mt_rand(0, 2)],
        14 => str_repeat('large', mt_rand(200, 1000)) . ['', '包', "\xE5"][mt_rand(0, 2)],
        default => substr(str_repeat('some text, ', 8), mt_rand(0, 9), mt_rand(0, 80)),
    };
}

function key_of_an_array(): int|string
{
    return match (mt_rand(0, 12)) {
        0 => mt_rand(-3, 3),
        1 => mt_rand(-1_000_000_000, 1_000_000_000),
        2 => 'key' . mt_rand(0, 99_999),
        3 => mt_rand(0, 9) . 'x',
        4 => "\xFF" . mt_rand(0, 3),
        5 => '中文' . mt_rand(0, 3),
        6 => str_repeat('long', 13) . mt_rand(0, 3),
        7 => '',
        8 => ['id', 'status', 'title', 'text', 'body', 'tags'][mt_rand(0, 5)],
        default => chr(97 + mt_rand(0, 12)),
    };
}

/** A scalar of one kind. */
function scalar(int $kind): mixed
{
    return match ($kind) {
        0 => null,
        1 => (bool) mt_rand(0, 1),
        2 => mt_rand(0, 400),
        3 => (mt_rand() << mt_rand(0, 33)) * [1, -1][mt_rand(0, 1)],
        4 => mt_rand(0, 9999) / [10, 100, 1000][mt_rand(0, 2)],
        5 => [mt_rand() / 7, -0.0, NAN, INF][mt_rand(0, 3)],
        default => text($kind - 6),
    };
}

/** Makes values that are nearly all scalars of one kind. */
function scalars(): callable
{
    [$kind, $others] = [mt_rand(0, 21), mt_rand(0, 3) ? 0 : mt_rand(3, 20)];
    return fn () => scalar($others && !mt_rand(0, $others) ? mt_rand(0, 1) * mt_rand(0, 21) : $kind);
}

function rows(int $least, int $most, array $keys, int $depth): array
{
    $columns = array_map(fn () => mt_rand(0, 4) ? scalars() : fn () => value($depth - 1), array_flip($keys));
    return times($least, $most, fn () => array_map(fn (callable $column) => $column(), $columns));
}

function value(int $depth): mixed
{
    switch (mt_rand($depth > 0 ? 0 : 9, 13)) {
        case 0: // a list, or one with holes
            $list = times(1, 9, fn () => value($depth - 1));
            if (mt_rand(0, 1)) {
                unset($list[mt_rand(0, count($list) - 1)]);
            }
            return $list;
        case 1: // a map, with holes or without
            $map = array_map(fn () => value($depth - 1), array_flip(times(0, 9, fn () => key_of_an_array())));
            if (!mt_rand(0, 3)) {
                array_shift($map);
                unset($map[array_key_first($map) ?? '']);
            }
            return $map;
        case 2: // keys that are data
            $key = [fn () => mt_rand(), fn () => 'sku-' . mt_rand(1000, 9999), fn () => md5((string) mt_rand())][mt_rand(0, 2)];
            return array_map(mt_rand(0, 1) ? scalars() : fn () => value($depth - 1), array_flip(times(1, 30, $key)));
        case 3: // rows
            return rows(1, 20, times(1, 6, fn () => key_of_an_array()), $depth);
        case 4: // what the profiles have shapes of, or more keys than a value has
            $keys = [['id', 'status', 'tags'], ['id', 'title', 'text'], ['id', 'title', 'body']][mt_rand(0, 2)];
            $tags = fn () => (array) array_rand(array_flip(['red', 'green', 'the', 'blue']), mt_rand(1, 4));
            $row = fn () => array_intersect_key(
                ['id' => mt_rand(1, 99), 'status' => ['active', 'pending', 1000000000][mt_rand(0, 2)], 'tags' => $tags(),
                    'title' => ['aabc', 'abcdefghabc', '包含ab'][mt_rand(0, 2)], 'text' => 'the and other text', 'body' => text(15)],
                array_flip(mt_rand(0, 4) ? $keys : array_rand(array_flip($keys), 2)),
            );
            return mt_rand(0, 1) ? $row() : times(1, 12, $row);
        case 5: // rows that lack keys
            $lacks = fn (array $row) => array_filter($row, fn () => mt_rand(0, 3), ARRAY_FILTER_USE_KEY);
            return array_map($lacks, rows(2, 12, range('a', chr(mt_rand(100, 110))), $depth));
        case 6: // rows with holes, and of other orders
            return times(2, 12, function () use ($depth) {
                $row = ['a' => 1, 'b' => value($depth - 1), 'cut' => 3, 'c' => 5];
                unset($row[['cut', 'b', 'none', 'none'][mt_rand(0, 3)]]);
                return mt_rand(0, 15) ? $row : array_reverse($row);
            });
        case 7: // rows with more keys than are a set of bits
            $keys = array_map(fn (int $n) => "k$n", range(1, mt_rand(60, 70)));
            return times(2, 9, fn () => array_flip(array_filter($keys, fn () => mt_rand(0, 4))));
        case 8: // lists of lists
            $make = scalars();
            return times(2, 8, fn () => times(0, 4, $make));
        case 9: // many nulls
            return array_map(fn () => mt_rand(0, 3) ? null : 1, array_flip(times(1, 20, fn () => key_of_an_array())));
        case 10: // many shapes
            return times(1, 40, fn (int $n) => ['k' . $n % 23 => 1, 'x' => ['y' . $n % 19 => 2]]);
        case 11: // scalars of one kind
            return times(0, 40, scalars());
        default:
            return scalar(mt_rand(0, 21));
    }
}

/** A profile of the vectors. */
function profile(string $name): Larder\Profile
{
    $file = tempnam(sys_get_temp_dir(), 'larder-');
    $hex = file_get_contents(__DIR__ . "/../../../../vectors/profiles/$name.profile.hex");
    file_put_contents($file, hex2bin(preg_replace('/\s/', '', $hex)));
    $profile = Larder\Profile::fromFile($file);
    unlink($file);
    return $profile;
}

$profiles = [null, profile('small'), profile('symbols'), profile('texts')];
mt_srand(20260201);
[$checked, $differ] = [0, 0];
while ($checked < 600 && $differ < 3) {
    $value = value(3);
    if (!is_array($value) || !$value) {
        continue;
    }
    $checked++;
    $referred = referred($value);
    $ways = [['balanced', null], ['small', null], ['balanced', $profiles[mt_rand(1, 3)]], ['small', $profiles[mt_rand(1, 3)]]];
    foreach ($ways as [$level, $under]) {
        $one = larder_serialize($value, $under, $level);
        $two = larder_serialize($referred, $under, $level);
        $back = larder_unserialize($one, $under ? ['profile' => $under] : []);
        if ($one !== $two || portrait($back) !== portrait($value)) {
            $differ++;
            echo $one === $two ? 'not what it was' : 'two encodings', " at $level", $under ? ', under a profile' : '', ":\n";
            echo portrait($value), "\n", bin2hex($one), "\n", bin2hex($two), "\n";
        }
    }
}
echo "$checked values\n";
--EXPECT--
600 values
