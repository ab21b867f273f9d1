<?php

declare(strict_types=1);

namespace Larder\Lab\Tests;

use Larder\Lab\Codec;
use Larder\Lab\Codecs;
use Larder\Lab\Operation;
use Larder\Lab\RoundTrip;
use PHPUnit\Framework\TestCase;

final class CodecsTest extends TestCase
{
    private const JSON_FLOAT = 'float became int (in 1 value, first at .a: 1.0 → 1)';

    protected function setUp(): void
    {
        \set_error_handler(static function (int $severity, string $message): bool {
            throw new \ErrorException($message, 0, $severity);
        });
    }

    protected function tearDown(): void
    {
        \restore_error_handler();
    }

    /** @dataProvider values */
    public function testKeepsAValueOrSaysWhatItLoses(
        string $id,
        mixed $value,
        string $result,
        string $loss,
    ): void {
        $trip = $this->trip($id, [$value]);

        self::assertSame($result, $trip->result, (string) $trip->loss);
        self::assertTrue(\str_starts_with((string) $trip->loss, $loss), (string) $trip->loss);
    }

    /** @return iterable<string, array{string, mixed, string, string}> */
    public static function values(): iterable
    {
        $deep = null;
        for ($i = 0; $i < 512; $i++) {
            $deep = $i % 2 === 0 ? [$deep] : ['k' => $deep];
        }
        $exact = [
            'empty array' => [],
            'null' => null,
            'false' => false,
            'keys like ints' => [
                '1' => 'a',
                '01' => 'b',
                '-0' => 'c',
                '-5' => 'd',
                '9223372036854775808' => 'e',
            ],
            'list with a hole' => [1 => 'a', 2 => 'b'],
            'extreme ints' => [\PHP_INT_MIN, \PHP_INT_MAX, 0, -1, 255, 65536, 4294967296],
            'floats' => [0.1, 1.5e300, 5e-324, -1.25, \PHP_FLOAT_MAX],
            'empty key' => ['' => ''],
            'nested 512 deep' => $deep,
            'big string' => \str_repeat('0123456789abcdef', 1 << 16),
            'same strings' => \array_fill(0, 100, ['name' => 'same', 'other' => 'same']),
            'Chinese' => ['键名' => 'abc一二三四defg', 'emoji' => '🥫'],
        ];
        $jsonMisses = [
            'whole float' => [['a' => 1.0], 'lossy', self::JSON_FLOAT],
            'minus zero' => [
                [-0.0],
                'lossy',
                'float became int (in 1 value, first at [0]: -0.0 → 0)',
            ],
            'invalid UTF-8' => [["\xff"], 'failed', 'JsonException: Malformed UTF-8 characters'],
            'NaN' => [
                [\NAN],
                'failed',
                'JsonException: Inf and NaN cannot be JSON encoded, at value 0',
            ],
            'infinity' => [
                [\INF],
                'failed',
                'JsonException: Inf and NaN cannot be JSON encoded, at value 0',
            ],
        ];
        $cases = [
            'json',
            'json-unescaped',
            'serialize',
            'igbinary',
            'igbinary-nocompact',
            'msgpack',
        ];
        foreach ($cases as $id) {
            foreach ($exact as $name => $value) {
                yield "$id, $name" => [$id, $value, 'exact', ''];
            }
            $json = \str_starts_with($id, 'json');
            foreach ($jsonMisses as $name => [$value, $result, $loss]) {
                yield "$id, $name" => $json ? [
                    $id,
                    $value,
                    $result,
                    $loss,
                ] : [$id, $value, 'exact', ''];
            }
        }
    }

    public function testCountsTheValuesThatLoseTheSameThing(): void
    {
        $trip = $this->trip('json', [[1.5], [1.5, 2.0, 3.0], [4.0]]);

        self::assertSame('float became int (in 2 values, first at [1]: 2.0 → 2)', $trip->loss);
        self::assertSame(['[1.5]', '[1.5,2,3]', '[4]'], $trip->encoded);
    }

    public function testSaysAtWhichValueACodecFails(): void
    {
        $trip = $this->trip('json', [1, 2, "\xff"]);

        self::assertSame('failed', $trip->result);
        self::assertStringEndsWith(', at value 2', (string) $trip->loss);
        self::assertSame([], $trip->encoded);
    }

    public function testTakesAWarningForAFailure(): void
    {
        $trip = RoundTrip::of(
            ['not what unserialize expects'],
            new Operation('\strrev($in)'),
            new Operation('\unserialize($in)'),
        );

        self::assertSame('failed', $trip->result);
        self::assertStringContainsString('Error at offset 0', (string) $trip->loss);
    }

    public function testIgbinaryStoresAStringOnceOnlyIfItIsToldTo(): void
    {
        $value = [['some key' => 'some text', 'other' => 'some text']];
        $once = $this->trip('igbinary', $value)->encoded[0];
        $twice = $this->trip('igbinary-nocompact', $value)->encoded[0];

        self::assertSame(1, \substr_count($once, 'some text'));
        self::assertSame(2, \substr_count($twice, 'some text'));
    }

    public function testAnAbsentCodecSaysHowToGetIt(): void
    {
        $absent = new Codec(
            'absent',
            'library',
            '$in',
            '$in',
            'no_such_extension',
            [],
            'install it so',
        );
        $described = $absent->describe();
        self::assertFalse($described['available']);
        self::assertNull($described['version']);
        self::assertSame('install it so', $described['why']);

        $this->expectExceptionMessage('codec absent is not available: install it so');
        $absent->settle();
    }

    /** @param list<mixed> $values */
    private function trip(string $id, array $values): RoundTrip
    {
        $codec = Codecs::get($id);
        if (!$codec->describe()['available']) {
            self::markTestSkipped($codec->describe()['why']);
        }
        $codec->settle();

        return RoundTrip::of($values, new Operation($codec->encode), new Operation($codec->decode));
    }
}
