<?php

declare(strict_types=1);

namespace Larder;

/** Redis refused a command or cannot be reached; with `throwOnDecodeFailure`, a bad value, too. */
final class CacheException extends \RuntimeException implements \Psr\SimpleCache\CacheException
{
}
