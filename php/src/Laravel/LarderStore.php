<?php

declare(strict_types=1);

namespace Larder\Laravel;

use Illuminate\Cache\RedisStore;
use Illuminate\Contracts\Redis\Factory;
use Larder\Event;
use Larder\Profile;
use Larder\Profiles;
use Larder\Serializer;
use Larder\Values;

/**
 * Laravel's cache store on phpredis, whose values are Larder's: Laravel 8 and newer.
 *
 * Values are stored as `Larder\RedisCache` stores them: integers as plain text, which `increment`
 * counts, all others in the Larder format. Keys, tags, locks and the commands that are sent are
 * those of Laravel's own store. With `fallback: ['php']` its values can still be read.
 *
 * A value that cannot be decoded is a miss.
 */
final class LarderStore extends RedisStore
{
    private const IGBINARY = ["\0\0\0\x01", "\0\0\0\x02"];

    private readonly Values $values;

    /**
     * @param Factory $redis whose connection is phpredis', without a serializer of its own
     * @param string $prefix prepended to each key, as Laravel's own store does
     * @param string $connection the name of the connection
     * @param bool|list<class-string|'@core'> $allowedClasses the classes whose objects may be
     *     created; '@core' stands for PHP's own value classes (dates, stdClass, SPL), true for all
     * @param Profile|Profiles|null $profile the profile to write under, or those in Redis
     * @param list<Profile> $alsoReads further profiles that values may have been written under
     * @param list<string> $fallback the foreign formats to read as well: `php`, which Laravel
     *     writes, and `igbinary`, if the connection had that serializer
     * @param string $format the format to write: larder, or `php` to write what Laravel's own
     *     store writes, as long as there are programs with it
     * @param string $level how much time to spend to save bytes: fast, balanced or small
     * @param ?\Closure(string $key, string $bytes, \Throwable $error): void $onDecodeFailure called
     *     for each value that cannot be decoded; else PHP's error log gets one line per reason
     * @param ?\Closure(Event): void $onEvent called for each value that is encoded or decoded, and
     *     for each that is not there
     *
     * @throws \ValueError|\TypeError if an option is invalid
     */
    public function __construct(
        Factory $redis,
        string $prefix = '',
        string $connection = 'default',
        bool|array $allowedClasses = false,
        Profile|Profiles|null $profile = null,
        array $alsoReads = [],
        array $fallback = [],
        private readonly string $format = 'larder',
        string $level = 'balanced',
        ?\Closure $onDecodeFailure = null,
        ?\Closure $onEvent = null,
    ) {
        parent::__construct($redis, $prefix, $connection);
        if ($format !== 'larder' && ($format !== 'php' || !\in_array('php', $fallback, true))) {
            throw new \ValueError(
                "the format must be larder, or php with fallback: ['php'], $format given"
            );
        }
        $this->values = new Values(
            serializer: new Serializer($allowedClasses, $profile, $alsoReads, $fallback, $level),
            foreign: $fallback !== [],
            format: 'larder',
            owner: self::class,
            prefix: $this->prefix,
            exception: \UnexpectedValueException::class,
            onDecodeFailure: $onDecodeFailure,
            throwOnDecodeFailure: false,
            onEvent: $onEvent,
        );
    }

    /** @param string|array<mixed> $key */
    public function get($key)
    {
        return $this->decoded((string) $key, parent::get($key));
    }

    /**
     * @param list<string> $keys
     *
     * @return array<string, mixed> null for those that are not there
     */
    public function many(array $keys)
    {
        $values = [];
        foreach (parent::many($keys) as $key => $bytes) {
            $values[$key] = $this->decoded((string) $key, $bytes);
        }

        return $values;
    }

    /**
     * The connection, which must take bytes as they are.
     *
     * @throws \LogicException if it serializes values, or is not phpredis'
     */
    public function connection()
    {
        $connection = parent::connection();
        $client = $connection->client();
        if (!$client instanceof \Redis && !$client instanceof \RedisCluster) {
            throw new \LogicException(
                'the cache driver larder needs phpredis: set redis.client to phpredis or larder '
                . 'in config/database.php'
            );
        }
        if ($client->getOption(\Redis::OPT_SERIALIZER) !== \Redis::SERIALIZER_NONE) {
            throw new \LogicException(
                "the connection {$this->connection} serializes values itself: give the cache "
                . 'driver larder a connection without serializer and larder in config/database.php,'
                . " and read its old values with 'fallback' => ['igbinary', 'php']"
            );
        }

        return $connection;
    }

    /** @throws \Throwable if the value cannot be written */
    protected function serialize($value)
    {
        return $this->format === 'php'
            ? parent::serialize($value)
            : $this->values->encode($value);
    }

    /** What `get` and `many` decode, as they know the key. */
    protected function unserialize($value)
    {
        return $value;
    }

    private function decoded(string $key, ?string $bytes): mixed
    {
        if ($bytes === null) {
            $this->values->missed();

            return null;
        }
        // Laravel stores numbers as text, and reads that as text.
        if (\is_numeric($bytes) && (string) (int) $bytes !== $bytes) {
            return $bytes;
        }
        $value = $this->values->decode($key, $bytes, null);

        // Laravel up to 10 serialized what phpredis then serialized again.
        return \is_string($value) && !\is_numeric($value)
            && \in_array(\substr($bytes, 0, 4), self::IGBINARY, true)
            && !\method_exists(parent::class, 'connectionAwareUnserialize')
            ? $this->values->decode($key, $value, null)
            : $value;
    }
}
