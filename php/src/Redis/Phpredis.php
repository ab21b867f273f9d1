<?php

declare(strict_types=1);

namespace Larder\Redis;

// phpcs:disable PSR1.Files.SideEffects

if (!\class_exists(\Redis::class)) {
    throw new \LogicException(
        'Larder\Redis needs phpredis, which is missing: pecl install redis '
        . '(or on Debian: apt-get install php-redis)'
    );
}

// The commands of the installed version, and no others.
\class_alias(
    match (true) {
        \version_compare(\phpversion('redis'), '6.2', '>=') => Phpredis62::class,
        \version_compare(\phpversion('redis'), '6.1', '>=') => Phpredis61::class,
        \version_compare(\phpversion('redis'), '6.0', '>=') => Phpredis60::class,
        default => Phpredis53::class,
    },
    'Larder\Redis\Phpredis',
);

if (false) {
    /**
     * Tells Composer's class map and editors where the class is.
     *
     * @internal
     */
    abstract class Phpredis extends \Redis
    {
    }
}
