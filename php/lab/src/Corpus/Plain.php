<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/** Writes itself as some bytes. */
final class Plain implements \Serializable
{
    public string $bytes = '';

    public function serialize(): string
    {
        return '<' . $this->bytes . '>';
    }

    public function unserialize(string $data): void
    {
        $this->bytes = \substr($data, 1, -1);
    }
}
