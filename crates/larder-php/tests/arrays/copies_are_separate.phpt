--TEST--
What is read shares nothing: a change of one part changes no other
--FILE--
<?php

require __DIR__ . '/../same.inc';

$row = ['name' => 'a', 'tags' => ['x', 'y']];
$read = larder([$row, $row, 'again' => $row]);
$read[0]['name'] = 'b';
$read[1]['tags'][] = 'z';
echo portrait($read), "\n";
$bytes = larder_serialize([$row, $row]);
$one = larder_unserialize($bytes);
$one[0]['tags'][0] = 'changed';
echo portrait(larder_unserialize($bytes)), "\n";
echo portrait($row), "\n";
--EXPECT--
[0 => ["name" => "b", "tags" => ["x", "y"]], 1 => ["name" => "a", "tags" => ["x", "y", "z"]], "again" => ["name" => "a", "tags" => ["x", "y"]]]
[["name" => "a", "tags" => ["x", "y"]], ["name" => "a", "tags" => ["x", "y"]]]
["name" => "a", "tags" => ["x", "y"]]
