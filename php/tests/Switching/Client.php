<?php

declare(strict_types=1);

namespace Larder\Tests\Switching;

/** Reads, writes and deletes values by name; null is a miss. */
interface Client
{
    public function read(string $name): mixed;

    /**
     * @param ?int $seconds until the value ends, as asked
     *
     * @return ?int the same as given
     *
     * @throws \RuntimeException if it is not written
     */
    public function write(string $name, mixed $value, ?int $seconds): ?int;

    public function delete(string $name): void;

    /** The key in Redis. */
    public function key(string $name): string;
}
