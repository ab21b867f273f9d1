<?php

declare(strict_types=1);

namespace Larder;

use Psr\SimpleCache\CacheInterface;

/**
 * A PSR-16 cache on phpredis: versions 1 to 3 of psr/simple-cache.
 *
 * Values are stored in the Larder format, which begins with the byte C1. Only integers are stored
 * as plain decimal text, so that INCR and other programs can use them, and such text is read as an
 * integer. The string "42" is C1 … and stays a string.
 *
 * A value that cannot be decoded is a miss; `onDecodeFailure` or PHP's error log gets the reason.
 * If Redis refuses a command or the connection is lost, methods throw a `CacheException`: none
 * returns false for an error.
 */
final class RedisCache implements CacheInterface
{
    private const RESERVED = '{}()/\\@:';

    /** What Redis takes, with room to add the current time: some 146 million years. */
    private const MAX_MS = \PHP_INT_MAX >> 1;

    private readonly Values $values;

    /**
     * @param \Redis $redis connected, without a serializer or compression of its own
     * @param string $prefix prepended to each key; `clear` deletes the keys that begin with it
     * @param bool|list<class-string|'@core'> $allowedClasses the classes whose objects may be
     *     created; '@core' stands for PHP's own value classes (dates, stdClass, SPL), true for all
     * @param Profile|Profiles|null $profile the profile to write under, or those in Redis
     * @param list<Profile> $alsoReads further profiles that values may have been written under
     * @param list<string> $fallback the foreign formats to read as well: php, igbinary, msgpack …
     * @param string $format the format to write: larder, or one of `fallback` as long as there are
     *     programs that cannot read Larder; integers are then written in it, too
     * @param string $level how much time to spend to save bytes: fast, balanced or small
     * @param float $ttlJitter 0 to 1: the part of its time to live by which a value may expire
     *     earlier, at random, so that values that were set together do not expire together
     * @param ?\Closure(string $key, string $bytes, \Throwable $error): void $onDecodeFailure called
     *     for each value that cannot be decoded; else PHP's error log gets one line per reason
     * @param bool $throwOnDecodeFailure whether such a value is a `CacheException`, not a miss
     * @param bool $strictKeys whether keys with one of `{}()/\@:` are refused, as PSR-16 requires;
     *     false accepts every key, such as `user:7`
     * @param ?\Closure(Event): void $onEvent called for each value that is encoded or decoded, and
     *     for each that is not there
     *
     * @throws InvalidArgumentException if the connection changes values by itself, or an option is
     *     out of range
     * @throws \RedisException if it is not connected
     * @throws \ValueError|\TypeError if an option is invalid
     */
    public function __construct(
        private readonly \Redis $redis,
        private readonly string $prefix = '',
        bool|array $allowedClasses = false,
        Profile|Profiles|null $profile = null,
        array $alsoReads = [],
        array $fallback = [],
        string $format = 'larder',
        string $level = 'balanced',
        private readonly float $ttlJitter = 0.0,
        ?\Closure $onDecodeFailure = null,
        bool $throwOnDecodeFailure = false,
        private readonly bool $strictKeys = true,
        ?\Closure $onEvent = null,
    ) {
        if ($redis->getOption(\Redis::OPT_SERIALIZER) !== \Redis::SERIALIZER_NONE) {
            throw new InvalidArgumentException(
                'the connection serializes values itself: call '
                . '$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE), '
                . 'and read old values with '
                . "fallback: ['php'], ['igbinary'], ['msgpack'] or ['json']"
            );
        }
        if ($redis->getOption(\Redis::OPT_COMPRESSION) !== \Redis::COMPRESSION_NONE) {
            throw new InvalidArgumentException(
                'the connection compresses values itself: call '
                . '$redis->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_NONE); '
                . 'values that it has compressed are misses'
            );
        }
        if (!($ttlJitter >= 0.0 && $ttlJitter <= 1.0)) {
            throw new InvalidArgumentException("ttlJitter must be from 0 to 1, $ttlJitter given");
        }
        $this->values = new Values(
            new Serializer($allowedClasses, $profile, $alsoReads, $fallback, $level),
            $fallback !== [],
            $format,
            self::class,
            $prefix,
            CacheException::class,
            $onDecodeFailure,
            $throwOnDecodeFailure,
            $onEvent,
        );
        if ($format !== 'larder' && !\in_array($format, $fallback, true)) {
            throw new InvalidArgumentException(
                "the cache must be able to read what it writes: add the format $format to fallback"
            );
        }
    }

    /**
     * @param string $key
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function get(mixed $key, mixed $default = null): mixed
    {
        return $this->read([$this->key($key)], $default)[$key];
    }

    /**
     * Sends one MGET.
     *
     * @param iterable<string> $keys
     *
     * @return array<string, mixed> in the order of the keys
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function getMultiple(mixed $keys, mixed $default = null): array
    {
        return $this->read($this->keys($keys), $default);
    }

    /**
     * @param string $key
     * @param null|int|\DateInterval $ttl seconds or an interval; null for ever; 0 or less deletes
     *
     * @throws InvalidArgumentException|CacheException
     * @throws EncodeError if the value cannot be written
     * @throws \Throwable what a magic method throws
     */
    public function set(mixed $key, mixed $value, mixed $ttl = null): bool
    {
        return $this->write([$this->key($key) => $value], $ttl);
    }

    /**
     * Sends one pipeline; if a value cannot be written, none is.
     *
     * @param iterable<string, mixed> $values by key
     * @param null|int|\DateInterval $ttl as in `set`
     *
     * @throws InvalidArgumentException|CacheException
     * @throws EncodeError if one of the values cannot be written
     * @throws \Throwable what a magic method throws
     */
    public function setMultiple(mixed $values, mixed $ttl = null): bool
    {
        if (!\is_iterable($values)) {
            $given = \get_debug_type($values);
            throw new InvalidArgumentException("values must be iterable, $given given");
        }
        $byKey = [];
        foreach ($values as $key => $value) {
            $byKey[$this->key(\is_int($key) ? (string) $key : $key)] = $value;
        }

        return $this->write($byKey, $ttl);
    }

    /**
     * @param string $key
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function delete(mixed $key): bool
    {
        return $this->remove([$this->key($key)]);
    }

    /**
     * Sends one UNLINK.
     *
     * @param iterable<string> $keys
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function deleteMultiple(mixed $keys): bool
    {
        return $this->remove($this->keys($keys));
    }

    /**
     * Deletes the keys with the prefix by SCAN and UNLINK; keys that are set meanwhile may stay. If
     * neither the cache nor the connection has a prefix, the cache is the whole database: it is
     * flushed.
     *
     * @throws CacheException
     */
    public function clear(): bool
    {
        $prefix = $this->redis->getOption(\Redis::OPT_PREFIX) . $this->prefix;
        if ($prefix === '') {
            $this->ask(fn () => $this->redis->rawCommand('FLUSHDB', 'ASYNC'), \is_bool(...));

            return true;
        }
        Keys::delete(
            fn (string ...$command): mixed => $this->ask(
                fn () => $this->redis->rawCommand(...$command),
                static fn (mixed $reply): bool => \is_array($reply) || \is_int($reply),
            ),
            Keys::literal($prefix) . '*',
        );

        return true;
    }

    /**
     * Whether there is a value at the key; `get` may find that it cannot be decoded.
     *
     * @param string $key
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function has(mixed $key): bool
    {
        $key = $this->prefix . $this->key($key);

        return $this->ask(fn () => $this->redis->exists($key), \is_int(...)) === 1;
    }

    /**
     * @param list<string> $keys
     *
     * @return array<string, mixed>
     */
    private function read(array $keys, mixed $default): array
    {
        if ($keys === []) {
            return [];
        }
        $found = $this->ask(fn () => $this->redis->mget($this->prefixed($keys)), \is_array(...));
        $values = [];
        foreach ($keys as $i => $key) {
            $bytes = $found[$i];
            if ($bytes === false) {
                $this->values->missed();
                $values[$key] = $default;
            } else {
                $values[$key] = $this->values->decode($key, $bytes, $default);
            }
        }

        return $values;
    }

    /** @param array<string, mixed> $values */
    private function write(array $values, mixed $ttl): bool
    {
        $milliseconds = self::milliseconds($ttl);

        return $this->store($values, \array_fill_keys(\array_keys($values), $milliseconds));
    }

    /**
     * As `setMultiple`, with a time to live per key.
     *
     * @internal
     *
     * @param array<string, mixed> $values by key; the keys are valid
     * @param array<string, ?int> $milliseconds by key; null for ever; 0 or less deletes
     *
     * @throws CacheException
     * @throws EncodeError if one of the values cannot be written
     * @throws \Throwable what a magic method throws
     */
    public function store(array $values, array $milliseconds): bool
    {
        $encoded = $expired = [];
        foreach ($values as $key => $value) {
            $bytes = $this->values->encode($value);
            if ($milliseconds[$key] === null || $milliseconds[$key] > 0) {
                $encoded[$key] = $bytes;
            } else {
                $expired[] = (string) $key;
            }
        }
        $this->remove($expired);
        if ($encoded === []) {
            return true;
        }
        $replies = $this->ask(function () use ($encoded, $milliseconds): mixed {
            $pipeline = $this->redis->pipeline();
            foreach ($encoded as $key => $bytes) {
                if ($milliseconds[$key] === null) {
                    $pipeline->set($this->prefix . $key, $bytes);
                } else {
                    $ttl = $this->jittered($milliseconds[$key]);
                    $pipeline->psetex($this->prefix . $key, $ttl, $bytes);
                }
            }

            return $pipeline->exec();
        }, \is_array(...));
        if (\in_array(false, $replies, true)) {
            $reason = \trim((string) $this->redis->getLastError());
            throw new CacheException("Redis refused to set a value: $reason");
        }

        return true;
    }

    /** @param list<string> $keys */
    private function remove(array $keys): bool
    {
        if ($keys !== []) {
            $this->ask(fn () => $this->redis->unlink($this->prefixed($keys)), \is_int(...));
        }

        return true;
    }

    /**
     * Sends a command.
     *
     * @param \Closure(): mixed $command
     * @param \Closure(mixed): bool $isAnswer
     *
     * @return mixed the reply
     *
     * @throws CacheException if the reply is an error, or no command can be sent now
     */
    private function ask(\Closure $command, \Closure $isAnswer): mixed
    {
        if ($this->redis->getMode() !== \Redis::ATOMIC) {
            throw new CacheException(
                'the connection is inside MULTI or a pipeline: give the cache its own connection'
            );
        }
        try {
            $this->redis->clearLastError();
            $reply = $command();
        } catch (\RedisException $error) {
            throw new CacheException('Redis: ' . $error->getMessage(), 0, $error);
        }
        if (!$isAnswer($reply)) {
            $reason = \trim($this->redis->getLastError() ?? 'an unexpected reply');
            throw new CacheException("Redis: $reason");
        }

        return $reply;
    }

    /**
     * @param list<string> $keys
     *
     * @return list<string>
     */
    private function prefixed(array $keys): array
    {
        return \array_map(fn (string $key): string => $this->prefix . $key, $keys);
    }

    private function jittered(int $milliseconds): int
    {
        $max = (int) ($this->ttlJitter * $milliseconds);

        return $max === 0 ? $milliseconds : \max(1, $milliseconds - \random_int(0, $max));
    }

    private function key(mixed $key): string
    {
        if (!\is_string($key)) {
            $given = \get_debug_type($key);
            throw new InvalidArgumentException("a key must be a string, $given given");
        }
        if ($key === '') {
            throw new InvalidArgumentException('a key must not be empty');
        }
        if ($this->strictKeys && \strpbrk($key, self::RESERVED) !== false) {
            throw new InvalidArgumentException(
                "the key \"$key\" contains one of " . self::RESERVED . ', which PSR-16 reserves: '
                . 'rename it, or set strictKeys: false'
            );
        }

        return $key;
    }

    /** @return list<string> */
    private function keys(mixed $keys): array
    {
        if (!\is_iterable($keys)) {
            $given = \get_debug_type($keys);
            throw new InvalidArgumentException("keys must be iterable, $given given");
        }
        $list = [];
        foreach ($keys as $key) {
            $list[] = $this->key($key);
        }

        return $list;
    }

    /**
     * What a time to live is in milliseconds: null for ever, and at most half of `PHP_INT_MAX`.
     *
     * @internal
     *
     * @throws InvalidArgumentException if it is neither an int, a DateInterval nor null
     */
    public static function milliseconds(mixed $ttl): ?int
    {
        if ($ttl instanceof \DateInterval) {
            $now = \time();
            $end = (new \DateTimeImmutable("@$now"))->add($ttl);

            return \min(self::MAX_MS, (int) $end->format('Uv') - $now * 1000);
        }
        if (\is_int($ttl)) {
            return $ttl > \intdiv(self::MAX_MS, 1000) ? self::MAX_MS : \max(0, $ttl) * 1000;
        }

        if ($ttl !== null) {
            $given = \get_debug_type($ttl);
            throw new InvalidArgumentException(
                "a time to live must be an int (seconds), a DateInterval or null, $given given"
            );
        }

        return null;
    }
}
