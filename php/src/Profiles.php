<?php

declare(strict_types=1);

namespace Larder;

/**
 * Profiles that are found in Redis, where `larder train --publish` and `larder profile publish` put
 * them: nothing has to be deployed.
 *
 * `larder:profile:ID` has the bytes of the profile with this id, and never changes. The hash
 * `larder:profiles:NAME` has the id of the profile to write under in its field `current`.
 *
 * What was found is kept for as long as the process lives, over requests. So a reader asks once for
 * a profile that it does not know, and again after 10 seconds if it was not there. A writer asks
 * once a minute which profile is `current`. If Redis does not answer, it goes on with the profile
 * that it has for another minute, and then without one. `askEvery` makes that sooner.
 */
final class Profiles
{
    private const MAX_ASK_EVERY = 60;

    private const MAX_MISSING_SECONDS = 10;

    /** For how many seconds it is known that a profile is missing. */
    private readonly int $missingSeconds;

    /** How long an answer holds if there is no other; after two minutes it may be retired. */
    private readonly int $heldSeconds;

    private ?Profile $current = null;

    /** Until when `current` holds, on the clock of hrtime. */
    private int $until = 0;

    /** Which Redis the connection is to. */
    private string $place = '';

    /**
     * @param \Redis|\RedisCluster $redis connected, to the master: a replica may not have a profile
     *     yet that the values of other programs need. The options of the connection do not matter.
     *     While it is inside of MULTI or a pipeline, nothing can be asked
     * @param string $name what the profiles are published for
     * @param int $askEvery how many seconds a writer waits before it asks again which profile is
     *     current: 1 to 60
     *
     * @throws \ValueError if nothing can be published for such a name, or a writer may not wait so
     *     long
     */
    public function __construct(
        private readonly \Redis|\RedisCluster $redis,
        private readonly string $name,
        private readonly int $askEvery = self::MAX_ASK_EVERY,
    ) {
        if ($askEvery < 1 || $askEvery > self::MAX_ASK_EVERY) {
            // `larder profile retire` counts on it that nobody waits longer.
            throw new \ValueError(
                "askEvery must be 1 to 60 seconds, $askEvery given: after two minutes, profiles "
                . 'that were current may be retired'
            );
        }
        $this->heldSeconds = 2 * $askEvery;
        $this->missingSeconds = \min($askEvery, self::MAX_MISSING_SECONDS);
        if (\preg_match('/^[A-Za-z0-9._-]{1,64}$/D', $name) !== 1) {
            throw new \ValueError(
                'a name of profiles has 1 to 64 of the characters A-Z a-z 0-9 . _ -'
            );
        }
    }

    /**
     * The profile to write under now; null if there is none. Asks Redis at most once a minute. If
     * the profile that it finds has been evicted, it is put back.
     */
    public function current(): ?Profile
    {
        if (\hrtime(true) >= $this->until) {
            $this->renew();
        }

        return $this->current;
    }

    /**
     * The profile with an id, to read under. Asks Redis if this process has not met it before.
     *
     * @throws MissingProfileException if it is not in Redis, or Redis does not answer
     * @throws ForgedProfileException if something else is there
     */
    public function get(string $id): Profile
    {
        $place = $this->place();
        $key = "larder:profile:$id";
        [$profile, $age] = Profile::kept($place, $key) ?? [null, $this->missingSeconds];
        if ($profile !== null) {
            return $profile;
        }
        if ($age < $this->missingSeconds) {
            // It is known that there is none, and why.
            $was = static fn (string $what): bool =>
                (Profile::kept($place, "$key $what")[1] ?? $age + 1) <= $age;
            throw $was('forged') ? new ForgedProfileException($id) : new MissingProfileException(
                $id,
                $was('unanswered') ? 'could not be fetched' : 'is not in Redis',
            );
        }
        $reason = $this->whyNotNow();
        if ($reason !== null) {
            throw new MissingProfileException($id, "cannot be fetched ($reason)");
        }
        Profile::keep($place, $key, null);
        try {
            $bytes = $this->send($key, 'GET', $key);
            $profile = \is_string($bytes) ? Profile::fromBytes($bytes, $id) : null;
        } catch (\RedisException | \RedisClusterException $error) {
            Profile::keep($place, "$key unanswered", null);
            $reason = "could not be fetched ({$error->getMessage()})";
            throw new MissingProfileException($id, $reason, $error);
        } catch (DecodeError $error) {
            Profile::keep($place, "$key forged", null);
            throw new ForgedProfileException($id, $error);
        }
        if ($profile === null) {
            throw new MissingProfileException($id, 'is not in Redis');
        }
        Profile::keep($place, $key, $profile);

        return $profile;
    }

    /** @return list<Profile> those that this process has fetched until now */
    public function known(): array
    {
        return Profile::allKept($this->place());
    }

    private function renew(): void
    {
        $place = $this->place();
        $key = "larder:profiles:{$this->name}";
        [$profile, $age] = Profile::kept($place, $key) ?? [null, $this->heldSeconds];
        [, $asked] = Profile::kept($place, "$key asked") ?? [null, $this->askEvery];
        if ($asked >= $this->askEvery && $this->whyNotNow() === null) {
            try {
                $profile = $this->published($key, $profile);
                Profile::keep($place, $key, $profile);
                $age = 0;
            } catch (\RedisException | \RedisClusterException) {
                // Redis is away: the last answer holds on.
            }
            Profile::keep($place, "$key asked", null);
            $asked = 0;
        }
        $holds = $this->heldSeconds - $age;
        $this->current = $holds > 0 ? $profile : null;
        $seconds = \min($this->askEvery - $asked, $holds > 0 ? $holds : \PHP_INT_MAX);
        $this->until = \hrtime(true) + $seconds * 1_000_000_000;
    }

    /**
     * The profile that is current in Redis; the one held as long as that cannot be found.
     *
     * @throws \RedisException|\RedisClusterException if Redis does not say which it is
     */
    private function published(string $key, ?Profile $held): ?Profile
    {
        $id = $this->send($key, 'HGET', $key, 'current');
        if (!\is_string($id) || \preg_match('/^[0-9a-f]{6}$/D', $id) !== 1) {
            return null;
        }
        try {
            $profile = $held?->id() === $id ? $held : $this->get($id);
        } catch (MissingProfileException | ForgedProfileException $error) {
            $this->log($error->getMessage());
            $profile = $held;
        }

        return $profile !== null && $this->isThere($profile) ? $profile : null;
    }

    /** Whether readers find a profile; if it has been evicted, it is put back. */
    private function isThere(Profile $profile): bool
    {
        $key = "larder:profile:{$profile->id()}";
        try {
            if ($this->send($key, 'EXISTS', $key) === 0) {
                $this->send($key, 'SET', $key, $profile->bytes(), 'NX');
            }

            return true;
        } catch (\RedisException | \RedisClusterException $error) {
            $this->log(
                "the profile {$profile->id()} cannot be put back: {$error->getMessage()}; "
                . 'values are written without one'
            );

            return false;
        }
    }

    /**
     * Sends a command as it is: phpredis changes neither the key nor the reply of a raw one.
     *
     * @throws \RedisException|\RedisClusterException if there is no reply, or it is an error
     */
    private function send(string $key, string ...$command): mixed
    {
        $this->redis->clearLastError();
        // In braces, the key alone decides on the slot, whatever prefix phpredis puts before it.
        $reply = $this->redis instanceof \RedisCluster
            ? $this->redis->rawCommand("{{$key}}", ...$command)
            : $this->redis->rawCommand(...$command);
        $error = $this->redis->getLastError();

        return $error === null ? $reply : throw new \RedisException(\trim($error));
    }

    /** Why no command can be sent now; null if one can. */
    private function whyNotNow(): ?string
    {
        if ($this->place() === '') {
            return 'the connection is not open';
        }

        return $this->redis->getMode() === \Redis::ATOMIC ? null : (
            'the connection is inside of MULTI or a pipeline: '
            . 'give Larder\Profiles a connection of its own'
        );
    }

    /** Which Redis this is: one may not decide what the profiles of another are. */
    private function place(): string
    {
        try {
            $place = $this->redis instanceof \RedisCluster
                ? 'cluster ' . \min(\array_map(
                    static fn (array $node): string => "$node[0]:$node[1]",
                    $this->redis->_masters(),
                ))
                : "{$this->redis->getHost()}:{$this->redis->getPort()}/{$this->redis->getDbNum()}";
            $this->place = $place === ':/' ? $this->place : $place;
        } catch (\RedisException | \RedisClusterException) {
            // The connection is not open. If it was, then to the same Redis.
        }

        return $this->place;
    }

    private function log(string $message): void
    {
        \error_log(self::class . ": $message");
    }
}
