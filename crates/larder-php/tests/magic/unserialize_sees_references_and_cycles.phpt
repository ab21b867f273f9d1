--TEST--
Objects and references keep what they are through __serialize and __unserialize
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Pair
{
    public $one;
    public $two;

    public function __serialize(): array
    {
        return ['one' => &$this->one, 'two' => &$this->two, 'self' => $this];
    }

    public function __unserialize(array $data): void
    {
        $this->one = &$data['one'];
        $this->two = &$data['two'];
        var_dump($data['self'] === $this);
    }
}

class Local
{
    public function __construct(public int $n)
    {
    }

    public function __serialize(): array
    {
        $value = $this->n * 2;
        return [&$value, &$value, new stdClass()];
    }

    public function __unserialize(array $data): void
    {
        $data[0]++;
        $this->n = $data[1];
    }
}

alike('the same reference', function (callable $write, callable $read) {
    $pair = new Pair();
    $pair->one = 1;
    $pair->two = &$pair->one;
    $read = $read($write([$pair, 'outside' => &$pair->one]));
    $read['outside'] = 'changed';
    return $read[0]->two;
});
alike('a reference to itself', function (callable $write, callable $read) {
    $pair = new Pair();
    $pair->one = $pair;
    $pair->two = [$pair, &$pair->one];
    $read = $read($write($pair));
    return [$read->one === $read, $read->two[0] === $read, $read->two[1] === $read];
});
alike('what lives only while it is written', fn (callable $write, callable $read) => array_sum(array_column($read($write(
    array_map(fn (int $n) => new Local($n), range(1, 300))
)), 'n')));
--EXPECT--
-- the same reference
bool(true)
value: "changed"
-- a reference to itself
bool(true)
value: [true, true, true]
-- what lives only while it is written
value: 90600
