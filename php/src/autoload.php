<?php

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $psr16 = ['Psr\SimpleCache\CacheInterface', 'psr/simple-cache', 'php-psr-simple-cache'];
    $needs = [
        'Larder\RedisCache' => $psr16,
        'Larder\CacheException' => $psr16,
        'Larder\InvalidArgumentException' => $psr16,
        'Larder\RedisPool' => [
            'Psr\Cache\CacheItemPoolInterface',
            'psr/cache',
            'php-psr-cache',
        ],
        'Larder\Symfony\LarderMarshaller' => [
            'Symfony\Component\Cache\Marshaller\MarshallerInterface',
            'symfony/cache',
            'php-symfony-cache',
        ],
    ];
    if (!str_starts_with($class, 'Larder\\')) {
        return;
    }
    $file = __DIR__ . '/' . strtr(substr($class, strlen('Larder\\')), '\\', '/') . '.php';
    if (!is_file($file)) {
        return;
    }
    [$interface, $package, $debian] = $needs[$class] ?? [null, null, null];
    // Otherwise PHP would only say that an interface is not found.
    if ($interface !== null && !interface_exists($interface)) {
        throw new LogicException(
            "$class needs $package, which is missing: composer require $package "
            . "(or on Debian: apt-get install $debian, and require its autoload.php)"
        );
    }
    require $file;
});
