<?php

declare(strict_types=1);

namespace Larder\Tests;

/**
 * Values that take much more memory or time than their bytes, in every format that the extension
 * reads.
 */
final class Hostile
{
    public const FORMATS = ['larder', 'php', 'igbinary', 'msgpack', 'json', 'hprose', 'cbor'];

    /**
     * Lists of small things, each of about `$bytes` bytes.
     *
     * @return iterable<string, array{string, string}> by name: format and bytes
     */
    public static function lists(int $bytes): iterable
    {
        foreach (self::larder($bytes) as $name => $value) {
            yield "larder: $name" => ['larder', $value];
        }
        foreach (self::written($bytes) as [$format, $name, $value]) {
            yield "$format: $name" => [$format, $value];
        }
        $decimal = "\xC4\x82\x39\x03\xE7\x01";
        $decimals = "\x9A" . \pack('N', \intdiv($bytes, 6)) . \str_repeat(
            $decimal,
            \intdiv($bytes, 6),
        );
        yield 'cbor: decimals of scale 1000' => ['cbor', $decimals];
        $count = \intdiv($bytes, 21);
        yield 'json: integers of 20 digits' => [
            'json',
            '[' . \str_repeat('99999999999999999999,', $count) . '0]',
        ];
        $count = \intdiv($bytes, 12);
        foreach (['references' => 'R:2;', 'objects again' => 'r:2;'] as $name => $item) {
            $first = $item === 'R:2;' ? 'a:0:{}' : 'O:8:"stdClass":0:{}';
            $items = \implode(
                '',
                \array_map(static fn (int $at): string => "i:$at;$item", \range(1, $count)),
            );
            yield "php: $name" => ['php', 'a:' . $count + 1 . ":{i:0;$first$items}"];
        }
    }

    /**
     * Keys that collide in PHP's hash tables: `$count` integers, in each format.
     *
     * @return iterable<string, array{string, string}>
     */
    public static function collisions(int $count): iterable
    {
        $delta = "\x02\x00" . self::varint(1 << 32) . "\x00";
        yield 'larder' => ['larder', "\xC1\x40\xF2" . self::varint($count) . "$delta\x11"];
        $php = $json = $hprose = $msgpack = $cbor = $igbinary = '';
        for ($at = 0; $at < $count; $at++) {
            $key = $at << 31;
            $php .= "i:$key;N;";
            $json .= "\"$key\":0,";
            $hprose .= "l$key;n";
            $msgpack .= "\xCF" . \pack('J', $key) . "\xC0";
            $cbor .= "\x1B" . \pack('J', $key) . "\xF6";
            $igbinary .= "\x20" . \pack('J', $key) . "\x00";
        }
        $length = \pack('N', $count);
        yield 'php' => ['php', "a:$count:{{$php}}"];
        yield 'json' => ['json', '{' . \substr($json, 0, -1) . '}'];
        yield 'hprose' => ['hprose', "m$count{{$hprose}}"];
        yield 'msgpack' => ['msgpack', "\xDF$length$msgpack"];
        yield 'cbor' => ['cbor', "\xBA$length$cbor"];
        yield 'igbinary' => ['igbinary', "\x00\x00\x00\x02\x16$length$igbinary"];
        yield 'php: an object' => ['php', "O:8:\"stdClass\":$count:{{$php}}"];
        yield 'php: a state' => [
            'php',
            'O:' . \strlen(Fixtures\Roomy::class) . ':"' . Fixtures\Roomy::class
                . "\":$count:{{$php}}",
        ];
    }

    /** @return iterable<string, string> */
    private static function larder(int $bytes): iterable
    {
        $key = "\x02\x31k";
        $roomy = "\x01" . self::text(Fixtures\Roomy::class);
        $roomyOfOne = "\x03" . self::text(Fixtures\Roomy::class) . "\x31k";
        $shaped = static fn (string $shape, string $body): string => "\xC1\x40\xF5"
            . self::varint(\strlen($shape)) . $shape . $body;
        $items = [
            'empty lists' => "\xF3\x00",
            'lists of one' => "\xF3\x01\x00",
            'lists of nine' => "\xF3\x09" . \str_repeat("\x00", 9),
            'lists of lists' => "\xF3\x01\xF3\x01\xF3\x01\x00",
            'columns of one' => "\xF1\x01\x11",
            'keyed maps' => "\xF2\x01\x02\x00\x00\x00\x11",
            'empty keyed maps' => "\xF2\x00",
            'texts of one' => "\x31x",
            'texts of two' => "\x32xy",
            'texts of four' => "\x34wxyz",
            'bytes' => "\xF0\x02\xFF\xFF",
            'decimals of scale 1000' => "\xFD\x02\xD0\x0F\x01\x05",
            'integers of 65 bits' => "\xFD\x00\x09\x01" . \str_repeat("\x00", 8),
            'references' => "\xFD\x0E\xE8",
            'shared lists' => "\xFD\x0D\xF3\x01\x00",
            'dates' => "\xFD\x03\x00",
            'UUIDs' => "\xFD\x09" . \str_repeat("\x55", 16),
        ];
        foreach ($items as $name => $item) {
            yield $name => "\xC1\x40" . self::list($item, $bytes);
        }
        yield 'maps of one key' => $shaped($key, self::list("\xD0\x00", $bytes));
        yield 'objects of no key' => $shaped($roomy, self::list("\xD0", $bytes));
        yield 'objects of one key' => $shaped($roomyOfOne, self::list("\xD0\x00", $bytes));
        yield 'objects of PHP' => $shaped(
            "\x01" . self::text('ArrayObject'),
            self::list("\xD0", $bytes),
        );
        yield 'objects of no class' => $shaped(
            "\x03" . self::text('NoSuchClass') . "\x31k",
            self::list("\xD0\x00", $bytes),
        );
        yield 'a text again' => "\xC1\x40\xF3" . self::varint(1 + \intdiv($bytes, 4)) . self::text(
            \str_repeat('x', \intdiv($bytes, 2))
        )
            . \str_repeat("\xFE\x00", \intdiv($bytes, 4));
        $long = "\x02" . self::text(\str_repeat('k', \intdiv($bytes, 2)));
        yield 'a long key again' => $shaped($long, self::list("\xD0\x00", \intdiv($bytes, 2)));
        foreach ([1000, 40_000, 1_000_000, 3_000_000, 1 << 27] as $count) {
            $values = self::varint($count);
            yield "$count nulls" => "\xC1\x40\xF1$values\x11";
            yield "$count maps" => $shaped($key, "\xF1$values\x10\x00\x11");
            yield "$count objects" => $shaped($roomy, "\xF1$values\x10\x00");
            yield "$count texts" => "\xC1\x40\xF1$values\x0B\x01\x50" . \str_repeat('x', 0x50)
                . "\x01\x00\x00";
            yield "$count dates" => "\xC1\x40\xF1$values\x07\x01\x00\x00";
            yield "$count keys" => "\xC1\x40\xF2$values\x02\x00\x02\x00\x11";
        }
    }

    /** @return iterable<array{string, string, string}> what the extension writes of values */
    private static function written(int $bytes): iterable
    {
        $items = [
            'empty lists' => [],
            'lists of one' => [1],
            'lists of nine' => [1, 2, 3, 4, 5, 6, 7, 8, 9],
            'lists of lists' => [[[1]]],
            'maps of one key' => ['k' => 1],
            'maps of keys that are integers' => [5 => 1],
            'texts of two' => 'xy',
            'objects' => new Fixtures\Roomy(),
            'objects of no class' => \unserialize('O:11:"NoSuchClass":1:{s:1:"k";i:1;}'),
        ];
        foreach ($items as $name => $item) {
            foreach (\array_diff(self::FORMATS, ['larder']) as $format) {
                // Each object is one of its own.
                $list = static fn (int $count): array => \array_map(
                    static fn (int $at): mixed => \is_object($item) ? clone $item : $item,
                    \range(1, $count),
                );
                try {
                    $each = \strlen(\larder_export($list(100), $format)) / 100;
                    yield [$format, $name, \larder_export($list((int) ($bytes / $each)), $format)];
                } catch (\Larder\EncodeError) {
                    // The format cannot hold it.
                }
            }
        }
    }

    /** A list of items of this many bytes in all. */
    private static function list(string $item, int $bytes): string
    {
        $count = \intdiv($bytes, \strlen($item));

        return "\xF3" . self::varint($count) . \str_repeat($item, $count);
    }

    private static function text(string $text): string
    {
        $length = \strlen($text);

        return ($length < 48 ? \chr(0x30 + $length) : "\xEF" . self::varint($length - 48)) . $text;
    }

    public static function varint(int $value): string
    {
        for ($bytes = ''; $value >= 0x80; $value >>= 7) {
            $bytes .= \chr($value & 0x7F | 0x80);
        }

        return $bytes . \chr($value);
    }
}
