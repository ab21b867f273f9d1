<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

/** An object whose magic methods end the request, once that is asked for. */
final class Trap
{
    /** What springs: exit, memory or time; none where it is empty. */
    public static string $springs = '';

    public function __construct(public mixed $value = null)
    {
    }

    public static function spring(): void
    {
        if (self::$springs === 'exit') {
            exit;
        }
        if (self::$springs === 'time') {
            \set_time_limit(1);
        }
        $all = '';
        while (self::$springs !== '') {
            $all .= self::$springs === 'memory' ? \str_repeat('x', 1000) : '';
        }
    }

    public function __serialize(): array
    {
        self::spring();

        return [$this->value];
    }

    public function __unserialize(array $state): void
    {
        [$this->value] = $state;
        self::spring();
    }
}
