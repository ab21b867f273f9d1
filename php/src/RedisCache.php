<?php

declare(strict_types=1);

namespace Larder;

use Psr\SimpleCache\CacheInterface;

/**
 * A PSR-16 cache on phpredis: versions 1 to 3 of psr/simple-cache.
 *
 * Values are stored as Larder writes them, which begins with the byte C1. Integers alone are stored as plain decimal
 * text, so that INCR and other programs can use them, and such text is read as an integer; the string "42" is C1 …,
 * and stays a string.
 *
 * What cannot be decoded is a miss, of which `onDecodeFailure` is told or PHP's error log. All that
 * Redis refuses, and a lost connection, is a `CacheException`: no method returns false for an error.
 */
final class RedisCache implements CacheInterface
{
    private const RESERVED = '{}()/\\@:';

    /** What Redis takes, with room to add the present to it; some 146 million years. */
    private const LONGEST_MS = \PHP_INT_MAX >> 1;

    private const SCAN_COUNT = '1000';

    private const MAX_LOGGED = 20;

    private readonly Serializer $serializer;
    private readonly bool $foreign;

    /** @var array<string, true> why values were misses */
    private array $logged = [];

    /**
     * @param \Redis $redis connected, and without serializer and compression of its own
     * @param string $prefix stands before each key in Redis; `clear` deletes the keys that begin with it
     * @param bool|list<class-string|'@core'> $allowedClasses the classes that may be made when values are read; '@core'
     *     for PHP's own values (dates, stdClass, SPL), true for all
     * @param ?Profile $profile what values are written under
     * @param list<Profile> $alsoReads what they may have been written under as well
     * @param list<string> $fallback the foreign formats that are read on: php, igbinary, msgpack, json …
     * @param string $format what values are written in, integers too if it is not larder: one of `fallback` as long as
     *     there are programs that cannot read Larder
     * @param float $ttlJitter 0 to 1: by how much of its time to live a value may expire earlier, at random, so that
     *     what was set together does not expire together
     * @param ?\Closure(string $key, string $bytes, \Throwable $error): void $onDecodeFailure is told of each value
     *     that cannot be decoded; without it, PHP's error log is told once per reason
     * @param bool $throwOnDecodeFailure whether such a value is a `CacheException` instead of a miss
     * @param bool $strictKeys whether keys with one of `{}()/\@:` are refused, as PSR-16 says; false for the keys that
     *     most programs have, as `user:7`
     *
     * @throws InvalidArgumentException if the connection changes values by itself, or the jitter is not in 0 to 1
     * @throws \RedisException if it is not connected
     * @throws \ValueError|\TypeError if the extension does not take an option
     */
    public function __construct(
        private readonly \Redis $redis,
        private readonly string $prefix = '',
        bool|array $allowedClasses = false,
        ?Profile $profile = null,
        array $alsoReads = [],
        array $fallback = [],
        private readonly string $format = 'larder',
        private readonly float $ttlJitter = 0.0,
        private readonly ?\Closure $onDecodeFailure = null,
        private readonly bool $throwOnDecodeFailure = false,
        private readonly bool $strictKeys = true,
    ) {
        if ($redis->getOption(\Redis::OPT_SERIALIZER) !== \Redis::SERIALIZER_NONE) {
            throw new InvalidArgumentException(
                'the connection serializes values itself: '
                . '$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE), '
                . "and read what is there with fallback: ['php'], ['igbinary'], ['msgpack'] or ['json']"
            );
        }
        if ($redis->getOption(\Redis::OPT_COMPRESSION) !== \Redis::COMPRESSION_NONE) {
            throw new InvalidArgumentException(
                'the connection compresses values itself: '
                . '$redis->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_NONE); what it has compressed is a miss'
            );
        }
        if (!($ttlJitter >= 0.0 && $ttlJitter <= 1.0)) {
            throw new InvalidArgumentException("ttlJitter is a fraction, from 0 to 1: not $ttlJitter");
        }
        $this->serializer = new Serializer($allowedClasses, $profile, $alsoReads, $fallback);
        $this->foreign = $fallback !== [];
        if ($format !== 'larder' && !\in_array($format, $fallback, true)) {
            throw new InvalidArgumentException("what is written has to be read: the format $format is not in fallback");
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
     * By one MGET.
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
     * @param null|int|\DateInterval $ttl seconds, or until when from now on; null for ever; nothing or less deletes
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
     * By one pipeline; if a value cannot be written, none is.
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
            throw new InvalidArgumentException('values are an array or a Traversable: not ' . \get_debug_type($values));
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
     * By one UNLINK.
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
     * Deletes the keys with the prefix, by SCAN and UNLINK; keys that are set meanwhile may stay. Where neither the
     * cache nor the connection has a prefix, all of the database is the cache, and it is flushed.
     *
     * @throws CacheException
     */
    public function clear(): bool
    {
        // Raw commands: these alone are the same under each of phpredis' options for prefixes and for SCAN.
        $prefix = $this->redis->getOption(\Redis::OPT_PREFIX) . $this->prefix;
        if ($prefix === '') {
            $this->ask(fn () => $this->redis->rawCommand('FLUSHDB', 'ASYNC'), \is_bool(...));

            return true;
        }
        $pattern = \addcslashes($prefix, '\\*?[') . '*';
        $cursor = '0';
        do {
            [$cursor, $keys] = $this->ask(
                fn () => $this->redis->rawCommand('SCAN', $cursor, 'MATCH', $pattern, 'COUNT', self::SCAN_COUNT),
                \is_array(...),
            );
            if ($keys !== []) {
                $this->ask(fn () => $this->redis->rawCommand('UNLINK', ...$keys), \is_int(...));
            }
        } while ($cursor !== '0');

        return true;
    }

    /**
     * Whether there is something under the key; `get` may find that it does not read.
     *
     * @param string $key
     *
     * @throws InvalidArgumentException|CacheException
     */
    public function has(mixed $key): bool
    {
        return $this->ask(fn () => $this->redis->exists($this->prefix . $this->key($key)), \is_int(...)) === 1;
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
            $values[$key] = $found[$i] === false ? $default : $this->decode($key, $found[$i], $default);
        }

        return $values;
    }

    /** @param array<string, mixed> $values */
    private function write(array $values, mixed $ttl): bool
    {
        $milliseconds = self::milliseconds($ttl);
        $encoded = [];
        foreach ($values as $key => $value) {
            $encoded[$this->prefix . $key] = $this->encode($value);
        }
        if ($milliseconds !== null && $milliseconds <= 0) {
            return $this->remove(\array_map('strval', \array_keys($values)));
        }
        if ($encoded === []) {
            return true;
        }
        $replies = $this->ask(function () use ($encoded, $milliseconds): mixed {
            $pipeline = $this->redis->pipeline();
            foreach ($encoded as $key => $bytes) {
                if ($milliseconds === null) {
                    $pipeline->set((string) $key, $bytes);
                } else {
                    $pipeline->psetex((string) $key, $this->jittered($milliseconds), $bytes);
                }
            }

            return $pipeline->exec();
        }, \is_array(...));
        if (\in_array(false, $replies, true)) {
            throw new CacheException('Redis refused to set: ' . \trim((string) $this->redis->getLastError()));
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

    private function encode(mixed $value): string
    {
        if ($this->format !== 'larder') {
            return \larder_export($value, $this->format);
        }

        return \is_int($value) ? (string) $value : $this->serializer->encode($value);
    }

    private function decode(string $key, string $bytes, mixed $default): mixed
    {
        try {
            $isInteger = (string) (int) $bytes === $bytes;

            return $isInteger ? $this->integer($bytes) : $this->serializer->decode($bytes);
        } catch (\Throwable $error) {
            if ($this->onDecodeFailure !== null) {
                ($this->onDecodeFailure)($key, $bytes, $error);
            }
            if ($this->onDecodeFailure === null && !$this->throwOnDecodeFailure) {
                $this->log($key, $error);
            }
            if ($this->throwOnDecodeFailure) {
                throw new CacheException("the value of $key cannot be decoded: " . $error->getMessage(), 0, $error);
            }

            return $default;
        }
    }

    /** Says why a value is a miss: once per reason, as the next request will miss it too. */
    private function log(string $key, \Throwable $error): void
    {
        $reason = \preg_replace('/ \(at byte \d+\)$/', '', $error->getMessage());
        if (\count($this->logged) < self::MAX_LOGGED && !isset($this->logged[$reason])) {
            $this->logged[$reason] = true;
            \error_log("Larder\\RedisCache: the value of {$this->prefix}$key is a miss: $reason");
        }
    }

    /**
     * The integer of such text. Where a binary format is read on, it may be another value: "4" is 52 in MessagePack.
     *
     * @throws \UnexpectedValueException if they are
     */
    private function integer(string $text): int
    {
        if ($this->foreign) {
            try {
                $other = $this->serializer->decode($text);
            } catch (DecodeError) {
                return (int) $text;
            }
            if ($other !== (int) $text) {
                $other = \var_export($other, true);
                throw new \UnexpectedValueException("either the integer $text, or $other in a format that is accepted");
            }
        }

        return (int) $text;
    }

    /**
     * What Redis answers.
     *
     * @param \Closure(): mixed $command
     * @param \Closure(mixed): bool $isAnswer
     *
     * @throws CacheException if that is no answer but an error, or nothing can be asked now
     */
    private function ask(\Closure $command, \Closure $isAnswer): mixed
    {
        if ($this->redis->getMode() !== \Redis::ATOMIC) {
            throw new CacheException('the connection is within MULTI or a pipeline: a cache needs one that is not');
        }
        try {
            $this->redis->clearLastError();
            $reply = $command();
        } catch (\RedisException $error) {
            throw new CacheException('Redis: ' . $error->getMessage(), 0, $error);
        }
        if (!$isAnswer($reply)) {
            throw new CacheException('Redis: ' . \trim($this->redis->getLastError() ?? 'an answer of another kind'));
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
        $most = (int) ($this->ttlJitter * $milliseconds);

        return $most === 0 ? $milliseconds : \max(1, $milliseconds - \random_int(0, $most));
    }

    private function key(mixed $key): string
    {
        if (!\is_string($key)) {
            throw new InvalidArgumentException('a key is a string: not ' . \get_debug_type($key));
        }
        if ($key === '') {
            throw new InvalidArgumentException('a key is not empty');
        }
        if ($this->strictKeys && \strpbrk($key, self::RESERVED) !== false) {
            throw new InvalidArgumentException(
                'a key of PSR-16 has none of ' . self::RESERVED . " (strictKeys: false allows them): not \"$key\""
            );
        }

        return $key;
    }

    /** @return list<string> */
    private function keys(mixed $keys): array
    {
        if (!\is_iterable($keys)) {
            throw new InvalidArgumentException('keys are an array or a Traversable: not ' . \get_debug_type($keys));
        }
        $list = [];
        foreach ($keys as $key) {
            $list[] = $this->key($key);
        }

        return $list;
    }

    private static function milliseconds(mixed $ttl): ?int
    {
        if ($ttl instanceof \DateInterval) {
            $now = \time();
            $end = (new \DateTimeImmutable("@$now"))->add($ttl);

            return \min(self::LONGEST_MS, (int) $end->format('Uv') - $now * 1000);
        }
        if (\is_int($ttl)) {
            return $ttl > \intdiv(self::LONGEST_MS, 1000) ? self::LONGEST_MS : \max(0, $ttl) * 1000;
        }

        return $ttl === null ? null : throw new InvalidArgumentException(
            'a time to live is seconds, a DateInterval or null: not ' . \get_debug_type($ttl)
        );
    }
}
