<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

class User
{
    public ?User $friend = null;

    /** @param list<string> $roles */
    public function __construct(
        public readonly int $id,
        protected string $name = 'Zoë 李',
        private array $roles = ['admin', 'admin', "\xFF\x00"],
    ) {
    }
}
