--TEST--
SplDoublyLinkedList, SplQueue, SplStack, SplFixedArray; heaps as PHP has them
--FILE--
<?php

require __DIR__ . '/../same.inc';

$number = 1;
foreach (['SplDoublyLinkedList', 'SplQueue', 'SplStack'] as $class) {
    $list = new $class();
    same("$class, empty", $list);
    foreach ([1, 'two', [3], (object) ['n' => 4], null] as $value) {
        $list->push($value);
    }
    same($class, $list);
    $list->push($list);
    same("$class, itself", $list);
    same("$class, met again", [$list, $list]);
}
$deleting = new SplDoublyLinkedList();
$deleting->setIteratorMode(SplDoublyLinkedList::IT_MODE_DELETE | SplDoublyLinkedList::IT_MODE_LIFO);
$deleting[] = 1;
same('iterator mode', $deleting);
same('fixed array', SplFixedArray::fromArray([1, 'two', [3], null, (object) []]));
same('fixed array, empty', new SplFixedArray());
same('fixed array, of nulls', new SplFixedArray(1000));
$queue = larder(new SplQueue());
$queue->enqueue('a');
$queue->enqueue('b');
var_dump($queue->dequeue(), larder(SplFixedArray::fromArray([5, 6]))->getSize());

foreach (['SplMinHeap', 'SplMaxHeap', 'SplPriorityQueue'] as $class) {
    same_outcome($class, fn (callable $write, callable $read) => $read($write(new $class())));
}
--EXPECT--
SplDoublyLinkedList, empty: same
SplDoublyLinkedList: same
SplDoublyLinkedList, itself: same
SplDoublyLinkedList, met again: same
SplQueue, empty: same
SplQueue: same
SplQueue, itself: same
SplQueue, met again: same
SplStack, empty: same
SplStack: same
SplStack, itself: same
SplStack, met again: same
iterator mode: same
fixed array: same
fixed array, empty: same
fixed array, of nulls: same
string(1) "a"
int(2)
SplMinHeap: as by way of PHP
SplMaxHeap: as by way of PHP
SplPriorityQueue: as by way of PHP
