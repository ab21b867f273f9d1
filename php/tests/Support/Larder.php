<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** The built command. */
final class Larder
{
    private const BUILT = __DIR__ . '/../../../target/release/larder';

    /** @throws \RuntimeException if it is not built */
    public static function command(): string
    {
        $command = \realpath(self::BUILT);

        return $command !== false ? $command : throw new \RuntimeException(
            'the tests need the command, which is not built: make build'
        );
    }

    /**
     * Learns a profile.
     *
     * @param string $samples the file to learn from
     * @param string $profile the file to write
     *
     * @throws \RuntimeException if the command fails
     */
    public static function train(string $samples, string $profile, string ...$flags): void
    {
        $command = [self::command(), 'train', $samples, '-o', $profile, ...$flags];
        $null = ['file', '/dev/null', 'w'];
        $process = \proc_open($command, [['file', '/dev/null', 'r'], $null, ['pipe', 'w']], $pipes);
        $said = (string) \stream_get_contents($pipes[2]);
        if (\proc_close($process) !== 0) {
            throw new \RuntimeException("larder train failed: $said");
        }
    }
}
