--TEST--
With larder.stats, Larder\stats also says how long encoding and decoding took
--INI--
larder.stats=On
--FILE--
<?php

$rows = array_map(fn (int $n) => ['id' => $n, 'name' => "name $n"], range(1, 1000));
$before = hrtime(true);
$bytes = larder_serialize($rows);
$encoded = hrtime(true);
larder_unserialize($bytes);
$decoded = hrtime(true);
['encode_ns' => $encode, 'decode_ns' => $decode] = Larder\stats();
var_dump($encode > 0 && $encode < $encoded - $before, $decode > 0 && $decode < $decoded - $encoded);
--EXPECT--
bool(true)
bool(true)
