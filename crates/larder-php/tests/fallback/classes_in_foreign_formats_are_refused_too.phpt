--TEST--
allowed_classes holds for every format
--EXTENSIONS--
igbinary
msgpack
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Some
{
    public $a = 1;

    public function __wakeup(): void
    {
        echo "__wakeup\n";
    }
}

enum Suit
{
    case Hearts;
}

foreach ([new Some(), Suit::Hearts, [1, ['x' => new Some()]], new ArrayObject([1])] as $value) {
    $class = is_array($value) ? 'Some' : $value::class;
    foreach (['php' => serialize($value), 'igbinary' => igbinary_serialize($value)] as $format => $bytes) {
        echo "$class, $format: ", outcome(fn () => larder_unserialize($bytes, ['fallback' => [$format]]), $class, 'allowed_classes'), ', ',
            get_debug_type(larder_unserialize($bytes, ['fallback' => [$format], 'allowed_classes' => [$class]])), "\n";
    }
}
--EXPECT--
Some, php: Larder\DecodeError refused, __wakeup
Some
Some, igbinary: Larder\DecodeError refused, __wakeup
Some
Suit, php: Larder\DecodeError refused, Suit
Suit, igbinary: Larder\DecodeError refused, Suit
Some, php: Larder\DecodeError refused, __wakeup
array
Some, igbinary: Larder\DecodeError refused, __wakeup
array
ArrayObject, php: Larder\DecodeError refused, ArrayObject
ArrayObject, igbinary: Larder\DecodeError refused, ArrayObject
