<?php

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Larder\\')) {
        $file = __DIR__ . '/' . strtr(substr($class, strlen('Larder\\')), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
