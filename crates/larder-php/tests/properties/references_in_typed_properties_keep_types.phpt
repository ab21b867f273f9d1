--TEST--
References that were read from typed properties still have their types
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Typed
{
    public int $a = 1;
    public ?int $b = 2;
    public ?Typed $other = null;
    public array $list = [];
}

class Loose
{
    public $a;
    public float $f = 0.5;
}

$typed = new Typed();
$typed->b = &$typed->a;
same('two properties', $typed);
$same = &$typed->a;
same('property and element', [$typed, 'outside' => &$same]);
same('element first', ['outside' => &$same, $typed]);

alike('assignment of another type', function (callable $write, callable $read) use ($typed, &$same) {
    $read = $read($write([$typed, &$same]));
    $read[1] = '7';
    echo portrait($read), "\n";
    $read[1] = 'no number';
});
alike('a type that the other has not', function (callable $write, callable $read) use ($typed) {
    $read = $read($write($typed));
    $read->b = null;
});
alike('after one is gone', function (callable $write, callable $read) use ($typed, &$same) {
    $read = $read($write([$typed, &$same]));
    $read[0] = null;
    $read[1] = 'any text';
    return $read;
});
alike('types that exclude one another', fn (callable $write, callable $read) => $read($write(
    unmade('a:2:{i:0;O:5:"Typed":1:{s:1:"a";i:1;}i:1;O:5:"Loose":1:{s:1:"f";R:3;}}')
)));
alike('an object that refers to itself', function (callable $write, callable $read) {
    $typed = new Typed();
    $typed->other = &$self;
    $self = $typed;
    $read = $read($write($typed));
    echo portrait($read), "\n";
    $read->other = new stdClass();
});
alike('a typed array', function (callable $write, callable $read) {
    $typed = new Typed();
    $outside = &$typed->list;
    $read = $read($write([&$outside, $typed]));
    $read[0][] = 'more';
    echo portrait($read), "\n";
    $read[0] = 'no array';
});
--EXPECT--
two properties: same
property and element: same
element first: same
-- assignment of another type
[#1 Typed {"a" => &1 7, "b" => &1, "other" => NULL, "list" => []}, &1]
TypeError: Cannot assign string to reference held by property Typed::$a of type int
-- a type that the other has not
TypeError: Cannot assign null to reference held by property Typed::$a of type int
-- after one is gone
value: [NULL, "any text"]
-- types that exclude one another
TypeError: Reference with value of type int held by property Typed::$a of type int is not compatible with property Loose::$f of type float
-- an object that refers to itself
#1 Typed {"a" => 1, "b" => 2, "other" => #1, "list" => []}
TypeError: Cannot assign stdClass to property Typed::$other of type ?Typed
-- a typed array
[&1 ["more"], #1 Typed {"a" => 1, "b" => 2, "other" => NULL, "list" => &1}]
TypeError: Cannot assign string to reference held by property Typed::$list of type array
