<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

use Larder\Profile;

/** The command: that of the variable LARDER_COMMAND, or else the built one. */
final class Larder
{
    private const BUILT = __DIR__ . '/../../../target/release/larder';

    /** @throws \RuntimeException if it is not built */
    public static function command(): string
    {
        $command = \realpath(\getenv('LARDER_COMMAND') ?: self::BUILT);

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
        self::run('train', $samples, '-o', $profile, ...$flags);
    }

    /**
     * Runs the command.
     *
     * @throws \RuntimeException if it fails
     */
    public static function run(string $subcommand, string ...$arguments): void
    {
        [$code, $said] = self::outcome($subcommand, ...$arguments);
        if ($code !== 0) {
            throw new \RuntimeException("larder $subcommand failed: $said");
        }
    }

    /**
     * Runs the command.
     *
     * @return array{int, string} its exit code, and what it printed to stdout and stderr
     */
    public static function outcome(string $subcommand, string ...$arguments): array
    {
        $command = [self::command(), $subcommand, ...$arguments];
        $streams = [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]];
        $process = \proc_open($command, $streams, $pipes);
        $said = (string) \stream_get_contents($pipes[1]);

        return [\proc_close($process), $said];
    }

    /** Learns a profile of people who all have this role. */
    public static function profile(string $role): Profile
    {
        $folder = \sys_get_temp_dir() . '/larder-' . \bin2hex(\random_bytes(6));
        \mkdir($folder);
        try {
            $people = [];
            for ($id = 0; $id < 200; $id++) {
                $people[] = ['id' => $id, 'name' => "Somebody $id", 'role' => $role];
            }
            \file_put_contents("$folder/people.json", \json_encode($people));
            self::train("$folder/people.json", "$folder/people.profile");

            return Profile::fromFile("$folder/people.profile");
        } finally {
            \array_map('unlink', (array) \glob("$folder/*"));
            \rmdir($folder);
        }
    }
}
