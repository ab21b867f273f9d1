<?php

declare(strict_types=1);

namespace Larder\Symfony;

/**
 * Stands for what Symfony wraps an item in that has metadata (when it expires, what it cost, its tags), from 6.1 on.
 *
 * The name of the wrapper's class is the one byte A9, which is no UTF-8, as names of classes are in Larder. It writes
 * and reads its state by `__serialize` and `__unserialize`; this class carries that state, under a name that can be
 * written.
 *
 * @internal
 */
final class Item
{
    private const WRAPPER = "\xA9";

    /** What bytes begin with whose value is a wrapper, and what the same value begins with as an object of this class. */
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

    /** What is written for a value: for a wrapper the item, for any other the value. */
    public static function of(mixed $value): mixed
    {
        return $value instanceof (self::WRAPPER) ? new self($value->__serialize()) : $value;
    }

    /** The value for what was read: the opposite of `of`. */
    public static function value(mixed $read): mixed
    {
        if (!$read instanceof self) {
            return $read;
        }
        $wrapper = (new \ReflectionClass(self::WRAPPER))->newInstanceWithoutConstructor();
        $wrapper->__unserialize($read->state);

        return $wrapper;
    }

    /** Bytes of PHP's serialize or of igbinary with this class in place of the wrapper's; other bytes as they are. */
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
