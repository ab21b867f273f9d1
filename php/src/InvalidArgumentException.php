<?php

declare(strict_types=1);

namespace Larder;

/** A key, time to live or option that is none, or a connection that changes values by itself. */
final class InvalidArgumentException extends \InvalidArgumentException implements
    \Psr\SimpleCache\InvalidArgumentException
{
}
