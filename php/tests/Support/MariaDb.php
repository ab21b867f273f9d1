<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** A mariadbd with an empty database in a folder of its own: user root, without a password. */
final class MariaDb extends LocalServer
{
    public const DATABASE = 'larder';

    private const SERVER = '/usr/sbin/mariadbd';

    private readonly string $folder;

    /** @throws \RuntimeException if it does not start */
    public function __construct()
    {
        $this->folder = Folder::create();
        parent::__construct(fn (string $port): array => [
            self::SERVER,
            '--no-defaults',
            "--datadir={$this->folder}",
            "--socket={$this->folder}/socket",
            '--bind-address=127.0.0.1',
            "--port=$port",
            // Without the tables of users, which only an installation has.
            '--skip-grant-tables',
            '--innodb-log-file-size=8M',
            '--innodb-flush-log-at-trx-commit=0',
            ...(\posix_geteuid() === 0 ? ['--user=root'] : []),
        ]);
        $connection = new \mysqli('127.0.0.1', 'root', '', null, $this->port);
        $connection->query('CREATE DATABASE ' . self::DATABASE);
        $connection->close();
    }

    /** Whether it and what PHP needs to talk to it are installed. */
    public static function isThere(): bool
    {
        return \is_executable(self::SERVER)
            && \extension_loaded('mysqli')
            && \extension_loaded('posix');
    }

    public function stop(): void
    {
        parent::stop();
        if (\is_dir($this->folder)) {
            Folder::delete($this->folder);
        }
    }
}
