--TEST--
DateInterval and DatePeriod
--FILE--
<?php

require __DIR__ . '/../same.inc';

date_default_timezone_set('UTC');
foreach (['P1Y2M3DT4H5M6S', 'PT0S', 'P5W', 'PT36H'] as $text) {
    same($text, new DateInterval($text));
}
same('a difference', (new DateTime('2026-01-31'))->diff(new DateTime('2024-02-29 12:30:15.5')));
same('relative', DateInterval::createFromDateString('3 days ago'));
same('relative weekday', DateInterval::createFromDateString('last thursday of next month'));
$inverted = new DateInterval('P1D');
$inverted->invert = 1;
$inverted->f = 0.5;
same('inverted', $inverted);
same('period to an end', new DatePeriod(new DateTimeImmutable('2026-01-01'), new DateInterval('P1D'), new DateTimeImmutable('2026-01-05')));
same('period of recurrences', new DatePeriod(new DateTime('2026-01-01'), new DateInterval('P1W'), 4, DatePeriod::EXCLUDE_START_DATE));
$read = larder(new DatePeriod(new DateTimeImmutable('2026-01-01'), new DateInterval('P1D'), 2));
foreach ($read as $day) {
    echo $day->format('Y-m-d'), "\n";
}
var_dump((new DateTime('2026-01-02'))->add(larder($inverted))->format('c'));
--EXPECT--
P1Y2M3DT4H5M6S: same
PT0S: same
P5W: same
PT36H: same
a difference: same
relative: same
relative weekday: same
inverted: same
period to an end: same
period of recurrences: same
2026-01-01
2026-01-02
2026-01-03
string(25) "2025-12-31T23:59:59+00:00"
