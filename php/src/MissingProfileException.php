<?php

declare(strict_types=1);

namespace Larder;

/** A value needs a profile that is not in Redis, or that cannot be fetched now. */
final class MissingProfileException extends \RuntimeException
{
    /**
     * @param string $id of the profile
     * @param string $reason why there is none
     *
     * @internal
     */
    public function __construct(
        public readonly string $id,
        string $reason,
        ?\Throwable $previous = null,
    ) {
        parent::__construct(
            "the profile $id $reason: `larder profile list URL` shows which profiles are in Redis",
            0,
            $previous,
        );
    }
}
