--TEST--
A format that cannot hold the value exactly refuses it
--FILE--
<?php

require __DIR__ . '/../same.inc';

$number = 1;
$cases = [
    ['json', NAN], ['json', INF], ['json', "\xFF"], ['json', ["\xFF" => 1]], ['json', [&$number, &$number]], ['json', new ArrayObject([1])],
    ['json', [5 => 1, 'a' => 2]],
    ['json', fn () => 1], ['msgpack', [&$number, &$number]], ['msgpack', new DateTimeZone('UTC')], ['cbor', fopen('php://memory', 'r')],
    ['hprose', fn () => 1], ['php', fn () => 1],
    ['igbinary', fopen('php://memory', 'r')], ['larder', fn () => 1],
];
foreach ($cases as [$format, $value]) {
    try {
        $bytes = larder_export($value, $format);
        echo "$format ", get_debug_type($value), ": $bytes\n";
    } catch (Larder\EncodeError $error) {
        echo "$format ", get_debug_type($value), ': refused', $error->getMessage() === '' ? ' without a word' : '', "\n";
    }
}
foreach (['', 'JSON', 'xml', 'pickle', "json\0"] as $format) {
    echo portrait($format), ': ', outcome(fn () => larder_export(1, $format), 'Argument #2 ($format)'), "\n";
}
--EXPECTF--
json float: refused
json float: refused
json string: refused
json array: refused
json array: refused
json ArrayObject: refused
json array: %s
json Closure: refused
msgpack array: refused
msgpack DateTimeZone: %s
cbor resource (stream): refused
hprose Closure: refused
php Closure: refused
igbinary resource (stream): refused
larder Closure: refused
"": ValueError
"JSON": ValueError
"xml": ValueError
"pickle": ValueError
"json\000": ValueError
