<?php

declare(strict_types=1);

namespace Larder\Tests;

use Cache\IntegrationTests\CachePoolTest;
use Larder\RedisCache;
use Larder\RedisPool;
use Larder\Tests\Support\RedisServer;

/** The tests of php-cache for the contract of PSR-6. */
final class RedisPoolContractTest extends CachePoolTest
{
    private static ?RedisServer $server = null;

    public static function setUpBeforeClass(): void
    {
        if (($missing = RedisServer::missing()) !== null) {
            self::markTestSkipped($missing);
        }
        self::$server = new RedisServer();
    }

    public static function tearDownAfterClass(): void
    {
        self::$server?->stop();
        self::$server = null;
    }

    public function createCachePool(): RedisPool
    {
        $cache = new RedisCache(self::$server->connect(), allowedClasses: ['@core']);

        return new RedisPool($cache);
    }
}
