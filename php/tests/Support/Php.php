<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** PHP in its own process, with the extension: for settings that hold for a whole process. */
final class Php
{
    private const BUILT = __DIR__ . '/../../../target/release/liblarder_php.so';

    /**
     * @param array<string, string> $settings
     *
     * @return list<string>
     */
    public static function command(array $settings, string ...$arguments): array
    {
        $command = [\PHP_BINARY, ...self::loading()];
        foreach ($settings as $name => $value) {
            \array_push($command, '-d', "$name=$value");
        }

        return [...$command, ...$arguments];
    }

    /**
     * Runs a program.
     *
     * @param array<string, string> $settings
     *
     * @return string what it prints
     *
     * @throws \RuntimeException if it fails
     */
    public static function run(array $settings, string ...$arguments): string
    {
        $process = \proc_open(
            self::command($settings, ...$arguments),
            [1 => ['pipe', 'w'], 2 => STDERR],
            $pipes,
        );
        $printed = (string) \stream_get_contents($pipes[1]);
        $code = \proc_close($process);
        if ($code !== 0) {
            throw new \RuntimeException("php exited with $code: $printed");
        }

        return $printed;
    }

    /** An object in the Larder format, of a class that no program has but its writer. */
    public static function objectOfNoClassHere(): string
    {
        $program = 'class Gone { public $a = 1; } '
            . 'echo base64_encode(larder_serialize([new Gone()]));';

        return \base64_decode(self::run([], '-r', $program), true);
    }

    /** @return list<string> what loads the extension, unless php.ini does */
    public static function loading(): array
    {
        static $loading = null;
        if ($loading === null) {
            $probe = \proc_open(
                [\PHP_BINARY, '-r', 'exit((int) !extension_loaded("larder"));'],
                [],
                $pipes,
            );
            $loading = \proc_close($probe) === 0 ? [] : [
                '-d',
                'extension=' . \realpath(self::BUILT),
            ];
        }

        return $loading;
    }
}
