--TEST--
serialize writes resources as 0; Larder refuses them, open or closed
--FILE--
<?php

require __DIR__ . '/../same.inc';

$open = fopen('php://memory', 'r');
$closed = fopen('php://memory', 'r');
fclose($closed);
foreach ([$open, $closed, [1, $open], (object) ['a' => $closed], array_fill(0, 20, ['id' => 1, 'it' => $open])] as $value) {
    echo outcome(fn () => larder_serialize($value), 'resource'), "\n";
}
--EXPECT--
Larder\EncodeError refused
Larder\EncodeError refused
Larder\EncodeError refused
Larder\EncodeError refused
Larder\EncodeError refused
