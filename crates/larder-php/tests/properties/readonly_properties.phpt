--TEST--
Readonly properties are read, and stay readonly
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Money
{
    public function __construct(public readonly int $amount, protected readonly string $currency, public readonly ?Money $tax = null)
    {
    }
}

final readonly class Price
{
    public function __construct(public float $net, private array $rates = [0.07, 0.19])
    {
    }
}

class Unset_
{
    public readonly int $later;
}

same('class with readonly properties', new Money(5, 'EUR', new Money(1, 'EUR')));
same('readonly class', new Price(5.5));
same('without a value', new Unset_());
same('rows', array_map(fn (int $n) => ['id' => $n, 'price' => new Price($n)], range(1, 20)));
alike('is readonly', function (callable $write, callable $read) {
    $read($write(new Money(5, 'EUR')))->amount = 6;
});
$twice = "O:5:\"Money\":2:{s:8:\"currency\";s:1:\"a\";s:11:\"\0*\0currency\";s:1:\"b\";}";
alike('one name twice', fn (callable $write, callable $read) => $read($write(unmade($twice))));
alike('wrong type', fn (callable $write, callable $read) => $read($write(unmade('O:5:"Money":1:{s:6:"amount";s:1:"a";}'))));
alike('an array that is held', function (callable $write, callable $read) {
    $read = $read($write([new Price(1.0), new Price(2.0)]));
    return $read[0] == new Price(1.0);
});
--EXPECT--
class with readonly properties: same
readonly class: same
without a value: same
rows: same
-- is readonly
Error: Cannot modify readonly property Money::$amount
-- one name twice
value: #1 Money {"\000*\000currency" => "b"}
-- wrong type
TypeError: Cannot assign string to property Money::$amount of type int
-- an array that is held
value: true
