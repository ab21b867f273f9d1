--TEST--
unserialize_callback_func is called for a class that no autoloader knows
--FILE--
<?php

require __DIR__ . '/../same.inc';

function load(string $class): void
{
    echo "load $class\n";
    if ($class === 'Loaded') {
        eval('class Loaded { public $a = 1; }');
    }
}

ini_set('unserialize_callback_func', 'load');
foreach (['Loaded', 'Missing'] as $class) {
    echo portrait(larder(unmade(sprintf('O:%d:"%s":0:{}', strlen($class), $class)))), "\n";
}
ini_set('unserialize_callback_func', 'no_such_function');
alike('no such function', fn (callable $write, callable $read) => $read($write(unmade('O:5:"Never":0:{}'))));
--EXPECTF--
load Loaded
#1 Loaded {"a" => 1}
load Missing

Warning: larder_unserialize(): Function load() hasn't defined the class it was called for in %s on line %d
#1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Missing"}
-- no such function
Error: Invalid callback no_such_function, function "no_such_function" not found or invalid function name
