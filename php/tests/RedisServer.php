<?php

declare(strict_types=1);

namespace Larder\Tests;

/** A redis-server without persistence. */
final class RedisServer extends LocalServer
{
    /** @throws \RuntimeException if it does not come up */
    public function __construct(string ...$options)
    {
        parent::__construct(static fn (string $port): array => [
            'redis-server', '--bind', '127.0.0.1', '--port', $port, '--save', '', ...$options,
        ]);
    }

    public static function installed(): bool
    {
        foreach (\explode(\PATH_SEPARATOR, (string) \getenv('PATH')) as $folder) {
            if (\is_executable("$folder/redis-server")) {
                return true;
            }
        }

        return false;
    }

    public function connect(): \Redis
    {
        $redis = new \Redis();
        $redis->connect('127.0.0.1', $this->port, 2.0);

        return $redis;
    }
}
