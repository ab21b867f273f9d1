<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * The values of a dataset as PHP values, read from a file of JSON lines.
 *
 * json_decode makes a new string for every key. In an application, equal keys are usually one
 * string: a literal of the code, or a column name that the database driver shares among all rows.
 * Codecs can tell (they compare pointers first), so keys are shared here too.
 */
final class Values
{
    private const DEPTH = 4096;

    /** @var list<mixed> */
    public array $values = [];

    /** @var list<int> length of each line, the same for every codec */
    public array $lengths = [];

    /** How many values hold integers that no PHP int can hold. */
    public int $beyond64Bits = 0;

    /** @var array<string, string> */
    private array $keys = [];

    /** @param ?\Closure(array<string, mixed>): object $object see Objects; null for none */
    private function __construct(private readonly ?\Closure $object)
    {
    }

    /** @param ?\Closure(array<string, mixed>): object $object see Objects; null for none */
    public static function read(string $path, ?\Closure $object = null): self
    {
        $read = new self($object);
        $file = \fopen($path, 'r');
        while (($line = \fgets($file)) !== false) {
            $line = \rtrim($line, "\r\n");
            if ($line !== '') {
                $read->add($line);
            }
        }
        if ($read->values === []) {
            throw new \RuntimeException("no values in $path");
        }
        $read->keys = [];

        return $read;
    }

    /**
     * Keeps the second value, the fourth, and so on.
     *
     * @return list<int> where they stood
     */
    public function everySecond(): array
    {
        $odd = static fn (int $at): bool => $at % 2 === 1;
        $places = \array_values(\array_filter(\array_keys($this->values), $odd));
        $this->values = \array_map(fn (int $at): mixed => $this->values[$at], $places);
        $this->lengths = \array_map(fn (int $at): int => $this->lengths[$at], $places);

        return $places;
    }

    private function add(string $line): void
    {
        $value = \json_decode($line, true, self::DEPTH, \JSON_THROW_ON_ERROR);
        if (\preg_match('/[0-9]{19}/', $line) === 1) {
            $exact = \json_decode(
                $line,
                true,
                self::DEPTH,
                \JSON_THROW_ON_ERROR | \JSON_BIGINT_AS_STRING,
            );
            $this->beyond64Bits += Difference::between($exact, $value) === [] ? 0 : 1;
        }
        $value = $this->shareKeys($value);
        $this->values[] = $this->object === null ? $value : ($this->object)($value);
        $this->lengths[] = \strlen($line);
    }

    private function shareKeys(mixed $value): mixed
    {
        if (!\is_array($value)) {
            return $value;
        }
        $shared = [];
        foreach ($value as $key => $item) {
            if (\is_string($key)) {
                $key = $this->keys[$key] ??= $key;
            }
            $shared[$key] = \is_array($item) ? $this->shareKeys($item) : $item;
        }

        return $shared;
    }
}
