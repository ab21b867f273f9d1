--TEST--
level fast: what is written in one pass has the bytes that it has with a reference in it, which takes two
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Plain
{
    public $first;
    protected ?int $second = 2;
    private string $third = 'third';

    public function __construct(mixed $first)
    {
        $this->first = $first;
    }

    /** Without this property. */
    public function without(string $name): static
    {
        unset($this->$name);
        return $this;
    }
}

class Derived extends Plain
{
    private string $third = 'of the class derived';
    public array $more = [];
    public static int $none = 1;
}

#[AllowDynamicProperties]
class Loose
{
    public int $typed;
    public ?self $next;
    public mixed $any = null;
}

class Nothing
{
}

class Moment extends DateTimeImmutable
{
}

class Named extends DateTimeImmutable
{
    public string $name = 'a date with a name';
}

final class Asked
{
    public function __construct(public mixed $value)
    {
    }

    public function __serialize(): array
    {
        return ['value' => $this->value];
    }

    public function __unserialize(array $state): void
    {
        $this->value = $state['value'];
    }
}

class Sleeper
{
    public int $kept = 1;
    public int $lost = 0;

    public function __sleep(): array
    {
        return ['kept'];
    }
}

enum Plainly
{
    case One;
    case Two;
}

enum Backed: string
{
    case One = 'one';
}

/** An object of any kind that holds others at most so deep. */
function object(int $depth): object
{
    static $before = [];
    $object = match (mt_rand(0, 15)) {
        0, 1, 2 => new Plain(value($depth)),
        3, 4 => new Derived(value($depth)),
        5 => (new Derived(value($depth)))->without(['first', 'more'][mt_rand(0, 1)]),
        6 => new Loose(),
        7, 8 => (object) filled(array_map(fn () => key_of_an_array(), range(0, 3)), $depth),
        9 => new DateTimeImmutable('@' . mt_rand()),
        10 => new DateTime('2026-01-01 12:30', new DateTimeZone(['Europe/Berlin', '+02:00', 'EST'][mt_rand(0, 2)])),
        11 => [new Moment('@' . mt_rand()), new Named('2026-01-01')][mt_rand(0, 1)],
        12, 13 => [Plainly::One, Plainly::Two, Backed::One][mt_rand(0, 2)],
        14 => new Nothing(),
        // what calls methods, or was met before
        15 => match (mt_rand(0, 5)) {
            0 => new Asked(value($depth)),
            1 => new Sleeper(),
            default => $before ? $before[mt_rand(0, count($before) - 1)] : new Nothing(),
        },
    };
    if ($object instanceof Loose) {
        if (mt_rand(0, 1)) {
            $object->typed = mt_rand();
        }
        match (mt_rand(0, 5)) {
            0 => $object->next = $object,
            1 => $object->next = null,
            2 => $object->dynamic = value($depth),
            3 => $object->{'12'} = value($depth),
            default => null,
        };
    }
    if (mt_rand(0, 3) === 0) {
        // from now on it has a table of its properties
        foreach ($object as $_) {
        }
    }
    if ($object instanceof Derived && mt_rand(0, 6) === 0) {
        $object->without('more')->more = ['come again, in its place'];
    }
    $before = array_slice([$object, ...$before], 0, 3);
    return $object;
}

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

function text(): string
{
    return match (mt_rand(0, 8)) {
        0 => '',
        1 => str_repeat('é', mt_rand(1, 50)),
        2 => "\xFF" . mt_rand(0, 9),
        3 => str_repeat('包含', mt_rand(1, 20)),
        4 => str_repeat('large', mt_rand(800, 2000)),
        5 => str_repeat('large', mt_rand(800, 2000)) . "\xE5" . str_repeat('x', mt_rand(0, 300)),
        6 => str_repeat(str_repeat('large', mt_rand(1, 120)) . '包含', mt_rand(5, 20)),
        default => substr(str_repeat('some text, ', 8), 0, mt_rand(0, 80)),
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
        default => chr(97 + mt_rand(0, 12)),
    };
}

function filled(array $keys, int $depth): array
{
    return array_map(fn () => value($depth), array_flip($keys));
}

function value(int $depth): mixed
{
    $times = fn (int $least, int $most, callable $make): array => array_map($make, range(1, mt_rand($least, $most)));
    switch (mt_rand(0, $depth > 0 ? 24 : 7)) {
        case 0:
            return [null, false, true][mt_rand(0, 2)];
        case 1:
            return mt_rand(0, 400);
        case 2:
            return mt_rand() << mt_rand(0, 33);
        case 3:
            return -(mt_rand() << mt_rand(0, 33)) - 1;
        case 4:
            return [mt_rand() / 7, mt_rand(0, 99) / 10, -0.0, NAN, INF][mt_rand(0, 4)];
        case 5:
        case 6:
        case 7:
            return text();
        case 8: // integers of one width
            $top = 1 << mt_rand(0, 40);
            return $times(1, 9, fn () => mt_rand(0, 2 ** 31 - 1) % $top - mt_rand(0, 1));
        case 9:
            return [PHP_INT_MIN, PHP_INT_MAX, 0, mt_rand()];
        case 10: // floats
            return $times(1, 5, fn () => mt_rand() / 3);
        case 11: // a list, or one with holes
            $list = $times(1, 9, fn () => value($depth - 1));
            if (mt_rand(0, 1)) {
                unset($list[mt_rand(0, count($list) - 1)]);
            }
            return $list;
        case 12:
        case 13: // a map, with holes or without
            $map = filled($times(0, 7, fn () => key_of_an_array()), $depth - 1);
            if (!mt_rand(0, 3)) {
                array_shift($map);
                unset($map[array_key_first($map) ?? '']);
            }
            return $map;
        case 14: // rows
            $keys = $times(1, 5, fn () => key_of_an_array());
            return $times(1, 5, fn () => filled($keys, $depth - 1));
        case 15: // rows that lack keys
            return $times(2, 6, fn () => filled(array_filter(range('a', 'h'), fn () => mt_rand(0, 4)), $depth - 1));
        case 16: // rows with holes, and of other orders
            return $times(2, 4, function () use ($depth) {
                $row = ['a' => 1, 'b' => value($depth - 1), 'cut' => 3, 'c' => 5];
                unset($row[['cut', 'b', 'none', 'none'][mt_rand(0, 3)]]);
                return mt_rand(0, 5) ? $row : array_reverse($row);
            });
        case 17: // rows with about as many keys as are a set of bits
            $keys = array_map(fn ($n) => "k$n", range(1, mt_rand(60, 68)));
            return $times(2, 4, fn () => array_flip(array_filter($keys, fn () => mt_rand(0, 4))));
        case 18:
        case 19:
            return object($depth - 1);
        case 20: // objects, most of one class
            return $times(1, 5, fn () => mt_rand(0, 8) ? new Plain(value($depth - 1)) : object($depth - 1));
        case 21: // objects that lack properties
            return $times(2, 6, fn () => mt_rand(0, 2) ? new Derived(1) : (new Derived(2))->without(['first', 'more'][mt_rand(0, 1)]));
        case 22: // objects with properties of their own
            return $times(2, 5, fn () => (object) filled(array_filter(range('a', 'h'), fn () => mt_rand(0, 4)), $depth - 1));
        case 23: // dates and cases
            return $times(1, 5, fn ($n) => $n % 2 && mt_rand(0, 2) ? Plainly::One : new DateTimeImmutable("@$n"));
        default: // many shapes
            return $times(9, 40, fn ($n) => ['k' . $n % 23 => 1, 'x' => ['y' . $n % 19 => 2]]);
    }
}

/** A profile of shapes of the values above, and of shapes that have more keys than some of them. */
function profile(): Larder\Profile
{
    $name = fn (string $name): string => chr(0x30 + strlen($name)) . $name;
    $letters = range('a', 'h');
    $shapes = [
        ['', $letters],
        [Plain::class, ['first', "\0*\0second", "\0Plain\0third"]],
        [stdClass::class, $letters],
        [Loose::class, ['typed', 'next', 'any', 'dynamic']],
        [Nothing::class, []],
        [DateTimeImmutable::class, ['date', 'timezone_type', 'timezone']],
    ];
    [$definitions, $keys] = ['', 0];
    foreach ($shapes as [$class, $own]) {
        $definitions .= chr(2 * count($own) + ($class !== '' ? 1 : 0)) . ($class === '' ? '' : $name($class)) . implode(array_map($name, $own));
        $keys += count($own);
    }
    $length = chr(strlen($definitions) % 128 | 128) . chr(intdiv(strlen($definitions), 128));
    // no dictionaries and no symbols, also for the root; no zstd
    $file = "LRDP\2$length$definitions\0\0" . str_repeat("\0\0", $keys + 1) . "\0\0";
    $path = tempnam(sys_get_temp_dir(), 'larder');
    file_put_contents($path, $file . hash('sha256', $file, true));
    $profile = Larder\Profile::fromFile($path);
    unlink($path);
    return $profile;
}

$profile = profile();
mt_srand(20260101);
[$checked, $differ] = [0, 0];
while ($checked < 1500) {
    $value = value(4);
    if (!is_array($value) || !$value) {
        continue;
    }
    $checked++;
    $under = mt_rand(0, 2) ? null : $profile;
    $one = larder_serialize($value, $under, 'fast');
    $two = larder_serialize(referred($value), $under, 'fast');
    if ($one !== $two || portrait(larder_unserialize($one, ['allowed_classes' => true, 'profile' => $profile])) !== portrait(php($value))) {
        echo $one === $two ? "not what it was:\n" : "two encodings:\n", portrait($value), "\n", bin2hex($one), "\n", bin2hex($two), "\n";
        if (++$differ > 2) {
            break;
        }
    }
}
echo "$checked values\n";
--EXPECT--
1500 values
