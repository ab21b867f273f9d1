--TEST--
Dynamic properties come back, with PHP's deprecation where a class does not allow them
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Strict
{
    public $own = 1;
}

#[AllowDynamicProperties]
class Open
{
    public $own = 1;
}

final readonly class Fixed
{
    public function __construct(public int $own)
    {
    }
}

alike('allowed', function (callable $write, callable $read) {
    $open = new Open();
    $open->extra = ['x'];
    $open->{'7'} = 'seven';
    return $read($write([$open, $open]));
});
alike('deprecated', fn (callable $write, callable $read) => $read($write(unmade('O:6:"Strict":2:{s:3:"own";i:2;s:5:"extra";i:3;}'))));
alike('refused by a readonly class', fn (callable $write, callable $read) => $read($write(unmade('O:5:"Fixed":2:{s:3:"own";i:2;s:5:"extra";i:3;}'))));
alike('an error handler that throws', function (callable $write, callable $read) {
    set_error_handler(fn (int $level, string $message) => throw new ErrorException($message));
    try {
        return $read($write(unmade('a:2:{i:0;O:6:"Strict":1:{s:5:"extra";i:3;}i:1;O:6:"Strict":1:{s:5:"other";i:3;}}')));
    } finally {
        restore_error_handler();
    }
});
--EXPECT--
-- allowed
value: [#1 Open {"own" => 1, "extra" => ["x"], 7 => "seven"}, #1]
-- deprecated
Deprecated: Creation of dynamic property Strict::$extra is deprecated
value: #1 Strict {"own" => 2, "extra" => 3}
-- refused by a readonly class
Error: Cannot create dynamic property Fixed::$extra
-- an error handler that throws
ErrorException: Creation of dynamic property Strict::$extra is deprecated
