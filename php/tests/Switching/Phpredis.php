<?php

declare(strict_types=1);

namespace Larder\Tests\Switching;

use Larder\RedisCache;

/** phpredis, with values in the format of one of its serializers. */
final class Phpredis implements Client
{
    private RedisCache $cache;

    public function __construct(\Redis $redis, private string $format)
    {
        $this->cache = new RedisCache(
            $redis,
            "$format:",
            fallback: [$format],
            format: $format,
            throwOnDecodeFailure: true,
        );
    }

    public function read(string $name): mixed
    {
        return $this->cache->get($name);
    }

    public function write(string $name, mixed $value, ?int $seconds): ?int
    {
        $this->cache->set($name, $value, $seconds)
            || throw new \RuntimeException("no write: $name");

        return $seconds;
    }

    public function delete(string $name): void
    {
        $this->cache->delete($name);
    }

    public function key(string $name): string
    {
        return "{$this->format}:$name";
    }
}
