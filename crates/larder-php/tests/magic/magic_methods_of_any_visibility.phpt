--TEST--
Magic methods are called where PHP calls them, whatever PHP says of their visibility
--FILE--
<?php

require __DIR__ . '/../same.inc';

class HiddenWakeup
{
    public $a = 1;

    public static function make(): static
    {
        return new static();
    }

    public function __get(string $name): mixed
    {
        return "__get $name";
    }

    public function __call(string $name, array $arguments): mixed
    {
        echo "__call $name\n";
        return null;
    }
}

class Inherits extends HiddenWakeup
{
    public function __wakeup(): void
    {
        $this->a = 'woken';
    }
}

abstract class Base
{
    abstract public function __serialize(): array;

    public function __unserialize(array $data): void
    {
        foreach ($data as $name => $value) {
            $this->$name = $value;
        }
    }
}

trait Kept
{
    public array $kept = ['a'];

    public function __serialize(): array
    {
        return ['kept' => [...$this->kept, static::class]];
    }
}

final class Uses extends Base
{
    use Kept;
}

alike('none, but __call', fn (callable $write, callable $read) => $read($write(HiddenWakeup::make())));
alike('inherited', fn (callable $write, callable $read) => $read($write(Inherits::make())));
alike('of a trait and an abstract class', fn (callable $write, callable $read) => $read($write([new Uses(), new Uses()])));
--EXPECT--
-- none, but __call
value: #1 HiddenWakeup {"a" => 1}
-- inherited
value: #1 Inherits {"a" => "woken"}
-- of a trait and an abstract class
value: [#1 Uses {"kept" => ["a", "Uses"]}, #2 Uses {"kept" => ["a", "Uses"]}]
