--TEST--
A refused class is not loaded, and no magic method of the others runs
--FILE--
<?php

require __DIR__ . '/../same.inc';

spl_autoload_register(function (string $class): void {
    echo "autoload $class\n";
});

final class Allowed
{
    public function __wakeup(): void
    {
        echo "__wakeup\n";
    }

    public function __unserialize(array $data): void
    {
        echo "__unserialize\n";
    }

    public function __destruct()
    {
        echo "destroyed\n";
    }
}

foreach (['Missing', 'SplFileObject', 'Exception'] as $class) {
    $bytes = larder_serialize(unmade(sprintf('a:3:{i:0;O:7:"Allowed":0:{}i:1;O:%d:"%s":0:{}i:2;O:7:"Allowed":0:{}}', strlen($class), $class)));
    echo outcome(fn () => larder_unserialize($bytes, ['allowed_classes' => ['Allowed']]), $class, 'allowed_classes'), "\n";
}
--EXPECT--
Larder\DecodeError refused
Larder\DecodeError refused
Larder\DecodeError refused
