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
require __DIR__ . '/../stored_session.inc';

final class Some
{
}

session_set_save_handler($stored = new StoredSession(), false);
$stored->bytes = larder_serialize(['it' => [new Some(), new ArrayObject()]]);
session_id('one');
foreach (['', '*', 'Some', 'Some,ArrayObject', ' some , arrayobject ', '\Some,\ArrayObject', 'stdClass', '@core', '@core,Some'] as $allowed) {
    ini_set('larder.allowed_classes', $allowed);
    $_SESSION = null;
    echo portrait($allowed), ': ', outcome(fn () => @session_start()), ', ', portrait($_SESSION['it'] ?? null), "\n";
    session_abort();
}
--EXPECT--
"": no exception, but true, [#1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Some"}, #2 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "ArrayObject", 0 => 0, 1 => [], 2 => [], 3 => NULL}]
"*": no exception, but true, [#1 Some {}, #2 ArrayObject {0 => 0, 1 => [], 2 => [], 3 => NULL}]
"Some": no exception, but true, [#1 Some {}, #2 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "ArrayObject", 0 => 0, 1 => [], 2 => [], 3 => NULL}]
"Some,ArrayObject": no exception, but true, [#1 Some {}, #2 ArrayObject {0 => 0, 1 => [], 2 => [], 3 => NULL}]
" some , arrayobject ": no exception, but true, [#1 Some {}, #2 ArrayObject {0 => 0, 1 => [], 2 => [], 3 => NULL}]
"\\Some,\\ArrayObject": no exception, but true, [#1 Some {}, #2 ArrayObject {0 => 0, 1 => [], 2 => [], 3 => NULL}]
"stdClass": no exception, but true, [#1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Some"}, #2 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "ArrayObject", 0 => 0, 1 => [], 2 => [], 3 => NULL}]
"@core": no exception, but true, [#1 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Some"}, #2 ArrayObject {0 => 0, 1 => [], 2 => [], 3 => NULL}]
"@core,Some": no exception, but true, [#1 Some {}, #2 ArrayObject {0 => 0, 1 => [], 2 => [], 3 => NULL}]
