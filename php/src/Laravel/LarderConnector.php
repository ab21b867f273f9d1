<?php

declare(strict_types=1);

namespace Larder\Laravel;

use Illuminate\Redis\Connectors\PhpRedisConnector;
use Larder\Redis;

/**
 * Laravel's connector for phpredis, which makes a `Larder\Redis` where a connection has the key
 * `larder`: the options of `Larder\Redis` by name. All other connections, and clusters, are those
 * of Laravel.
 */
final class LarderConnector extends PhpRedisConnector
{
    /** The options of phpredis that Laravel sets, by their names in its configuration. */
    private const OPTIONS = [
        'max_retries' => 'OPT_MAX_RETRIES',
        'backoff_algorithm' => 'OPT_BACKOFF_ALGORITHM',
        'backoff_base' => 'OPT_BACKOFF_BASE',
        'backoff_cap' => 'OPT_BACKOFF_CAP',
        'prefix' => 'OPT_PREFIX',
        'read_timeout' => 'OPT_READ_TIMEOUT',
        'scan' => 'OPT_SCAN',
        'serializer' => 'OPT_SERIALIZER',
        'compression' => 'OPT_COMPRESSION',
        'compression_level' => 'OPT_COMPRESSION_LEVEL',
        'tcp_keepalive' => 'OPT_TCP_KEEPALIVE',
    ];

    /**
     * @param array<string, mixed> $config
     *
     * @return \Redis
     */
    protected function createClient(array $config)
    {
        if (!isset($config['larder'])) {
            return parent::createClient($config);
        }
        $client = new Redis(...LarderServiceProvider::options($config['larder']));
        $this->establishConnection($client, $config);
        if (($config['password'] ?? '') !== '') {
            $client->auth(($config['username'] ?? '') !== ''
                ? [$config['username'], $config['password']]
                : $config['password']);
        }
        if (isset($config['database'])) {
            $client->select((int) $config['database']);
        }
        foreach (\array_intersect_key(self::OPTIONS, $config) as $name => $option) {
            $value = $config[$name];
            if ($value !== null && $value !== '') {
                $client->setOption(
                    \constant("Redis::$option"),
                    $name === 'backoff_algorithm' ? $this->parseBackoffAlgorithm($value) : $value,
                );
            }
        }
        if (($config['name'] ?? '') !== '') {
            $client->client('SETNAME', $config['name']);
        }

        return $client;
    }
}
