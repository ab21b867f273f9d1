<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * A codec, ready for use, with the values that it has been checked on: the phases that all verbs
 * begin with.
 */
final class Trial
{
    /**
     * @param list<mixed> $values
     * @param list<int> $lengths of their JSON
     */
    private function __construct(
        public readonly Operation $encode,
        public readonly Operation $decode,
        public readonly array $values,
        public readonly array $lengths,
        public readonly RoundTrip $roundTrip,
    ) {
    }

    /** @return ?self null if the codec does not apply to these values, which is reported */
    public static function begin(Job $job, Events $events, bool $halves = false): ?self
    {
        $job->codec->settle();
        $encode = new Operation($job->codec->encode);
        $objects = Objects::of($job->dataset);
        $decode = new Operation(
            $objects === null ? $job->codec->decode : $job->codec->decodeObjects
                ?? $job->codec->decode,
        );

        $events->phase('load');
        $read = Values::read($job->values, $objects);
        $why = Learned::from($job, $read->values);
        if ($why !== null) {
            $events->emit('skipped', ['reason' => $why]);

            return null;
        }
        if ($read->beyond64Bits > 0) {
            $count = $read->beyond64Bits === 1 ? '1 value' : "{$read->beyond64Bits} values";
            $events->note("integers beyond 64 bits are floats in PHP ($count)");
        }

        $places = \array_keys($read->values);
        if ($halves && \count($read->values) >= Learned::MIN_VALUES) {
            $places = $read->everySecond();
            $events->note(
                'php: measured on every second value, '
                    . 'as codecs that learn have learned from the others'
            );
        }

        $events->phase('check');
        $roundTrip = RoundTrip::of($read->values, $encode, $decode, $places);
        $roundTrip->report($events);

        return new self($encode, $decode, $read->values, $read->lengths, $roundTrip);
    }
}
