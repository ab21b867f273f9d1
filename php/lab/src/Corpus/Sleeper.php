<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/** Chooses what of it is serialized, and in which order. */
final class Sleeper
{
    public mixed $public = null;
    protected mixed $protected = null;
    private mixed $private = null;
    private mixed $cache = 'never serialized';

    public function hide(mixed $protected, mixed $private): void
    {
        $this->protected = $protected;
        $this->private = $private;
    }

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['public', 'private', 'protected'];
    }
}
