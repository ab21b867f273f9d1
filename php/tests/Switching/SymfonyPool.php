<?php

declare(strict_types=1);

namespace Larder\Tests\Switching;

use Symfony\Component\Cache\Adapter\RedisAdapter;

/** A pool of Symfony. */
final class SymfonyPool implements Client
{
    private RedisAdapter $pool;

    public function __construct(\Redis $redis)
    {
        $this->pool = new RedisAdapter($redis, 'pool', 0, new OldMarshaller());
    }

    public function read(string $name): mixed
    {
        $item = $this->pool->getItem($name);

        return $item->isHit() ? $item->get() : null;
    }

    public function write(string $name, mixed $value, ?int $seconds): ?int
    {
        $item = $this->pool->getItem($name)->set($value)->expiresAfter($seconds);
        $this->pool->save($item) || throw new \RuntimeException("no write: $name");

        return $seconds;
    }

    public function delete(string $name): void
    {
        $this->pool->deleteItem($name);
    }

    public function key(string $name): string
    {
        return "pool:$name";
    }
}
