--TEST--
__sleep chooses the properties, those of parents by their full names
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Ancestor
{
    public $a = 1;
    protected $b = 2;
    private $c = 3;

    public function __construct(private array $names = [])
    {
        [$this->a, $this->b, $this->c] = ['a is set', 'b is set', 'c is set'];
    }

    public function __sleep()
    {
        echo "__sleep\n";
        return $this->names;
    }
}

class Heir extends Ancestor
{
    private $c = 4;
    private $d = 5;
    public $e = 6;
    public int $typed;

    public function __construct(array $names)
    {
        parent::__construct($names);
        [$this->c, $this->d, $this->e] = ['own c is set', 'd is set', 'e is set'];
    }
}

$lists = [
    'none' => [],
    'some' => ['a', 'd'],
    'all' => ['a', 'b', 'c', 'd', 'e'],
    'in another order' => ['d', 'a'],
    'twice' => ['a', 'a'],
    'private of the parent by its full name' => ["\0Ancestor\0c"],
    'private and protected by their full names' => ["\0Heir\0c", "\0*\0b", "\0Heir\0d"],
    'by short and full name' => ["\0*\0b", 'b'],
    'private of a stranger' => ["\0Stranger\0c"],
    'with keys' => ['x' => 'a', 7 => 'b'],
    'missing' => ['a', 'missing', 'd'],
    'the empty name' => [''],
    'a NUL' => ["\0"],
    'integers' => ['a', 5],
    'other types' => ['a', null, 1.5, true],
    'an array' => ['a', ['b']],
];
foreach ($lists as $what => $names) {
    alike("$what, ancestor", fn (callable $write, callable $read) => $read($write(new Ancestor($names))));
    alike("$what, heir", fn (callable $write, callable $read) => $read($write(new Heir($names))));
}
alike('by reference', function (callable $write, callable $read) {
    $name = 'a';
    return $read($write(new Ancestor([&$name])));
});
alike('without a value', fn (callable $write, callable $read) => $read($write(new Heir(['a', 'typed']))));
--EXPECTF--
-- none, ancestor
__sleep
value: #1 Ancestor {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- none, heir
__sleep
value: #1 Heir {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- some, ancestor
__sleep
Warning: serialize(): "d" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- some, heir
__sleep
value: #1 Heir {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => "d is set", "e" => 6}
-- all, ancestor
__sleep
Warning: serialize(): "d" returned as member variable from __sleep() but does not exist
Warning: serialize(): "e" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => "b is set", "\000Ancestor\000c" => "c is set"}
-- all, heir
__sleep
value: #1 Heir {"a" => "a is set", "\000*\000b" => "b is set", "\000Ancestor\000c" => 3, "\000Heir\000c" => "own c is set", "\000Heir\000d" => "d is set", "e" => "e is set"}
-- in another order, ancestor
__sleep
Warning: serialize(): "d" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- in another order, heir
__sleep
value: #1 Heir {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => "d is set", "e" => 6}
-- twice, ancestor
__sleep
%rNotice|Warning%r: serialize(): "a" is returned from __sleep() multiple times
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- twice, heir
__sleep
%rNotice|Warning%r: serialize(): "a" is returned from __sleep() multiple times
value: #1 Heir {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- private of the parent by its full name, ancestor
__sleep
value: #1 Ancestor {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => "c is set"}
-- private of the parent by its full name, heir
__sleep
value: #1 Heir {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => "c is set", "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- private and protected by their full names, ancestor
__sleep
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => 1, "\000*\000b" => "b is set", "\000Ancestor\000c" => 3}
-- private and protected by their full names, heir
__sleep
value: #1 Heir {"a" => 1, "\000*\000b" => "b is set", "\000Ancestor\000c" => 3, "\000Heir\000c" => "own c is set", "\000Heir\000d" => "d is set", "e" => 6}
-- by short and full name, ancestor
__sleep
%rNotice|Warning%r: serialize(): "b" is returned from __sleep() multiple times
value: #1 Ancestor {"a" => 1, "\000*\000b" => "b is set", "\000Ancestor\000c" => 3}
-- by short and full name, heir
__sleep
%rNotice|Warning%r: serialize(): "b" is returned from __sleep() multiple times
value: #1 Heir {"a" => 1, "\000*\000b" => "b is set", "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- private of a stranger, ancestor
__sleep
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- private of a stranger, heir
__sleep
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
value: #1 Heir {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- with keys, ancestor
__sleep
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => "b is set", "\000Ancestor\000c" => 3}
-- with keys, heir
__sleep
value: #1 Heir {"a" => "a is set", "\000*\000b" => "b is set", "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- missing, ancestor
__sleep
Warning: serialize(): "missing" returned as member variable from __sleep() but does not exist
Warning: serialize(): "d" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- missing, heir
__sleep
Warning: serialize(): "missing" returned as member variable from __sleep() but does not exist
value: #1 Heir {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => "d is set", "e" => 6}
-- the empty name, ancestor
__sleep
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- the empty name, heir
__sleep
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
value: #1 Heir {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- a NUL, ancestor
__sleep
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- a NUL, heir
__sleep
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
value: #1 Heir {"a" => 1, "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- integers, ancestor
__sleep
Warning: serialize(): Ancestor::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: serialize(): "5" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- integers, heir
__sleep
Warning: serialize(): Heir::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: serialize(): "5" returned as member variable from __sleep() but does not exist
value: #1 Heir {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- other types, ancestor
__sleep
Warning: serialize(): Ancestor::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
Warning: serialize(): Ancestor::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: serialize(): "1.5" returned as member variable from __sleep() but does not exist
Warning: serialize(): Ancestor::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: serialize(): "1" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- other types, heir
__sleep
Warning: serialize(): Heir::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: serialize(): "" returned as member variable from __sleep() but does not exist
Warning: serialize(): Heir::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: serialize(): "1.5" returned as member variable from __sleep() but does not exist
Warning: serialize(): Heir::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: serialize(): "1" returned as member variable from __sleep() but does not exist
value: #1 Heir {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- an array, ancestor
__sleep
Warning: serialize(): Ancestor::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: Array to string conversion
Warning: serialize(): "Array" returned as member variable from __sleep() but does not exist
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- an array, heir
__sleep
Warning: serialize(): Heir::__sleep() should return an array only containing the names of instance-variables to serialize
Warning: Array to string conversion
Warning: serialize(): "Array" returned as member variable from __sleep() but does not exist
value: #1 Heir {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
-- by reference
__sleep
value: #1 Ancestor {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3}
-- without a value
__sleep
value: #1 Heir {"a" => "a is set", "\000*\000b" => 2, "\000Ancestor\000c" => 3, "\000Heir\000c" => 4, "\000Heir\000d" => 5, "e" => 6}
