<?php

declare(strict_types=1);

namespace Larder\Lab;

/** How long to measure: a warm-up, then a number of samples of about sampleMs each. */
final class MeasurePlan
{
    public function __construct(
        public readonly int|float $warmupMs,
        public readonly int $samples,
        public readonly int|float $sampleMs,
    ) {
    }
}
