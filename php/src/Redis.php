<?php

declare(strict_types=1);

namespace Larder;

/**
 * A phpredis whose values are Larder's: `new Larder\Redis(…)` in place of `new Redis`.
 *
 * Each method that has phpredis serialize values stores them as `RedisCache` does: integers as
 * plain decimal text, so that Redis can count them, all others in the Larder format. Replies are
 * decoded where phpredis decodes them, those of MULTI and of pipelines by `exec`. Prefixes,
 * compression and all other options are phpredis' own.
 *
 * A value that cannot be decoded is false, as one that is not there.
 */
class Redis extends Redis\Phpredis
{
    /** The value of `OPT_SERIALIZER`; `SERIALIZER_NONE` passes values as they are. */
    public const SERIALIZER_LARDER = 0xC1;

    /**
     * @param ?array<string, mixed> $options of the connection, as those of phpredis 6
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
     * @param bool $throwOnDecodeFailure whether such a value is a `RedisException`, not false
     * @param ?\Closure(Event): void $onEvent called for each value that is encoded or decoded, and
     *     for each that is not there
     *
     * @throws \ValueError|\TypeError if an option is invalid
     */
    public function __construct(
        ?array $options = null,
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
            \RedisException::class,
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
        $options === null ? parent::__construct() : parent::__construct($options);
    }
}
