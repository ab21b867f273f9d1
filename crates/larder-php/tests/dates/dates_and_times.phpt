--TEST--
DateTime and its relatives, of every kind of zone
--FILE--
<?php

require __DIR__ . '/../same.inc';

date_default_timezone_set('Europe/Berlin');

class Deadline extends DateTimeImmutable
{
    public $note = 'none';
}

$zones = [new DateTimeZone('Europe/Berlin'), new DateTimeZone('+05:30'), new DateTimeZone('-00:30'), new DateTimeZone('EST'), new DateTimeZone('UTC')];
foreach ($zones as $zone) {
    same('zone ' . $zone->getName(), $zone);
    same('time in ' . $zone->getName(), new DateTimeImmutable('2026-03-29 02:30:00.123456', $zone));
    same('changeable time in ' . $zone->getName(), new DateTime('1969-12-31 23:59:59', $zone));
}
$times = ['0001-01-01', '9999-12-31 23:59:59.999999', '-0044-03-15', '+12345-01-01', '@0', '@-1', '2026-10-25 02:30:00 CEST', '2016-12-31 23:59:60 UTC'];
foreach ($times as $time) {
    same($time, new DateTimeImmutable($time));
}
$deadline = new Deadline('2026-01-01');
$deadline->note = 'soon';
same('own class', $deadline);
same('met again', [$deadline, $deadline]);
same('rows', array_map(fn (int $n) => ['id' => $n, 'at' => new DateTimeImmutable("2026-01-$n 12:00:00")], range(1, 28)));
$read = larder(new DateTime('2026-01-31 10:00:00'));
echo $read->modify('+1 day')->format(DATE_ATOM), "\n";
--EXPECT--
zone Europe/Berlin: same
time in Europe/Berlin: same
changeable time in Europe/Berlin: same
zone +05:30: same
time in +05:30: same
changeable time in +05:30: same
zone -00:30: same
time in -00:30: same
changeable time in -00:30: same
zone EST: same
time in EST: same
changeable time in EST: same
zone UTC: same
time in UTC: same
changeable time in UTC: same
0001-01-01: same
9999-12-31 23:59:59.999999: same
-0044-03-15: same
+12345-01-01: same
@0: same
@-1: same
2026-10-25 02:30:00 CEST: same
2016-12-31 23:59:60 UTC: same
own class: same
met again: same
rows: same
2026-02-01T10:00:00+01:00
