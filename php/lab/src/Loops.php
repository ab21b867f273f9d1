<?php

declare(strict_types=1);

namespace Larder\Lab;

/** The verb `loops`: an article's own experiment, the first value again and again. */
final class Loops
{
    public function __construct(private readonly Job $job, private readonly Events $events)
    {
    }

    public function run(): void
    {
        $trial = Trial::begin($this->job, $this->events);
        if ($trial !== null && $trial->roundTrip->result !== 'failed') {
            $bytes = $trial->roundTrip->encoded[0];
            $this->loop('encode', $trial->encode, $trial->values[0]);
            $this->loop('decode', $trial->decode, $bytes);
            $this->list($bytes);
        }
        $this->events->emit('done');
    }

    private function loop(string $op, Operation $operation, mixed $in): void
    {
        $this->events->phase($op);
        if (\function_exists('memory_reset_peak_usage')) {
            \memory_reset_peak_usage();
        }
        $before = \memory_get_peak_usage();
        $ns = $operation->loop($in, $this->job->loops);
        $this->events->emit('loop', [
            'op' => $op,
            'loops' => $this->job->loops,
            'seconds' => $ns / 1e9,
            'memory_bytes' => \memory_get_peak_usage() - $before,
        ]);
    }

    private function list(string $bytes): void
    {
        if ($this->job->redis === null) {
            return;
        }
        $this->events->phase('list');
        $entries = $this->job->entries;
        $report = RedisMemory::report($this->job->redis, static fn (RedisMemory $memory): array => [
            'entries' => $entries,
            'used_memory' => $memory->list([$bytes], $entries),
        ]);
        $this->events->emit(isset($report['error']) ? 'redis' : 'list', $report);
    }
}
