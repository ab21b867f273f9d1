--TEST--
A reference to a reference, which the engine does not know, is refused; one around the whole value is the value
--FILE--
<?php

$bytes = [
    'around a value' => 'c140fd0e05',
    'around a list that holds it' => 'c140fd0ef301fd0f00',
    'to a reference' => 'c140f301fd0efd0e05',
    'to a reference by way of a shared value' => 'c140f301fd0efd0dfd0e05',
    'to one before' => 'c140f302fd0e05fd0efd0f00',
    'to itself' => 'c140f301fd0efd0f00',
];
foreach ($bytes as $what => $hexadecimal) {
    echo "$what: ";
    try {
        $value = larder_unserialize(hex2bin($hexadecimal));
        echo gettype($value), "\n";
        var_dump($value);
    } catch (Larder\DecodeError $error) {
        echo $error->getMessage(), "\n";
    }
}
echo gettype(larder_unserialize('a:2:{i:0;i:5;i:1;R:1;}', ['fallback' => ['php']])), "\n";
--EXPECT--
around a value: integer
int(5)
around a list that holds it: array
array(1) {
  [0]=>
  *RECURSION*
}
to a reference: refused: a reference to a reference (at byte 9)
to a reference by way of a shared value: refused: a reference to a reference (at byte 11)
to one before: refused: a reference to a reference (at byte 12)
to itself: refused: a reference to a reference (at byte 9)
array
