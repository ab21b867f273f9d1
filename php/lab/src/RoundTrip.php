<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * What becomes of each value on its way through a codec and back. Only values that have gone
 * through here are timed.
 */
final class RoundTrip
{
    private const LOSS = 200;

    /**
     * @param 'exact'|'lossy'|'failed' $result
     * @param ?string $loss in words, null if exact
     * @param list<string> $encoded the bytes of every value, none if failed
     */
    private function __construct(
        public readonly string $result,
        public readonly ?string $loss,
        public readonly array $encoded,
    ) {
    }

    /**
     * @param list<mixed> $values
     * @param ?list<int> $places where the values stand in the input; from 0 if null
     */
    public static function of(
        array $values,
        Operation $encode,
        Operation $decode,
        ?array $places = null,
    ): self {
        $encoded = [];
        /**
         * @var array<string, array{Difference, int}> $kinds the first difference of a kind, and in
         *     how many values there is one
         */
        $kinds = [];
        foreach ($values as $index => $value) {
            try {
                $bytes = $encode->once($value);
                if (!\is_string($bytes)) {
                    throw new \RuntimeException('encoding returned ' . \get_debug_type($bytes));
                }
                $decoded = $decode->once($bytes);
            } catch (\Throwable $error) {
                $message = Text::shorten(
                    $error::class . ': ' . $error->getMessage(),
                    self::LOSS - 30,
                );

                $place = $places[$index] ?? $index;

                return new self('failed', "$message, at value $place", []);
            }
            $encoded[] = $bytes;
            foreach (Difference::between($value, $decoded) as $difference) {
                $kinds[$difference->kind] ??= [$difference, 0];
                $kinds[$difference->kind][1]++;
            }
        }

        return $kinds === [] ? new self('exact', null, $encoded) : new self(
            'lossy',
            self::words($kinds),
            $encoded,
        );
    }

    public function report(Events $events): void
    {
        $events->emit(
            'roundtrip',
            ['result' => $this->result] + ($this->loss === null ? [] : ['loss' => $this->loss]),
        );
        if ($this->result !== 'failed') {
            $events->emit('bytes', ['sizes' => \array_map('strlen', $this->encoded)]);
        }
    }

    /** @param array<string, array{Difference, int}> $kinds */
    private static function words(array $kinds): string
    {
        $words = [];
        foreach ($kinds as $kind => [$first, $count]) {
            $values = $count === 1 ? '1 value' : "$count values";
            $words[] = "$kind (in $values, first at {$first->path}: {$first->change})";
        }

        return Text::shorten(\implode('; ', $words), self::LOSS);
    }
}
