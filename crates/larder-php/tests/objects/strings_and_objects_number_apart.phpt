--TEST--
What is met again is found again, whatever stands between
--FILE--
<?php

require __DIR__ . '/../same.inc';

$text = 'a text that is met again';
$object = (object) [$text => $text];
$reference = [$text];
$value = [];
for ($n = 0; $n < 40; $n++) {
    $value[] = match ($n % 5) {
        0 => $text,
        1 => $object,
        2 => ["$text $n" => (object) ['n' => $n, 't' => $text]],
        3 => 'other text ' . $n % 10,
        default => [$text, $object, "other text $n"],
    };
    $value["key $n"] = &$reference;
}
same('mixed', $value);
--EXPECT--
mixed: same
