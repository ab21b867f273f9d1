<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/** Writes itself with `serialize`, whose values have numbers among those around it. */
final class Wrapped implements \Serializable
{
    public mixed $value = null;

    public function serialize(): string
    {
        return \serialize($this->value);
    }

    public function unserialize(string $data): void
    {
        $this->value = \unserialize($data);
    }
}
