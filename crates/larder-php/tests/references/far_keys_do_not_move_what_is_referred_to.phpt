--TEST--
Arrays that grow and become hashes while references point into them
--FILE--
<?php

require __DIR__ . '/../same.inc';

foreach ([[0, 50], [0, 1, 2, 1000], [50, 0], [0, 'x', 1, 'y']] as $keys) {
    $array = [];
    foreach ($keys as $key) {
        $inner = (object) ['key' => $key];
        $array['by key'][$key] = $inner;
        $array['list'][] = $inner;
        $array['reference'][$key] = &$array['other'][$key];
    }
    same(implode(', ', $keys), $array);
}
for ($n = 0; $n < 3000; $n++) {
    $many['a'][$n * 7 % 3001] = &$many['b'][$n];
    $many['b'][$n] = ['n' => $n];
}
var_dump(portrait(larder($many)) === portrait(php($many)));
--EXPECT--
0, 50: same
0, 1, 2, 1000: same
50, 0: same
0, x, 1, y: same
bool(true)
