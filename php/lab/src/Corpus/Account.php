<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/** Properties of each visibility. */
class Account
{
    public mixed $public = null;
    protected mixed $protected = null;
    private mixed $private = null;

    public function hide(mixed $protected, mixed $private): void
    {
        $this->protected = $protected;
        $this->private = $private;
    }
}
