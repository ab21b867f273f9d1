<?php

declare(strict_types=1);

// What stands before each program of the pages: the classes that they name, a Redis, where it is,
// the adapters, and a profile in the folder.

require_once __DIR__ . '/../Fixtures/AppUser.php';
require_once __DIR__ . '/../../src/autoload.php';
require_once 'Psr/SimpleCache/autoload.php';
require_once 'Psr/Cache/autoload.php';

set_error_handler(
    static function (int $level, string $message, string $file, int $line): never {
        throw new ErrorException($message, 0, $level, $file, $line);
    },
);
chdir(dirname($_SERVER['SCRIPT_FILENAME']));
[$host, $port] = ['127.0.0.1', (int) getenv('LARDER_REDIS_PORT')];
$redis = new Redis();
$redis->connect($host, $port, 2.0);
