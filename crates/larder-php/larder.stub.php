<?php

/**
 * The Larder extension: every function and class, as PHP sees them.
 *
 * This file is documentation, and what the tests compare the extension with; it is never loaded.
 */

namespace {
    /**
     * Gives a value as bytes in the Larder format.
     *
     * All that `serialize` can hold is kept: references and objects that are met again, `__serialize`, `__sleep`, `Serializable`, enumerations, properties
     * of every visibility. Strings that are UTF-8 are texts to other languages, others are bytes.
     *
     * @param mixed $value any value but one with a resource, or an object that `serialize` refuses (a closure, an anonymous class …)
     * @param ?\Larder\Codec $codec writes under the codec's profile, which readers of the value then need
     *
     * @return string at least three bytes; the first is C1, which begins no value of any other serializer
     *
     * @throws \Larder\EncodeError if a part of the value cannot be written; the message names where it is
     * @throws \Throwable what a magic method throws
     */
    function larder_serialize(mixed $value, ?\Larder\Codec $codec = null): string
    {
    }

    /**
     * Gives the value of such bytes. Never a partial or a guessed one: bytes that are no value are an exception, so that null and false are values.
     *
     * Options:
     *
     * - `allowed_classes` (`bool|string[]`, false): the classes that may be made, true for all. A value with another is refused. As in `unserialize`, only
     *   that here nothing becomes a `__PHP_Incomplete_Class` but objects of an allowed class that does not exist.
     *   `'@core'` stands for PHP's own classes of values: `stdClass`, `DateTime`, `DateTimeImmutable`, `DateTimeZone`, `DateInterval`, `DatePeriod`,
     *   `ArrayObject`, `ArrayIterator`, `RecursiveArrayIterator`, `SplObjectStorage`, `SplDoublyLinkedList`, `SplQueue`, `SplStack`, `SplFixedArray`.
     * - `max_depth` (`int`, 512): levels of arrays and objects within one another; 512 is the most there can be, 0 means 512.
     * - `accept` (`string[]`, none): foreign formats that are read as well: `php`, `igbinary`, `msgpack`, `json`; also `hprose` and `cbor`. Bytes that begin
     *   as a Larder value never count as foreign. What has no class in its format becomes an array: objects in JSON, maps in MessagePack but those of
     *   php-msgpack's objects, whose first key is null and names the class: these become objects.
     * - `codec` (`\Larder\Codec|\Larder\Codec[]`, none): profiles that the value may have been written under.
     *
     * @param array{allowed_classes?: bool|string[], max_depth?: int, accept?: string[], codec?: \Larder\Codec|\Larder\Codec[]} $options
     *
     * @throws \Larder\DecodeError if the bytes are no value, or hold a class that is not allowed
     * @throws \ValueError|\TypeError if an option is none
     * @throws \Throwable what a magic method or an autoloader throws
     */
    function larder_unserialize(string $data, array $options = []): mixed
    {
    }

    /**
     * Gives a value as bytes in another format: what a program that has not switched yet can read.
     *
     * @param string $format `json`, `msgpack`, `php`, `igbinary`, `hprose`, `cbor`, or `larder`
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
     * How values are written and read: under a profile, which `larder train` makes of samples.
     *
     * A profile is read from its file once a process, and again if the file changes; all requests share it.
     *
     * @not-serializable
     */
    final class Codec
    {
        private function __construct()
        {
        }

        /**
         * @param string $file a profile that `larder train -o FILE` has written
         *
         * @throws DecodeError if the file is no profile, or is damaged
         * @throws \RuntimeException if it cannot be read
         */
        public static function fromProfile(string $file): Codec
        {
        }

        /** The profile's id, as values written under it carry it: six hexadecimal digits. */
        public function id(): string
        {
        }
    }

    /** Bytes that are no value, or hold what may not be read. */
    final class DecodeError extends \RuntimeException
    {
        /** What is wrong: `truncated`, `bad-tag`, `refused` …: the kinds of docs/FORMAT.md, "Errors". */
        public readonly string $kind;

        /** Where, in bytes from the start; null if it is at no byte. */
        public readonly ?int $offset;
    }

    /** A value that cannot be written. */
    final class EncodeError extends \RuntimeException
    {
        /** What is wrong: `refused`, `too-deep` …: the kinds of docs/FORMAT.md, "Errors". */
        public readonly string $kind;

        /** How many values had been looked at before the one that cannot be written; null if no single one is to blame. */
        public readonly ?int $offset;
    }
}
