--TEST--
EncodeError's message names where the value is that cannot be written
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Order
{
    public array $lines = [];
}

$order = new Order();
$order->lines[3] = ['price' => 1, 'callback' => fn () => 1];
foreach ([['orders' => [$order]], [1, 'key' => ['deep' => fopen('php://memory', 'r')]]] as $value) {
    try {
        larder_serialize($value);
    } catch (Larder\EncodeError $error) {
        echo preg_match('/lines.*3.*callback|key.*deep/', $error->getMessage()) ? 'named' : $error->getMessage(), "\n";
    }
}
--EXPECT--
named
named
