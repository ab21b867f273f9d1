<?php

declare(strict_types=1);

namespace Larder\Lab;

/** The verb `measure`: everything about one codec on one dataset. */
final class Measure
{
    public function __construct(private readonly Job $job, private readonly Events $events)
    {
    }

    public function run(): void
    {
        $trial = Trial::begin($this->job, $this->events, true);
        if ($trial !== null && $trial->roundTrip->result !== 'failed') {
            $this->time($trial);
            $this->redis($trial->roundTrip->encoded);
        }
        $this->events->emit('done');
    }

    private function time(Trial $trial): void
    {
        $chosen = Timing::choose($trial->lengths, $this->job->plan);
        $pick = static fn (array $all): array => \array_map(
            static fn (int $index) => $all[$index],
            $chosen,
        );
        $encoded = $trial->roundTrip->encoded;
        $ops = [
            'encode' => [$trial->encode, $trial->values],
            'decode' => [$trial->decode, $encoded],
        ];
        foreach ($ops as $op => [$operation, $inputs]) {
            $this->events->phase($op);
            $timing = new Timing($operation, $pick($inputs), $this->job->plan);
            $this->events->emit(
                'time',
                ['op' => $op, 'ns' => $timing->samples(), 'alloc_bytes' => $timing->alloc()],
            );
        }
        if (\count($chosen) < \count($encoded)) {
            $this->events->note(
                \sprintf(
                    'timed on %d of %d values, evenly spaced',
                    \count($chosen),
                    \count($encoded),
                )
            );
        }
    }

    /** @param list<string> $encoded */
    private function redis(array $encoded): void
    {
        if ($this->job->redis === null) {
            return;
        }
        $this->events->phase('redis');
        $this->events->emit('redis', RedisMemory::report(
            $this->job->redis,
            static fn (RedisMemory $memory): array => $memory->perValue($encoded),
        ));
    }
}
