<?php

declare(strict_types=1);

namespace Larder;

/** Redis did not do what it was asked, or (only where that was asked for) a value does not read. */
final class CacheException extends \RuntimeException implements \Psr\SimpleCache\CacheException
{
}
