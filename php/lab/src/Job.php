<?php

declare(strict_types=1);

namespace Larder\Lab;

/** What the command asks for: the first line of standard input. */
final class Job
{
    private function __construct(
        public readonly string $dataset,
        public readonly string $values,
        public readonly Codec $codec,
        public readonly MeasurePlan $plan,
        public readonly ?RedisTarget $redis,
        public readonly int $loops,
        public readonly int $entries,
        /** The command, and a folder for what it learns. */
        public readonly ?string $larder,
        public readonly ?string $scratch,
    ) {
    }

    /** @param resource $stream */
    public static function read($stream): self
    {
        $line = \fgets($stream);
        if ($line === false) {
            throw new \RuntimeException('no job on standard input');
        }
        /** @var array<string, mixed> $job */
        $job = \json_decode($line, true, 512, \JSON_THROW_ON_ERROR);
        $plan = $job['plan'] ?? [];

        return new self(
            $job['dataset'],
            $job['values'],
            Codecs::get($job['codec']),
            new MeasurePlan(
                $plan['warmup_ms'] ?? 200,
                $plan['samples'] ?? 20,
                $plan['sample_ms'] ?? 50,
            ),
            isset($job['redis']) ? RedisTarget::fromJob($job['redis']) : null,
            $job['loops'] ?? 1,
            $job['entries'] ?? 0,
            $job['larder'] ?? null,
            $job['scratch'] ?? null,
        );
    }
}
