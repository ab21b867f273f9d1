<?php

declare(strict_types=1);

namespace Larder\Lab;

/** Which Redis to fill, and whether it is ours alone (then it may be flushed). */
final class RedisTarget
{
    private const CONNECT_SECONDS = 2.0;
    private const READ_SECONDS = 30.0;

    public function __construct(
        public readonly string $host,
        public readonly int $port,
        public readonly string $prefix,
        public readonly bool $private,
        private readonly ?string $username = null,
        private readonly ?string $password = null,
        private readonly int $db = 0,
        private readonly bool $tls = false,
    ) {
    }

    /** @param array<string, mixed> $redis */
    public static function fromJob(array $redis): self
    {
        return new self(
            $redis['host'],
            $redis['port'],
            $redis['prefix'],
            $redis['private'],
            $redis['username'] ?? null,
            $redis['password'] ?? null,
            $redis['db'] ?? 0,
            $redis['tls'] ?? false,
        );
    }

    /** @throws \Exception whose message says what is wrong */
    public function connect(): \Redis
    {
        $redis = new \Redis();
        $host = $this->tls ? 'tls://' . $this->host : $this->host;
        if (
            !$redis->connect($host, $this->port, self::CONNECT_SECONDS, null, 0, self::READ_SECONDS)
        ) {
            throw new \RuntimeException("no connection to {$this->host}:{$this->port}");
        }
        $redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_NONE);
        if ($this->password !== null) {
            $credentials = $this->username === null ? $this->password : [
                $this->username,
                $this->password,
            ];
            self::expect($redis->auth($credentials), $redis);
        }
        if ($this->db !== 0) {
            self::expect($redis->select($this->db), $redis);
        }

        return $redis;
    }

    /** phpredis returns false for an error reply and keeps its message apart. */
    public static function expect(mixed $reply, \Redis $redis): void
    {
        if ($reply === false) {
            throw new \RuntimeException(
                $redis->getLastError() ?? 'Redis refused a command and did not say why'
            );
        }
    }
}
