<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * Writes events, one JSON object per line, each flushed at once: the command shows progress, and
 * this process may end at any time.
 */
final class Events
{
    private const FLAGS = \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE
        | \JSON_PRESERVE_ZERO_FRACTION | \JSON_INVALID_UTF8_SUBSTITUTE;

    /** @param resource $stream */
    public function __construct(private $stream)
    {
    }

    /** @param array<string, mixed> $fields */
    public function emit(string $event, array $fields = []): void
    {
        \fwrite($this->stream, \json_encode(['event' => $event] + $fields, self::FLAGS) . "\n");
        \fflush($this->stream);
    }

    public function phase(string $phase): void
    {
        $this->emit('phase', ['phase' => $phase]);
    }

    public function note(string $text): void
    {
        $this->emit('note', ['text' => $text]);
    }
}
