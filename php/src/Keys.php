<?php

declare(strict_types=1);

namespace Larder;

/**
 * Deletes keys by their names.
 *
 * @internal
 */
final class Keys
{
    private const SCAN_COUNT = '1000';

    /** The pattern of SCAN that this text alone matches. */
    public static function literal(string $text): string
    {
        return \addcslashes($text, '\\*?[');
    }

    /**
     * Deletes the keys that match a pattern, by SCAN and UNLINK; keys that are set meanwhile may
     * stay.
     *
     * @param \Closure(string ...$command): mixed $send sends a raw command: only these do not
     *     depend on phpredis' options for prefixes and for SCAN. It throws if the reply is an error
     * @param ?\Closure(string): bool $isMeant which of the keys are deleted; null for all
     */
    public static function delete(
        \Closure $send,
        string $pattern,
        ?\Closure $isMeant = null,
    ): void {
        $cursor = '0';
        do {
            [$cursor, $keys] = $send('SCAN', $cursor, 'MATCH', $pattern, 'COUNT', self::SCAN_COUNT);
            $keys = $isMeant === null ? $keys : \array_filter($keys, $isMeant);
            if ($keys !== []) {
                $send('UNLINK', ...\array_values($keys));
            }
        } while ($cursor !== '0');
    }
}
