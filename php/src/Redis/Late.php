<?php

declare(strict_types=1);

namespace Larder\Redis;

/**
 * A reply that is set when the method that made it is left, after PHP has checked its return type.
 *
 * @internal
 */
final class Late
{
    public function __construct(private mixed &$reply, private readonly mixed $value)
    {
    }

    public function __destruct()
    {
        $this->reply = $this->value;
    }
}
