--TEST--
What a magic method throws while a value is written comes out, and no bytes
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Throws
{
    public function __construct(private string $in)
    {
    }

    public function __serialize(): array
    {
        throw new DomainException("__serialize $this->in");
    }
}

class ThrowsInSleep extends Throws
{
    public function __serialize(): array
    {
        return [];
    }
}

class Sleeper
{
    public $a = 1;

    public function __sleep(): array
    {
        throw new DomainException('__sleep');
    }

    public function __destruct()
    {
        echo "destroyed\n";
    }
}

class Temporary
{
    public function __serialize(): array
    {
        return [new Sleeper()];
    }
}

$places = ['alone' => fn ($x) => $x, 'in a list' => fn ($x) => [1, $x, 2], 'in rows' => fn ($x) => array_fill(0, 20, ['id' => 1, 'it' => $x])];
foreach ($places as $where => $put) {
    alike("__serialize $where", fn (callable $write, callable $read) => $write($put(new Throws($where))));
    alike("__sleep $where", fn (callable $write, callable $read) => $write($put(new Sleeper())));
    alike("of a temporary object $where", fn (callable $write, callable $read) => $write($put(new Temporary())));
}
alike('nothing wrong afterwards', fn (callable $write, callable $read) => $read($write([new stdClass(), 'text'])));
--EXPECT--
-- __serialize alone
DomainException: __serialize alone
-- __sleep alone
DomainException: __sleep
destroyed
-- of a temporary object alone
destroyed
DomainException: __sleep
-- __serialize in a list
DomainException: __serialize in a list
-- __sleep in a list
DomainException: __sleep
destroyed
-- of a temporary object in a list
destroyed
DomainException: __sleep
-- __serialize in rows
DomainException: __serialize in rows
-- __sleep in rows
DomainException: __sleep
destroyed
-- of a temporary object in rows
destroyed
DomainException: __sleep
-- nothing wrong afterwards
value: [#1 stdClass {}, "text"]
