<?php

declare(strict_types=1);

namespace Larder\Tests\Mutation;

/** Properties of every kind of type, for bytes that would have them hold something else. */
final class Typed
{
    public ?int $int = 1;
    public string $text = '';
    public array $array;
    public iterable $each = [];
    public ?Typed $node = null;
    public int|string|null $union = null;
    public readonly Typed|array|null $fixed;

    /** @return list<mixed> */
    public static function values(): array
    {
        $loop = [new self()];
        $loop[0]->array = &$loop;
        $node = new self();
        $node->node = &$node->node;
        $node->node = $node;
        $node->array = [[1, &$node->int], &$node->text];
        $node->each = &$node->array;
        $node->fixed = [$node, &$node->union];

        return [[&$loop, $loop[0]], $node, [&$node->node, &$node->array, $node]];
    }

    /** @throws \LogicException if a property holds what its type does not allow */
    public function check(): void
    {
        $holds = [
            'int' => static fn (mixed $value): bool => $value === null || \is_int($value),
            'text' => \is_string(...),
            'array' => \is_array(...),
            'each' => \is_iterable(...),
            'node' => static fn (mixed $value): bool => $value === null || $value instanceof self,
            'union' => static fn (mixed $value): bool => $value === null || \is_int($value)
                || \is_string($value),
            'fixed' => static fn (mixed $value): bool => $value === null || \is_array($value)
                || $value instanceof self,
        ];
        foreach (\get_object_vars($this) as $name => $value) {
            if (isset($holds[$name]) && !$holds[$name]($value)) {
                throw new \LogicException("the property $name holds " . \get_debug_type($value));
            }
        }
    }
}
