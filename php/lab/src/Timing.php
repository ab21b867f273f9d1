<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * Times one operation over a dataset: samples that rotate through the inputs, every input a fresh
 * copy (see Fresh).
 *
 * Copies are made in batches outside the timing. A batch is small enough to stay in a core's own
 * cache, which is where a value is when it has just been read or received: small values come by the
 * hundred, large ones singly.
 */
final class Timing
{
    private const BATCH_BYTES = 1 << 20;
    private const ALLOC_SAMPLES = 64;

    /**
     * Bytes of JSON that every codec handles in about a millisecond; bounds the inputs of a sample.
     */
    private const BYTES_PER_MS = 128 << 10;

    /** @param list<mixed> $inputs */
    public function __construct(
        private readonly Operation $operation,
        private readonly array $inputs,
        private readonly MeasurePlan $plan,
    ) {
    }

    /**
     * Evenly spaced values that fill one sample, so that every sample has the same values. Chosen
     * by the length of their JSON, not by the time they take: all codecs are timed on the same.
     *
     * @param list<int> $lengths
     * @return list<int> indices
     */
    public static function choose(array $lengths, MeasurePlan $plan): array
    {
        $budget = \max(1, (int) ($plan->sampleMs * self::BYTES_PER_MS));
        $stride = \max(1, (int) \ceil(\array_sum($lengths) / $budget));
        $chosen = [];
        for ($i = 0; $i < \count($lengths); $i += $stride) {
            $chosen[] = $i;
        }

        return $chosen;
    }

    /** @return list<float> mean nanoseconds per value, one number per sample */
    public function samples(): array
    {
        \gc_collect_cycles();
        \gc_disable();
        $pass = \count($this->inputs);
        $warm = \hrtime(true) + (int) ($this->plan->warmupMs * 1e6);
        $count = $pass;
        do {
            $each = $this->sample($count);
            $count *= 2;
        } while (\hrtime(true) < $warm);
        $passes = \max(1, (int) \round($this->plan->sampleMs * 1e6 / ($each * $pass)));
        $samples = [];
        for ($i = 0; $i < $this->plan->samples; $i++) {
            $samples[] = \round($this->sample($passes * $pass), 2);
        }
        \gc_enable();

        return $samples;
    }

    /**
     * Mean extra heap at the peak of one operation, over up to 64 inputs; null if PHP cannot
     * measure it.
     */
    public function alloc(): ?float
    {
        $pass = \count($this->inputs);
        $peaks = [];
        for ($i = 0; $i < $pass; $i += \max(1, \intdiv($pass, self::ALLOC_SAMPLES))) {
            $peaks[] = $this->operation->peak(Fresh::copy($this->inputs[$i]));
        }

        return \in_array(null, $peaks, true) ? null : \round(
            \array_sum($peaks) / \count($peaks),
            1,
        );
    }

    private function sample(int $count): float
    {
        $ns = 0;
        for ($done = 0; $done < $count; $done += \count($batch)) {
            $batch = []; // frees the batch before, here and not within the timing
            $batch = $this->batch($done, $count - $done);
            $ns += $this->operation->batch($batch);
        }

        return $ns / $count;
    }

    /** @return non-empty-list<mixed> */
    private function batch(int $from, int $most): array
    {
        $inputs = \count($this->inputs);
        $full = \memory_get_usage() + self::BATCH_BYTES;
        $batch = [];
        for ($i = 0; $i < $most && ($i === 0 || \memory_get_usage() < $full); $i++) {
            $batch[] = Fresh::copy($this->inputs[($from + $i) % $inputs]);
        }

        return $batch;
    }
}
