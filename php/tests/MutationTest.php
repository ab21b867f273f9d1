<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Support\Php;
use PHPUnit\Framework\TestCase;

/**
 * Valid bytes of every format, changed at random: each is a value or an exception, the value can be
 * used, and the process lives.
 *
 * The variable LARDER_SEED chooses other mutations than those of every day, LARDER_MUTATIONS how
 * many.
 */
final class MutationTest extends TestCase
{
    private const SEED = 20151117;
    private const MUTATIONS = 100_000;
    private const PROCESSES = 4;
    /** Many times what they take. */
    private const SECONDS = 300;

    public function testMutationsAreValuesOrExceptionsAndTheProcessLives(): void
    {
        $seed = (int) (\getenv('LARDER_SEED') ?: self::SEED);
        $count = (int) (\getenv('LARDER_MUTATIONS') ?: self::MUTATIONS);
        \fwrite(STDERR, "mutations: seed $seed\n");
        $each = \intdiv($count + self::PROCESSES - 1, self::PROCESSES);
        $outcomes = [];
        for ($first = 0; $first < $count; $first += $each) {
            foreach ($this->outcomes($seed, $first, $each) as $outcome => $times) {
                $outcomes[$outcome] = ($outcomes[$outcome] ?? 0) + $times;
            }
        }

        // That they are changed in ways that lead somewhere.
        self::assertGreaterThan($count / 50, $outcomes['value'] ?? 0);
        $cases = [
            'refused',
            'truncated',
            'bad-tag',
            'unknown-reference',
            'too-large',
            'bad-syntax',
        ];
        foreach ($cases as $kind) {
            self::assertArrayHasKey("Larder\\DecodeError $kind", $outcomes);
        }
    }

    /** @return array<string, int> how many of a process had which outcome */
    private function outcomes(int $seed, int $first, int $count): array
    {
        $progress = (string) \tempnam(\sys_get_temp_dir(), 'larder');
        try {
            $program = __DIR__ . '/programs/mutations.php';
            $settings = [
                'memory_limit' => '256M',
                'max_execution_time' => (string) self::SECONDS,
                'display_errors' => 'stderr',
            ];
            $command = Php::command($settings, $program, "$seed", "$first", "$count");
            $pipes = [1 => ['pipe', 'w'], 2 => ['file', "$progress.errors", 'w']];
            $variables = ['LARDER_PROGRESS' => $progress] + \getenv();
            $process = \proc_open($command, $pipes, $pipes, null, $variables);
            $printed = (string) \stream_get_contents($pipes[1]);
            $code = \proc_close($process);
            $number = (int) \file_get_contents($progress);
            $upTo = $number - $first + 1;
            self::assertSame(0, $code, <<<TEXT
                seed $seed, mutation $number: exit code $code
                {$this->lines("$progress.errors")}
                Again, alone and with those before, as LARDER is the path of the extension:
                    php -d extension=LARDER php/tests/programs/mutations.php $seed $number 1
                    php -d extension=LARDER php/tests/programs/mutations.php $seed $first $upTo
                TEXT);

            return \json_decode($printed, true, 2, \JSON_THROW_ON_ERROR);
        } finally {
            \unlink($progress);
            \unlink("$progress.errors");
        }
    }

    private function lines(string $file): string
    {
        return \substr((string) \file_get_contents($file), -2000);
    }
}
