<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

use PHPUnit\Framework\TestCase;

/** Tests with an empty Redis. */
abstract class RedisTestCase extends TestCase
{
    /** Options of the server. */
    protected const OPTIONS = [];

    private static ?RedisServer $server = null;

    protected \Redis $redis;

    public static function tearDownAfterClass(): void
    {
        self::$server?->stop();
        self::$server = null;
    }

    protected function setUp(): void
    {
        if (($missing = RedisServer::missing()) !== null) {
            self::markTestSkipped($missing);
        }
        self::$server ??= new RedisServer(...static::OPTIONS);
        $this->redis = $this->connect();
        $this->redis->flushAll();
    }

    protected function connect(): \Redis
    {
        return self::$server->connect();
    }

    protected static function assertLarder(string|false $bytes): void
    {
        $shown = \addcslashes((string) $bytes, "\0..\37\177..\377");
        self::assertStringStartsWith('\301', $shown);
    }
}
