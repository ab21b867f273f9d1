--TEST--
Objects of allowed classes that do not exist are __PHP_Incomplete_Class, and are written as what they were
--FILE--
<?php

require __DIR__ . '/../same.inc';

$text = "O:7:\"Missing\":3:{s:1:\"a\";i:1;s:4:\"\0*\0b\";a:1:{i:0;O:5:\"Other\":0:{}}s:10:\"\0Missing\0c\";s:1:\"x\";}";
alike('alone', fn (callable $write, callable $read) => $read($write(unmade($text))));
alike('again', fn (callable $write, callable $read) => $read($write($read($write(unmade($text))))));
alike('met again', fn (callable $write, callable $read) => $read($write(unmade("a:3:{i:0;{$text}i:1;r:2;i:2;R:2;}"))));
alike('rows', fn (callable $write, callable $read) => $read($write(array_fill(0, 10, ['id' => 1, 'it' => unmade($text)]))));
alike('a property is read', first_property(...));

function first_property(callable $write, callable $read): mixed
{
    return $read($write(unmade($GLOBALS['text'])))->a;
}

alike('of the incomplete class itself', fn (callable $write, callable $read) => $read($write(new __PHP_Incomplete_Class())));

class Missing_
{
    public $a = 'default';
    public $b = 'default';
    public $c = 'default';
}

echo seen(fn () => larder(unmade(str_replace('7:"Missing"', '8:"Missing_"', $text)))), "\n";
--EXPECT--
-- alone
value: #1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Missing", "a" => 1, "\000*\000b" => [#2 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Other"}], "\000Missing\000c" => "x"}
-- again
value: #1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Missing", "a" => 1, "\000*\000b" => [#2 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Other"}], "\000Missing\000c" => "x"}
-- met again
value: [&1 #1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Missing", "a" => 1, "\000*\000b" => [#2 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Other"}], "\000Missing\000c" => "x"}, #1, &1]
-- rows
value: [["id" => 1, "it" => #1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Missing", "a" => 1, "\000*\000b" => [#2 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Other"}], "\000Missing\000c" => "x"}], ["id" => 1, "it" => #1], ["id" => 1, "it" => #1], ["id" => 1, "it" => #1], ["id" => 1, "it" => #1], ["id" => 1, "it" => #1], ["id" => 1, "it" => #1], ["id" => 1, "it" => #1], ["id" => 1, "it" => #1], ["id" => 1, "it" => #1]]
-- a property is read
Warning: first_property(): The script tried to access a property on an incomplete object. Please ensure that the class definition "Missing" of the object you are trying to operate on was loaded _before_ unserialize() gets called or provide an autoloader to load the class definition
value: NULL
-- of the incomplete class itself
value: #1 __PHP_Incomplete_Class {}
Deprecated: Creation of dynamic property Missing_::$c is deprecated
value: #1 Missing_ {"a" => 1, "b" => [#2 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Other"}], "c" => "default", "\000Missing\000c" => "x"}
