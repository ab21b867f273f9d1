--TEST--
larder.allowed_classes: none, all, or a list, also changed while the script runs
--EXTENSIONS--
session
--INI--
session.serialize_handler=larder
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Some
{
}

session_set_save_handler(
    fn () => true,
    fn () => true,
    fn () => larder_serialize(['it' => [new Some(), new ArrayObject()]]),
    fn () => true,
    fn () => true,
    fn () => true,
);
session_id('one');
foreach (['', '*', 'Some', 'Some,ArrayObject', ' some , arrayobject ', '\Some,\ArrayObject', 'stdClass', '@core'] as $allowed) {
    ini_set('larder.allowed_classes', $allowed);
    $_SESSION = null;
    echo portrait($allowed), ': ', outcome(fn () => @session_start()), ', ', portrait($_SESSION['it'][0] ?? null), "\n";
    session_abort();
}
--EXPECT--
"": no exception, but true, #1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Some"}
"*": no exception, but true, #1 Some {}
"Some": no exception, but true, #1 Some {}
"Some,ArrayObject": no exception, but true, #1 Some {}
" some , arrayobject ": no exception, but true, #1 Some {}
"\\Some,\\ArrayObject": no exception, but true, #1 Some {}
"stdClass": no exception, but true, #1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Some"}
"@core": no exception, but true, #1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Some"}
