<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/** Has a private property of the same name as its parent. */
final class Member extends Account
{
    public mixed $name = null;
    private mixed $private = null;

    public function hideMore(mixed $private): void
    {
        $this->private = $private;
    }
}
