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
    private readonly array $options;

    /** Whether PHP has still to be told that a class that does not exist is an error. */
    private bool $checks;

    /**
     * @param bool|list<class-string|'@core'> $allowedClasses the classes whose objects may be
     *     created; '@core' stands for PHP's own value classes (dates, stdClass, SPL), true for all
     * @param ?Profile $profile the profile to write under
     * @param list<Profile> $alsoReads further profiles that values may have been written under, by
     *     older or newer programs
     * @param list<string> $fallback the foreign formats to read as well, as in larder_unserialize
     * @param string $level how much time to spend to save bytes: fast, balanced or small
     *
     * @throws \ValueError|\TypeError if an option is invalid
     */
    public function __construct(
        bool|array $allowedClasses = false,
        private readonly ?Profile $profile = null,
        array $alsoReads = [],
        array $fallback = [],
        private readonly string $level = 'balanced',
    ) {
        $this->options = [
            'allowed_classes' => $allowedClasses,
            'fallback' => $fallback,
            'profile' => $profile === null ? $alsoReads : [$profile, ...$alsoReads],
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
        return \larder_serialize($value, $this->profile, $this->level);
    }

    /**
     * Decodes a value. All classes of its objects must exist: a cache has no use for a
     * `__PHP_Incomplete_Class`.
     *
     * @throws DecodeError if the bytes cannot be decoded, or hold a class that is not allowed
     * @throws \DomainException if they hold a class that does not exist
     * @throws \Throwable what a magic method throws
     */
    public function decode(string $bytes): mixed
    {
        return $this->checks
            ? $this->several(fn (): mixed => \larder_unserialize($bytes, $this->options))
            : \larder_unserialize($bytes, $this->options);
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
