<?php

declare(strict_types=1);

namespace App;

/** The class of the programs that documents show. */
final class User
{
    public \DateTimeImmutable $since;

    public function __construct(public int $id)
    {
        $this->since = new \DateTimeImmutable('2026-11-22');
    }
}
