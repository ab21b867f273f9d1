<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

/** A trap with the old magic methods. */
final class OldTrap
{
    public mixed $value = [1, 'text'];

    public function __sleep(): array
    {
        Trap::spring();

        return ['value'];
    }

    public function __wakeup(): void
    {
        Trap::spring();
    }
}
