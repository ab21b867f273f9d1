--TEST--
What has no class in its format is an array
--EXTENSIONS--
msgpack
--FILE--
<?php

require __DIR__ . '/../same.inc';

function read(string $bytes, string $format): mixed
{
    return larder_unserialize($bytes, ['fallback' => [$format]]);
}

$texts = [
    '{}', '[]', '{"a":1,"b":{"c":[]}}', '[{"a":1},{"a":2}]', '{"0":"zero","1":"one"}', '{"7":1,"-7":2,"07":3}', '{"":1}', '"text"', '5', '-0.0',
    '1e2', 'null',
    'true', ' [1, 2] ', '"\u00e9\ud83d\ude00"', '0.1',
];
foreach ($texts as $text) {
    $read = read($text, 'json');
    $expected = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    echo $text, ': ', portrait($read) === portrait($expected) ? 'same' : portrait($read) . ' is not ' . portrait($expected), "\n";
}
// numbers that json_decode changes
echo portrait(read('[-0, 123456789012345678901234567890]', 'json')), "\n";
foreach ([[], ['a' => 1], [1, 2], [5 => 1], ['x' => [['y' => null]]], 1.5, -1, "\xFF"] as $value) {
    $bytes = msgpack_pack($value);
    echo portrait($value), ': ', portrait(read($bytes, 'msgpack')) === portrait(msgpack_unpack($bytes)) ? 'same' : portrait(read($bytes, 'msgpack')), "\n";
}
foreach (['{"a":1', '[1,]', '{a:1}', "'a'", '[1] 2', '"a', 'nul', '01', "\"\x01\"", "\"\xFF\"", '{"a":1,"a":2}'] as $text) {
    echo portrait($text), ': ', outcome(fn () => read($text, 'json')), "\n";
}
--EXPECTF--
{}: same
[]: same
{"a":1,"b":{"c":[]}}: same
[{"a":1},{"a":2}]: same
{"0":"zero","1":"one"}: same
{"7":1,"-7":2,"07":3}: same
{"":1}: same
"text": same
5: same
-0.0: same
1e2: same
null: same
true: same
 [1, 2] : same
"\u00e9\ud83d\ude00": same
0.1: same
[-0.0, "123456789012345678901234567890"]
[]: same
["a" => 1]: same
[1, 2]: same
[5 => 1]: same
["x" => [["y" => NULL]]]: same
1.5: same
-1: same
"\377": same
"{\"a\":1": Larder\DecodeError %s
"[1,]": Larder\DecodeError %s
"{a:1}": Larder\DecodeError %s
"'a'": Larder\DecodeError %s
"[1] 2": Larder\DecodeError %s
"\"a": Larder\DecodeError %s
"nul": Larder\DecodeError %s
"01": Larder\DecodeError %s
"\"\001\"": Larder\DecodeError %s
"\"\377\"": Larder\DecodeError %s
"{\"a\":1,\"a\":2}": %s
