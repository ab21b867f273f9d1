<?php

declare(strict_types=1);

namespace Larder;

/** How an adapter writes values, and which it reads: what all adapters have in common. */
final class Serializer
{
    /** @var array{allowed_classes: bool|list<string>, fallback: list<string>, profile: list<Profile>} */
    private readonly array $options;

    /**
     * @param bool|list<class-string|'@core'> $allowedClasses the classes that may be made when values are read; '@core'
     *     for PHP's own values (dates, stdClass, SPL), true for all
     * @param ?Profile $profile what values are written under
     * @param list<Profile> $alsoReads what they may have been written under as well, by older programs or newer ones
     * @param list<string> $fallback the foreign formats that are read on, as larder_unserialize has them
     *
     * @throws \ValueError|\TypeError if the extension does not take one of them
     */
    public function __construct(
        private readonly bool|array $allowedClasses = false,
        private readonly ?Profile $profile = null,
        array $alsoReads = [],
        array $fallback = [],
    ) {
        $profiles = $profile === null ? $alsoReads : [$profile, ...$alsoReads];
        $this->options = ['allowed_classes' => $allowedClasses, 'fallback' => $fallback, 'profile' => $profiles];
        // Else a wrong option would be found with the first value only, where it looks like one that does not read.
        \larder_unserialize(\larder_serialize(null), $this->options);
    }

    /**
     * @throws EncodeError if a part of the value cannot be written
     * @throws \Throwable what a magic method throws
     */
    public function encode(mixed $value): string
    {
        return \larder_serialize($value, $this->profile);
    }

    /**
     * The value of such bytes. Where objects may be made, all their classes have to exist: a cache has no use for a
     * `__PHP_Incomplete_Class`.
     *
     * @throws DecodeError if the bytes are no value, or hold a class that is not allowed
     * @throws \DomainException if they hold one that does not exist
     * @throws \Throwable what a magic method throws
     */
    public function decode(string $bytes): mixed
    {
        if ($this->allowedClasses === false || $this->allowedClasses === []) {
            return \larder_unserialize($bytes, $this->options);
        }
        $callback = \ini_set('unserialize_callback_func', self::class . '::missing');
        try {
            return \larder_unserialize($bytes, $this->options);
        } finally {
            \ini_set('unserialize_callback_func', (string) $callback);
        }
    }

    /**
     * What PHP calls when neither an autoloader nor anything else has a class.
     *
     * @internal
     */
    public static function missing(string $class): never
    {
        throw new \DomainException("there is no class $class, which the value has");
    }
}
