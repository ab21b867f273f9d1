--TEST--
Objects are one through the states of several PHP classes
--FILE--
<?php

require __DIR__ . '/../same.inc';

$object = (object) ['name' => 'shared'];
$list = new SplDoublyLinkedList();
$list->push($object);
$storage = new SplObjectStorage();
$storage[$object] = $list;
$array = new ArrayObject(['it' => $object, 'list' => $list]);
$date = new DateTimeImmutable('2026-01-01 UTC');
$fixed = SplFixedArray::fromArray([$object, $date, $array]);
$object->fixed = $fixed;
same('all', ['object' => $object, 'list' => $list, 'storage' => $storage, 'array' => $array, 'fixed' => $fixed, 'date' => $date, 'again' => $object]);
same('the other way round', ['storage' => $storage, 'fixed' => $fixed, 'array' => $array, 'list' => $list, 'object' => $object]);
--EXPECT--
all: same
the other way round: same
