--TEST--
An exception of the autoloader ends the reading
--FILE--
<?php

require __DIR__ . '/../same.inc';

spl_autoload_register(function (string $class): void {
    throw new DomainException("autoload $class");
});

class Here
{
    public function __wakeup(): void
    {
        echo "__wakeup\n";
    }

    public function __destruct()
    {
        echo "destroyed\n";
    }
}

alike('alone', fn (callable $write, callable $read) => $read($write(unmade('O:7:"Missing":0:{}'))));
alike('within', fn (callable $write, callable $read) => $read($write(unmade('a:2:{i:0;a:1:{s:1:"a";O:7:"Missing":1:{s:1:"a";i:1;}}i:1;i:1;}'))));
alike('after another', function (callable $write, callable $read) {
    $read($write(unmade('a:2:{i:0;O:4:"Here":0:{}i:1;O:7:"Missing":0:{}}')));
});
--EXPECT--
-- alone
DomainException: autoload Missing
-- within
DomainException: autoload Missing
-- after another
DomainException: autoload Missing
