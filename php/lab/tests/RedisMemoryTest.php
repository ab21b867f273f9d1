<?php

declare(strict_types=1);

namespace Larder\Lab\Tests;

use Larder\Lab\RedisMemory;
use Larder\Lab\RedisTarget;
use Larder\Tests\Support\RedisServer;
use PHPUnit\Framework\TestCase;

final class RedisMemoryTest extends TestCase
{
    private const PREFIX = 'larder:0123456789ab:';

    private static ?RedisServer $server = null;

    protected function setUp(): void
    {
        if (($missing = RedisServer::missing()) !== null) {
            self::markTestSkipped($missing);
        }
        self::$server ??= new RedisServer();
    }

    public static function tearDownAfterClass(): void
    {
        self::$server?->stop();
        self::$server = null;
    }

    /** @dataProvider sizes */
    public function testMeasuresWhatTheFormulaSays(int $size): void
    {
        $report = $this->perValue(true, [\str_repeat('v', $size)]);

        self::assertEqualsWithDelta(1.0, $report['bytes_per_value'] / $this->formula($size), 0.02);
    }

    /** @return iterable<string, array{int}> */
    public static function sizes(): iterable
    {
        foreach ([10, 44, 45, 139, 178, 321, 1000, 20_000] as $size) {
            yield "$size bytes" => [$size];
        }
    }

    public function testChoosesAPowerOfTwoOfKeys(): void
    {
        self::assertSame(4096, $this->perValue(true, ['x', \str_repeat('x', 99)])['keys']);
        self::assertSame(256, $this->perValue(true, [\str_repeat('x', 100_000)])['keys']);
        self::assertSame(8, $this->perValue(true, [\str_repeat('x', 3 << 20)])['keys']);
    }

    public function testLeavesOtherKeysOfASharedRedisAlone(): void
    {
        $redis = self::$server->connect();
        $redis->flushAll();
        $redis->set('someone', 'else');

        $report = $this->perValue(false, [\str_repeat('v', 100)]);

        self::assertSame($report['memory_usage_per_value'] + 8.0, $report['bytes_per_value']);
        self::assertEqualsWithDelta(104.3, $report['list_bytes_per_value'], 2.0);
        self::assertSame(['someone'], $redis->keys('*'));
    }

    public function testGivesItsKeysInASharedRedisATimeToLive(): void
    {
        $server = new RedisServer('--slowlog-log-slower-than', '0', '--slowlog-max-len', '100000');
        try {
            $this->report($server, false, ['v']);
            $log = $server->connect()->rawCommand('SLOWLOG', 'GET', '100000');
        } finally {
            $server->stop();
        }

        $calls = ['SET' => [], 'EXPIRE' => [], 'RPUSH' => [], 'FLUSHALL' => []];
        foreach ($log as [, , , $command]) {
            $calls[$command[0]][] = $command;
        }
        self::assertGreaterThanOrEqual(4096, \count($calls['SET']));
        foreach ($calls['SET'] as $command) {
            self::assertSame(['EX', '600'], \array_slice($command, 3));
        }
        self::assertGreaterThanOrEqual(4096, \count($calls['RPUSH']));
        self::assertContains(['EXPIRE', self::PREFIX . 'list', '600'], $calls['EXPIRE']);
        self::assertSame([], $calls['FLUSHALL']);
    }

    public function testCleansUpAfterAnErrorInASharedRedis(): void
    {
        $server = new RedisServer('--maxmemory', '2mb', '--maxmemory-policy', 'noeviction');
        try {
            $server->connect()->set('someone', 'else');
            $report = $this->report($server, false, [\str_repeat('v', 1000)]);

            self::assertSame(['error'], \array_keys($report));
            self::assertStringStartsWith('OOM', $report['error']);
            self::assertSame(['someone'], $server->connect()->keys('*'));
        } finally {
            $server->stop();
        }
    }

    public function testNoticesThatKeysWereEvicted(): void
    {
        $server = new RedisServer('--maxmemory', '2mb', '--maxmemory-policy', 'allkeys-lru');
        try {
            $report = $this->report($server, true, [\str_repeat('v', 1000)]);

            self::assertStringContainsString('does it evict?', $report['error'] ?? '');
        } finally {
            $server->stop();
        }
    }

    public function testSaysThatAPasswordIsWrong(): void
    {
        $server = new RedisServer('--requirepass', 'open sesame');
        try {
            self::assertStringContainsString(
                'NOAUTH',
                $this->report($server, true, ['v'])['error'],
            );
            self::assertStringContainsString(
                'WRONGPASS',
                $this->report($server, true, ['v'], 'sesame')['error'],
            );
            self::assertSame(4096, $this->report($server, true, ['v'], 'open sesame')['keys']);
        } finally {
            $server->stop();
        }
    }

    /**
     * @param non-empty-list<string> $encoded
     * @return array<string, mixed>
     */
    private function perValue(bool $private, array $encoded): array
    {
        $report = $this->report(self::$server, $private, $encoded);
        self::assertArrayNotHasKey('error', $report, $report['error'] ?? '');

        return $report;
    }

    /**
     * @param non-empty-list<string> $encoded
     * @return array<string, mixed>
     */
    private function report(
        RedisServer $server,
        bool $private,
        array $encoded,
        ?string $password = null,
    ): array {
        $target = new RedisTarget(
            '127.0.0.1',
            $server->port,
            self::PREFIX,
            $private,
            null,
            $password,
        );

        return RedisMemory::report(
            $target,
            static fn (RedisMemory $memory): array => $memory->perValue($encoded),
        );
    }

    /**
     * What Redis 7 charges for a string key: entry and slot, key, object and value, each rounded up
     * by its allocator.
     */
    private function formula(int $size): int
    {
        $key = \strlen(self::PREFIX) + 8;
        $header = static fn (int $bytes): int => $bytes < 256 ? 3 : ($bytes < 65536 ? 5 : 9);
        $value = $size <= 44
            ? $this->rounded(20 + $size)
            : 16 + $this->rounded($header($size) + $size + 1);

        return $this->rounded(24) + 8 + $this->rounded(($key < 32 ? 1 : 3) + $key + 1) + $value;
    }

    /** A size class of jemalloc; which ones there are is a choice of its build, and it says so. */
    private function rounded(int $bytes): int
    {
        static $classes = null;
        if ($classes === null) {
            $stats = (string) self::$server->connect()->rawCommand('MEMORY', 'MALLOC-STATS');
            \preg_match_all('/^ +(\d+) +\d+ /m', $stats, $found);
            $classes = \array_map('intval', $found[1]);
        }
        foreach ($classes as $class) {
            if ($class >= $bytes) {
                return $class;
            }
        }
        self::markTestSkipped('this Redis runs on an allocator whose size classes are not known');
    }
}
