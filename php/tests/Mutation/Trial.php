<?php

declare(strict_types=1);

namespace Larder\Tests\Mutation;

use Larder\DecodeError;
use Larder\EncodeError;
use Larder\Lab\Corpus;

/**
 * Reads mutated bytes and uses what they give. A mutation is known by its seed and number: it is the same alone and after others.
 */
final class Trial
{
    private const FORMATS = ['php', 'igbinary', 'msgpack', 'json', 'hprose', 'cbor'];
    /** As many values are looked at, as references make endless ways of few. */
    private const MOST_WALKED = 5000;

    private readonly Inputs $inputs;
    private readonly Mutator $mutator;

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
            $value = \larder_unserialize($bytes, $options);
            $this->outcomes['value'] = ($this->outcomes['value'] ?? 0) + 1;
        } catch (\Throwable $thrown) {
            $this->judge($thrown);

            return;
        }
        self::walk($value);
        $this->use($value);
        unset($value);
        if ($number % 64 === 0) {
            \gc_collect_cycles();
        }
    }

    /** @return array<string, mixed> */
    private function options(string $format): array
    {
        $accept = match (\mt_rand(0, 3)) {
            0 => self::FORMATS,
            1 => [self::FORMATS[\mt_rand(0, 5)], $format],
            default => [$format],
        };
        $classes = [Corpus\Suit::class, Corpus\Account::class, Corpus\Magic::class, 'stdClass', 'ArrayObject'];

        return [
            'allowed_classes' => [true, true, true, true, false, $classes][\mt_rand(0, 5)],
            'accept' => \array_values(\array_diff($accept, ['larder'])),
            'codec' => \mt_rand(0, 7) === 0 ? [] : $this->inputs->codecs,
            'max_depth' => \mt_rand(0, 9) === 0 ? \mt_rand(1, 20) : 0,
        ];
    }

    private function judge(\Throwable $thrown): void
    {
        // The message for a panic within the extension.
        if (\str_contains($thrown->getMessage(), 'a mistake within Larder')) {
            throw new \LogicException($thrown->getMessage());
        }
        $outcome = $thrown instanceof DecodeError || $thrown instanceof EncodeError ? $thrown::class . ' ' . $thrown->kind : $thrown::class;
        $this->outcomes[$outcome] = ($this->outcomes[$outcome] ?? 0) + 1;
    }

    /** Writes a value and reads it again, and as some other format. */
    private function use(mixed $value): void
    {
        try {
            $written = \larder_serialize($value, \mt_rand(0, 3) === 0 ? $this->inputs->codecs[\mt_rand(0, \count($this->inputs->codecs) - 1)] : null);
        } catch (\Throwable $thrown) {
            $this->judge($thrown);

            return;
        }
        try {
            self::walk(\larder_unserialize($written, ['allowed_classes' => true, 'codec' => $this->inputs->codecs]));
        } catch (DecodeError $error) {
            if ($error->kind !== 'refused') {
                throw new \LogicException('What was read and written again does not read: ' . $error->getMessage());
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
    private static function walk(mixed $value, array &$met = [], int &$left = self::MOST_WALKED): void
    {
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
