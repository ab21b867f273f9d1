<?php

declare(strict_types=1);

// A program that goes on while `larder switch` rewrites its keys: php switch.php CLIENT PORT COUNT.
// It reads both formats and writes the old one, and compares each read with what it wrote last. No
// other program writes its keys. It says "ready" once they are there, ends at the end of standard
// input, and then prints how much it did.

require __DIR__ . '/../bootstrap.php';

use Larder\Tests\Switching\Phpredis;
use Larder\Tests\Switching\Program;
use Larder\Tests\Switching\Sessions;
use Larder\Tests\Switching\SymfonyPool;

[, $client, $port, $count] = $argv;
mt_srand(crc32($client));
$redis = new Redis();
$redis->connect('127.0.0.1', (int) $port, 10.0);
$program = new Program(match ($client) {
    'igbinary', 'json' => new Phpredis($redis, $client),
    'session' => new Sessions($port),
    'symfony' => new SymfonyPool($redis),
}, $redis, (int) $count);
$program->fill();
// After an `echo`, no session begins.
fwrite(STDOUT, "ready\n");
stream_set_blocking(STDIN, false);
$did = $program->run(static fn (): bool => fread(STDIN, 1) === '' && feof(STDIN));
fwrite(STDOUT, json_encode($did) . "\n");
