--TEST--
An enumeration is never made of properties, nor a class of a case
--FILE--
<?php

require __DIR__ . '/../same.inc';

enum Suit: string
{
    case Hearts = 'h';

    public static function hidden(): void
    {
    }
}

foreach (['O:4:"Suit":0:{}', 'O:4:"Suit":2:{s:4:"name";s:6:"Hearts";s:5:"value";s:1:"x";}', 'a:1:{i:0;O:4:"Suit":1:{s:4:"name";s:5:"Clubs";}}'] as $text) {
    echo outcome(fn () => larder_unserialize(larder_serialize(unmade($text)), ['allowed_classes' => true]), 'Suit'), "\n";
}
--EXPECT--
Larder\DecodeError refused
Larder\DecodeError refused
Larder\DecodeError refused
