<?php

declare(strict_types=1);

namespace Larder\Tests\Switching;

/** Sessions, by PHP's own handler for Redis; their time is the same for all. */
final class Sessions implements Client
{
    public const SECONDS = 1000;

    public function __construct(string $port)
    {
        \ini_set('session.save_handler', 'redis');
        \ini_set('session.save_path', "tcp://127.0.0.1:$port?persistent=1");
        \ini_set('session.serialize_handler', 'larder');
        \ini_set('larder.fallback', 'php,igbinary');
        \ini_set('larder.write', 'igbinary');
        \ini_set('session.gc_maxlifetime', (string) self::SECONDS);
        \ini_set('session.use_cookies', '0');
        \ini_set('session.cache_limiter', '');
    }

    public function read(string $name): mixed
    {
        \session_id($name);
        \session_start(['read_and_close' => true])
            || throw new \RuntimeException("no session: $name");

        return $_SESSION ?: null;
    }

    public function write(string $name, mixed $value, ?int $seconds): ?int
    {
        \session_id($name);
        \session_start() || throw new \RuntimeException("no session: $name");
        $_SESSION = $value;
        \session_write_close() || throw new \RuntimeException("no write: $name");

        return self::SECONDS;
    }

    public function delete(string $name): void
    {
        \session_id($name);
        \session_start();
        \session_destroy();
    }

    public function key(string $name): string
    {
        return "PHPREDIS_SESSION:$name";
    }
}
