<?php

declare(strict_types=1);

namespace Larder\Redis;

// phpcs:disable PSR1.Files.SideEffects

if (!\class_exists(\RedisCluster::class)) {
    throw new \LogicException(
        'Larder\RedisCluster needs phpredis, which is missing: pecl install redis '
        . '(or on Debian: apt-get install php-redis)'
    );
}

// The commands of the installed version, and no others.
\class_alias(
    match (true) {
        \version_compare(\phpversion('redis'), '6.2', '>=') => Cluster62::class,
        \version_compare(\phpversion('redis'), '6.1', '>=') => Cluster61::class,
        \version_compare(\phpversion('redis'), '6.0', '>=') => Cluster60::class,
        default => Cluster53::class,
    },
    'Larder\Redis\Cluster',
);

if (false) {
    /**
     * Tells Composer's class map and editors where the class is.
     *
     * @internal
     */
    abstract class Cluster extends \RedisCluster
    {
    }
}
