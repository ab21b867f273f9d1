<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** PHP-FPM with a fixed number of workers, and one page. */
final class FpmServer extends LocalServer
{
    private readonly string $folder;

    /** @throws \RuntimeException if it does not start */
    public function __construct(private readonly string $page, int $workers)
    {
        $this->folder = Folder::create();
        parent::__construct(function (string $port) use ($workers): array {
            $user = \posix_geteuid() === 0 ? "user = root\ngroup = root" : '';
            \file_put_contents("{$this->folder}/fpm.conf", <<<CONFIGURATION
                [global]
                error_log = {$this->folder}/log
                [pages]
                {$user}
                listen = 127.0.0.1:$port
                pm = static
                pm.max_children = $workers
                CONFIGURATION);

            return [
                self::command(), '--nodaemonize', '--allow-to-run-as-root',
                '--fpm-config', "{$this->folder}/fpm.conf",
                ...Php::loading(), '-d', "error_log={$this->folder}/log",
            ];
        });
    }

    /** Why there can be no server, or no request to it; null if there can. */
    public static function missing(): ?string
    {
        return \is_executable(self::command()) && \is_executable('/usr/bin/cgi-fcgi')
            ? null
            : 'needs PHP-FPM and cgi-fcgi: apt-get install php-fpm libfcgi-bin';
    }

    /**
     * Requests that are sent at once.
     *
     * @return list<string> what the page answers to each
     */
    public function get(string $query, int $times): array
    {
        $pipes = [];
        $requests = [];
        for ($number = 0; $number < $times; $number++) {
            $requests[] = \proc_open(
                ['/usr/bin/cgi-fcgi', '-bind', '-connect', "127.0.0.1:{$this->port}"],
                [['file', '/dev/null', 'r'], ['pipe', 'w'], \STDERR],
                $pipes[$number],
                env_vars: [
                    'REQUEST_METHOD' => 'GET',
                    'SCRIPT_FILENAME' => (string) \realpath($this->page),
                    'QUERY_STRING' => $query,
                ],
            );
        }
        $answers = [];
        foreach ($requests as $number => $request) {
            $answer = (string) \stream_get_contents($pipes[$number][1]);
            \proc_close($request);
            $answers[] = \explode("\r\n\r\n", $answer, 2)[1] ?? $answer;
        }

        return $answers;
    }

    /** What the server and its workers have logged. */
    public function log(): string
    {
        return (string) @\file_get_contents("{$this->folder}/log");
    }

    public function stop(): void
    {
        parent::stop();
        if (\is_dir($this->folder)) {
            Folder::delete($this->folder);
        }
    }

    /** Debian has it outside of the path of users. */
    private static function command(): string
    {
        return '/usr/sbin/php-fpm' . \PHP_MAJOR_VERSION . '.' . \PHP_MINOR_VERSION;
    }
}
