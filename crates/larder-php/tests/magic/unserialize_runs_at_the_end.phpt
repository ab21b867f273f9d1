--TEST--
__unserialize and __wakeup run when all is there, in PHP's order
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Logged
{
    public array $parts = [];

    public function __construct(public string $name, Logged ...$parts)
    {
        $this->parts = $parts;
    }
}

class Wakes extends Logged
{
    public function __wakeup(): void
    {
        echo "__wakeup $this->name: ", count($this->parts), "\n";
    }
}

class Takes extends Logged
{
    public function __serialize(): array
    {
        echo "__serialize $this->name\n";
        return [$this->name, $this->parts];
    }

    public function __unserialize(array $data): void
    {
        [$this->name, $this->parts] = $data;
        echo "__unserialize $this->name: ", implode(', ', array_map(fn (Logged $part) => $part->name ?? 'not yet', $this->parts)), "\n";
    }
}

class Sleeps extends Wakes
{
    public function __sleep(): array
    {
        echo "__sleep $this->name\n";
        return ['name', 'parts'];
    }
}

foreach ([Wakes::class, Takes::class, Sleeps::class] as $class) {
    alike($class, function (callable $write, callable $read) use ($class) {
        $shared = new $class('shared');
        return $read($write(new $class('root', new $class('a', new $class('a1'), $shared), $shared, new $class('b', new $class('b1'))))) instanceof $class;
    });
}
alike('all', fn (callable $write, callable $read) => count($read($write([
    new Wakes('1', new Takes('2', new Sleeps('3'))), new Takes('4', new Wakes('5')), new Sleeps('6', new Wakes('7'), new Takes('8')),
]))));
alike('rows', fn (callable $write, callable $read) => count($read($write(
    array_map(fn (int $n) => ['id' => $n, 'first' => new Takes("t$n"), 'second' => new Wakes("w$n"), 'third' => [new Sleeps("s$n")]], range(1, 10))
))));
alike('objects in a list', fn (callable $write, callable $read) => count($read($write(
    array_map(fn (int $n) => new Sleeps("$n", new Wakes("in $n")), range(1, 10))
))));
alike('a cycle', function (callable $write, callable $read) {
    $one = new Takes('one');
    $two = new Takes('two', $one);
    $one->parts = [$two, $one];
    return $read($write($one))->parts[0]->parts[0]->name;
});
--EXPECT--
-- Wakes
__wakeup a1: 0
__wakeup shared: 0
__wakeup a: 2
__wakeup b1: 0
__wakeup b: 1
__wakeup root: 3
value: true
-- Takes
__serialize root
__serialize a
__serialize a1
__serialize shared
__serialize b
__serialize b1
__unserialize a1: 
__unserialize shared: 
__unserialize a: a1, shared
__unserialize b1: 
__unserialize b: b1
__unserialize root: a, shared, b
value: true
-- Sleeps
__sleep root
__sleep a
__sleep a1
__sleep shared
__sleep b
__sleep b1
__wakeup a1: 0
__wakeup shared: 0
__wakeup a: 2
__wakeup b1: 0
__wakeup b: 1
__wakeup root: 3
value: true
-- all
__serialize 2
__sleep 3
__serialize 4
__sleep 6
__serialize 8
__wakeup 3: 0
__unserialize 2: 3
__wakeup 1: 1
__wakeup 5: 0
__unserialize 4: 5
__wakeup 7: 0
__unserialize 8: 
__wakeup 6: 2
value: 3
-- rows
__serialize t1
__sleep s1
__serialize t2
__sleep s2
__serialize t3
__sleep s3
__serialize t4
__sleep s4
__serialize t5
__sleep s5
__serialize t6
__sleep s6
__serialize t7
__sleep s7
__serialize t8
__sleep s8
__serialize t9
__sleep s9
__serialize t10
__sleep s10
__unserialize t1: 
__wakeup w1: 0
__wakeup s1: 0
__unserialize t2: 
__wakeup w2: 0
__wakeup s2: 0
__unserialize t3: 
__wakeup w3: 0
__wakeup s3: 0
__unserialize t4: 
__wakeup w4: 0
__wakeup s4: 0
__unserialize t5: 
__wakeup w5: 0
__wakeup s5: 0
__unserialize t6: 
__wakeup w6: 0
__wakeup s6: 0
__unserialize t7: 
__wakeup w7: 0
__wakeup s7: 0
__unserialize t8: 
__wakeup w8: 0
__wakeup s8: 0
__unserialize t9: 
__wakeup w9: 0
__wakeup s9: 0
__unserialize t10: 
__wakeup w10: 0
__wakeup s10: 0
value: 10
-- objects in a list
__sleep 1
__sleep 2
__sleep 3
__sleep 4
__sleep 5
__sleep 6
__sleep 7
__sleep 8
__sleep 9
__sleep 10
__wakeup in 1: 0
__wakeup 1: 1
__wakeup in 2: 0
__wakeup 2: 1
__wakeup in 3: 0
__wakeup 3: 1
__wakeup in 4: 0
__wakeup 4: 1
__wakeup in 5: 0
__wakeup 5: 1
__wakeup in 6: 0
__wakeup 6: 1
__wakeup in 7: 0
__wakeup 7: 1
__wakeup in 8: 0
__wakeup 8: 1
__wakeup in 9: 0
__wakeup 9: 1
__wakeup in 10: 0
__wakeup 10: 1
value: 10
-- a cycle
__serialize one
__serialize two
__unserialize two: not yet
__unserialize one: two, one
value: "one"
