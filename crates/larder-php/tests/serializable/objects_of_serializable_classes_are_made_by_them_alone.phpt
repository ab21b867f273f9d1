--TEST--
A class that has only Serializable makes its objects itself: properties make none in any format, and bytes of its own make none of another class
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Only implements Serializable
{
    public $x = 'of the class';

    public function serialize()
    {
        return 'x';
    }

    public function unserialize($data)
    {
        $this->x = "unserialize of $data";
    }
}

class Both extends Only
{
    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        $this->x = '__unserialize';
    }
}

class Plain
{
    public $x = 'of the class';
}

abstract class Unmade extends Only
{
}

$refused = fn (string $bytes, string ...$fallback) => outcome(
    fn () => larder_unserialize($bytes, ['allowed_classes' => true, 'fallback' => $fallback]),
    'Erroneous data format',
);
$incomplete = unmade('O:4:"Only":1:{s:1:"x";i:5;}');
echo 'php: ', $refused('O:4:"Only":1:{s:1:"x";i:5;}', 'php'), "\n";
echo 'php, without properties: ', $refused('O:4:"Only":0:{}', 'php'), "\n";
echo 'php, in an array: ', $refused('a:2:{i:0;i:1;i:1;O:4:"Only":1:{s:1:"x";i:5;}}', 'php'), "\n";
echo 'larder: ', $refused(larder_serialize($incomplete)), "\n";
echo 'larder, keys that are integers: ', $refused(larder_serialize(unmade('O:4:"Only":1:{i:7;i:5;}'))), "\n";
foreach (['igbinary', 'hprose'] as $format) {
    echo "$format: ", $refused(larder_export($incomplete, $format), $format), "\n";
}
// php-msgpack: the class's name at the key null
echo 'msgpack: ', $refused("\x82\xC0\xA4Only\xA1x\x05", 'msgpack'), "\n";
$texts = [
    'O:4:"Both":1:{s:1:"x";i:5;}',
    'C:4:"Both":1:{x}',
    'C:4:"Only":1:{x}',
];
foreach ($texts as $text) {
    alike($text, fn (callable $write, callable $read) => $read($text, ['fallback' => ['php']]));
}
foreach (['C:5:"Plain":1:{x}', 'C:8:"stdClass":1:{x}', 'C:6:"Unmade":1:{x}'] as $text) {
    echo "$text: ", outcome(fn () => larder_unserialize($text, ['allowed_classes' => true, 'fallback' => ['php']])), "\n";
}
--EXPECTF--
Deprecated: Only implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead (or in addition, if support for old PHP versions is necessary) in %s on line %d
php: Larder\DecodeError refused
php, without properties: Larder\DecodeError refused
php, in an array: Larder\DecodeError refused
larder: Larder\DecodeError refused
larder, keys that are integers: Larder\DecodeError refused
igbinary: Larder\DecodeError refused
hprose: Larder\DecodeError refused
msgpack: Larder\DecodeError refused
-- O:4:"Both":1:{s:1:"x";i:5;}
value: #1 Both {"x" => "__unserialize"}
-- C:4:"Both":1:{x}
value: #1 Both {"x" => "unserialize of x"}
-- C:4:"Only":1:{x}
value: #1 Only {"x" => "unserialize of x"}
C:5:"Plain":1:{x}: Larder\DecodeError refused
C:8:"stdClass":1:{x}: Larder\DecodeError refused
C:6:"Unmade":1:{x}: Larder\DecodeError refused
