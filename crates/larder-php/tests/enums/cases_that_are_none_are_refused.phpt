--TEST--
Unknown cases, classes that are no enumeration, and enumerations that are not allowed
--FILE--
<?php

require __DIR__ . '/../same.inc';

enum Suit
{
    case Hearts;
    const Trumps = self::Hearts;
    const Points = 5;
}

class NoEnum
{
    const Hearts = 1;
}

interface SomeInterface
{
}

function case_of(string $class, string $case): string
{
    return "\xC1\x40\xFD\x0A" . chr(0x30 + strlen($class)) . $class . chr(0x30 + strlen($case)) . $case;
}

function read(string $class, string $case, bool|array $allowed): string
{
    $words = $allowed === true ? [$class] : [$class, 'allowed_classes'];
    return outcome(fn () => larder_unserialize(case_of($class, $case), ['allowed_classes' => $allowed]), ...$words);
}

var_dump(larder_unserialize(case_of('Suit', 'Hearts'), ['allowed_classes' => ['suit']]));
echo 'unknown case: ', outcome(fn () => larder_unserialize(case_of('Suit', 'Clubs'), ['allowed_classes' => true]), 'Suit', 'Clubs'), "\n";
echo 'other letters: ', read('Suit', 'hearts', true), "\n";
echo 'constant that is a case: ', read('Suit', 'Trumps', true), "\n";
echo 'constant that is none: ', read('Suit', 'Points', true), "\n";
echo 'class: ', read('NoEnum', 'Hearts', true), "\n";
echo 'interface: ', read('SomeInterface', 'Hearts', true), "\n";
echo 'missing: ', read('Missing', 'Hearts', true), "\n";
echo 'no class allowed: ', read('Suit', 'Hearts', false), "\n";
echo 'others allowed: ', read('Suit', 'Hearts', ['NoEnum']), "\n";
echo 'empty names: ', outcome(fn () => larder_unserialize(case_of('', ''), ['allowed_classes' => true])), "\n";
--EXPECT--
enum(Suit::Hearts)
unknown case: Larder\DecodeError refused
other letters: Larder\DecodeError refused
constant that is a case: Larder\DecodeError refused
constant that is none: Larder\DecodeError refused
class: Larder\DecodeError refused
interface: Larder\DecodeError refused
missing: Larder\DecodeError refused
no class allowed: Larder\DecodeError refused
others allowed: Larder\DecodeError refused
empty names: Larder\DecodeError refused
