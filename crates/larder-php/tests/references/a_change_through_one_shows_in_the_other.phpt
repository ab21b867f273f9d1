--TEST--
References that were read are references
--FILE--
<?php

require __DIR__ . '/../same.inc';

$number = 1;
$list = [2];
$read = larder(['a' => &$number, 'b' => &$number, 'c' => 1, 'in' => ['d' => &$number], 'list' => &$list, 'same list' => &$list]);
$read['a'] = 'changed';
$read['list'][] = 3;
unset($read['a']);
$read['b'] .= ' twice';
echo portrait([$read['b'], $read['c'], $read['in']['d'], $read['list'], $read['same list']]), "\n";
var_dump($number, $list);
--EXPECT--
["changed twice", 1, "changed twice", [2, 3], [2, 3]]
int(1)
array(1) {
  [0]=>
  int(2)
}
