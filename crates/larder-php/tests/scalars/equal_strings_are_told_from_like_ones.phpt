--TEST--
Strings are met again by all their bytes, also where hashes are alike
--FILE--
<?php

require __DIR__ . '/../same.inc';

// pairs whose hashes in PHP are equal
$alike = ['Ez', 'FY', 'EzEz', 'EzFY', 'FYEz', 'FYFY'];
same('alike', $alike);
same('often', array_merge(...array_fill(0, 50, $alike)));
same('as keys', array_flip($alike));
same('as values of alike keys', array_combine($alike, $alike));
for ($n = 0; $n < 70_000; $n++) {
    $many[] = 'text number ' . $n % 35_000;
}
var_dump(larder($many) === $many);
--EXPECT--
alike: same
often: same
as keys: same
as values of alike keys: same
bool(true)
