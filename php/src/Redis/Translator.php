<?php

declare(strict_types=1);

namespace Larder\Redis;

use Larder\Profile;
use Larder\Profiles;
use Larder\Redis;
use Larder\Serializer;
use Larder\Values;

/**
 * Translates the arguments of phpredis' methods to what Redis stores, and replies back to values.
 *
 * Inside of MULTI and pipelines phpredis' methods return the connection, and EXEC has all replies:
 * they are translated by their position.
 *
 * @internal
 */
final class Translator
{
    /** What phpredis' serializers write, by the value of OPT_SERIALIZER. */
    private const FORMATS = [1 => 'php', 2 => 'igbinary', 3 => 'msgpack', 4 => 'json'];

    /** @var list<?array{string, mixed}> for each command that was queued: the reply, and its key */
    private array $queue = [];

    /** @var ?list<?array{string, mixed}> those before the MULTI, if that is inside of a pipeline */
    private ?array $outer = null;

    /** @var \Closure(list<string>): Values makes the values with these fallbacks */
    private readonly \Closure $make;

    private Values $values;

    /** Whether values are translated: as long as OPT_SERIALIZER is not SERIALIZER_NONE. */
    private bool $on = true;

    /**
     * The options are those of Larder\Redis.
     *
     * @param class-string $owner the class that messages name
     * @param class-string<\Exception> $exception what is thrown for a value that cannot be decoded
     *     and for replies that cannot be told apart
     * @param list<string> $fallback
     *
     * @throws \ValueError|\TypeError if an option is invalid
     */
    public function __construct(
        private readonly string $owner,
        private readonly string $exception,
        bool|array $allowedClasses,
        Profile|Profiles|null $profile,
        array $alsoReads,
        private array $fallback,
        string $format,
        private readonly ?string $members,
        string $level,
        ?\Closure $onDecodeFailure,
        bool $throwOnDecodeFailure,
        ?\Closure $onEvent,
    ) {
        foreach ([$format, $members ?? 'larder'] as $written) {
            if ($written !== 'larder' && !\in_array($written, $fallback, true)) {
                throw new \ValueError(
                    'the connection must be able to read what it writes: '
                    . "add the format $written to fallback"
                );
            }
        }
        $this->make = static fn (array $fallback): Values => new Values(
            new Serializer($allowedClasses, $profile, $alsoReads, $fallback, $level),
            $fallback !== [],
            $format,
            $owner,
            '',
            $exception,
            $onDecodeFailure,
            $throwOnDecodeFailure,
            $onEvent,
        );
        $this->values = ($this->make)($fallback);
    }

    // Options.

    /** @return ?int what OPT_SERIALIZER is; null for the other options, which phpredis has */
    public function getOption(mixed $option): ?int
    {
        return (int) $option !== \Redis::OPT_SERIALIZER ? null : ($this->on
            ? Redis::SERIALIZER_LARDER
            : \Redis::SERIALIZER_NONE);
    }

    /**
     * Sets OPT_SERIALIZER: a serializer of phpredis is a format that is read as well.
     *
     * @return ?bool null for the other options, which phpredis has
     *
     * @throws \ValueError if there is no such serializer
     */
    public function setOption(mixed $option, mixed $value): ?bool
    {
        if ((int) $option !== \Redis::OPT_SERIALIZER) {
            return null;
        }
        $serializer = (int) $value;
        if ($serializer !== \Redis::SERIALIZER_NONE && $serializer !== Redis::SERIALIZER_LARDER) {
            $this->read(self::FORMATS[$serializer] ?? throw new \ValueError(
                "OPT_SERIALIZER $serializer is unknown: {$this->owner} writes Larder, and reads "
                . 'what SERIALIZER_PHP, _IGBINARY, _MSGPACK or _JSON wrote'
            ));
        }
        $this->on = $serializer !== \Redis::SERIALIZER_NONE;

        return true;
    }

    private function read(string $format): void
    {
        if (!\in_array($format, $this->fallback, true)) {
            $fallback = [...$this->fallback, $format];
            $this->values = ($this->make)($fallback);
            $this->fallback = $fallback;
        }
    }

    // Arguments.

    public function value(mixed $value): mixed
    {
        return $this->on ? $this->values->encode($value) : $value;
    }

    /** @param array<mixed> $values */
    public function values(mixed $values): mixed
    {
        return $this->on && \is_array($values)
            ? \array_map($this->values->encode(...), $values)
            : $values;
    }

    public function member(mixed $member): mixed
    {
        if (!$this->on) {
            return $member;
        }

        return $this->values->member($member, $this->members ?? $this->fallback[0] ?? 'larder');
    }

    /** @param array<mixed> $members */
    public function members(mixed $members): mixed
    {
        return $this->on && \is_array($members)
            ? \array_map($this->member(...), $members)
            : $members;
    }

    /**
     * @param array<mixed> $arguments those of hSet: the key, then fields and values, or an array
     *     of values by field
     *
     * @return array<mixed>
     */
    public function pairs(array $arguments): array
    {
        if (\is_array($arguments[1] ?? null)) {
            $arguments[1] = $this->values($arguments[1]);
        }
        for ($i = 2; $i < \count($arguments); $i += 2) {
            $arguments[$i] = $this->value($arguments[$i]);
        }

        return $arguments;
    }

    /**
     * @param array<mixed> $arguments those of zAdd: the key, perhaps options, scores and members
     *
     * @return array<mixed>
     */
    public function scored(array $arguments): array
    {
        for ($i = \is_array($arguments[1] ?? null) ? 3 : 2; $i < \count($arguments); $i += 2) {
            $arguments[$i] = $this->member($arguments[$i]);
        }

        return $arguments;
    }

    // Modes.

    /**
     * MULTI or a pipeline has begun.
     *
     * @param int $mode in which mode the connection was
     * @param int $begun which has begun
     */
    public function began(int $mode, mixed $reply, int $begun = \Redis::MULTI): mixed
    {
        if (!self::isQueued($reply)) {
            return $reply;
        }
        if ($mode === \Redis::ATOMIC) {
            $this->queue = [];
            $this->outer = null;
        } elseif ($mode === \Redis::PIPELINE && $begun === \Redis::MULTI && $this->outer === null) {
            $this->outer = $this->queue;
            $this->queue = [];
        }

        return $reply;
    }

    /**
     * The replies of EXEC.
     *
     * @throws \Exception of the class that was given, if it is not known which reply is that of
     *     which command
     */
    public function executed(mixed $replies): mixed
    {
        $queue = $this->queue;
        $this->queue = [];
        if (self::isQueued($replies) && $this->outer !== null) {
            $this->queue = [...$this->outer, ['all', $queue]];
            $this->outer = null;
        }

        return $this->all($replies, $queue);
    }

    /** @param list<?array{string, mixed}> $queue */
    private function all(mixed $replies, array $queue): mixed
    {
        if (!\is_array($replies)) {
            return $replies;
        }
        if (\count($replies) !== \count($queue)) {
            throw new ($this->exception)(\sprintf(
                'phpredis gave %d replies to %d commands, so %s cannot tell which is which: '
                . 'upgrade larder/larder if phpredis %s is newer, or call the commands one by one '
                . 'to see which one fails',
                \count($replies),
                \count($queue),
                $this->owner,
                \phpversion('redis'),
            ));
        }

        return $this->values->several(function () use ($replies, $queue): array {
            foreach ($queue as $i => $queued) {
                if ($queued !== null) {
                    [$shape, $key] = $queued;
                    $replies[$i] = $this->$shape($replies[$i], $key);
                }
            }

            return $replies;
        });
    }

    // Replies. Each is the connection if the command was queued.

    public function plain(mixed $reply): mixed
    {
        if (self::isQueued($reply)) {
            $this->queue[] = null;
        }

        return $reply;
    }

    /** A value, or an array of values. */
    public function decoded(mixed $reply, mixed $key): mixed
    {
        if (\is_string($reply)) {
            return $this->on ? $this->values->decode($this->name($key), $reply, false) : $reply;
        }
        if (\is_array($reply)) {
            return $this->each($reply, $key);
        }
        if ($reply === false && $this->on) {
            $this->values->missed();
        }

        return self::isQueued($reply) ? $this->queued($reply, 'decoded', $key) : $reply;
    }

    /** The value before, or whether one was set: false need not be a miss. */
    public function previous(mixed $reply, mixed $key): mixed
    {
        return self::isQueued($reply) ? $this->queued($reply, 'previous', $key) : (
            $reply === false ? $reply : $this->decoded($reply, $key)
        );
    }

    /** Values by field. */
    public function fields(mixed $reply, mixed $key): mixed
    {
        if (\is_array($reply)) {
            return $this->each($reply, $key);
        }

        return self::isQueued($reply) ? $this->queued($reply, 'fields', $key) : $reply;
    }

    /** Members; or scores, which phpredis gives as floats, by member. */
    public function scores(mixed $reply, mixed $key): mixed
    {
        if (!\is_array($reply)) {
            return self::isQueued($reply)
                ? $this->queued($reply, 'scores', $key)
                : $this->decoded($reply, $key);
        }
        if (!\is_float(\reset($reply))) {
            return $this->each($reply, $key);
        }
        if (!$this->on) {
            return $reply;
        }
        $scores = [];
        foreach ($reply as $member => $score) {
            $member = $this->values->decode($this->name($key), (string) $member, $this);
            if ($member !== $this) {
                $scores[(string) $member] = $score;
            }
        }

        return $scores;
    }

    /** A key, then a value or members. */
    public function keyed(mixed $reply, mixed $key): mixed
    {
        if (\is_array($reply) && isset($reply[1])) {
            $reply[1] = $this->scores($reply[1], $reply[0]);
        }

        return self::isQueued($reply) ? $this->queued($reply, 'keyed', $key) : $reply;
    }

    /** Fields, or values by field if `withvalues` is among the options of hRandField. */
    public function picked(mixed $reply, mixed $key, mixed $options = null): mixed
    {
        $withValues = false;
        foreach (\is_array($options) ? $options : [] as $name => $option) {
            [$word, $set] = \is_string($name) ? [$name, (bool) $option] : [(string) $option, true];
            $withValues = $withValues || ($set && \strcasecmp($word, 'withvalues') === 0);
        }

        return $withValues ? $this->fields($reply, $key) : $this->plain($reply);
    }

    /** Values by field, by the number of the message; or only the numbers. */
    public function messages(mixed $reply, mixed $key): mixed
    {
        if (\is_array($reply)) {
            foreach ($reply as $number => $fields) {
                if (\is_array($fields)) {
                    $reply[$number] = $this->each($fields, $key);
                }
            }
        }

        return self::isQueued($reply) ? $this->queued($reply, 'messages', $key) : $reply;
    }

    /** Messages by the key of their stream. */
    public function streams(mixed $reply, mixed $key): mixed
    {
        if (\is_array($reply)) {
            foreach ($reply as $stream => $messages) {
                $reply[$stream] = $this->messages($messages, $stream);
            }
        }

        return self::isQueued($reply) ? $this->queued($reply, 'streams', $key) : $reply;
    }

    /** Where to go on, then messages, perhaps the numbers of others. */
    public function claimed(mixed $reply, mixed $key): mixed
    {
        if (\is_array($reply) && isset($reply[1])) {
            $reply[1] = $this->messages($reply[1], $key);
        }

        return self::isQueued($reply) ? $this->queued($reply, 'claimed', $key) : $reply;
    }

    /**
     * @param array<mixed> $reply
     *
     * @return array<mixed>
     */
    private function each(array $reply, mixed $key): array
    {
        if (!$this->on) {
            return $reply;
        }

        return $this->values->several(function () use ($reply, $key): array {
            foreach ($reply as $i => $bytes) {
                if (\is_string($bytes)) {
                    $name = $this->name(\is_array($key) ? $key[$i] ?? null : $key);
                    $reply[$i] = $this->values->decode($name, $bytes, false);
                } elseif ($bytes === false) {
                    $this->values->missed();
                }
            }

            return $reply;
        });
    }

    private static function isQueued(mixed $reply): bool
    {
        return $reply instanceof \Redis || $reply instanceof \RedisCluster;
    }

    /** @throws \Exception of the class that was given, if the reply could not be translated */
    private function queued(object $connection, string $shape, mixed $key): object
    {
        $isOne = $shape === 'decoded' || $shape === 'previous';
        if ($this->on && $this->outer !== null && !$isOne) {
            throw new ($this->exception)(
                'phpredis does not say what the replies of a MULTI inside of a pipeline are: '
                . 'read hashes, sorted sets and streams outside of that MULTI'
            );
        }
        $this->queue[] = $this->on ? [$shape, $key] : null;

        return $connection;
    }

    /** What failures call the key of a value. */
    private function name(mixed $key): string
    {
        return \is_scalar($key) ? (string) $key : 'a key';
    }
}
