--TEST--
A fiber may suspend in a magic method or an autoloader: others write and read in between, and calls end in any order
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Pauses
{
    public function __construct(public mixed $value = null)
    {
    }

    public function __serialize(): array
    {
        Fiber::suspend('__serialize');
        return ['value' => $this->value];
    }

    public function __unserialize(array $state): void
    {
        Fiber::suspend('__unserialize');
        $this->value = $state['value'];
    }
}

class Sleeps
{
    public function __construct(public mixed $value = null)
    {
    }

    public function __sleep(): array
    {
        Fiber::suspend('__sleep');
        return ['value'];
    }

    public function __wakeup(): void
    {
        Fiber::suspend('__wakeup');
    }
}

spl_autoload_register(function (string $class) {
    if (Fiber::getCurrent()) {
        Fiber::suspend('autoload');
    }
});

/** A value of its own for each number: shapes, texts, objects and references. */
function value(int $number): array
{
    $text = str_repeat("text $number ", 3);
    $value = [$text, "key $number" => [1, $number, $text], 'it' => new Pauses("a$number"), 'sleeps' => new Sleeps(["x$number" => [$text]])];
    $value['again'] = $value['it'];
    $value['reference'] = &$value[0];
    $value['rows'] = array_map(fn (int $n) => ["id $number" => $n, 'it' => new Pauses($n)], range(0, $number % 4));
    return $value;
}

function job(int $number): string
{
    $value = value($number);
    $bytes = larder_serialize($value);
    // a class that does not exist, of each its own
    $missing = larder_unserialize(str_replace('stdClass', sprintf('Gone%04d', $number), larder_serialize([new stdClass(), "m$number"])), ['allowed_classes' => true]);
    $read = larder_unserialize($bytes, ['allowed_classes' => true]);
    return portrait($read) === portrait($value) && $missing[1] === "m$number" ? 'same' : 'differs';
}

mt_srand(3);
$results = $suspended = [];
for ($round = 0; $round < 40; $round++) {
    $fibers = [];
    for ($n = 0; $n < 6; $n++) {
        $fibers[] = $fiber = new Fiber(fn () => job($round * 10 + $n));
        $suspended[] = $fiber->start();
    }
    while ($fibers !== []) {
        $at = array_rand($fibers);
        $suspended[] = $fibers[$at]->resume();
        if ($fibers[$at]->isTerminated()) {
            $results[] = $fibers[$at]->getReturn();
            unset($fibers[$at]);
        }
        $between = larder(['between' => [$at, $round]]);
        $results[] = $between === ['between' => [$at, $round]] ? 'same' : 'differs';
    }
}
echo implode(', ', array_unique($results)), "\n";
$suspended = array_unique(array_filter($suspended));
sort($suspended);
echo implode(', ', $suspended), "\n";

// one that is never resumed, and one that ends with an exception
$forgotten = new Fiber(fn () => larder_serialize([new Pauses('never'), str_repeat('x', 50)]));
$forgotten->start();
$thrown = new Fiber(fn () => larder_serialize([str_repeat('y', 50), new Pauses('thrown')]));
$thrown->start();
try {
    $thrown->throw(new DomainException('from outside'));
} catch (DomainException $exception) {
    echo $exception->getMessage(), "\n";
}
unset($forgotten);
echo portrait(larder(['a' => 1])), "\n";
$left = new Fiber(fn () => larder([new Sleeps()]));
$left->start();
$left->resume();
echo "end\n";
--EXPECT--
same
__serialize, __sleep, __unserialize, __wakeup, autoload
from outside
["a" => 1]
end
