--TEST--
States that no SPL class can have are PHP's exceptions
--FILE--
<?php

require __DIR__ . '/../same.inc';

$texts = [
    'no array for ArrayObject' => 'O:11:"ArrayObject":4:{i:0;i:0;i:1;i:5;i:2;a:0:{}i:3;N;}',
    'too little for ArrayObject' => 'O:11:"ArrayObject":1:{i:0;i:0;}',
    'no class for its iterator' => 'O:11:"ArrayObject":4:{i:0;i:0;i:1;a:0:{}i:2;a:0:{}i:3;s:8:"stdClass";}',
    'wrong types for ArrayObject' => 'O:11:"ArrayObject":4:{i:0;s:1:"x";i:1;a:0:{}i:2;i:1;i:3;N;}',
    'odd number for SplObjectStorage' => 'O:16:"SplObjectStorage":2:{i:0;a:1:{i:0;O:8:"stdClass":0:{}}i:1;a:0:{}}',
    'no object for SplObjectStorage' => 'O:16:"SplObjectStorage":2:{i:0;a:2:{i:0;i:1;i:1;i:2;}i:1;a:0:{}}',
    'nothing for SplObjectStorage' => 'O:16:"SplObjectStorage":0:{}',
    'no list for SplDoublyLinkedList' => 'O:19:"SplDoublyLinkedList":3:{i:0;i:0;i:1;i:1;i:2;a:0:{}}',
    'negative key for SplFixedArray' => 'O:13:"SplFixedArray":1:{s:2:"-1";i:1;}',
    'text key for SplFixedArray' => 'O:13:"SplFixedArray":1:{s:1:"a";i:1;}',
];
foreach ($texts as $what => $text) {
    alike($what, fn (callable $write, callable $read) => $read($write(unserialize(
        preg_replace_callback('/^O:(\d+):"(\w+)"/', fn ($m) => 'O:' . $m[1] . ':"' . $m[2] . '"', $text),
        ['allowed_classes' => ['stdClass']],
    ))));
}
--EXPECTF--
-- no array for ArrayObject
InvalidArgumentException: Passed variable is not an array or object
-- too little for ArrayObject
UnexpectedValueException: Incomplete or ill-typed serialization data
-- no class for its iterator
UnexpectedValueException: Cannot deserialize ArrayObject with iterator class 'stdClass'; this class %r(does not implement the Iterator interface|is not derived from ArrayIterator)%r
-- wrong types for ArrayObject
UnexpectedValueException: Incomplete or ill-typed serialization data
-- odd number for SplObjectStorage
UnexpectedValueException: Odd number of elements
-- no object for SplObjectStorage
UnexpectedValueException: Non-object key
-- nothing for SplObjectStorage
UnexpectedValueException: Incomplete or ill-typed serialization data
-- no list for SplDoublyLinkedList
UnexpectedValueException: Incomplete or ill-typed serialization data
-- negative key for SplFixedArray
value: #1 SplFixedArray {0 => 1}
-- text key for SplFixedArray
Deprecated: Creation of dynamic property SplFixedArray::$a is deprecated
value: #1 SplFixedArray {"a" => 1}
