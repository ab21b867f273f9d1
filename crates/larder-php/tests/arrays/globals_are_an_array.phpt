--TEST--
A copy of $GLOBALS, references and all
--FILE--
<?php

require __DIR__ . '/../same.inc';

$number = 1;
$other = &$number;
$text = 'text';
function chosen(): array
{
    return array_intersect_key($GLOBALS, ['number' => 1, 'other' => 1, 'text' => 1]);
}
same('globals', chosen());
echo portrait(larder(chosen())), "\n";
--EXPECT--
globals: same
["number" => &1 1, "other" => &1, "text" => "text"]
