<?php

declare(strict_types=1);

namespace Larder;

use Psr\Cache\CacheItemInterface;
use Psr\Cache\CacheItemPoolInterface;

/**
 * A PSR-6 pool over a `RedisCache`, which has all options: versions 1 to 3 of psr/cache.
 *
 * Keys and values are stored as the cache stores them, so that both may be used side by side. As
 * there, none of the methods returns false for an error: they throw a `CacheException`, or an
 * `EncodeError` for a value that cannot be written.
 *
 * Items that were deferred are saved by `commit`, at the latest when the pool is destroyed; PHP's
 * error log gets the reason if they cannot be saved then.
 */
final class RedisPool implements CacheItemPoolInterface
{
    /** @var array<string, RedisPool\Item> by key */
    private array $deferred = [];

    public function __construct(private readonly RedisCache $cache)
    {
    }

    public function __destruct()
    {
        try {
            $this->commit();
        } catch (\Throwable $error) {
            \error_log(self::class . ': deferred items are not saved: ' . $error->getMessage());
        }
    }

    /**
     * @param string $key
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function getItem(mixed $key): CacheItemInterface
    {
        return $this->getItems([$key])[$key];
    }

    /**
     * Sends one MGET.
     *
     * @param list<string> $keys
     *
     * @return array<string, CacheItemInterface> in the order of the keys
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function getItems(array $keys = []): array
    {
        $items = [];
        foreach ($this->cache->getMultiple($keys, $this) as $key => $value) {
            $found = $value !== $this;
            $items[$key] = isset($this->deferred[$key])
                ? $this->deferred[$key]->again()
                : new RedisPool\Item((string) $key, $found ? $value : null, $found);
        }

        return $items;
    }

    /**
     * Whether there is a value at the key; `getItem` may find that it cannot be decoded.
     *
     * @param string $key
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function hasItem(mixed $key): bool
    {
        $stored = $this->cache->has($key);

        return isset($this->deferred[$key]) ? !$this->deferred[$key]->isExpired() : $stored;
    }

    /**
     * As `RedisCache::clear`; deferred items are dropped, too.
     *
     * @throws CacheException
     */
    public function clear(): bool
    {
        $this->deferred = [];

        return $this->cache->clear();
    }

    /**
     * @param string $key
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function deleteItem(mixed $key): bool
    {
        return $this->deleteItems([$key]);
    }

    /**
     * Sends one UNLINK.
     *
     * @param list<string> $keys
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function deleteItems(array $keys): bool
    {
        $this->cache->deleteMultiple($keys);
        $this->deferred = \array_diff_key($this->deferred, \array_flip($keys));

        return true;
    }

    /**
     * @throws InvalidArgumentException if the item is not of a pool of this class
     * @throws CacheException
     * @throws EncodeError if its value cannot be written
     * @throws \Throwable what a magic method throws
     */
    public function save(CacheItemInterface $item): bool
    {
        $item = self::own($item);
        unset($this->deferred[$item->getKey()]);

        return $this->store([$item->getKey() => $item]);
    }

    /**
     * Keeps a copy of the item for `commit`.
     *
     * @throws InvalidArgumentException if the item is not of a pool of this class
     */
    public function saveDeferred(CacheItemInterface $item): bool
    {
        $this->deferred[$item->getKey()] = clone self::own($item);

        return true;
    }

    /**
     * Sends one pipeline; if a value cannot be written, none is. The items are dropped either way.
     *
     * @throws CacheException
     * @throws EncodeError if one of the values cannot be written
     * @throws \Throwable what a magic method throws
     */
    public function commit(): bool
    {
        $items = $this->deferred;
        $this->deferred = [];

        return $this->store($items);
    }

    /** @param array<string, RedisPool\Item> $items by key */
    private function store(array $items): bool
    {
        $values = $milliseconds = [];
        foreach ($items as $key => $item) {
            $values[$key] = $item->get();
            $milliseconds[$key] = $item->milliseconds();
        }

        return $this->cache->store($values, $milliseconds);
    }

    /** @throws InvalidArgumentException if the item is not of a pool of this class */
    private static function own(CacheItemInterface $item): RedisPool\Item
    {
        return $item instanceof RedisPool\Item ? $item : throw new InvalidArgumentException(
            'the item is a ' . \get_debug_type($item) . ': save items that getItem() of '
            . self::class . ' has returned'
        );
    }
}
