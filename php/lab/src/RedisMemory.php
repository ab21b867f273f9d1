<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * What a real Redis charges for encoded values, as keys and as entries of a list.
 *
 * A private Redis is flushed and its memory compared before and after. In any other, only our own
 * keys are touched. They carry a TTL in case this process dies, and MEMORY USAGE measures them
 * alone.
 *
 * Everything is rehearsed with one value first: after the first call of a command, Redis 7 keeps a
 * histogram of its latency, which takes 24 KB and is no cost of the values.
 */
final class RedisMemory
{
    private const TTL_SECONDS = 600;
    private const PIPELINE_COMMANDS = 1000;
    private const PIPELINE_BYTES = 1 << 20;
    private const MAX_KEYS = 4096;
    private const FEWEST_KEYS = 2;
    private const MAX_BYTES = 32 << 20;
    private const USAGE_KEYS = 100;

    /** A key's slot in the hash table, which MEMORY USAGE does not count. */
    private const SLOT_BYTES = 8;

    private \Redis $redis;

    private function __construct(private readonly RedisTarget $target)
    {
        $this->redis = $target->connect();
    }

    /**
     * @param \Closure(self): array<string, mixed> $measure
     * @return array<string, mixed> what it returns, or an `error`: a Redis that fails is no
     *     codec's fault
     */
    public static function report(RedisTarget $target, \Closure $measure): array
    {
        if (!\extension_loaded('redis')) {
            return ['error' => 'phpredis is not installed: apt-get install php-redis'];
        }
        try {
            return $measure(new self($target));
        } catch (\Exception $error) {
            return ['error' => $error->getMessage()];
        }
    }

    /**
     * @param non-empty-list<string> $encoded
     * @return array<string, int|float> as in the `redis` event
     */
    public function perValue(array $encoded): array
    {
        $n = self::keys($encoded);
        $this->strings($encoded, 1); // a rehearsal, see the class

        return ['keys' => $n]
            + $this->strings($encoded, $n)
            + ['list_bytes_per_value' => (float) ($this->list($encoded, $n) / $n)];
    }

    /**
     * Pushes the values, in turn, onto one list.
     *
     * @param non-empty-list<string> $encoded
     * @return int bytes that the list of `$n` entries takes
     */
    public function list(array $encoded, int $n): int
    {
        $this->push($encoded, 1); // a rehearsal

        return $this->push($encoded, $n);
    }

    /** @param non-empty-list<string> $encoded */
    private function push(array $encoded, int $n): int
    {
        $key = $this->target->prefix . 'list';
        $push = function () use ($encoded, $n, $key): \Generator {
            for ($i = 0; $i < $n; $i++) {
                yield ['RPUSH', $key, $encoded[$i % \count($encoded)]];
                if ($i === 0 && !$this->target->private) {
                    yield ['EXPIRE', $key, (string) self::TTL_SECONDS];
                }
            }
        };

        return $this->within([$key], function () use ($push, $key): int {
            $before = $this->usedMemory();
            $this->pipeline($push());

            return $this->target->private ? $this->usedMemory() - $before : $this->usage($key);
        });
    }

    /**
     * The largest power of two within the bounds: then the hash table has as many slots as keys.
     *
     * @param non-empty-list<string> $encoded
     */
    private static function keys(array $encoded): int
    {
        $mean = \max(1, \array_sum(\array_map('strlen', $encoded)) / \count($encoded));
        $most = (int) \min(self::MAX_KEYS, self::MAX_BYTES / $mean);
        for ($n = self::FEWEST_KEYS; 2 * $n <= $most; $n *= 2) {
        }

        return $n;
    }

    /**
     * @param non-empty-list<string> $encoded
     * @return array<string, float>
     */
    private function strings(array $encoded, int $n): array
    {
        $keys = \array_map(
            fn (int $i): string => \sprintf('%s%08d', $this->target->prefix, $i),
            \range(0, $n - 1),
        );
        $ttl = $this->target->private ? [] : ['EX', (string) self::TTL_SECONDS];
        $set = static function () use ($encoded, $keys, $ttl): \Generator {
            foreach ($keys as $i => $key) {
                yield ['SET', $key, $encoded[$i % \count($encoded)], ...$ttl];
            }
        };

        return $this->within($keys, function () use ($set, $keys, $n): array {
            $before = $this->usedMemory();
            $this->pipeline($set());
            $grown = ($this->usedMemory() - $before) / $n;
            $count = \min($n, self::USAGE_KEYS);
            $usage = 0;
            for ($i = 0; $i < $count; $i++) {
                $usage += $this->usage($keys[\intdiv($i * $n, $count)]);
            }

            return [
                'bytes_per_value' => (float) (
                    $this->target->private ? $grown : $usage / $count + self::SLOT_BYTES
                ),
                'memory_usage_per_value' => (float) ($usage / $count),
            ];
        });
    }

    /**
     * Measures, with our keys deleted before and after. After an error they are deleted by a new
     * connection, because the old one may still expect replies.
     *
     * @template T
     * @param list<string> $keys
     * @param \Closure(): T $measure
     * @return T
     */
    private function within(array $keys, \Closure $measure): mixed
    {
        $this->clear($keys);
        try {
            $result = $measure();
        } catch (\Exception $error) {
            $this->redis = $this->target->connect();
            $this->clear($keys);
            throw $error;
        }
        $this->clear($keys);

        return $result;
    }

    /** @param list<string> $keys */
    private function clear(array $keys): void
    {
        if ($this->target->private) {
            RedisTarget::expect($this->redis->flushAll(), $this->redis);
            return;
        }
        $this->pipeline((static function () use ($keys): \Generator {
            foreach ($keys as $key) {
                yield ['DEL', $key];
            }
        })());
    }

    /** @param iterable<list<string>> $commands */
    private function pipeline(iterable $commands): void
    {
        $queued = [];
        $bytes = 0;
        foreach ($commands as $command) {
            $size = \strlen($command[2] ?? '');
            $full = \count($queued) === self::PIPELINE_COMMANDS
                || $bytes + $size > self::PIPELINE_BYTES;
            if ($full && $queued !== []) {
                $this->send($queued);
                $queued = [];
                $bytes = 0;
            }
            $queued[] = $command;
            $bytes += $size;
        }
        $this->send($queued);
    }

    /** @param list<list<string>> $commands */
    private function send(array $commands): void
    {
        if ($commands === []) {
            return;
        }
        $this->redis->clearLastError();
        $this->redis->multi(\Redis::PIPELINE);
        foreach ($commands as $command) {
            $this->redis->rawCommand(...$command);
        }
        $replies = $this->redis->exec();
        RedisTarget::expect(\is_array($replies) && !\in_array(false, $replies, true), $this->redis);
        if (\count($replies) !== \count($commands)) {
            throw new \RuntimeException('Redis did not answer every command: see its log');
        }
    }

    private function usage(string $key): int
    {
        $this->redis->clearLastError();
        $usage = $this->redis->rawCommand('MEMORY', 'USAGE', $key, 'SAMPLES', '0');
        if (!\is_int($usage) && $this->redis->getLastError() === null) {
            throw new \RuntimeException(
                "Redis no longer has $key, which was just stored: does it evict?"
            );
        }
        RedisTarget::expect($usage, $this->redis);

        return $usage;
    }

    /**
     * The server's memory, seen from a new connection.
     *
     * The old one's buffers, which grew with the pipelines, are freed as it closes; the new one's
     * are the same before and after. Subtracting `mem_clients_normal` would not do: only a timer
     * refreshes it, and it was wrong by up to 80 KB, which is 20 bytes per value. Among
     * the keys of others it says nothing about ours, and may not be permitted.
     */
    private function usedMemory(): int
    {
        if (!$this->target->private) {
            return 0;
        }
        $this->redis->close();
        $this->redis = $this->target->connect();
        $info = $this->redis->info('memory');
        RedisTarget::expect($info, $this->redis);

        return (int) $info['used_memory'];
    }
}
