<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/**
 * Values that some format does not give back as they were, or whose bytes are not the only ones
 * that PHP writes: crates/larder/tests/library/known_differences.txt says why.
 */
final class Cases
{
    /** @return array<string, mixed> by name */
    public static function all(): array
    {
        $object = new \stdClass();
        $lone = 5;
        $emptied = [1];
        \array_pop($emptied);
        [$first, $second] = [$object, $object];
        $cases = [
            'object-before-reference' => [$object, &$first, &$first],
            'object-with-two-references' => [&$first, &$first, &$second, &$second],
            'reference-met-once' => [&$lone],
            'property-without-value' => new Typed(),
            'array-that-became-empty' => [[], $emptied],
            'array-that-became-empty-first' => [$emptied, []],
        ];
        // Not a part of the values, but they are references with it.
        self::$kept = [&$lone];

        return $cases;
    }

    /** @var array<mixed> */
    private static array $kept = [];
}
