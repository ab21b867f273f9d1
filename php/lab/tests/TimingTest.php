<?php

declare(strict_types=1);

namespace Larder\Lab\Tests;

use Larder\Lab\Operation;
use Larder\Lab\MeasurePlan;
use Larder\Lab\Timing;
use PHPUnit\Framework\TestCase;

final class TimingTest extends TestCase
{
    /** @var list<mixed> */
    private static array $seen = [];

    public static function see(mixed $value): void
    {
        self::$seen[] = $value;
    }

    protected function setUp(): void
    {
        self::$seen = [];
    }

    public function testSamplesRotateThroughTheInputs(): void
    {
        $see = new Operation('\\' . self::class . '::see($in)');
        $samples = (new Timing($see, ['a', 'b', 'c'], new MeasurePlan(0, 4, 0.001)))->samples();

        self::assertCount(4, $samples);
        self::assertGreaterThan(0, \min($samples));
        // The warm-up and four samples, at least one pass each.
        self::assertGreaterThanOrEqual(15, \count(self::$seen));
        foreach (\array_chunk(self::$seen, 3) as $pass) {
            self::assertSame(['a', 'b', 'c'], $pass);
        }
    }

    public function testTheCycleCollectorRestsWhileTimingAndWorksAgainAfterwards(): void
    {
        $see = new Operation('\\' . self::class . '::see(\gc_enabled())');
        (new Timing($see, ['a'], new MeasurePlan(0, 1, 0)))->samples();

        self::assertSame([false], \array_unique(self::$seen));
        self::assertTrue(\gc_enabled());
    }

    public function testTellsTheExtraHeapOfAnOperation(): void
    {
        $alloc = (
            new Timing(
                new Operation('\str_repeat($in, 100000)'),
                ['x', 'y'],
                new MeasurePlan(0, 1, 0),
            )
        )->alloc();

        if (!\function_exists('memory_reset_peak_usage')) {
            self::assertNull($alloc);
            return;
        }
        self::assertGreaterThanOrEqual(100_000, $alloc);
        self::assertLessThan(120_000, $alloc);
    }

    public function testEverySampleIsOfTheSameEvenlySpacedValues(): void
    {
        $plan = new MeasurePlan(1, 1, 1); // 128 KiB of JSON a sample

        self::assertSame([0], Timing::choose([1 << 30], $plan));
        self::assertSame([0, 1, 2], Timing::choose([10, 20, 30], $plan));
        self::assertSame([0, 2, 4, 6], Timing::choose(\array_fill(0, 8, 32 << 10), $plan));
        self::assertSame([0], Timing::choose([1 << 30, 1 << 30], $plan));
    }
}
