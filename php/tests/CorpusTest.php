<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\DecodeError;
use Larder\Lab\Corpus\Cases;
use Larder\Lab\Corpus\Generator;
use Larder\Lab\Corpus\Notation;
use PHPUnit\Framework\TestCase;

/**
 * Generated values of every kind, as the serializers of PHP write them: what Larder reads is what
 * they themselves read.
 */
final class CorpusTest extends TestCase
{
    private const VALUES = 20_000;
    private const SEED = 7;

    /**
     * Values of Cases that Larder reads differently from the serializer that wrote them, and why.
     * The list may only shrink.
     *
     * @var array<string, string> by format and name
     */
    private const DIFFERENCES = [
        'msgpack object-before-reference'
            => 'php-msgpack marks a reference by a key that no other map has; it is refused',
        'msgpack object-with-two-references'
            => 'php-msgpack writes the same key twice then, which is no map; it is refused',
    ];

    /** @return iterable<string, array{string, callable(mixed): string, callable(string): mixed}> */
    public static function formats(): iterable
    {
        yield 'php' => ['php', 'serialize', 'unserialize'];
        yield 'igbinary' => ['igbinary', 'igbinary_serialize', 'igbinary_unserialize'];
        yield 'msgpack' => ['msgpack', 'msgpack_pack', 'msgpack_unpack'];
    }

    /**
     * @dataProvider formats
     *
     * @param callable(mixed): string $write
     * @param callable(string): mixed $read
     */
    public function testReadsWhatAnotherSerializerWrote(
        string $format,
        string $write,
        string $read,
    ): void {
        if (!\function_exists($write)) {
            self::markTestSkipped(
                "the extension $format is not loaded: apt-get install php-$format"
            );
        }
        $options = ['fallback' => [$format], 'allowed_classes' => true];
        $values = 0;
        foreach ((new Generator($format, self::SEED))->values(self::VALUES) as $number => $value) {
            $bytes = $write($value);
            self::assertAlike(
                $read($bytes),
                \larder_unserialize($bytes, $options),
                "value $number",
            );
            $values++;
        }
        self::assertSame(self::VALUES, $values);
    }

    /**
     * @dataProvider formats
     *
     * @param callable(mixed): string $write
     * @param callable(string): mixed $read
     */
    public function testReadsTheOddOnesToo(string $format, string $write, string $read): void
    {
        if (!\function_exists($write)) {
            self::markTestSkipped("$format is not loaded: apt-get install php-$format");
        }
        foreach (Cases::all() as $name => $value) {
            $bytes = $write($value);
            try {
                $ours = \larder_unserialize(
                    $bytes,
                    ['fallback' => [$format], 'allowed_classes' => true],
                );
            } catch (DecodeError $error) {
                self::assertArrayHasKey("$format $name", self::DIFFERENCES, $error->getMessage());
                continue;
            }
            self::assertAlike($read($bytes), $ours, $name);
            self::assertArrayNotHasKey(
                "$format $name",
                self::DIFFERENCES,
                'it reads: take it from the list',
            );
            self::assertAlike(
                $value,
                \larder_unserialize(\larder_serialize($value), ['allowed_classes' => true]),
                $name,
            );
        }
    }

    /** @dataProvider formats */
    public function testReadsWhatItWroteItself(string $format): void
    {
        foreach ((new Generator($format, self::SEED))->values(self::VALUES) as $number => $value) {
            $read = \larder_unserialize(\larder_serialize($value), ['allowed_classes' => true]);
            self::assertAlike($value, $read, "value $number");
        }
    }

    private static function assertAlike(mixed $expected, mixed $actual, string $message): void
    {
        self::assertSame(\serialize($expected), \serialize($actual), $message);
        // serialize takes references to an object for the object.
        self::assertSame(Notation::of($expected), Notation::of($actual), $message);
    }
}
