--TEST--
An array that was read points to its first entry, can be iterated, sorted and changed
--FILE--
<?php

require __DIR__ . '/../same.inc';

$arrays = [['a', 'b'], ['x' => 'a', 'y' => 'b'], [5 => 'a', 2 => 'b'], [], array_fill(0, 20, ['id' => 1])];
foreach ($arrays as $array) {
    end($array);
    $read = larder($array);
    echo portrait([current($read), key($read), next($read), next($read)]), "\n";
}
$read = larder(['b' => 2, 'a' => 1, 'c' => [3]]);
ksort($read);
$read['d'] = $read['c'];
$read['d'][] = 4;
unset($read['a']);
foreach ($read as $key => &$entry) {
    $entry = [$key, $entry];
}
unset($entry);
echo portrait($read), ' ', count($read), ' ', portrait(array_search(['b', 2], $read, true)), "\n";
$read = larder([3, 1, 2]);
array_unshift($read, 0);
array_splice($read, 1, 1);
$read[10] = 'far';
$read['text'] = 'text';
echo portrait($read), "\n";
$read = larder(array_fill(0, 5, ['id' => 1, 'name' => 'same']));
$read[2]['id'] = 2;
$read[3]['more'] = true;
unset($read[4]['id']);
echo portrait($read), "\n";
--EXPECT--
["a", 0, "b", false]
["a", "x", "b", false]
["a", 5, "b", false]
[false, NULL, false, false]
[["id" => 1], 0, ["id" => 1], ["id" => 1]]
["b" => ["b", 2], "c" => ["c", [3]], "d" => ["d", [3, 4]]] 3 "b"
[0 => 0, 1 => 1, 2 => 2, 10 => "far", "text" => "text"]
[["id" => 1, "name" => "same"], ["id" => 1, "name" => "same"], ["id" => 2, "name" => "same"], ["id" => 1, "name" => "same", "more" => true], ["name" => "same"]]
