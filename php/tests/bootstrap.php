<?php

declare(strict_types=1);

if (!function_exists('larder_serialize')) {
    fwrite(STDERR, <<<'TEXT'
        The tests need the larder extension, which is not loaded. In the checkout:
            make php
            php -d extension="$PWD/target/release/liblarder_php.so" \
                "$(command -v phpunit)" -c php/phpunit.xml

        TEXT);
    exit(1);
}

require __DIR__ . '/../src/autoload.php';
require __DIR__ . '/../lab/src/autoload.php';

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Larder\\Tests\\')) {
        require __DIR__ . '/' . strtr(
            substr($class, strlen('Larder\\Tests\\')),
            '\\',
            '/',
        ) . '.php';
    }
});

// As Debian's packages have them. Tests that need one that is missing are skipped.
foreach (
    [
        'Psr/SimpleCache/autoload.php',
        'Psr/Cache/autoload.php',
        'Cache/IntegrationTests/autoload.php',
        'Symfony/Component/Cache/autoload.php',
    ] as $library
) {
    if (stream_resolve_include_path($library) !== false) {
        require_once $library;
    }
}
Larder\Tests\Fixtures\ValueWrapper::define();
// Programs that tests start have no PHPUnit.
if (
    class_exists(PHPUnit\Framework\TestCase::class)
    && !class_exists(Cache\IntegrationTests\CachePoolTest::class)
) {
    class_alias(
        Larder\Tests\Support\MissingContract::class,
        'Cache\IntegrationTests\CachePoolTest',
    );
}
