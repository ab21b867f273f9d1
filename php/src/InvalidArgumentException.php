<?php

declare(strict_types=1);

namespace Larder;

/** An invalid key, time to live or option, or a connection that changes values by itself. */
final class InvalidArgumentException extends \InvalidArgumentException implements
    \Psr\SimpleCache\InvalidArgumentException
{
}
