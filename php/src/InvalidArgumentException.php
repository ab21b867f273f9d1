<?php

// phpcs:disable PSR1.Classes.ClassDeclaration, PSR1.Files.SideEffects

declare(strict_types=1);

namespace Larder;

if (\interface_exists(\Psr\Cache\InvalidArgumentException::class)) {
    /** An invalid key, time to live or option, or a connection that changes values by itself. */
    final class InvalidArgumentException extends \InvalidArgumentException implements
        \Psr\SimpleCache\InvalidArgumentException,
        \Psr\Cache\InvalidArgumentException
    {
    }
} else {
    /** The same where psr/cache, which only `RedisPool` needs, is not there. */
    final class InvalidArgumentException extends \InvalidArgumentException implements
        \Psr\SimpleCache\InvalidArgumentException
    {
    }
}
