--TEST--
A case that is missing, or an object whose class does not read it, among other values: refused, and what was read is freed
--FILE--
<?php

enum Suit
{
    case Hearts;
    case Spades;
}

class Plain
{
}

/** Fills memory that is then free with what is no value. */
function dirty(): void
{
    $junk = [];
    for ($size = 8; $size < 400; $size += 8) {
        for ($times = 0; $times < 20; $times++) {
            $junk[] = str_repeat("\x07\x41", $size);
        }
    }
}

$of = fn (string $third) => 'a:4:{i:0;s:40:"' . str_repeat('a', 40) . "\";i:1;i:5;i:2;{$third}i:3;N;}";
$inputs = [
    larder_serialize([new Plain(), Suit::Hearts, 'text', Suit::Spades]),
    larder_serialize(['a' => 'text', 'b' => Suit::Spades]),
    larder_serialize([(object) ['a' => Suit::Spades, 'b' => [1, Suit::Spades]], 1]),
];
$inputs = array_map(fn (string $bytes) => str_replace('Spades', 'Lances', $bytes), $inputs);
array_push($inputs, $of('E:11:"Suit:Lances";'), $of('C:5:"Plain":1:{x}'), $of('C:4:"Suit":0:{}'));
foreach ($inputs as $bytes) {
    for ($times = 0; $times < 20; $times++) {
        dirty();
        try {
            larder_unserialize($bytes, ['allowed_classes' => true, 'fallback' => ['php']]);
        } catch (Larder\DecodeError $error) {
        }
    }
    echo $error->getMessage(), "\n";
}
--EXPECTF--
refused: Undefined constant Suit::Lances (at byte %d)
refused: Undefined constant Suit::Lances (at byte %d)
refused: Undefined constant Suit::Lances (at byte %d)
refused: Undefined constant Suit::Lances (at byte %d)
refused: Class Plain has no unserializer (at byte %d)
refused: Class Suit has no unserializer (at byte %d)
