<?php

declare(strict_types=1);

namespace Larder;

/**
 * As `Larder\Redis`, for a cluster: `new Larder\RedisCluster(…)` in place of `new RedisCluster`.
 */
class RedisCluster extends Redis\Cluster
{
    /** The value of `OPT_SERIALIZER`; `SERIALIZER_NONE` passes values as they are. */
    public const SERIALIZER_LARDER = Redis::SERIALIZER_LARDER;

    /**
     * The first seven parameters are those of phpredis.
     *
     * @param ?list<string> $seeds
     * @param ?array<string, mixed> $context
     * @param bool|list<class-string|'@core'> $allowedClasses the classes whose objects may be
     *     created; '@core' stands for PHP's own value classes (dates, stdClass, SPL), true for all
     * @param Profile|Profiles|null $profile the profile to write under, or those in Redis
     * @param list<Profile> $alsoReads further profiles that values may have been written under
     * @param list<string> $fallback the foreign formats to read as well: php, igbinary, msgpack …
     * @param string $format the format to write: larder, or one of `fallback` as long as there are
     *     programs that cannot read Larder; integers are then written in it, too
     * @param ?string $members the format of the members of sets and sorted sets, which Redis finds
     *     by their bytes: larder, or one of `fallback`; null for the first of `fallback`, as the
     *     sets that exist have their members in it, or larder if there is none
     * @param string $level how much time to spend to save bytes: fast, balanced or small
     * @param ?\Closure(string $key, string $bytes, \Throwable $error): void $onDecodeFailure called
     *     for each value that cannot be decoded; else PHP's error log gets one line per reason
     * @param bool $throwOnDecodeFailure whether such a value is a `RedisClusterException`, not
     *     false
     * @param ?\Closure(Event): void $onEvent called for each value that is encoded or decoded, and
     *     for each that is not there
     *
     * @throws \ValueError|\TypeError if an option is invalid
     */
    public function __construct(
        ?string $name,
        ?array $seeds = null,
        int|float $timeout = 0,
        int|float $read_timeout = 0,
        bool $persistent = false,
        mixed $auth = null,
        ?array $context = null,
        bool|array $allowedClasses = false,
        Profile|Profiles|null $profile = null,
        array $alsoReads = [],
        array $fallback = [],
        string $format = 'larder',
        ?string $members = null,
        string $level = 'balanced',
        ?\Closure $onDecodeFailure = null,
        bool $throwOnDecodeFailure = false,
        ?\Closure $onEvent = null,
    ) {
        $this->larder = new Redis\Translator(
            self::class,
            \RedisClusterException::class,
            $allowedClasses,
            $profile,
            $alsoReads,
            $fallback,
            $format,
            $members,
            $level,
            $onDecodeFailure,
            $throwOnDecodeFailure,
            $onEvent,
        );
        // Not every version takes null.
        parent::__construct($name, ...($seeds === null ? [] : [
            $seeds,
            $timeout,
            $read_timeout,
            $persistent,
            ...($auth === null && $context === null ? [] : [$auth]),
            ...($context === null ? [] : [$context]),
        ]));
    }
}
