<?php

declare(strict_types=1);

namespace Larder\Tests\Mutation;

use Larder\DecodeError;
use Larder\EncodeError;
use Larder\Lab\Corpus;

/**
 * Reads mutated bytes and uses what they give. A mutation is known by its seed and number: it is
 * the same alone and after others.
 */
final class Trial
{
    private const FORMATS = ['php', 'igbinary', 'msgpack', 'json', 'hprose', 'cbor'];
    /**
     * Of memory, beside what the value may take: what the extension keeps, and what classes and the
     * autoloader take.
     */
    private const KEPT = 2 << 20;
    /** Of the processor; most take less than a thousandth. */
    private const SECONDS = 5.0;
    /** As many values are looked at, as references make endless ways of few. */
    private const MAX_WALKED = 5000;

    private readonly Inputs $inputs;
    private readonly Mutator $mutator;

    /** What a trial took beyond its bounds. */
    private ?string $beyond = null;

    /** @var array<string, int> how many had which outcome */
    public array $outcomes = [];

    public function __construct(private readonly int $seed)
    {
        $this->inputs = new Inputs($seed);
        $this->mutator = new Mutator(\array_column($this->inputs->all, 'bytes'));
    }

    /** @throws \LogicException if what happens must not happen */
    public function run(int $number): void
    {
        \mt_srand($this->seed * 1_000_003 + $number);
        $input = $this->inputs->all[\mt_rand(0, \count($this->inputs->all) - 1)];
        $bytes = $this->mutator->mutate($input['bytes']);
        $options = $this->options($input['format']);
        $value = null;
        try {
            $value = $this->measured(
                \strlen($bytes),
                static fn (): mixed => \larder_unserialize($bytes, $options),
            );
            $this->outcomes['value'] = ($this->outcomes['value'] ?? 0) + 1;
        } catch (\Throwable $thrown) {
            $this->judge($thrown);

            return;
        } finally {
            // Not to be taken for what a class throws.
            $this->beyond === null || throw new \LogicException($this->beyond);
        }
        self::walk($value);
        $this->use($value);
        unset($value);
        if ($number % 64 === 0) {
            \gc_collect_cycles();
        }
    }

    /**
     * Reads so many bytes, and notes whether that took more than the memory of docs/FORMAT.md,
     * "Limits", or than its time.
     *
     * @param \Closure(): mixed $read
     */
    private function measured(int $bytes, \Closure $read): mixed
    {
        // Before PHP 8.2 there is one peak for all; without the engine's allocator there is none.
        if (!\function_exists('memory_reset_peak_usage') || \getenv('USE_ZEND_ALLOC') !== false) {
            return $read();
        }
        \memory_reset_peak_usage();
        $before = \memory_get_usage();
        $started = self::seconds();
        try {
            return $read();
        } finally {
            $took = self::seconds() - $started;
            $peak = \memory_get_peak_usage() - $before;
            $most = \max(32 << 20, 384 * $bytes) + self::KEPT;
            if ($peak > $most || $took > self::SECONDS) {
                $this->beyond = "$bytes bytes took $peak bytes of memory, of at most $most, "
                . "and $took seconds";
            }
        }
    }

    /** What this process has had of the processor. */
    private static function seconds(): float
    {
        $usage = \getrusage();

        return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + (
            $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']
        ) / 1e6;
    }

    /** @return array<string, mixed> */
    private function options(string $format): array
    {
        $fallback = match (\mt_rand(0, 3)) {
            0 => self::FORMATS,
            1 => [self::FORMATS[\mt_rand(0, 5)], $format],
            default => [$format],
        };
        $classes = [
            Corpus\Suit::class,
            Corpus\Account::class,
            Corpus\Magic::class,
            'stdClass',
            'ArrayObject',
        ];

        return [
            'allowed_classes' => [true, true, true, true, false, $classes][\mt_rand(0, 5)],
            'fallback' => \array_values(\array_diff($fallback, ['larder'])),
            'profile' => \mt_rand(0, 7) === 0 ? [] : $this->inputs->profiles,
            'max_depth' => \mt_rand(0, 9) === 0 ? \mt_rand(1, 20) : 0,
        ];
    }

    private function judge(\Throwable $thrown): void
    {
        // The message for a panic within the extension.
        if (\str_contains($thrown->getMessage(), 'a bug in Larder')) {
            throw new \LogicException($thrown->getMessage());
        }
        $outcome = $thrown instanceof DecodeError || $thrown instanceof EncodeError
            ? $thrown::class . ' ' . $thrown->kind : $thrown::class;
        $this->outcomes[$outcome] = ($this->outcomes[$outcome] ?? 0) + 1;
    }

    /** Writes a value and reads it again, and as some other format. */
    private function use(mixed $value): void
    {
        try {
            $written = \larder_serialize(
                $value,
                \mt_rand(0, 3) === 0
                    ? $this->inputs->profiles[\mt_rand(0, \count($this->inputs->profiles) - 1)]
                        : null,
            );
        } catch (\Throwable $thrown) {
            $this->judge($thrown);

            return;
        }
        try {
            self::walk(
                \larder_unserialize(
                    $written,
                    ['allowed_classes' => true, 'profile' => $this->inputs->profiles],
                )
            );
        } catch (DecodeError $error) {
            if ($error->kind !== 'refused') {
                throw new \LogicException(
                    'a value written again cannot be decoded: ' . $error->getMessage()
                );
            }
            $this->judge($error);
        } catch (\Throwable $thrown) {
            $this->judge($thrown);
        }
        try {
            \larder_export($value, self::FORMATS[\mt_rand(0, 5)]);
        } catch (\Throwable $thrown) {
            $this->judge($thrown);
        }
    }

    /**
     * Touches what a value holds, and changes a copy of it, which separates arrays that are shared.
     *
     * @param array<int, true> $met ids of objects
     */
    private static function walk(
        mixed $value,
        array &$met = [],
        int &$left = self::MAX_WALKED,
    ): void {
        $left--;
        if (\is_object($value) && !isset($met[\spl_object_id($value)])) {
            $met[\spl_object_id($value)] = true;
            $value instanceof Typed && $value->check();
            $value = (array) $value;
        }
        if (!\is_array($value)) {
            \gettype($value) !== 'unknown type' || throw new \LogicException('a value of no type');
            \is_string($value) && \md5($value);

            return;
        }
        foreach ($value as $key => $entry) {
            if ($left <= 0) {
                break;
            }
            \array_key_exists($key, $value) || throw new \LogicException('a key that is not found');
            self::walk($entry, $met, $left);
        }
        $value['one more'] = 1;
    }
}
