<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/**
 * Values of PHP, the same for the same seed.
 *
 * Left out is what the formats are known to lose, so that each value must come back as it was:
 * Cases has that.
 *
 * - A reference to an object that stood elsewhere before, without it: `serialize` takes both for
 *   one reference.
 * - Two references to one object: igbinary takes them for one.
 * - References that are met once: nothing distinguishes them.
 * - Arrays that PHP holds once by chance. Each is made where it stands, but for those that are
 *   meant to be copies.
 */
final class Generator
{
    private const CHARACTERS = [
        'a', 'Z', '0', ' ', '"', '\\', ';', ':', '{', '}', "\n", "\0", 'é', 'ß', 'Ж', 'ﬁ', '日', '本',
        '€', '😀',
        "\u{2028}",
    ];
    private const WORDS = [
        'id', 'name', 'email', 'status', 'active', 'tags', 'created_at', 'price', 'größe', '名前', '',
        '0x1', '05', '-0',
        '-', '1.5', '+1', '9223372036854775808', '-9223372036854775809', ' 1', '1 ', "a\0b",
        "\0*\0a", '00', "\xff",
        "\xc3",
    ];
    private const INTEGERS = [
        0, 1, -1, 9, 10, 99, 100, 127, 128, -128, -129, 255, 256, -255, -256, 32767, 32768, 65535,
        65536, -65535,
        -65536, 2147483647, 2147483648, -2147483648, -2147483649, 4294967295, 4294967296,
        -4294967295, -4294967296,
        9007199254740991, 9007199254740993, \PHP_INT_MAX, \PHP_INT_MIN,
    ];
    private const FLOATS = [
        0.0, -0.0, 1.0, -1.0, 0.1, -2.5, 1.5, 100.0, 1e15, 1e16, 1e17, 1e18, 123456789012345678.0,
        1e22, 1e23, 1e25,
        1e100, 1e-3, 1e-4, 1e-5, 1.5e-5, 1e-7, 0.30000000000000004, 5e-324, 2.2250738585072014e-308,
        1.7976931348623157e308, 1e308, 9007199254740992.0, 9007199254740993.0, 4503599627370496.5,
        0.00001234,
        1234567.891, \INF, -\INF, \NAN,
    ];

    /** Whether objects and references have a place in the format. */
    private readonly bool $isPlain;
    private readonly bool $sharesArrays;
    /** @var list<object> those of the value that have begun */
    private array $objects = [];
    /** @var array<int, mixed> places, which may be referred to */
    private array $places = [];
    private int $place = 0;
    /** @var list<array<mixed>> */
    private array $copied = [];
    private int $left = 0;

    public function __construct(string $format, int $seed)
    {
        $this->isPlain = $format === 'msgpack';
        $this->sharesArrays = $format === 'igbinary';
        \mt_srand($seed);
    }

    /** @return iterable<mixed> */
    public function values(int $count): iterable
    {
        for ($at = 0; $at < $count; $at++) {
            $this->objects = $this->places = $this->copied = [];
            $this->left = $at % 400 === 0 ? 2000 : \mt_rand(0, 40);
            $value = null;
            if ($at % 4 > 0) {
                $this->array($value, $at % 50 === 1 ? 12 : 4);
            } else {
                $this->fill($value, 4);
            }
            // A place that only this generator knows as well is no reference.
            $this->objects = $this->places = [];
            yield $value;
        }
    }

    /**
     * Puts a value there; gives back whether it is an object that stands nowhere else so far, or no
     * object.
     */
    private function fill(mixed &$place, int $depth): bool
    {
        $this->left--;
        $kind = \mt_rand(0, $depth > 0 && $this->left > 0 ? 19 : 8);
        if ($kind <= 8 || ($this->isPlain && $kind > 14)) {
            $place = $this->scalar();

            return true;
        }
        if ($kind <= 14) {
            $this->array($place, $depth - 1);

            return true;
        }
        if ($kind === 15 && $this->objects !== []) {
            $place = $this->objects[\mt_rand(0, \count($this->objects) - 1)];

            return false;
        }
        if ($kind === 16) {
            $place = \mt_rand(0, 3) > 0
                ? Suit::cases()[\mt_rand(0, 2)]
                : Level::cases()[\mt_rand(0, 1)];

            return false;
        }
        if ($kind === 17) {
            $place = $this->copied();

            return true;
        }
        $this->object($place, $depth - 1);

        return true;
    }

    private function scalar(): mixed
    {
        return match (\mt_rand(0, 9)) {
            0 => null,
            1 => \mt_rand(0, 1) === 1,
            2 => self::INTEGERS[\mt_rand(0, \count(self::INTEGERS) - 1)],
            3 => $this->integer(),
            4 => self::FLOATS[\mt_rand(0, \count(self::FLOATS) - 1)],
            5 => $this->float(),
            6 => self::WORDS[\mt_rand(0, \count(self::WORDS) - 1)],
            7, 8 => $this->text(),
            9 => $this->bytes(),
        };
    }

    private function integer(): int
    {
        $bits = \mt_rand(1, 62);
        $int = (\mt_rand() << 31 | \mt_rand()) & ((1 << $bits) - 1);

        return \mt_rand(0, 1) === 1 ? -$int : $int;
    }

    private function float(): float
    {
        switch (\mt_rand(0, 4)) {
            case 0:
                return \mt_rand(-100000, 100000) / 100;
            case 1:
                return (float) $this->integer();
            case 2:
                return \mt_rand(1, 999) * 10.0 ** \mt_rand(-30, 30);
            case 3:
                return \mt_rand() / \mt_rand(1, 1000000);
        }
        do {
            $float = \unpack('d', \pack('V2', \mt_rand(), \mt_rand() << 1 | \mt_rand(0, 1)))[1];
        } while (\is_nan($float));

        return $float;
    }

    private function text(): string
    {
        $length = \mt_rand(0, 20) === 0 ? \mt_rand(100, 400) : \mt_rand(0, 20);
        $text = '';
        for ($at = 0; $at < $length; $at++) {
            $text .= self::CHARACTERS[\mt_rand(0, \count(self::CHARACTERS) - 1)];
        }

        return $text;
    }

    private function bytes(): string
    {
        $length = \mt_rand(0, 8000) === 0 ? 70000 : \mt_rand(1, 20);
        $bytes = '';
        for ($at = 0; $at < $length; $at += 3) {
            $bytes .= \substr(\pack('V', \mt_rand()), 0, 3);
        }

        return \substr($bytes, 0, $length);
    }

    private function key(): int|string
    {
        return match (\mt_rand(0, 5)) {
            0 => \mt_rand(-3, 5),
            1 => self::INTEGERS[\mt_rand(0, \count(self::INTEGERS) - 1)],
            2 => $this->text(),
            3 => $this->bytes(),
            default => self::WORDS[\mt_rand(0, \count(self::WORDS) - 1)],
        };
    }

    private function array(mixed &$array, int $depth): void
    {
        $array = [];
        $count = $this->count();
        $kind = \mt_rand(0, 5);
        for ($at = 0; $at < $count; $at++) {
            $key = match ($kind) {
                0, 1, 2 => $at,
                // Nearly a list.
                3 => $at === $count - 1 ? $this->key() : $at,
                default => $this->key(),
            };
            if (!\array_key_exists($key, $array)) {
                $array[$key] = null;
                $this->element($array[$key], $array, $key, $depth);
            }
        }
    }

    private function count(): int
    {
        if ($this->left > 1500) {
            return \mt_rand(250, 700);
        }

        return \mt_rand(0, 9) === 0 ? 0 : \mt_rand(1, 6);
    }

    /** @param array<mixed>|object $holder of which this is the value of the key */
    private function element(
        mixed &$place,
        array|object &$holder,
        int|string $key,
        int $depth,
    ): void {
        if ($this->isPlain) {
            $this->fill($place, $depth);
            self::release($holder, $key);

            return;
        }
        if ($this->places !== [] && \mt_rand(0, 15) === 0) {
            $other = \array_rand($this->places);
            if (\is_array($holder)) {
                $holder[$key] = &$this->places[$other];
            } else {
                $holder->{$key} = &$this->places[$other];
            }

            return;
        }
        $number = $this->place++;
        if (\mt_rand(0, 3) === 0) {
            $this->places[$number] = &$place;
        }
        if (!$this->fill($place, $depth)) {
            unset($this->places[$number]);
            self::release($holder, $key);
        }
    }

    /**
     * A place that was filled by reference is still one to PHP, though nothing else refers to it:
     * `serialize` writes R: for an object there that stood elsewhere before, and msgpack a mark.
     *
     * @param array<mixed>|object $holder
     */
    private static function release(array|object &$holder, int|string $key): void
    {
        if (\is_array($holder)) {
            $value = $holder[$key];
            unset($holder[$key]);
            $holder[$key] = $value;
        } else {
            $value = $holder->{$key};
            unset($holder->{$key});
            $holder->{$key} = $value;
        }
    }

    /** An array of which there are copies, without objects and references. */
    private function copied(): array
    {
        if ($this->copied !== [] && \mt_rand(0, 2) > 0) {
            return $this->copied[\mt_rand(0, \count($this->copied) - 1)];
        }
        $array = [Notation::COPIED => \count($this->copied)];
        for ($at = \mt_rand(0, 4); $at > 0; $at--) {
            $array[] = $this->scalar();
        }
        if ($this->sharesArrays && $this->copied !== []) {
            $array['within'] = $this->copied[\mt_rand(0, \count($this->copied) - 1)];
        }

        return $this->copied[] = $array;
    }

    private function object(mixed &$place, int $depth): void
    {
        $kind = \mt_rand(0, 7);
        $object = match ($kind) {
            0, 1 => new \stdClass(),
            2 => new Account(),
            3 => new Member(),
            4 => new Sleeper(),
            5 => new Magic(),
            6 => new Wrapped(),
            7 => new Plain(),
        };
        $place = $object;
        $this->objects[] = $object;
        if ($object instanceof \stdClass) {
            for ($at = $this->count(); $at > 0; $at--) {
                $key = (string) $this->key();
                // PHP has no other property whose name begins so.
                if (($key === '' || $key[0] !== "\0") && !\property_exists($object, $key)) {
                    $object->{$key} = null;
                    $this->element($object->{$key}, $object, $key, $depth);
                }
            }
        } elseif ($object instanceof Wrapped) {
            $this->inner($object->value, $depth);
        } elseif ($object instanceof Plain) {
            $object->bytes = \str_replace(':', '.', \bin2hex($this->bytes()));
        } elseif ($object instanceof Magic) {
            $this->array($object->data, $depth);
        } else {
            $this->element($object->public, $object, 'public', $depth);
            $object->hide($this->value($depth), $this->value($depth));
            if ($object instanceof Member) {
                $object->hideMore($this->value($depth));
                $this->element($object->name, $object, 'name', $depth);
            }
        }
    }

    private function value(int $depth): mixed
    {
        $value = null;
        $this->fill($value, $depth);

        return $value;
    }

    /** A value of its own, which knows nothing of those around it. */
    private function inner(mixed &$place, int $depth): void
    {
        [
            $objects,
            $places,
            $this->objects,
            $this->places,
        ] = [$this->objects, $this->places, [], []];
        $place = \mt_rand(0, 1) === 1 ? $this->scalar() : [
            $this->scalar(),
            'a' => [$this->integer(), $this->text()],
        ];
        [$this->objects, $this->places] = [$objects, $places];
    }
}
