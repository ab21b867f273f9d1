<?php

declare(strict_types=1);

namespace Larder\Tests\Mutation;

/** Changes bytes at random: by mt_rand, so the same for the same seed. */
final class Mutator
{
    /** What readers take for a length, a number or a tag that is special. */
    private const PIECES = [
        "\x00", "\x01", "\x7F", "\x80", "\xFF", "\xC1\x40", "\xFF\xFF\xFF\xFF", "\x7F\xFF\xFF\xFF",
        "\xFF\xFF\xFF\xFF\x0F",
        "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F",
        "\x80\x80\x80\x80\x08", "\xFE\xFF\x03",
        "\xF1", "\xF2", "\xF3", "\xF4\x08", "\xFD\x0A", "\xFD\x0B", "\xFD\x0C", "\xFD\x0D",
        "\xFD\x0E", "\xFD\x0F\x00", "\xFD\x0F\x01",
        'R:1;', 'R:2;', 'r:1;', 'r:2;', 'a:0:{}', 'N;', 'O:8:"stdClass":0:{}', "\x14\x00", "\x15",
        "\x1E", "\x25\x00", "\x22",
        "\xDF\xFF\xFF\xFF\xFF", "\xDD\x7F\xFF\xFF\xFF", "\xC0", "\xD8\x1C", "\xD8\x1D\x00",
        "\x9B\x00\x00\x00\x00\xFF\xFF\xFF\xFF",
    ];
    private const NUMBERS = [
        '0',
        '1',
        '2',
        '-1',
        '99',
        '2147483647',
        '4294967296',
        '9223372036854775807',
        '1e999',
    ];
    private const CLASSES = [
        'stdClass', 'Closure', 'Generator', 'ArrayObject', 'SplObjectStorage', 'SplFixedArray',
        'DateTime', 'DatePeriod', 'Exception', 'WeakMap',
        'Fiber', 'SplDoublyLinkedList', 'HashContext', 'PDO', 'NoSuchClass', 'Larder\Profile',
        'Larder\DecodeError', '__PHP_Incomplete_Class',
        'UnitEnum',
        'Larder\Lab\Corpus\Suit', 'Larder\Lab\Corpus\Level', 'Larder\Lab\Corpus\Account',
        'Larder\Lab\Corpus\Member', 'Larder\Lab\Corpus\Sleeper',
        'Larder\Lab\Corpus\Magic', 'Larder\Lab\Corpus\Wrapped', 'Larder\Lab\Corpus\Plain',
        'Larder\Lab\Corpus\Typed',
    ];

    /** @param list<string> $others what pieces may come from, too */
    public function __construct(private readonly array $others)
    {
    }

    /** Bytes with one to four changes. */
    public function mutate(string $bytes): string
    {
        for ($times = [1, 1, 1, 2, 3, 4][\mt_rand(0, 5)]; $times > 0; $times--) {
            $bytes = $this->once($bytes);
        }

        return self::withChecksum($bytes);
    }

    private function once(string $bytes): string
    {
        $end = \strlen($bytes);
        $at = \mt_rand(0, $end);
        $few = \min($end - $at, \mt_rand(0, 3) === 0 ? \mt_rand(1, 100) : \mt_rand(1, 4));
        $other = $this->others[\mt_rand(0, \count($this->others) - 1)];
        switch (\mt_rand(0, 12)) {
            case 0:
            case 1:
                return $at === $end ? $bytes : \substr_replace(
                    $bytes,
                    $bytes[$at] ^ \chr(1 << \mt_rand(0, 7)),
                    $at,
                    1,
                );
            case 2:
            case 3:
                return $at === $end ? $bytes : \substr_replace(
                    $bytes,
                    \chr(\mt_rand(0, 255)),
                    $at,
                    1,
                );
            case 4:
                return \mt_rand(0, 3) === 0
                    ? \substr($bytes, 0, $at)
                    : \substr_replace($bytes, '', $at, $few);
            case 5:
                return \substr_replace($bytes, self::random($few), $at, 0);
            case 6:
                return \substr_replace($bytes, \substr($bytes, $at, $few), \mt_rand(0, $end), 0);
            case 7:
                return \substr_replace($bytes, \substr($bytes, \mt_rand(0, $end), $few), $at, $few);
            case 8:
                return \substr($bytes, 0, $at) . \substr($other, \mt_rand(0, \strlen($other)));
            case 9:
                return \substr_replace(
                    $bytes,
                    \substr($other, \mt_rand(0, \strlen($other)), \mt_rand(1, 60)),
                    $at,
                    $few,
                );
            case 10:
                return \substr_replace(
                    $bytes,
                    self::PIECES[\mt_rand(0, \count(self::PIECES) - 1)],
                    $at,
                    \mt_rand(0, 2) === 0 ? 0 : $few,
                );
            case 11:
                return self::replaceOne(
                    '/\d+/',
                    self::NUMBERS[\mt_rand(0, \count(self::NUMBERS) - 1)],
                    $bytes,
                );
            default:
                return self::otherClass($bytes);
        }
    }

    /**
     * Names of classes are exchanged, with the length that PHP's text has before them, or that is
     * one byte.
     */
    private static function otherClass(string $bytes): string
    {
        $class = self::CLASSES[\mt_rand(0, \count(self::CLASSES) - 1)];
        $known = \implode('|', \array_map(\preg_quote(...), self::CLASSES));
        if (
            \preg_match_all(
                '/(?:[OCE]:\d+:"|.)(' . \str_replace('/', '\/', $known) . ')/s',
                $bytes,
                $found,
                \PREG_OFFSET_CAPTURE,
            ) < 1
        ) {
            return $bytes;
        }
        $one = \mt_rand(0, \count($found[0]) - 1);
        [$match, $at] = $found[0][$one];
        $old = $found[1][$one][0];
        $length = \strlen($class);
        $new = \strlen($match) > \strlen($old) + 1
            ? "$match[0]:$length:\"$class"
            : \chr(\ord($match[0]) + $length - \strlen($old) & 0xFF) . $class;

        return \substr_replace($bytes, $new, $at, \strlen($match));
    }

    private static function replaceOne(string $pattern, string $with, string $bytes): string
    {
        if (\preg_match_all($pattern, $bytes, $found, \PREG_OFFSET_CAPTURE) < 1) {
            return $bytes;
        }
        [$match, $at] = $found[0][\mt_rand(0, \count($found[0]) - 1)];

        return \substr_replace($bytes, $with, $at, \strlen($match));
    }

    /** A Larder value with a checksum gets the right one, mostly; no change would get beyond it. */
    private static function withChecksum(string $bytes): string
    {
        if (
            \strlen($bytes) < 7 || $bytes[0] !== "\xC1" || (\ord($bytes[1]) & 0xC4) !== 0x44
                || \mt_rand(0, 4) === 0
        ) {
            return $bytes;
        }
        $checked = \substr($bytes, 0, -4);

        return $checked . \strrev(\hash('crc32c', $checked, true));
    }

    private static function random(int $length): string
    {
        $bytes = '';
        for ($at = 0; $at < $length; $at++) {
            $bytes .= \chr(\mt_rand(0, 255));
        }

        return $bytes;
    }
}
