<?php

declare(strict_types=1);

namespace Larder\Lab;

/** How long to measure: a warm-up, then so many samples of about so many milliseconds each. */
final class Plan
{
    public function __construct(
        public readonly int|float $warmupMs,
        public readonly int $samples,
        public readonly int|float $sampleMs,
    ) {
    }
}
