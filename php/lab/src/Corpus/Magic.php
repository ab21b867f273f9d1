<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/** Serializes as an array with integers among its keys. */
final class Magic
{
    /** @var array<mixed> */
    public array $data = [];

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return ['data' => $this->data, 7 => 'seven', '' => \count($this->data), -1 => true];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->data = $data['data'];
    }
}
