<?php

declare(strict_types=1);

namespace Larder\Lab\Tests;

/** A redis-server of the tests' own on a free loopback port, without persistence; ended by its process. */
final class RedisServer
{
    public readonly int $port;

    /** @var resource */
    private $process;

    /** @throws \RuntimeException if it does not come up */
    public function __construct(string ...$options)
    {
        $free = \stream_socket_server('tcp://127.0.0.1:0');
        $this->port = (int) \substr((string) \strrchr(\stream_socket_get_name($free, false), ':'), 1);
        \fclose($free);
        $command = ['redis-server', '--bind', '127.0.0.1', '--port', (string) $this->port, '--save', '', ...$options];
        $this->process = \proc_open($command, [['pipe', 'r'], ['file', '/dev/null', 'w'], STDERR], $pipes);
        for ($tries = 0; $tries < 200; $tries++) {
            $socket = @\stream_socket_client("tcp://127.0.0.1:{$this->port}", $code, $message, 1.0);
            if ($socket !== false) {
                \fclose($socket);
                return;
            }
            \usleep(20_000);
        }
        throw new \RuntimeException('redis-server did not come up');
    }

    public static function installed(): bool
    {
        foreach (\explode(\PATH_SEPARATOR, (string) \getenv('PATH')) as $folder) {
            if (\is_executable("$folder/redis-server")) {
                return true;
            }
        }

        return false;
    }

    public function connect(): \Redis
    {
        $redis = new \Redis();
        $redis->connect('127.0.0.1', $this->port, 2.0);

        return $redis;
    }

    public function stop(): void
    {
        \proc_terminate($this->process);
        \proc_close($this->process);
    }
}
