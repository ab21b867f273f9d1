--TEST--
What no date can be made of is PHP's error
--FILE--
<?php

require __DIR__ . '/../same.inc';

$classes = ['DateTime' => alike(...), 'DateTimeImmutable' => alike(...), 'DateTimeZone' => same_outcome(...), 'DatePeriod' => alike(...)];
$properties = [
    'none' => 'O:%d:"%s":0:{}',
    'nonsense' => 'O:%d:"%s":3:{s:4:"date";s:8:"no date.";s:13:"timezone_type";i:3;s:8:"timezone";s:3:"UTC";}',
    'no such zone' => 'O:%d:"%s":3:{s:4:"date";s:26:"2026-01-01 00:00:00.000000";s:13:"timezone_type";i:3;s:8:"timezone";s:4:"Mars";}',
    'no such type' => 'O:%d:"%s":3:{s:4:"date";s:26:"2026-01-01 00:00:00.000000";s:13:"timezone_type";i:7;s:8:"timezone";s:3:"UTC";}',
    'wrong types' => 'O:%d:"%s":3:{s:4:"date";i:5;s:13:"timezone_type";s:1:"3";s:8:"timezone";a:0:{}}',
];
// PHP 8.4 refuses zones that PHP 8.2 takes.
foreach ($classes as $class => $check) {
    foreach ($properties as $what => $text) {
        $check("$class, $what", fn (callable $write, callable $read) => $read($write(unmade(sprintf($text, strlen($class), $class)))));
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
DateTimeZone, none: as by way of PHP
DateTimeZone, nonsense: as by way of PHP
DateTimeZone, no such zone: as by way of PHP
DateTimeZone, no such type: as by way of PHP
DateTimeZone, wrong types: as by way of PHP
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
