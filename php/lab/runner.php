<?php

/**
 * Measures the serializers of PHP for `larder compare`; docs/RUNNERS.md is the contract.
 *
 * Usage: php runner.php list | measure | loops    (a job as one line of JSON on standard input,
 * except for list)
 */

declare(strict_types=1);

use Larder\Lab\Codecs;
use Larder\Lab\Events;
use Larder\Lab\Job;
use Larder\Lab\Loops;
use Larder\Lab\Measure;

require __DIR__ . '/src/autoload.php';

// Standard output carries events and nothing else; a big dataset needs what it needs; warnings are
// errors.
ini_set('display_errors', 'stderr');
ini_set('memory_limit', '-1');
set_error_handler(static function (int $severity, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $severity, $file, $line);
});

$verb = $argv[1] ?? '';
if ($argc !== 2 || !in_array($verb, ['list', 'measure', 'loops'], true)) {
    fwrite(STDERR, "usage: php runner.php list | measure | loops   (see docs/RUNNERS.md)\n");
    exit(2);
}

try {
    $events = new Events(STDOUT);
    match ($verb) {
        'list' => $events->emit('runtime', Codecs::describe()),
        'measure' => (new Measure(Job::read(STDIN), $events))->run(),
        'loops' => (new Loops(Job::read(STDIN), $events))->run(),
    };
} catch (Throwable $error) {
    $place = basename($error->getFile()) . ':' . $error->getLine();
    fwrite(STDERR, $error::class . ": {$error->getMessage()} ($place)\n");
    exit(1);
}
