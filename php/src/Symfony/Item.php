<?php

declare(strict_types=1);

namespace Larder\Symfony;

/**
 * Stands for the wrapper that Symfony 6.1 and newer puts around an item with metadata (when it
 * expires, what it cost, its tags).
 *
 * The name of the wrapper's class is the single byte A9. Class names in Larder are UTF-8, and this
 * is not. The wrapper writes and reads its state with `__serialize` and `__unserialize`; this class
 * carries that state under a name that can be written.
 *
 * @internal
 */
final class Item
{
    private const WRAPPER = "\xA9";

    /** How the bytes of a wrapper begin, and how they begin as an object of this class. */
    private const FOREIGN = [
        'O:1:"' . self::WRAPPER . '":' => 'O:19:"' . self::class . '":',
        "\0\0\0\x02\x17\x01" . self::WRAPPER => "\0\0\0\x02\x17\x13" . self::class,
    ];

    /** @param array<mixed> $state */
    private function __construct(private array $state)
    {
    }

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return $this->state;
    }

    /** @param array<mixed> $state */
    public function __unserialize(array $state): void
    {
        $this->state = $state;
    }

    /** What is written for a value: an item for a wrapper, else the value itself. */
    public static function of(mixed $value): mixed
    {
        return $value instanceof (self::WRAPPER) ? new self($value->__serialize()) : $value;
    }

    /** The value for what was read: the inverse of `of`. */
    public static function value(mixed $read): mixed
    {
        if (!$read instanceof self) {
            return $read;
        }
        $wrapper = (new \ReflectionClass(self::WRAPPER))->newInstanceWithoutConstructor();
        $wrapper->__unserialize($read->state);

        return $wrapper;
    }

    /** Puts this class in place of the wrapper's in bytes of serialize or igbinary. */
    public static function renamed(string $bytes): string
    {
        foreach (self::FOREIGN as $wrapper => $item) {
            if (\str_starts_with($bytes, $wrapper)) {
                return $item . \substr($bytes, \strlen($wrapper));
            }
        }

        return $bytes;
    }
}
