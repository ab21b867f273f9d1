--TEST--
Thousands of objects of one class, in lists, maps and one another
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Item
{
    public ?Item $next = null;

    public function __construct(public int $n, private string $text, protected array $tags = [])
    {
    }
}

for ($n = 0; $n < 5000; $n++) {
    $items[] = new Item($n, "text $n", ['tag' => $n % 7, 'list' => [$n]]);
    if ($n % 3 === 0 && $n > 0) {
        $items[$n]->next = $items[$n - 1];
    }
}
var_dump(larder($items) == $items);
$map = array_combine(array_map(fn (Item $item) => "key $item->n", $items), array_reverse($items));
var_dump(larder($map) == $map);
$read = larder([$items, 'map' => $map]);
var_dump($read[0][10] === $read['map']['key 4989'], $read[0][9]->next === $read[0][8]);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
