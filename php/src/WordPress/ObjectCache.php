<?php

declare(strict_types=1);

namespace Larder\WordPress;

use Larder\Keys;

/**
 * WordPress' object cache in Redis: what the functions of functions.php ask, as those of WordPress
 * ask `WP_Object_Cache`.
 *
 * Keys are named as the plugin Redis Object Cache names them: the prefix, the blog, the group and
 * the key, as in `shop:wp:posts:7`. In a network, the blog is its number, or nothing for global
 * groups; elsewhere it is the prefix of the tables. Unlike there, a colon in a key stays one, so
 * that `a:b` and `a-b` are two keys. What the plugin stored is read on, if the connection reads its
 * format.
 *
 * A value is fetched once per request. If Redis cannot be reached, or refuses a command, it is left
 * alone for the rest of the request: PHP's error log says why, and WordPress goes on with a cache
 * that lasts as long as the request. So does a value that cannot be written.
 */
final class ObjectCache
{
    /** The classes of the objects that WordPress itself stores, for `allowedClasses`. */
    public const CLASSES = [
        '@core',
        'WP_Comment',
        'WP_Error',
        'WP_Network',
        'WP_Post',
        'WP_Site',
        'WP_Term',
        'WP_User',
    ];

    /** The longest time to live, in seconds: more than a century. */
    private const MAX_SECONDS = 0xFFFFFFFF;

    /** How many values were found; read by plugins. */
    public int $cache_hits = 0;

    /** How many were not. */
    public int $cache_misses = 0;

    /** @var array<string, array<string, mixed>> the values of this request by group and name */
    private array $cache = [];

    /** @var array<string, true> */
    private array $globalGroups = [];

    /** @var array<string, true> */
    private array $nonPersistentGroups = [];

    /** Null when it is left alone. */
    private ?\Redis $redis = null;

    private readonly bool $isNetwork;

    private string $blog;

    /**
     * @param \Closure(): \Redis $connect gives a `Larder\Redis` that is connected, or a `Redis`
     * @param string $prefix what the names of all keys begin with; without it `flush` empties the
     *     database
     */
    public function __construct(\Closure $connect, private readonly string $prefix = '')
    {
        $this->isNetwork = \is_multisite();
        $this->blog = $this->isNetwork ? (string) \get_current_blog_id() : self::tables();
        try {
            $this->redis = $connect();
        } catch (\RedisException $error) {
            $this->leave($error);
        }
    }

    /**
     * Whether this may be the key of a value: an integer, or a text that is not blank. WordPress is
     * told if it is not.
     */
    public static function isKey(mixed $key): bool
    {
        $isKey = \is_int($key) || (\is_string($key) && \trim($key) !== '');
        if (!$isKey && \function_exists('_doing_it_wrong')) {
            $given = \is_string($key) ? 'an empty string' : \get_debug_type($key);
            \_doing_it_wrong(
                self::class,
                "A cache key must be an integer or a string that is not empty, $given given.",
                '6.1.0',
            );
        }

        return $isKey;
    }

    /**
     * Sets values that are not there.
     *
     * @param array<mixed> $values by key
     * @param int $seconds to live; 0 for ever
     *
     * @return array<bool> by key, whether the value was set
     */
    public function add(array $values, string $group, int $seconds): array
    {
        $group = self::group($group);
        $names = $this->names(\array_keys($values), $group);
        $added = [];
        if (!\wp_suspend_cache_addition()) {
            $added = \array_diff_key(self::byName($names, $values), $this->cache[$group] ?? []);
            $refused = \array_filter(
                $this->write($added, $group, $seconds, 'nx'),
                static fn (bool $isSet): bool => !$isSet,
            );
            $there = $this->fetch(\array_keys($refused), $group);
            // What cannot be decoded is not there for WordPress, but stands in the way.
            $this->write(
                \array_intersect_key($added, \array_diff_key($refused, $there)),
                $group,
                $seconds,
            );
            $added = \array_diff_key($added, $there);
        }

        return $this->keep($added, $group, $names, $values);
    }

    /**
     * Sets values that are there.
     *
     * @param array<mixed> $values by key
     * @param int $seconds to live; 0 for ever
     *
     * @return array<bool> by key, whether the value was set
     */
    public function replace(array $values, string $group, int $seconds): array
    {
        $group = self::group($group);
        $names = $this->names(\array_keys($values), $group);
        $replaced = self::byName($names, $values);
        $written = $this->write($replaced, $group, $seconds, 'xx');
        $there = $this->isShared($group) ? \array_filter($written) : $this->cache[$group] ?? [];

        return $this->keep(\array_intersect_key($replaced, $there), $group, $names, $values);
    }

    /**
     * Sets values.
     *
     * @param array<mixed> $values by key
     * @param int $seconds to live; 0 for ever
     *
     * @return array<bool> by key, whether the value was set: false only if the key is none
     */
    public function set(array $values, string $group, int $seconds): array
    {
        $group = self::group($group);
        $names = $this->names(\array_keys($values), $group);
        $set = self::byName($names, $values);
        $this->write($set, $group, $seconds);

        return $this->keep($set, $group, $names, $values);
    }

    /**
     * @param list<mixed> $keys
     * @param bool $force whether to ask Redis for what this request knows, too
     *
     * @return array<mixed> the values that are there, by key
     */
    public function get(array $keys, string $group, bool $force): array
    {
        $group = self::group($group);
        $names = $this->names($keys, $group);
        $asked = [];
        foreach ($names as $name) {
            if ($force || !$this->isKnown($group, $name)) {
                $asked[] = $name;
            }
        }
        $this->fetch($asked, $group);
        $values = [];
        foreach ($names as $key => $name) {
            if ($this->isKnown($group, $name)) {
                $value = $this->cache[$group][$name];
                $values[$key] = \is_object($value) ? clone $value : $value;
            }
        }
        $this->cache_hits += \count($values);
        $this->cache_misses += \count($names) - \count($values);

        return $values;
    }

    /**
     * @param list<mixed> $keys
     *
     * @return array<bool> by key, whether there was a value; only those that are keys
     */
    public function delete(array $keys, string $group): array
    {
        $group = self::group($group);
        $names = $this->names($keys, $group);
        $deleted = [];
        if ($names !== [] && $this->isShared($group)) {
            $deleted = $this->ask(static function (\Redis $redis) use ($names): array {
                $pipeline = $redis->pipeline();
                foreach ($names as $name) {
                    $pipeline->unlink($name);
                }
                $replies = self::replies($redis, $pipeline->exec());

                return \array_combine(\array_keys($names), $replies);
            }, []);
        }
        foreach ($names as $key => $name) {
            $deleted[$key] = $this->isKnown($group, $name) || ($deleted[$key] ?? 0) === 1;
            unset($this->cache[$group][$name]);
        }

        return $deleted;
    }

    /**
     * Adds to a number, in one step: what is no number counts as 0, and 0 is the least.
     *
     * @return int|float|false the sum; false if there is no value
     */
    public function count(mixed $key, int $offset, string $group): int|float|false
    {
        $group = self::group($group);
        $name = \current($this->names([$key], $group));
        if ($name === false) {
            return false;
        }
        $sum = static fn (mixed $value): int|float =>
            \max(0, (\is_numeric($value) ? $value : 0) + $offset);
        if ($this->isShared($group)) {
            $this->ask(function (\Redis $redis) use ($name, $group, $sum): void {
                do {
                    $redis->watch($name);
                    $there = $this->fetch([$name], $group);
                    if ($there === []) {
                        $redis->unwatch();

                        return;
                    }
                    $counted = $sum($there[$name]);
                    $replies = $redis->multi()->set($name, $counted, ['keepttl'])->exec();
                } while ($replies === false);
                if ($replies !== [true]) {
                    throw new \RedisException((string) $redis->getLastError());
                }
                $this->cache[$group][$name] = $counted;
            }, null);
        }
        if (!$this->isShared($group) && $this->isKnown($group, $name)) {
            $this->cache[$group][$name] = $sum($this->cache[$group][$name]);
        }

        return $this->cache[$group][$name] ?? false;
    }

    /**
     * Deletes all values: the keys that begin with the prefix, or the database without one.
     *
     * @return bool false if Redis refuses it
     */
    public function flush(): bool
    {
        $this->cache = [];

        return $this->redis === null || $this->ask(function (\Redis $redis): bool {
            $prefix = $redis->getOption(\Redis::OPT_PREFIX) . $this->prefix;
            if ($prefix === '') {
                return $redis->rawCommand('FLUSHDB', 'ASYNC') !== false;
            }
            Keys::delete(self::raw($redis), Keys::literal($prefix) . '*');

            return true;
        }, false);
    }

    /**
     * Deletes the values of a group, in all blogs of a network.
     *
     * @return bool false if Redis refuses it
     */
    public function flushGroup(string $group): bool
    {
        $group = self::group($group);
        unset($this->cache[$group]);

        return !$this->isShared($group) || $this->ask(function (\Redis $redis) use ($group): bool {
            $prefix = $redis->getOption(\Redis::OPT_PREFIX) . $this->prefix;
            $part = ':' . self::part($group) . ':';
            Keys::delete(
                self::raw($redis),
                Keys::literal($prefix) . '*' . Keys::literal($part) . '*',
                // The pattern also matches a key of another group that has this text in it.
                static fn (string $name): bool => \str_starts_with(
                    (string) \strstr(\substr($name, \strlen($prefix)), ':'),
                    $part,
                ),
            );

            return true;
        }, false);
    }

    /** Forgets what this request has fetched or set. */
    public function flushRequest(): bool
    {
        $this->cache = [];

        return true;
    }

    /** @param list<string> $groups whose values all blogs of a network share */
    public function addGlobalGroups(array $groups): void
    {
        $this->globalGroups += \array_fill_keys($groups, true);
    }

    /** @param list<string> $groups whose values last as long as the request */
    public function addNonPersistentGroups(array $groups): void
    {
        $this->nonPersistentGroups += \array_fill_keys($groups, true);
    }

    /** Groups that are not global are those of this blog from now on. */
    public function switchToBlog(int $blog): void
    {
        if ($this->isNetwork) {
            $this->blog = (string) $blog;
        }
    }

    /** Prints how many values were found. */
    public function stats(): void
    {
        echo "<p>Cache hits: {$this->cache_hits}<br />Cache misses: {$this->cache_misses}</p>";
    }

    private static function group(string $group): string
    {
        return $group === '' || $group === '0' ? 'default' : $group;
    }

    private static function tables(): string
    {
        return \trim((string) ($GLOBALS['table_prefix'] ?? ''), '_-:$');
    }

    /** A part of a name, without a colon. */
    private static function part(string $text): string
    {
        return \strtr($text, ['%' => '%25', ':' => '%3A']);
    }

    /**
     * @return list<mixed>
     *
     * @throws \RedisException if they are an error
     */
    private static function replies(\Redis $redis, mixed $replies): array
    {
        return \is_array($replies)
            ? $replies
            : throw new \RedisException((string) $redis->getLastError());
    }

    /** @return \Closure(string ...$command): mixed */
    private static function raw(\Redis $redis): \Closure
    {
        return static function (string ...$command) use ($redis): mixed {
            $redis->clearLastError();
            $reply = $redis->rawCommand(...$command);

            return $reply === false
                ? throw new \RedisException((string) $redis->getLastError())
                : $reply;
        };
    }

    /**
     * @param list<mixed> $keys
     *
     * @return array<string> the names of those that are keys, by key
     */
    private function names(array $keys, string $group): array
    {
        $blog = $this->blog;
        if ($this->isNetwork && isset($this->globalGroups[$group])) {
            $blog = '';
        }
        $names = [];
        foreach ($keys as $key) {
            if (self::isKey($key)) {
                $names[$key] = "{$this->prefix}$blog:" . self::part($group) . ":$key";
            }
        }

        return $names;
    }

    /**
     * @param array<string> $names by key
     * @param array<mixed> $values by key
     *
     * @return array<string, mixed> the values whose keys have names, by name
     */
    private static function byName(array $names, array $values): array
    {
        return \array_combine($names, \array_intersect_key($values, $names));
    }

    /** Whether this request has fetched or set a value. */
    private function isKnown(string $group, string $name): bool
    {
        return isset($this->cache[$group]) && \array_key_exists($name, $this->cache[$group]);
    }

    /** Whether the values of a group are in Redis. */
    private function isShared(string $group): bool
    {
        return $this->redis !== null && !isset($this->nonPersistentGroups[$group]);
    }

    /**
     * Keeps values for this request.
     *
     * @param array<string, mixed> $kept by name
     * @param array<string> $names of all values, by key
     * @param array<mixed> $values all of them, by key
     *
     * @return array<bool> by key, whether the value is among those that are kept
     */
    private function keep(array $kept, string $group, array $names, array $values): array
    {
        foreach ($kept as $name => $value) {
            $this->cache[$group][$name] = \is_object($value) ? clone $value : $value;
        }
        $isKept = \array_fill_keys(\array_keys($values), false);
        foreach ($names as $key => $name) {
            $isKept[$key] = \array_key_exists($name, $kept);
        }

        return $isKept;
    }

    /**
     * Sends one pipeline.
     *
     * @param array<string, mixed> $values by name
     * @param string $condition nx, xx or none
     *
     * @return array<string, bool> by name, whether it was set; nothing if Redis is left alone
     */
    private function write(
        array $values,
        string $group,
        int $seconds,
        string $condition = '',
    ): array {
        if ($values === [] || !$this->isShared($group)) {
            return [];
        }
        $options = $condition === '' ? [] : [$condition];
        if ($seconds !== 0) {
            // What has expired is there for a millisecond.
            $options['px'] = $seconds < 0 ? 1 : 1000 * \min($seconds, self::MAX_SECONDS);
        }
        $arguments = [$group, $seconds, $condition];

        return $this->ask(function (\Redis $redis) use ($values, $options, $arguments): array {
            $pipeline = $redis->pipeline();
            foreach ($values as $name => $value) {
                try {
                    $pipeline->set($name, $value, $options);
                } catch (\RedisException $error) {
                    throw $error;
                } catch (\Throwable $error) {
                    $redis->discard();
                    $reason = $error->getMessage();
                    \error_log(self::class . ": $name lasts as long as the request: $reason");
                    $others = \array_diff_key($values, [$name => null]);

                    return [$name => true] + $this->write($others, ...$arguments);
                }
            }

            return \array_combine(\array_keys($values), self::replies($redis, $pipeline->exec()));
        }, []);
    }

    /**
     * Fetches values for this request.
     *
     * @param list<string> $names
     *
     * @return array<string, mixed> those that are there, by name
     */
    private function fetch(array $names, string $group): array
    {
        if ($names === [] || !$this->isShared($group)) {
            return [];
        }

        return $this->ask(function (\Redis $redis) use ($names, $group): array {
            $values = \array_combine($names, self::replies($redis, $redis->mget($names)));
            $unclear = \array_keys($values, false, true);
            if ($unclear !== []) {
                // phpredis gives false for what is not there, and for a value that is false.
                $false = $redis->_pack(false);
                $prefixed = \array_map($redis->_prefix(...), $unclear);
                $pipeline = $redis->pipeline();
                foreach ($prefixed as $name) {
                    $pipeline->rawCommand('GET', $name);
                }
                foreach (self::replies($redis, $pipeline->exec()) as $i => $bytes) {
                    if ($bytes !== $false) {
                        unset($values[$unclear[$i]]);
                    }
                }
            }
            foreach ($names as $name) {
                unset($this->cache[$group][$name]);
            }
            foreach ($values as $name => $value) {
                $this->cache[$group][$name] = $value;
            }

            return $values;
        }, []);
    }

    /**
     * Talks to Redis, unless it is left alone.
     *
     * @template T
     *
     * @param \Closure(\Redis): T $talk
     * @param T $otherwise what is given if it is left alone
     *
     * @return T
     */
    private function ask(\Closure $talk, mixed $otherwise): mixed
    {
        if ($this->redis === null) {
            return $otherwise;
        }
        try {
            return $talk($this->redis);
        } catch (\RedisException $error) {
            $this->leave($error);

            return $otherwise;
        }
    }

    private function leave(\RedisException $error): void
    {
        $this->redis = null;
        \error_log(
            self::class . ': Redis is left alone for this request: ' . $error->getMessage()
        );
    }
}
