<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** One who visits programs/session.php, each time with the same cookie. */
final class Visitor
{
    public readonly string $id;

    public function __construct(private readonly WebServer $server, ?string $id = null)
    {
        $this->id = $id ?? \bin2hex(\random_bytes(16));
    }

    /** The same visitor at another server. */
    public function at(WebServer $server): self
    {
        return new self($server, $this->id);
    }

    /**
     * @return array<string, mixed> the session at the end of the visit
     *
     * @throws \RuntimeException if the page fails
     */
    public function visit(string $query = ''): array
    {
        return \unserialize(
            \base64_decode($this->server->get($query, "PHPSESSID={$this->id}"), true)
        );
    }
}
