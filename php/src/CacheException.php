<?php

// phpcs:disable PSR1.Classes.ClassDeclaration, PSR1.Files.SideEffects

declare(strict_types=1);

namespace Larder;

if (\interface_exists(\Psr\Cache\CacheException::class)) {
    /** Redis refused a command or cannot be reached; with `throwOnDecodeFailure`, a bad value, too. */
    final class CacheException extends \RuntimeException implements
        \Psr\SimpleCache\CacheException,
        \Psr\Cache\CacheException
    {
    }
} else {
    /** The same where psr/cache, which only `RedisPool` needs, is not there. */
    final class CacheException extends \RuntimeException implements
        \Psr\SimpleCache\CacheException
    {
    }
}
