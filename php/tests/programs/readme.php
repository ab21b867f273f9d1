<?php

declare(strict_types=1);

// What stands before each program of the READMEs: the classes that they name, a Redis, where it is,
// and the adapters.

require_once __DIR__ . '/../Fixtures/AppUser.php';
require_once __DIR__ . '/../../src/autoload.php';
require_once 'Psr/SimpleCache/autoload.php';
require_once 'Psr/Cache/autoload.php';

set_error_handler(
    static function (int $level, string $message, string $file, int $line): never {
        throw new ErrorException($message, 0, $level, $file, $line);
    },
);
[$host, $port] = ['127.0.0.1', (int) getenv('LARDER_REDIS_PORT')];
$redis = new Redis();
$redis->connect($host, $port, 2.0);
