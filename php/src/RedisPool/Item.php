<?php

declare(strict_types=1);

namespace Larder\RedisPool;

use Larder\InvalidArgumentException;
use Larder\RedisCache;
use Psr\Cache\CacheItemInterface;

/**
 * An item of a `RedisPool`.
 *
 * @internal
 */
final class Item implements CacheItemInterface
{
    /** When it expires, in milliseconds since 1970; null for never. */
    private ?int $expires = null;

    /** @param mixed $value null if it is not a hit */
    public function __construct(
        private readonly string $key,
        private mixed $value,
        private readonly bool $isHit,
    ) {
    }

    public function getKey(): string
    {
        return $this->key;
    }

    /** The value that was found, or that was set since; null if there is neither. */
    public function get(): mixed
    {
        return $this->value;
    }

    /** Whether the pool has found a value, whatever was set since. */
    public function isHit(): bool
    {
        return $this->isHit;
    }

    public function set(mixed $value): static
    {
        $this->value = $value;

        return $this;
    }

    /**
     * @param ?\DateTimeInterface $expiration null for never
     *
     * @throws InvalidArgumentException if it is neither
     */
    public function expiresAt(mixed $expiration): static
    {
        if ($expiration !== null && !$expiration instanceof \DateTimeInterface) {
            $given = \get_debug_type($expiration);
            throw new InvalidArgumentException(
                "an expiration must be a DateTimeInterface or null, $given given"
            );
        }
        $this->expires = $expiration === null ? null : (int) $expiration->format('Uv');

        return $this;
    }

    /**
     * @param null|int|\DateInterval $time seconds or an interval; null for never
     *
     * @throws InvalidArgumentException if it is none of them
     */
    public function expiresAfter(mixed $time): static
    {
        $milliseconds = RedisCache::milliseconds($time);
        $this->expires = $milliseconds === null ? null : self::now() + $milliseconds;

        return $this;
    }

    /** The time it has left to live; null for ever. */
    public function milliseconds(): ?int
    {
        return $this->expires === null ? null : $this->expires - self::now();
    }

    public function isExpired(): bool
    {
        return $this->expires !== null && $this->milliseconds() <= 0;
    }

    /** The item as the pool finds it after it was deferred. */
    public function again(): self
    {
        $found = !$this->isExpired();

        return new self($this->key, $found ? $this->value : null, $found);
    }

    private static function now(): int
    {
        return (int) (\microtime(true) * 1000);
    }
}
