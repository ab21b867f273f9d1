<?php

declare(strict_types=1);

namespace Larder\Lab\Tests;

use Larder\Tests\Support\Orders;
use Larder\Tests\Support\RedisServer;
use PHPUnit\Framework\TestCase;

/**
 * The runner as the command starts it: a process, a job on its standard input, events on its
 * standard output.
 */
final class RunnerTest extends TestCase
{
    private const RUNNER = __DIR__ . '/../runner.php';

    /** The array of the article redis-php-2015. */
    private const SMALL_MIXED = [
        0, 1, 2, 'a', 'b', 'c', 'd', 'a' => '12', '包含中文', 'abcd包含中文efg' => 'abc一二三四defg',
        '键名' => [
            'abc' => ['def' => 123, 456, 'abcd中文内容efg'],
            'a之间c' => ['a' => 123, 'c', 5 => 6],
        ],
    ];

    private static ?RedisServer $server = null;
    private string $values;

    public static function tearDownAfterClass(): void
    {
        self::$server?->stop();
        self::$server = null;
    }

    protected function setUp(): void
    {
        $this->values = (string) \tempnam(\sys_get_temp_dir(), 'larder');
        \file_put_contents($this->values, \json_encode(self::SMALL_MIXED) . "\n");
    }

    protected function tearDown(): void
    {
        \unlink($this->values);
    }

    public function testListTellsEveryCodec(): void
    {
        [$code, $events] = $this->runner('list', null);

        self::assertSame(0, $code);
        self::assertCount(1, $events);
        self::assertSame(['runtime', 'php', \PHP_VERSION], [
            $events[0]['event'], $events[0]['runtime'], $events[0]['version'],
        ]);
        $codecs = \array_column($events[0]['codecs'], null, 'id');
        self::assertSame(
            [
                'json', 'json-unescaped', 'serialize', 'igbinary', 'igbinary-nocompact', 'msgpack',
                'hprose',
                'larder-fast', 'larder', 'larder-small',
                'larder-profile-fast', 'larder-profile', 'larder-profile-small',
            ],
            \array_keys($codecs),
        );
        self::assertTrue($codecs['json']['available']);
    }

    public function testListWithoutExtensionsSaysHowToGetThem(): void
    {
        // -n: no php.ini, so no shared extension is loaded
        [$code, $events] = $this->runner('list', null, ['-n']);

        self::assertSame(0, $code);
        $codecs = \array_column($events[0]['codecs'], null, 'id');
        if ($codecs['igbinary']['available']) {
            self::markTestSkipped('igbinary is built into this PHP');
        }
        self::assertStringContainsString(
            'apt-get install php-igbinary',
            $codecs['igbinary']['why'],
        );
        self::assertNull($codecs['igbinary']['version']);
        self::assertFalse($codecs['larder']['available']);
        self::assertStringContainsString('make php', $codecs['larder']['why']);
    }

    /** @dataProvider sizes */
    public function testMeasureTellsEverythingInOrder(string $codec, int $size): void
    {
        $this->need($codec);
        [$code, $events] = $this->measure(['codec' => $codec]);

        self::assertSame(0, $code);
        self::assertSame(
            [
                'phase load',
                'phase check',
                'roundtrip',
                'bytes',
                'phase encode',
                'time',
                'phase decode',
                'time',
                'done',
            ],
            \array_map(
                static fn (array $event): string => \trim(
                    $event['event'] . ' ' . ($event['phase'] ?? '')
                ),
                $events,
            ),
        );
        self::assertSame(['event' => 'roundtrip', 'result' => 'exact'], $events[2]);
        self::assertSame([$size], $events[3]['sizes']);
        self::assertSame(['encode', 'decode'], [$events[5]['op'], $events[7]['op']]);
        foreach ([$events[5], $events[7]] as $time) {
            self::assertCount(3, $time['ns']);
            self::assertGreaterThan(0, \min($time['ns']));
            self::assertArrayHasKey('alloc_bytes', $time);
        }
    }

    /** @return iterable<string, array{string, int}> */
    public static function sizes(): iterable
    {
        yield 'json' => ['json', 281];
        yield 'json-unescaped' => ['json-unescaped', 221];
        yield 'serialize' => ['serialize', 321];
        yield 'igbinary' => ['igbinary', 178];
        yield 'igbinary-nocompact' => ['igbinary-nocompact', 181];
        yield 'msgpack' => ['msgpack', 139];
    }

    public function testACodecThatFailsEndsTheRunInGoodOrder(): void
    {
        \file_put_contents($this->values, "[1]\n[1e999]\n");
        [$code, $events] = $this->measure(['codec' => 'json']);

        self::assertSame(0, $code);
        self::assertSame(['phase', 'phase', 'roundtrip', 'done'], \array_column($events, 'event'));
        self::assertSame('failed', $events[2]['result']);
        self::assertSame(
            'JsonException: Inf and NaN cannot be JSON encoded, at value 1',
            $events[2]['loss'],
        );
    }

    public function testACodecWithoutObjectsLosesThem(): void
    {
        \file_put_contents($this->values, \json_encode(Orders::order()) . "\n");
        [$code, $events] = $this->measure(['dataset' => 'order', 'codec' => 'json']);

        self::assertSame(0, $code);
        [$roundTrip] = $this->only($events, 'roundtrip');
        self::assertSame('lossy', $roundTrip['result']);
        self::assertStringStartsWith(
            'Larder\Lab\Shop\Order became array (in 1 value',
            $roundTrip['loss'],
        );

        [, $events] = $this->measure(['dataset' => 'order', 'codec' => 'serialize']);
        self::assertSame('exact', $this->only($events, 'roundtrip')[0]['result']);
    }

    public function testIntegersBeyond64BitsAreNoted(): void
    {
        \file_put_contents($this->values, <<<'JSON'
            [9223372036854775807]
            {"a":[9223372036854775808]}
            ["9223372036854775808"]
            -9223372036854775809
            1234567890123456789.5

            JSON);
        [, $events] = $this->measure(['codec' => 'serialize']);

        self::assertContains(
            ['event' => 'note', 'text' => 'integers beyond 64 bits are floats in PHP (2 values)'],
            $events,
        );
        self::assertContains(['event' => 'roundtrip', 'result' => 'exact'], $events);
    }

    public function testLoopsRepeatTheFirstValue(): void
    {
        [$code, $events] = $this->runner('loops', ['codec' => 'serialize', 'loops' => 1001]);

        self::assertSame(0, $code);
        self::assertSame(
            ['phase', 'phase', 'roundtrip', 'bytes', 'phase', 'loop', 'phase', 'loop', 'done'],
            \array_column($events, 'event'),
        );
        foreach ([5 => 'encode', 7 => 'decode'] as $at => $op) {
            self::assertSame([$op, 1001], [$events[$at]['op'], $events[$at]['loops']]);
            self::assertGreaterThan(0, $events[$at]['seconds']);
            self::assertGreaterThan(0, $events[$at]['memory_bytes']);
        }
    }

    public function testMeasureTellsWhatRedisCharges(): void
    {
        $redis = $this->redis()->connect();
        [$code, $events] = $this->measure(['codec' => 'serialize', 'redis' => $this->target()]);

        self::assertSame(0, $code);
        [$event] = $this->only($events, 'redis');
        self::assertArrayNotHasKey('error', $event);
        self::assertSame(4096, $event['keys']);
        self::assertGreaterThan(321, $event['bytes_per_value']);
        self::assertGreaterThan(321, $event['memory_usage_per_value']);
        self::assertEqualsWithDelta(321, $event['list_bytes_per_value'], 20);
        self::assertSame(0, $redis->dbSize());
    }

    public function testLoopsTellWhatAListTakes(): void
    {
        $this->redis();
        $job = [
            'codec' => 'serialize',
            'loops' => 10,
            'redis' => $this->target(),
            'entries' => 20_000,
        ];
        [$code, $events] = $this->runner('loops', $job);

        self::assertSame(0, $code);
        [$event] = $this->only($events, 'list');
        self::assertSame(20_000, $event['entries']);
        self::assertEqualsWithDelta(330.0, $event['used_memory'] / 20_000, 10.0);
    }

    public function testAFullRedisCostsTheRedisFiguresAlone(): void
    {
        $this->redis();
        $server = new RedisServer('--maxmemory', '2mb', '--maxmemory-policy', 'noeviction');
        try {
            $job = ['codec' => 'serialize', 'redis' => $this->target($server->port)];
            [$code, $events] = $this->measure($job);
            self::assertSame(0, $code);
            self::assertStringContainsString('OOM', $this->only($events, 'redis')[0]['error']);
            self::assertSame('done', \end($events)['event']);
            self::assertSame(0, $server->connect()->dbSize());

            [$code, $events] = $this->runner('loops', ['loops' => 10, 'entries' => 20_000] + $job);
            self::assertSame(0, $code);
            self::assertStringContainsString('OOM', $this->only($events, 'redis')[0]['error']);
        } finally {
            $server->stop();
        }
    }

    public function testARefusedConnectionCostsTheRedisFiguresAlone(): void
    {
        if (!\extension_loaded('redis')) {
            self::markTestSkipped('phpredis is not installed');
        }
        [$code, $events] = $this->measure(['codec' => 'serialize', 'redis' => $this->target(1)]);

        self::assertSame(0, $code);
        self::assertSame('Connection refused', $this->only($events, 'redis')[0]['error']);
        self::assertCount(2, $this->only($events, 'time'));
    }

    public function testWithoutPhpredisTheErrorSaysHowToGetIt(): void
    {
        if (\str_contains((string) \shell_exec(\escapeshellarg(\PHP_BINARY) . ' -n -m'), 'redis')) {
            self::markTestSkipped('phpredis is built into this PHP');
        }
        [$code, $events] = $this->measure(
            ['codec' => 'serialize', 'redis' => $this->target(1)],
            ['-n'],
        );

        self::assertSame(0, $code);
        self::assertSame(
            'phpredis is not installed: apt-get install php-redis',
            $this->only($events, 'redis')[0]['error'],
        );
    }

    public function testAnAbsentOrUnknownCodecIsAFailure(): void
    {
        [$code, , $error] = $this->measure(['codec' => 'larder'], ['-n']);
        self::assertSame(1, $code);
        self::assertStringContainsString('codec larder is not available', $error);

        [$code, , $error] = $this->measure(['codec' => 'marshal']);
        self::assertSame(1, $code);
        self::assertStringContainsString('there is no codec marshal', $error);
    }

    public function testAMissingFileIsAFailure(): void
    {
        [$code, , $error] = $this->measure(['codec' => 'json', 'values' => '/nowhere.jsonl']);

        self::assertSame(1, $code);
        self::assertStringContainsString('/nowhere.jsonl', $error);
    }

    public function testBadUsageIsToldApart(): void
    {
        foreach (['', 'people'] as $verb) {
            [$code, $events, $error] = $this->runner($verb, null);
            self::assertSame(2, $code);
            self::assertSame([], $events);
            self::assertStringContainsString('usage:', $error);
        }
    }

    private function need(string $codec): void
    {
        $extension = \strtok($codec, '-');
        if (
            \in_array($extension, ['igbinary', 'msgpack'], true) && !\extension_loaded($extension)
        ) {
            self::markTestSkipped("$extension is not installed");
        }
    }

    private function redis(): RedisServer
    {
        if (($missing = RedisServer::missing()) !== null) {
            self::markTestSkipped($missing);
        }

        return self::$server ??= new RedisServer();
    }

    /** @return array<string, mixed> */
    private function target(?int $port = null): array
    {
        return [
            'host' => '127.0.0.1', 'port' => $port
                ?? self::$server->port, 'username' => null, 'password' => null,
            'db' => 0, 'tls' => false, 'prefix' => 'larder:0123456789ab:', 'private' => true,
        ];
    }

    /**
     * @param list<array<string, mixed>> $events
     * @return list<array<string, mixed>>
     */
    private function only(array $events, string $name): array
    {
        return \array_values(
            \array_filter($events, static fn (array $event): bool => $event['event'] === $name)
        );
    }

    /**
     * @param array<string, mixed> $job
     * @param list<string> $php
     * @return array{int, list<array<string, mixed>>, string}
     */
    private function measure(array $job, array $php = []): array
    {
        return $this->runner(
            'measure',
            $job + ['plan' => ['warmup_ms' => 1, 'samples' => 3, 'sample_ms' => 1]],
            $php,
        );
    }

    /**
     * @param ?array<string, mixed> $job
     * @param list<string> $php options of the php command
     * @return array{int, list<array<string, mixed>>, string} exit code, events, standard error
     */
    private function runner(string $verb, ?array $job, array $php = []): array
    {
        $command = [\PHP_BINARY, ...$php, self::RUNNER, ...($verb === '' ? [] : [$verb])];
        $process = \proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
        if ($job !== null) {
            $scratch = \sys_get_temp_dir();
            $job += [
                'dataset' => 'small-mixed',
                'values' => $this->values,
                'scratch' => $scratch,
                'redis' => null,
            ];
            // It stays open, as the command leaves it.
            \fwrite($pipes[0], \json_encode($job) . "\n");
        }
        $output = (string) \stream_get_contents($pipes[1]);
        $error = (string) \stream_get_contents($pipes[2]);
        $code = \proc_close($process);
        $events = \array_map(
            static fn (string $line): array => \json_decode($line, true, 512, \JSON_THROW_ON_ERROR),
            \array_filter(\explode("\n", $output)),
        );

        return [$code, \array_values($events), $error];
    }
}
