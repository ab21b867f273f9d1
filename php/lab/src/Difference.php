<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * One way in which a decoded value differs from the encoded one.
 *
 * Strict: types, classes, floats by their bits (so -0.0 is not 0.0), strings by their bytes, keys
 * and the order of keys. A list and a map are both arrays to PHP and differ by their keys only.
 */
final class Difference
{
    private const WORD = 40;

    private function __construct(
        public readonly string $kind,
        public readonly string $path,
        public readonly string $change,
    ) {
    }

    /**
     * @return list<self> the first difference of each kind, in the order of the value; none if the
     *     two are the same
     */
    public static function between(mixed $expected, mixed $actual): array
    {
        $found = [];
        $path = [];
        self::compare($expected, $actual, $path, $found);

        return \array_values($found);
    }

    /**
     * @param list<int|string> $path
     * @param array<string, self> $found
     */
    private static function compare(
        mixed $expected,
        mixed $actual,
        array &$path,
        array &$found,
    ): void {
        $alike = \is_object($expected) && \is_object($actual)
            && $expected::class === $actual::class;
        if ($alike) {
            self::compare((array) $expected, (array) $actual, $path, $found);
            return;
        }
        if (\is_array($expected) && \is_array($actual)) {
            self::compareKeys($expected, $actual, $path, $found);
            foreach ($expected as $key => $item) {
                if (\array_key_exists($key, $actual)) {
                    $path[] = $key;
                    self::compare($item, $actual[$key], $path, $found);
                    \array_pop($path);
                }
            }
            return;
        }
        $same = \is_float($expected) && \is_float($actual)
            ? \pack('E', $expected) === \pack('E', $actual)
            : $expected === $actual;
        if ($same) {
            return;
        }
        [$was, $is] = [\get_debug_type($expected), \get_debug_type($actual)];
        $kind = $was === $is ? "$was changed" : "$was became $is";
        $found[$kind] ??= new self(
            $kind,
            self::path($path),
            self::word($expected) . ' → ' . self::word($actual),
        );
    }

    /**
     * @param array<mixed> $expected
     * @param array<mixed> $actual
     * @param list<int|string> $path
     * @param array<string, self> $found
     */
    private static function compareKeys(
        array $expected,
        array $actual,
        array $path,
        array &$found,
    ): void {
        [$was, $is] = [\array_keys($expected), \array_keys($actual)];
        if ($was === $is) {
            return;
        }
        $lost = \array_diff_key($expected, $actual);
        $gained = \array_diff_key($actual, $expected);
        if ($lost !== []) {
            $key = \array_key_first($lost);
            $change = self::word($lost[$key]) . ' → nothing';
            $found['key lost'] ??= new self('key lost', self::path([...$path, $key]), $change);
        }
        if ($gained !== []) {
            $key = \array_key_first($gained);
            $change = 'nothing → ' . self::word($gained[$key]);
            $found['key added'] ??= new self('key added', self::path([...$path, $key]), $change);
        }
        if ($lost === [] && $gained === []) {
            $at = 0;
            while ($was[$at] === $is[$at]) {
                $at++;
            }
            $change = self::word($was[$at]) . ' → ' . self::word($is[$at]);
            $found['order of keys changed'] ??= new self(
                'order of keys changed',
                self::path($path),
                $change,
            );
        }
    }

    /** @param list<int|string> $path */
    private static function path(array $path): string
    {
        $text = '';
        foreach ($path as $key) {
            $plain = \is_string($key) && \preg_match('/^[\p{L}_][\p{L}\p{N}_]*$/uD', $key) === 1;
            $text .= $plain ? ".$key" : '[' . self::word($key) . ']';
        }

        return $text === '' ? 'the top' : Text::shorten($text, 2 * self::WORD);
    }

    private static function word(mixed $value): string
    {
        if (\is_array($value)) {
            return \sprintf('array of %d', \count($value));
        }
        if (\is_object($value)) {
            return $value::class;
        }
        if (\is_string($value)) {
            $flags = \JSON_UNESCAPED_UNICODE
            | \JSON_UNESCAPED_SLASHES
            | \JSON_INVALID_UTF8_SUBSTITUTE;

            return Text::shorten(
                (string) \json_encode(\substr($value, 0, 4 * self::WORD), $flags),
                self::WORD,
            );
        }

        return \strtolower(\var_export($value, true));
    }
}
