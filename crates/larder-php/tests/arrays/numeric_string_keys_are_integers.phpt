--TEST--
Keys like "7" become integers, as in any PHP array
--FILE--
<?php

require __DIR__ . '/../same.inc';

$array = larder(['7' => 'a', '-7' => 'b', '07' => 'c']);
var_dump($array);
// an object's properties can be such strings in an array that PHP itself made
$cast = (array) json_decode('{"0": "zero", "12": "twelve", "x": "ex"}');
same('cast', $cast);
var_dump(larder($cast)['12'], larder($cast)[0]);
--EXPECT--
array(3) {
  [7]=>
  string(1) "a"
  [-7]=>
  string(1) "b"
  ["07"]=>
  string(1) "c"
}
cast: same
string(6) "twelve"
string(4) "zero"
