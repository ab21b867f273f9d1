--TEST--
What is appended to an array after reading gets the same key
--FILE--
<?php

require __DIR__ . '/../same.inc';

$arrays = [
    'empty' => [],
    'list' => ['a', 'b', 'c'],
    'holes' => [0 => 'a', 7 => 'b'],
    'texts' => ['x' => 1],
    'negative' => [-5 => 'a'],
    'negative and text' => [-5 => 'a', 'x' => 'b'],
    'backwards' => [9 => 'a', 3 => 'b'],
];
$popped = [1, 2, 3];
unset($popped[2]);
$arrays['one removed at the end'] = $popped;
foreach ($arrays as $what => $array) {
    alike($what, function (callable $write, callable $read) use ($array) {
        $array = $read($write([$array]))[0];
        $array[] = 'appended';
        return $array;
    });
}
alike('no next key', function (callable $write, callable $read) {
    $array = $read($write([PHP_INT_MAX => 'last']));
    $array[] = 'one more';
});
--EXPECT--
-- empty
value: ["appended"]
-- list
value: ["a", "b", "c", "appended"]
-- holes
value: [0 => "a", 7 => "b", 8 => "appended"]
-- texts
value: ["x" => 1, 0 => "appended"]
-- negative
value: [-5 => "a", -4 => "appended"]
-- negative and text
value: [-5 => "a", "x" => "b", -4 => "appended"]
-- backwards
value: [9 => "a", 3 => "b", 10 => "appended"]
-- one removed at the end
value: [1, 2, "appended"]
-- no next key
Error: Cannot add element to the array as the next element is already occupied
