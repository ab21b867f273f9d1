--TEST--
Exceptions whose properties are of wrong types do no harm
--FILE--
<?php

require __DIR__ . '/../same.inc';

$texts = [
    "O:9:\"Exception\":1:{s:7:\"\0*\0file\";R:1;}",
    "O:9:\"Exception\":2:{s:16:\"\0Exception\0trace\";a:1:{i:0;i:5;}s:19:\"\0Exception\0previous\";N;}",
    "O:9:\"Exception\":1:{s:16:\"\0Exception\0trace\";s:1:\"x\";}",
    "O:9:\"Exception\":1:{s:19:\"\0Exception\0previous\";i:10;}",
    "O:9:\"Exception\":1:{s:19:\"\0Exception\0previous\";r:1;}",
    "O:9:\"Exception\":2:{s:10:\"\0*\0message\";a:0:{}s:7:\"\0*\0line\";s:1:\"x\";}",
];
foreach ($texts as $n => $text) {
    alike("$n", function (callable $write, callable $read) use ($text) {
        $error = $read($write(unmade($text)));
        return [$error::class, is_string((string) $error)];
    });
}
--EXPECT--
-- 0
TypeError: Cannot assign Exception to property Exception::$file of type string
-- 1
Warning: Expected array for frame 0
value: ["Exception", true]
-- 2
TypeError: Cannot assign string to property Exception::$trace of type array
-- 3
TypeError: Cannot assign int to property Exception::$previous of type ?Throwable
-- 4
value: ["Exception", true]
-- 5
TypeError: Cannot assign string to property Exception::$line of type int
