--TEST--
Typed properties without a value have none after reading
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Lazy
{
    public int $never;
    public ?string $set = null;
    private array $list;
    public $untyped;

    public function drop(): static
    {
        unset($this->set, $this->untyped);
        return $this;
    }
}

same('new', new Lazy());
same('dropped', (new Lazy())->drop());
same('rows of them', array_map(fn (int $n) => $n % 2 ? new Lazy() : (new Lazy())->drop(), range(1, 20)));
alike('reading one', fn (callable $write, callable $read) => $read($write(new Lazy()))->never);
alike('all are in their place', function (callable $write, callable $read) {
    $lazy = $read($write(new Lazy()));
    $lazy->never = 5;
    return $lazy;
});
--EXPECT--
new: same
dropped, alone: as by way of PHP
dropped, twice in a list: as by way of PHP
dropped, in an object: as by way of PHP
dropped, in rows: as by way of PHP
rows of them, alone: as by way of PHP
rows of them, twice in a list: as by way of PHP
rows of them, in an object: as by way of PHP
rows of them, in rows: as by way of PHP
-- reading one
Error: Typed property Lazy::$never must not be accessed before initialization
-- all are in their place
value: #1 Lazy {"never" => 5, "set" => NULL, "untyped" => NULL}
