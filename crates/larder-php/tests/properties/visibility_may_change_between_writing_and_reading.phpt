--TEST--
A property found under another visibility takes its value
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Point
{
    public $x = 'default';
    protected $y = 'default';
    private $z = 'default';
}

class Child extends Point
{
}

$texts = [
    'all public' => 'O:5:"Point":3:{s:1:"x";i:1;s:1:"y";i:2;s:1:"z";i:3;}',
    'all protected' => "O:5:\"Point\":3:{s:4:\"\0*\0x\";i:1;s:4:\"\0*\0y\";i:2;s:4:\"\0*\0z\";i:3;}",
    'all private' => "O:5:\"Point\":3:{s:8:\"\0Point\0x\";i:1;s:8:\"\0Point\0y\";i:2;s:8:\"\0Point\0z\";i:3;}",
    'private of the parent' => "O:5:\"Child\":3:{s:8:\"\0Point\0x\";i:1;s:8:\"\0Point\0y\";i:2;s:8:\"\0Point\0z\";i:3;}",
    'private of the child' => "O:5:\"Child\":2:{s:8:\"\0Child\0x\";i:1;s:8:\"\0Child\0y\";i:2;}",
    'public in the child' => 'O:5:"Child":2:{s:1:"x";i:1;s:1:"y";i:2;}',
    'one name twice' => "O:5:\"Point\":2:{s:1:\"y\";i:1;s:4:\"\0*\0y\";i:2;}",
    'of an unknown class' => "O:5:\"Point\":1:{s:8:\"\0Other\0x\";i:1;}",
];
foreach ($texts as $what => $text) {
    alike($what, fn (callable $write, callable $read) => $read($write(unmade($text))));
}
--EXPECT--
-- all public
value: #1 Point {"x" => 1, "\000*\000y" => 2, "\000Point\000z" => 3}
-- all protected
value: #1 Point {"x" => 1, "\000*\000y" => 2, "\000Point\000z" => 3}
-- all private
value: #1 Point {"x" => 1, "\000*\000y" => 2, "\000Point\000z" => 3}
-- private of the parent
Deprecated: Creation of dynamic property Child::$x is deprecated
Deprecated: Creation of dynamic property Child::$y is deprecated
value: #1 Child {"x" => "default", "\000*\000y" => "default", "\000Point\000z" => 3, "\000Point\000x" => 1, "\000Point\000y" => 2}
-- private of the child
value: #1 Child {"x" => 1, "\000*\000y" => 2, "\000Point\000z" => "default"}
-- public in the child
value: #1 Child {"x" => 1, "\000*\000y" => 2, "\000Point\000z" => "default"}
-- one name twice
value: #1 Point {"x" => "default", "\000*\000y" => 2, "\000Point\000z" => "default"}
-- of an unknown class
Deprecated: Creation of dynamic property Point::$x is deprecated
value: #1 Point {"x" => "default", "\000*\000y" => "default", "\000Point\000z" => "default", "\000Other\000x" => 1}
