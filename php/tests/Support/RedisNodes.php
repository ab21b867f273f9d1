<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** A cluster of two servers. */
final class RedisNodes
{
    /** @var list<RedisServer> */
    private array $servers = [];

    /** @var list<string> */
    private array $files = [];

    /** @throws \RuntimeException if it does not start */
    public function __construct()
    {
        $buses = [];
        foreach ([[0, 8191], [8192, 16383]] as $i => [$first, $last]) {
            $free = \stream_socket_server('tcp://127.0.0.1:0');
            $name = (string) \stream_socket_get_name($free, false);
            $buses[] = \substr((string) \strrchr($name, ':'), 1);
            \fclose($free);
            // The server creates it.
            $this->files[] = $file = (string) \tempnam(\sys_get_temp_dir(), 'larder');
            \unlink($file);
            $this->servers[] = $server = new RedisServer(
                '--cluster-enabled',
                'yes',
                '--cluster-config-file',
                $file,
                '--cluster-port',
                $buses[$i],
                '--cluster-announce-ip',
                '127.0.0.1',
            );
            $server->connect()->rawCommand('CLUSTER', 'ADDSLOTSRANGE', $first, $last);
        }
        [$one, $two] = $this->servers;
        $one->connect()->rawCommand('CLUSTER', 'MEET', '127.0.0.1', $two->port, $buses[1]);
        for ($tries = 0; $tries < 500; $tries++) {
            $ready = \array_filter(
                $this->servers,
                static fn (RedisServer $server): bool => \str_contains(
                    $server->connect()->rawCommand('CLUSTER', 'INFO'),
                    'cluster_state:ok',
                ) && \count($server->connect()->rawCommand('CLUSTER', 'SLOTS')) === 2,
            );
            if (\count($ready) === 2) {
                return;
            }
            \usleep(20_000);
        }
        $this->stop();
        throw new \RuntimeException('the cluster did not start');
    }

    /** @return list<string> */
    public function seeds(): array
    {
        return \array_map(
            static fn (RedisServer $server): string => "127.0.0.1:{$server->port}",
            $this->servers,
        );
    }

    public function flush(): void
    {
        foreach ($this->servers as $server) {
            $server->connect()->flushAll();
        }
    }

    public function stop(): void
    {
        foreach ($this->servers as $server) {
            $server->stop();
        }
        \array_map('unlink', \array_filter($this->files, 'is_file'));
    }
}
