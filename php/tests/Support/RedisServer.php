<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** A redis-server without persistence. */
final class RedisServer extends LocalServer
{
    /** @throws \RuntimeException if it does not start */
    public function __construct(string ...$options)
    {
        parent::__construct(static fn (string $port): array => [
            'redis-server', '--bind', '127.0.0.1', '--port', $port, '--save', '', ...$options,
        ]);
    }

    /** Why there can be no server, or no connection to it; null if there can. */
    public static function missing(): ?string
    {
        $folders = \explode(\PATH_SEPARATOR, (string) \getenv('PATH'));
        $found = \array_filter(
            $folders,
            static fn (string $folder): bool => \is_executable("$folder/redis-server"),
        );

        return $found !== [] && \extension_loaded('redis')
            ? null
            : 'needs redis-server and phpredis: apt-get install redis-server php-redis';
    }

    public function connect(): \Redis
    {
        $redis = new \Redis();
        $redis->connect('127.0.0.1', $this->port, 2.0);

        return $redis;
    }
}
