<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

/** A trap with a destructor. */
final class Falling
{
    public mixed $value;

    public function __destruct()
    {
        Trap::spring();
    }
}
