<?php

declare(strict_types=1);

namespace Larder;

/** What stands in Redis for a profile is not that profile. It is never used. */
final class ForgedProfileException extends \RuntimeException
{
    /**
     * @param string $id of the profile
     *
     * @internal
     */
    public function __construct(public readonly string $id, ?\Throwable $previous = null)
    {
        $reason = $previous === null ? '' : " ({$previous->getMessage()})";
        parent::__construct(
            "the key larder:profile:$id holds something else than the profile $id$reason: it is "
            . 'not used. Find out who wrote it, delete the key, and publish the profile again',
            0,
            $previous,
        );
    }
}
