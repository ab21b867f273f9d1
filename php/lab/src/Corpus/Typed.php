<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/** Has properties with types, which need not have a value. */
final class Typed
{
    public int $first = 1;
    public string $never;
    public ?self $other = null;
}
