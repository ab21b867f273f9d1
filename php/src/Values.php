<?php

declare(strict_types=1);

namespace Larder;

/**
 * How values are stored in Redis: integers as plain decimal text, so that Redis can count them, all
 * others by a `Serializer`. The string "42" is C1 … and stays a string.
 *
 * @internal
 */
final class Values
{
    private const MAX_LOGGED = 20;

    /** @var array<string, true> the reasons that were logged */
    private array $logged = [];

    /**
     * @param bool $foreign whether the serializer reads other formats as well
     * @param string $format the format to write
     * @param string $owner the class that PHP's error log names
     * @param string $prefix what it puts before the key
     * @param class-string<\Exception> $exception what is thrown instead of a miss
     * @param ?\Closure(string $key, string $bytes, \Throwable $error): void $onDecodeFailure called
     *     for each value that cannot be decoded; else PHP's error log gets one line per reason
     * @param bool $throwOnDecodeFailure whether such a value is an exception, not a miss
     * @param ?\Closure(Event): void $onEvent called for each value, and for each that is not there
     */
    public function __construct(
        private readonly Serializer $serializer,
        private readonly bool $foreign,
        private readonly string $format,
        private readonly string $owner,
        private readonly string $prefix,
        private readonly string $exception,
        private readonly ?\Closure $onDecodeFailure,
        private readonly bool $throwOnDecodeFailure,
        private readonly ?\Closure $onEvent = null,
    ) {
    }

    /**
     * @throws EncodeError if the value cannot be written
     * @throws \Throwable what a magic method throws
     */
    public function encode(mixed $value): string
    {
        return $this->onEvent === null
            ? $this->bytes($value)
            : Event::encoding($this->onEvent, fn (): string => $this->bytes($value));
    }

    /**
     * The bytes of a member of a set, which Redis finds by them.
     *
     * @param string $format the format to write
     *
     * @throws EncodeError if the value cannot be written
     * @throws \Throwable what a magic method throws
     */
    public function member(mixed $value, string $format): string
    {
        return $this->onEvent === null
            ? self::memberBytes($value, $format)
            : Event::encoding($this->onEvent, fn () => self::memberBytes($value, $format));
    }

    /**
     * @return mixed the value; $miss if it cannot be decoded
     *
     * @throws \Exception of the class that was given, if it cannot be decoded
     */
    public function decode(string $key, string $bytes, mixed $miss): mixed
    {
        try {
            return $this->onEvent === null
                ? $this->value($bytes)
                : Event::decoding($this->onEvent, $bytes, fn (): mixed => $this->value($bytes));
        } catch (\Throwable $error) {
            if ($this->onDecodeFailure !== null) {
                ($this->onDecodeFailure)($key, $bytes, $error);
            }
            if ($this->onDecodeFailure === null && !$this->throwOnDecodeFailure) {
                $this->log($key, $error);
            }
            if ($this->throwOnDecodeFailure) {
                $reason = $error->getMessage();
                throw new ($this->exception)(
                    "the value of $key cannot be decoded: $reason",
                    0,
                    $error,
                );
            }

            return $miss;
        }
    }

    /**
     * Runs a function that decodes several values: `decode` is faster inside of it.
     *
     * @param \Closure(): array<mixed> $decodes
     *
     * @return array<mixed>
     */
    public function several(\Closure $decodes): array
    {
        return $this->serializer->several($decodes);
    }

    /** There is no value where one was asked for. */
    public function missed(): void
    {
        if ($this->onEvent !== null) {
            ($this->onEvent)(new Event('miss'));
        }
    }

    /** Whether bytes are the text of an integer. */
    public static function isInteger(string $bytes): bool
    {
        return (string) (int) $bytes === $bytes;
    }

    private function bytes(mixed $value): string
    {
        if ($this->format !== 'larder') {
            return \larder_export($value, $this->format);
        }

        return \is_int($value) ? (string) $value : $this->serializer->encode($value);
    }

    private static function memberBytes(mixed $value, string $format): string
    {
        if ($format !== 'larder') {
            return \larder_export($value, $format);
        }

        // The bytes must depend neither on the level nor on a profile, which may change.
        return \is_int($value) ? (string) $value : \larder_serialize($value, null, 'fast');
    }

    private function value(string $bytes): mixed
    {
        // Most values are Larder's.
        $isInteger = ($bytes[0] ?? '') !== "\xC1" && self::isInteger($bytes);

        return $isInteger ? $this->integer($bytes) : $this->serializer->decode($bytes);
    }

    /** Logs why a value is a miss: once per reason, as the next request will miss it, too. */
    private function log(string $key, \Throwable $error): void
    {
        $reason = \preg_replace('/ \(at byte \d+\)$/', '', $error->getMessage());
        if (\count($this->logged) < self::MAX_LOGGED && !isset($this->logged[$reason])) {
            $this->logged[$reason] = true;
            \error_log("{$this->owner}: the value of {$this->prefix}$key is a miss: $reason");
        }
    }

    /**
     * Reads an integer that was stored as text. In a binary format the same bytes may be another
     * value: "4" is 52 in MessagePack.
     *
     * @throws \UnexpectedValueException if the fallback reads another value
     */
    private function integer(string $text): int
    {
        if ($this->foreign) {
            try {
                $other = $this->serializer->decode($text);
            } catch (DecodeError) {
                return (int) $text;
            }
            if ($other !== (int) $text) {
                $other = \var_export($other, true);
                throw new \UnexpectedValueException(
                    "the bytes are the integer $text, or $other in a format of fallback"
                );
            }
        }

        return (int) $text;
    }
}
