<?php

declare(strict_types=1);

namespace Larder;

/** How an adapter writes values, and which values it reads: what all adapters have in common. */
final class Serializer
{
    /**
     * @var array{
     *     allowed_classes: bool|list<string>,
     *     fallback: list<string>,
     *     profile: list<Profile>,
     * }
     */
    private array $options;

    private readonly ?Profile $profile;

    /** Where to find profiles that are not given. */
    private readonly ?Profiles $profiles;

    /** Whether PHP has still to be told that a class that does not exist is an error. */
    private bool $checks;

    /**
     * @param bool|list<class-string|'@core'> $allowedClasses the classes whose objects may be
     *     created; '@core' stands for PHP's own value classes (dates, stdClass, SPL), true for all
     * @param Profile|Profiles|null $profile the profile to write under; or those in Redis, which
     *     are also read under
     * @param list<Profile> $alsoReads further profiles that values may have been written under, by
     *     older or newer programs
     * @param list<string> $fallback the foreign formats to read as well, as in larder_unserialize
     * @param string $level how much time to spend to save bytes: fast, balanced or small
     *
     * @throws \ValueError|\TypeError if an option is invalid
     */
    public function __construct(
        bool|array $allowedClasses = false,
        Profile|Profiles|null $profile = null,
        private readonly array $alsoReads = [],
        array $fallback = [],
        private readonly string $level = 'balanced',
    ) {
        $this->profile = $profile instanceof Profile ? $profile : null;
        $this->profiles = $profile instanceof Profiles ? $profile : null;
        $this->options = [
            'allowed_classes' => $allowedClasses,
            'fallback' => $fallback,
            'profile' => [...$this->profiles(), ...$alsoReads],
        ];
        $this->checks = $allowedClasses !== false && $allowedClasses !== [];
        // Otherwise only the first value would show that an option is invalid, and look like a
        // value that cannot be decoded.
        \larder_unserialize(\larder_serialize(null, null, $level), $this->options);
    }

    /**
     * @throws EncodeError if a part of the value cannot be written
     * @throws \Throwable what a magic method throws
     */
    public function encode(mixed $value): string
    {
        $profile = $this->profiles === null ? $this->profile : $this->profiles->current();

        return \larder_serialize($value, $profile, $this->level);
    }

    /**
     * Decodes a value. All classes of its objects must exist: a cache has no use for a
     * `__PHP_Incomplete_Class`.
     *
     * @throws DecodeError if the bytes cannot be decoded, or hold a class that is not allowed
     * @throws \DomainException if they hold a class that does not exist
     * @throws MissingProfileException|ForgedProfileException if their profile is not in Redis
     * @throws \Throwable what a magic method throws
     */
    public function decode(string $bytes): mixed
    {
        try {
            return $this->checks
                ? $this->several(fn (): mixed => \larder_unserialize($bytes, $this->options))
                : \larder_unserialize($bytes, $this->options);
        } catch (DecodeError $error) {
            // Its profile is known from then on.
            return $this->finds($bytes, $error) ? $this->decode($bytes) : throw $error;
        }
    }

    /**
     * Whether the profile that a value needs is found.
     *
     * @throws MissingProfileException|ForgedProfileException if it is not in Redis
     */
    private function finds(string $bytes, DecodeError $error): bool
    {
        $isUnknown = $error->kind === 'missing-profile' || $error->kind === 'wrong-profile';
        $id = $isUnknown && $this->profiles !== null ? Profile::idOf($bytes) : null;
        foreach ($this->options['profile'] as $known) {
            // Another value needs one: code of the user has decoded it.
            $id = $known->id() === $id ? null : $id;
        }
        if ($id === null) {
            return false;
        }
        $this->profiles->get($id);
        $this->options['profile'] = [...$this->profiles(), ...$this->alsoReads];

        return true;
    }

    /** @return list<Profile> those that are known now */
    private function profiles(): array
    {
        return $this->profiles?->known() ?? ($this->profile === null ? [] : [$this->profile]);
    }

    /**
     * Runs a function that decodes several values: `decode` is faster inside of it.
     *
     * @template T
     *
     * @param \Closure(): T $decodes
     *
     * @return T
     */
    public function several(\Closure $decodes): mixed
    {
        if (!$this->checks) {
            return $decodes();
        }
        $callback = \ini_set('unserialize_callback_func', self::class . '::missing');
        $this->checks = false;
        try {
            return $decodes();
        } finally {
            $this->checks = true;
            \ini_set('unserialize_callback_func', (string) $callback);
        }
    }

    /**
     * PHP calls this if it cannot find or load a class.
     *
     * @internal
     */
    public static function missing(string $class): never
    {
        throw new \DomainException("the value holds an object of $class, which does not exist");
    }
}
