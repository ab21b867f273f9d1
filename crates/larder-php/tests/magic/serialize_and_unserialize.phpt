--TEST--
__serialize gives what is written, __unserialize takes it
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Money
{
    public function __construct(private int $cents = 0, private string $currency = 'EUR')
    {
    }

    public function __serialize(): array
    {
        echo "__serialize\n";
        return ['c' => $this->cents, 'in' => $this->currency, 5 => [true], 'nested' => $this->cents > 0 ? new Money(0) : null];
    }

    public function __unserialize(array $data): void
    {
        echo '__unserialize ', portrait($data), "\n";
        $this->cents = $data['c'];
        $this->currency = $data['in'];
    }
}

class ListOf
{
    public array $items = [];

    public function __serialize(): array
    {
        return $this->items;
    }

    public function __unserialize(array $data): void
    {
        $this->items = $data;
    }
}

alike('once', fn (callable $write, callable $read) => $read($write(new Money(100))));
alike('met again', function (callable $write, callable $read) {
    $money = new Money(0);
    return $read($write([$money, $money, 'x' => $money]));
});
alike('rows', fn (callable $write, callable $read) => $read($write(array_map(fn (int $n) => ['id' => $n, 'price' => new Money(-$n)], range(1, 9)))));
$list = new ListOf();
foreach ([[], [1, 2, 3], ['a' => 1], [5 => 1], ["\0ListOf\0items" => 1], ['items' => ['items']], [1 => [], 0 => []], [[[]]]] as $items) {
    $list->items = $items;
    same(portrait($items), $list);
}
$list->items = range(1, 20);
same('many', array_fill(0, 30, $list));
same('copies', array_map(fn () => clone $list, range(1, 30)));
--EXPECT--
-- once
__serialize
__serialize
__unserialize ["c" => 0, "in" => "EUR", 5 => [true], "nested" => NULL]
__unserialize ["c" => 100, "in" => "EUR", 5 => [true], "nested" => #1 Money {"\000Money\000cents" => 0, "\000Money\000currency" => "EUR"}]
value: #1 Money {"\000Money\000cents" => 100, "\000Money\000currency" => "EUR"}
-- met again
__serialize
__unserialize ["c" => 0, "in" => "EUR", 5 => [true], "nested" => NULL]
value: [0 => #1 Money {"\000Money\000cents" => 0, "\000Money\000currency" => "EUR"}, 1 => #1, "x" => #1]
-- rows
__serialize
__serialize
__serialize
__serialize
__serialize
__serialize
__serialize
__serialize
__serialize
__unserialize ["c" => -1, "in" => "EUR", 5 => [true], "nested" => NULL]
__unserialize ["c" => -2, "in" => "EUR", 5 => [true], "nested" => NULL]
__unserialize ["c" => -3, "in" => "EUR", 5 => [true], "nested" => NULL]
__unserialize ["c" => -4, "in" => "EUR", 5 => [true], "nested" => NULL]
__unserialize ["c" => -5, "in" => "EUR", 5 => [true], "nested" => NULL]
__unserialize ["c" => -6, "in" => "EUR", 5 => [true], "nested" => NULL]
__unserialize ["c" => -7, "in" => "EUR", 5 => [true], "nested" => NULL]
__unserialize ["c" => -8, "in" => "EUR", 5 => [true], "nested" => NULL]
__unserialize ["c" => -9, "in" => "EUR", 5 => [true], "nested" => NULL]
value: [["id" => 1, "price" => #1 Money {"\000Money\000cents" => -1, "\000Money\000currency" => "EUR"}], ["id" => 2, "price" => #2 Money {"\000Money\000cents" => -2, "\000Money\000currency" => "EUR"}], ["id" => 3, "price" => #3 Money {"\000Money\000cents" => -3, "\000Money\000currency" => "EUR"}], ["id" => 4, "price" => #4 Money {"\000Money\000cents" => -4, "\000Money\000currency" => "EUR"}], ["id" => 5, "price" => #5 Money {"\000Money\000cents" => -5, "\000Money\000currency" => "EUR"}], ["id" => 6, "price" => #6 Money {"\000Money\000cents" => -6, "\000Money\000currency" => "EUR"}], ["id" => 7, "price" => #7 Money {"\000Money\000cents" => -7, "\000Money\000currency" => "EUR"}], ["id" => 8, "price" => #8 Money {"\000Money\000cents" => -8, "\000Money\000currency" => "EUR"}], ["id" => 9, "price" => #9 Money {"\000Money\000cents" => -9, "\000Money\000currency" => "EUR"}]]
[]: same
[1, 2, 3]: same
["a" => 1]: same
[5 => 1]: same
["\000ListOf\000items" => 1]: same
["items" => ["items"]]: same
[1 => [], 0 => []]: same
[[[]]]: same
many: same
copies: same
