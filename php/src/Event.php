<?php

declare(strict_types=1);

namespace Larder;

/** What became of a value: what `onEvent` of an adapter is called with. */
final class Event
{
    /**
     * @param string $kind `hit`: a value was read and decoded. `miss`: there was none.
     *     `decode-failure`: there was one that cannot be decoded. `encode`: a value was encoded to
     *     be written. `encode-failure`: it could not be
     * @param int $bytes what the value takes, encoded; 0 if there are no bytes
     * @param int $nanoseconds how long it took to encode or decode it; 0 for a miss
     * @param bool $isFallback whether a hit was in a format of `fallback`
     * @param ?\Throwable $error why it failed
     */
    public function __construct(
        public readonly string $kind,
        public readonly int $bytes = 0,
        public readonly int $nanoseconds = 0,
        public readonly bool $isFallback = false,
        public readonly ?\Throwable $error = null,
    ) {
    }

    /**
     * Encodes a value, and calls `onEvent`.
     *
     * @param \Closure(Event): void $onEvent
     * @param \Closure(): string $encode
     *
     * @throws \Throwable what either of them throws
     *
     * @internal
     */
    public static function encoding(\Closure $onEvent, \Closure $encode): string
    {
        $begun = \hrtime(true);
        try {
            $bytes = $encode();
        } catch (\Throwable $error) {
            $took = \hrtime(true) - $begun;
            $onEvent(new self('encode-failure', nanoseconds: $took, error: $error));
            throw $error;
        }
        $took = \hrtime(true) - $begun;
        $onEvent(new self('encode', \strlen($bytes), $took));

        return $bytes;
    }

    /**
     * Decodes a value, and calls `onEvent`.
     *
     * @param \Closure(Event): void $onEvent
     * @param \Closure(): mixed $decode
     *
     * @throws \Throwable what either of them throws
     *
     * @internal
     */
    public static function decoding(\Closure $onEvent, string $bytes, \Closure $decode): mixed
    {
        $begun = \hrtime(true);
        $length = \strlen($bytes);
        try {
            $value = $decode();
        } catch (\Throwable $error) {
            $took = \hrtime(true) - $begun;
            $onEvent(new self('decode-failure', $length, $took, error: $error));
            throw $error;
        }
        $took = \hrtime(true) - $begun;
        $isFallback = $length > 0 && $bytes[0] !== "\xC1" && !Values::isInteger($bytes);
        $onEvent(new self('hit', $length, $took, $isFallback));

        return $value;
    }
}
