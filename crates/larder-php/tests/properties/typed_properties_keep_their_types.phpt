--TEST--
What does not fit a typed property is a TypeError, as in unserialize
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Typed
{
    public int $int = 0;
    public float $float = 0.0;
    public ?string $string = null;
    public array $array = [];
    public iterable $iterable = [];
    public int|string $either = 0;
    public self|null $self = null;
    public stdClass|array|null $object = null;
    public bool $bool = false;
}

$fits = [
    'int' => 'i:5', 'float' => 'd:1.5', 'string' => 'N', 'array' => 'a:0:{}', 'iterable' => 'a:1:{i:0;i:1;}', 'either' => 's:1:"x"',
    'self' => 'O:5:"Typed":0:{}', 'object' => 'O:8:"stdClass":0:{}', 'bool' => 'b:1',
];
$fail = [
    'int' => 's:1:"5"', 'float' => 's:1:"x"', 'string' => 'i:5', 'array' => 'N', 'either' => 'd:1.5',
    'self' => 'O:8:"stdClass":0:{}', 'object' => 'O:5:"Typed":0:{}', 'bool' => 'i:1',
];
foreach (['fits' => $fits, 'does not' => $fail, 'integer for a float' => ['float' => 'i:7']] as $what => $properties) {
    foreach ($properties as $name => $text) {
        $text = sprintf('O:5:"Typed":1:{s:%d:"%s";%s}', strlen($name), $name, str_ends_with($text, '}') ? $text : "$text;");
        alike("$name $what", fn (callable $write, callable $read) => $read($write(unmade($text)))->$name);
    }
}
--EXPECTF--
-- int fits
value: 5
-- float fits
value: 1.5
-- string fits
value: NULL
-- array fits
value: []
-- iterable fits
value: [1]
-- either fits
value: "x"
-- self fits
value: #1 Typed {"int" => 0, "float" => 0.0, "string" => NULL, "array" => [], "iterable" => [], "either" => 0, "self" => NULL, "object" => NULL, "bool" => false}
-- object fits
value: #1 stdClass {}
-- bool fits
value: true
-- int does not
TypeError: Cannot assign string to property Typed::$int of type int
-- float does not
TypeError: Cannot assign string to property Typed::$float of type float
-- string does not
TypeError: Cannot assign int to property Typed::$string of type ?string
-- array does not
TypeError: Cannot assign null to property Typed::$array of type array
-- either does not
TypeError: Cannot assign float to property Typed::$either of type string|int
-- self does not
TypeError: Cannot assign stdClass to property Typed::$self of type ?%r(self|Typed)%r
-- object does not
TypeError: Cannot assign Typed to property Typed::$object of type stdClass|array|null
-- bool does not
TypeError: Cannot assign int to property Typed::$bool of type bool
-- float integer for a float
value: 7.0
