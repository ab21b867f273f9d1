--TEST--
What __wakeup or __unserialize throws comes out; destructors run where PHP runs them
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Logged
{
    public function __construct(public string $name, public mixed $holds = null, public bool $throws = false)
    {
    }

    public function __destruct()
    {
        if ($this->name ?? null) {
            echo "destroyed $this->name\n";
        }
    }
}

class Wakes extends Logged
{
    public function __wakeup(): void
    {
        echo "__wakeup $this->name\n";
        if ($this->throws) {
            throw new DomainException("__wakeup $this->name");
        }
    }
}

class Takes extends Logged
{
    public function __serialize(): array
    {
        return [$this->name, $this->holds, $this->throws];
    }

    public function __unserialize(array $data): void
    {
        [$this->name, $this->holds, $throws] = $data;
        echo "__unserialize $this->name\n";
        if ($throws) {
            throw new DomainException("__unserialize $this->name");
        }
    }
}

$kept = [];
foreach ([Wakes::class, Takes::class] as $class) {
    $values = [
        "$class, the only one" => [new $class('only', null, true)],
        "$class, the first" => [new $class('first', null, true), new $class('second')],
        "$class, the last" => [new $class('first'), new $class('second', null, true)],
        "$class, in the middle" => [new $class('first'), new $class('second', null, true), new $class('third')],
        "$class, within another" => [new $class('outer', new $class('inner', null, true))],
        "$class, around another" => [new $class('outer', new $class('inner'), true)],
        "$class, around a plain one" => [new $class('outer', new Logged('plain'), true)],
        "$class, beside a plain one" => [new Logged('plain'), new $class('other', null, true), new Logged('late')],
        "$class, all" => [new $class('first', null, true), new $class('second', null, true)],
        "$class, rows" => array_map(fn (int $n) => ['id' => $n, 'it' => new $class("row $n", null, $n === 3)], range(1, 5)),
    ];
    $kept[] = $values;
    foreach ($values as $what => $value) {
        alike($what, function (callable $write, callable $read) use ($value) {
            $read($write($value));
        });
    }
}
echo "-- end\n";
// what the test itself made goes without a word
array_walk_recursive($kept, function (Logged|int $object): void {
    if ($object instanceof Logged) {
        $object->name = '';
        if ($object->holds) {
            $object->holds->name = '';
        }
    }
});
--EXPECT--
-- Wakes, the only one
__wakeup only
DomainException: __wakeup only
-- Wakes, the first
__wakeup first
DomainException: __wakeup first
-- Wakes, the last
__wakeup first
__wakeup second
destroyed first
DomainException: __wakeup second
-- Wakes, in the middle
__wakeup first
__wakeup second
destroyed first
DomainException: __wakeup second
-- Wakes, within another
__wakeup inner
DomainException: __wakeup inner
-- Wakes, around another
__wakeup inner
__wakeup outer
destroyed inner
DomainException: __wakeup outer
-- Wakes, around a plain one
__wakeup outer
destroyed plain
DomainException: __wakeup outer
-- Wakes, beside a plain one
__wakeup other
destroyed plain
destroyed late
DomainException: __wakeup other
-- Wakes, all
__wakeup first
DomainException: __wakeup first
-- Wakes, rows
__wakeup row 1
__wakeup row 2
__wakeup row 3
destroyed row 1
destroyed row 2
DomainException: __wakeup row 3
-- Takes, the only one
__unserialize only
DomainException: __unserialize only
-- Takes, the first
__unserialize first
DomainException: __unserialize first
-- Takes, the last
__unserialize first
__unserialize second
destroyed first
DomainException: __unserialize second
-- Takes, in the middle
__unserialize first
__unserialize second
destroyed first
DomainException: __unserialize second
-- Takes, within another
__unserialize inner
DomainException: __unserialize inner
-- Takes, around another
__unserialize inner
__unserialize outer
DomainException: __unserialize outer
destroyed inner
-- Takes, around a plain one
__unserialize outer
DomainException: __unserialize outer
destroyed plain
-- Takes, beside a plain one
__unserialize other
destroyed plain
destroyed late
DomainException: __unserialize other
-- Takes, all
__unserialize first
DomainException: __unserialize first
-- Takes, rows
__unserialize row 1
__unserialize row 2
__unserialize row 3
destroyed row 1
destroyed row 2
DomainException: __unserialize row 3
-- end
