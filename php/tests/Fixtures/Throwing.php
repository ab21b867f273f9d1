<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

/** An object of which one magic method throws. */
final class Throwing
{
    /** @var list<mixed> what is there when it is destroyed */
    public array $more = [1, ['text']];

    public function __construct(public string $method)
    {
    }

    /** @return array<string, mixed> */
    public function __serialize(): array
    {
        return $this->method === __FUNCTION__ ? throw new \DomainException() : [
            'method' => $this->method,
            'more' => $this->more,
        ];
    }

    /** @param array<string, mixed> $state */
    public function __unserialize(array $state): void
    {
        ['method' => $this->method, 'more' => $this->more] = $state;
        if ($this->method === __FUNCTION__) {
            throw new \DomainException();
        }
    }
}
