<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

/** As a class whose properties have changed since its objects were written. */
final class Unreadable
{
    /** @return array{int} */
    public function __serialize(): array
    {
        return [1];
    }

    /** @param array<mixed> $state */
    public function __unserialize(array $state): void
    {
        throw new \TypeError('Cannot assign int to property of type string');
    }
}
