--TEST--
What no date can be made of is PHP's error
--FILE--
<?php

require __DIR__ . '/../same.inc';

$classes = ['DateTime', 'DateTimeImmutable', 'DateTimeZone', 'DatePeriod'];
$properties = [
    'none' => 'O:%d:"%s":0:{}',
    'nonsense' => 'O:%d:"%s":3:{s:4:"date";s:8:"no date.";s:13:"timezone_type";i:3;s:8:"timezone";s:3:"UTC";}',
    'no such zone' => 'O:%d:"%s":3:{s:4:"date";s:26:"2026-01-01 00:00:00.000000";s:13:"timezone_type";i:3;s:8:"timezone";s:4:"Mars";}',
    'no such type' => 'O:%d:"%s":3:{s:4:"date";s:26:"2026-01-01 00:00:00.000000";s:13:"timezone_type";i:7;s:8:"timezone";s:3:"UTC";}',
    'wrong types' => 'O:%d:"%s":3:{s:4:"date";i:5;s:13:"timezone_type";s:1:"3";s:8:"timezone";a:0:{}}',
];
foreach ($classes as $class) {
    foreach ($properties as $what => $text) {
        alike("$class, $what", fn (callable $write, callable $read) => $read($write(unmade(sprintf($text, strlen($class), $class)))));
    }
}
--EXPECT--
-- DateTime, none
Error: Invalid serialization data for DateTime object
-- DateTime, nonsense
Error: Invalid serialization data for DateTime object
-- DateTime, no such zone
Error: Invalid serialization data for DateTime object
-- DateTime, no such type
Error: Invalid serialization data for DateTime object
-- DateTime, wrong types
Error: Invalid serialization data for DateTime object
-- DateTimeImmutable, none
Error: Invalid serialization data for DateTimeImmutable object
-- DateTimeImmutable, nonsense
Error: Invalid serialization data for DateTimeImmutable object
-- DateTimeImmutable, no such zone
Error: Invalid serialization data for DateTimeImmutable object
-- DateTimeImmutable, no such type
Error: Invalid serialization data for DateTimeImmutable object
-- DateTimeImmutable, wrong types
Error: Invalid serialization data for DateTimeImmutable object
-- DateTimeZone, none
Error: Invalid serialization data for DateTimeZone object
-- DateTimeZone, nonsense
Deprecated: Creation of dynamic property DateTimeZone::$date is deprecated
value: #1 DateTimeZone {"timezone_type" => 3, "timezone" => "UTC", "date" => "no date."}
-- DateTimeZone, no such zone
Warning: DateTimeZone::__unserialize(): Unknown or bad timezone (Mars)
Error: Invalid serialization data for DateTimeZone object
-- DateTimeZone, no such type
Deprecated: Creation of dynamic property DateTimeZone::$date is deprecated
value: #1 DateTimeZone {"timezone_type" => 3, "timezone" => "UTC", "date" => "2026-01-01 00:00:00.000000"}
-- DateTimeZone, wrong types
Error: Invalid serialization data for DateTimeZone object
-- DatePeriod, none
Error: Invalid serialization data for DatePeriod object
-- DatePeriod, nonsense
Error: Invalid serialization data for DatePeriod object
-- DatePeriod, no such zone
Error: Invalid serialization data for DatePeriod object
-- DatePeriod, no such type
Error: Invalid serialization data for DatePeriod object
-- DatePeriod, wrong types
Error: Invalid serialization data for DatePeriod object
