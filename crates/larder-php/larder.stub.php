<?php

/**
 * The Larder extension: every function and class, as PHP sees them.
 *
 * This file is documentation, and a test compares the extension with it; it is never loaded.
 */

namespace {
    /**
     * Encodes a value in the Larder format.
     *
     * Everything that `serialize` keeps is kept: references, objects that occur more than once,
     * `__serialize`, `__sleep`, `Serializable`, enumerations, properties of every visibility. Other
     * languages read strings that are UTF-8 as text, and all others as bytes.
     *
     * @param mixed $value any value that contains no resource and no object that `serialize`
     *     refuses (a closure, an anonymous class …)
     * @param ?\Larder\Profile $profile the profile to write under; readers of the value need it too
     * @param string $level how much time to spend to save bytes. `fast`: the least; `balanced`: the
     *     fewest bytes that cost little time; `small`: the fewest bytes. Every reader reads what
     *     every level writes, and one profile serves all levels
     *
     * @return string at least three bytes; the first is C1, with which no other serializer's values
     *     begin
     *
     * @throws \Larder\EncodeError if a part of the value cannot be written; the message says where
     *     it is
     * @throws \ValueError if there is no such level
     * @throws \Throwable what a magic method throws
     */
    function larder_serialize(
        mixed $value,
        ?\Larder\Profile $profile = null,
        string $level = 'balanced',
    ): string {
    }

    /**
     * Decodes such bytes. The value is never partial and never a guess: bytes that cannot be
     * decoded throw an exception, so null and false are ordinary values.
     *
     * Options:
     *
     * - `allowed_classes` (`bool|string[]`, default false): the classes whose objects may be
     *   created; true allows all. Unlike in `unserialize`, a value with another class is refused;
     *   only an object of an allowed class that does not exist becomes a `__PHP_Incomplete_Class`.
     *   `'@core'` stands for PHP's own value classes: `stdClass`, `DateTime`, `DateTimeImmutable`,
     *   `DateTimeZone`, `DateInterval`, `DatePeriod`, `ArrayObject`, `ArrayIterator`,
     *   `RecursiveArrayIterator`, `SplObjectStorage`, `SplDoublyLinkedList`, `SplQueue`,
     *   `SplStack`, `SplFixedArray`.
     * - `max_depth` (`int`, default 512): how deep arrays and objects may nest. 512 is also the
     *   maximum; 0 means 512.
     * - `fallback` (`string[]`, default none): the foreign formats to read as well: `php`,
     *   `igbinary`, `msgpack`, `json`, `hprose`, `cbor`. Bytes that begin like a Larder value are
     *   never read as a foreign format. Objects become arrays if their format does not name their
     *   class. JSON never does. MessagePack does only in php-msgpack's objects: maps whose first
     *   key is null.
     * - `profile` (`\Larder\Profile|\Larder\Profile[]`, default none): the profiles that the value
     *   may have been written under.
     *
     * @param array{
     *     allowed_classes?: bool|string[],
     *     max_depth?: int,
     *     fallback?: string[],
     *     profile?: \Larder\Profile|\Larder\Profile[],
     * } $options
     *
     * @throws \Larder\DecodeError if the bytes cannot be decoded, or hold a class that is not
     *     allowed
     * @throws \ValueError|\TypeError if an option is unknown or invalid
     * @throws \Throwable what a magic method or an autoloader throws
     */
    function larder_unserialize(string $data, array $options = []): mixed
    {
    }

    /**
     * Encodes a value in a format that programs without Larder can read.
     *
     * @param string $format `json`, `msgpack`, `php`, `igbinary`, `hprose`, `cbor` or `larder`
     *
     * @throws \Larder\EncodeError if the format cannot hold the value exactly
     * @throws \ValueError if there is no such format
     */
    function larder_export(mixed $value, string $format): string
    {
    }
}

namespace Larder {
    /**
     * What this process has encoded and decoded since it started: by all functions, by the
     * adapters, sessions and APCu.
     *
     * - `encoded`, `decoded`: values; `encoded_bytes`, `decoded_bytes`: what they take, encoded
     * - `encode_failures`, `decode_failures`: calls that threw an exception, or whose value is a
     *   miss. One whose profile `Profiles` then finds in Redis counts as a failure, too
     * - `fallbacks`: those of `decoded` that were in a format of `fallback`
     * - `encode_ns`, `decode_ns`: how long all calls took, in nanoseconds; a value within another,
     *   such as in a `__serialize`, counts in both. Null without `larder.stats = 1` in php.ini:
     *   asking the clock takes as long as a small value does
     *
     * @return array{
     *     encoded: int,
     *     encoded_bytes: int,
     *     encode_failures: int,
     *     encode_ns: ?int,
     *     decoded: int,
     *     decoded_bytes: int,
     *     decode_failures: int,
     *     decode_ns: ?int,
     *     fallbacks: int,
     * }
     */
    function stats(): array
    {
    }

    /**
     * A profile: what values have in common, learned by `larder train`.
     *
     * Each process reads a file once and shares the profile among all its requests. It reads the
     * file again when its time or size has changed.
     *
     * @not-serializable
     */
    final class Profile
    {
        private function __construct()
        {
        }

        /**
         * Loads a profile.
         *
         * @param string $file a file that `larder train -o FILE` has written
         *
         * @throws DecodeError if the file is no profile, or is damaged
         * @throws \RuntimeException if the file cannot be read
         */
        public static function fromFile(string $file): Profile
        {
        }

        /**
         * Makes a profile of the bytes of such a file. The process shares it as it does those of
         * files.
         *
         * @param string $id the id that the profile must have
         *
         * @throws DecodeError if the bytes are no profile, are damaged, or are one of another id
         */
        public static function fromBytes(string $bytes, string $id): Profile
        {
        }

        /** Six hexadecimal digits: the id that values written under this profile carry. */
        public function id(): string
        {
        }

        /** The bytes of the file. */
        public function bytes(): string
        {
        }

        /** The id of the profile that a value was written under; null if there is none. */
        public static function idOf(string $data): ?string
        {
        }

        /**
         * Keeps which profile a key in Redis stands for, or that it stands for none, as long as the
         * process lives.
         *
         * @param string $place which Redis
         *
         * @internal for `Profiles`
         */
        public static function keep(string $place, string $key, ?Profile $profile): void
        {
        }

        /**
         * What was kept last, and how many seconds ago; null if nothing was.
         *
         * @return ?array{?Profile, int}
         *
         * @internal for `Profiles`
         */
        public static function kept(string $place, string $key): ?array
        {
        }

        /**
         * All profiles that are kept of one Redis, in the order in which they were loaded.
         *
         * @return list<Profile>
         *
         * @internal for `Profiles`
         */
        public static function allKept(string $place): array
        {
        }
    }

    /** Bytes that cannot be decoded, or that hold something that is not allowed. */
    final class DecodeError extends \RuntimeException
    {
        /** What is wrong: `truncated`, `bad-tag`, `refused` … (docs/FORMAT.md, "Errors"). */
        public readonly string $kind;

        /** Where, in bytes from the start; null if no single byte is at fault. */
        public readonly ?int $offset;
    }

    /** A value that cannot be written. */
    final class EncodeError extends \RuntimeException
    {
        /** What is wrong: `refused`, `too-deep` … (docs/FORMAT.md, "Errors"). */
        public readonly string $kind;

        /**
         * How many values had been visited before the one that cannot be written; null if no single
         * value is at fault.
         */
        public readonly ?int $offset;
    }
}
