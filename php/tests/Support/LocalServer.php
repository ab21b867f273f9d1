<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** A server for one test, on a free loopback port; stopped by its process id. */
abstract class LocalServer
{
    public readonly int $port;

    /** @var ?resource */
    private $process;

    /**
     * @param \Closure(string): list<string> $command the command for a port
     *
     * @throws \RuntimeException if it does not start
     */
    protected function __construct(\Closure $command)
    {
        $free = \stream_socket_server('tcp://127.0.0.1:0');
        $this->port = (int) \substr(
            (string) \strrchr(\stream_socket_get_name($free, false), ':'),
            1,
        );
        \fclose($free);
        $command = $command((string) $this->port);
        $null = ['file', '/dev/null', 'w'];
        $this->process = \proc_open($command, [['pipe', 'r'], $null, $null], $pipes);
        // A fatal error ends the tests without tearDownAfterClass.
        \register_shutdown_function($this->stop(...));
        for ($tries = 0; $tries < 500; $tries++) {
            $socket = @\stream_socket_client("tcp://127.0.0.1:{$this->port}", $code, $message, 1.0);
            if ($socket !== false) {
                \fclose($socket);
                return;
            }
            \usleep(20_000);
        }
        $this->stop();
        throw new \RuntimeException($command[0] . ' did not start');
    }

    public function stop(): void
    {
        if ($this->process !== null) {
            \proc_terminate($this->process);
            \proc_close($this->process);
            $this->process = null;
        }
    }
}
