<?php

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Larder\\Lab\\')) {
        require __DIR__ . '/' . strtr(substr($class, strlen('Larder\\Lab\\')), '\\', '/') . '.php';
    }
});
