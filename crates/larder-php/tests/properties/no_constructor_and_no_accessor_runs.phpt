--TEST--
Objects are made without __construct, and filled without __set and __get
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Guarded
{
    private $hidden = 'value';

    public function __construct()
    {
        echo "constructed\n";
    }

    public function __get(string $name): mixed
    {
        echo "__get $name\n";
        return null;
    }

    public function __set(string $name, mixed $value): void
    {
        echo "__set $name\n";
    }

    public function __isset(string $name): bool
    {
        echo "__isset $name\n";
        return true;
    }

    public function __unset(string $name): void
    {
        echo "__unset $name\n";
    }

    public function __call(string $name, array $arguments): mixed
    {
        echo "__call $name\n";
        return null;
    }

    public static function __callStatic(string $name, array $arguments): mixed
    {
        echo "__callStatic $name\n";
        return null;
    }
}

class Heir extends Guarded
{
}

alike('guarded', fn (callable $write, callable $read) => $read($write(new Guarded())));
alike('heir', fn (callable $write, callable $read) => $read($write(new Heir())));
alike('heir of an older class', fn (callable $write, callable $read) => $read($write(unmade('O:4:"Heir":2:{s:6:"hidden";i:1;s:3:"new";i:2;}'))));
--EXPECT--
-- guarded
constructed
value: #1 Guarded {"\000Guarded\000hidden" => "value"}
-- heir
constructed
value: #1 Heir {"\000Guarded\000hidden" => "value"}
-- heir of an older class
Deprecated: Creation of dynamic property Heir::$new is deprecated
value: #1 Heir {"\000Guarded\000hidden" => 1, "new" => 2}
