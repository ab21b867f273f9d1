--TEST--
Which classes may be made: none, all, or those of a list; whatever their letters' case
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Base
{
    public $a = 1;

    public function __wakeup(): void
    {
        echo static::class, " wakes\n";
    }

    public function __destruct()
    {
        echo static::class, " destroyed\n";
    }
}

final class Child extends Base
{
}

enum Suit
{
    case Hearts;
}

$value = ['base' => new Base(), 'list' => [1, [new Child()]]];
$bytes = larder_serialize($value);
unset($value);
$options = [
    'nothing said' => [], 'none' => ['allowed_classes' => false], 'an empty list' => ['allowed_classes' => []],
    'one of two' => ['allowed_classes' => ['Base']],
    'the other' => ['allowed_classes' => ['Child']], 'a parent does not do' => ['allowed_classes' => ['Base', 'stdClass', 'Missing']],
    'both' => ['allowed_classes' => ['Base', 'Child']], 'in other letters' => ['allowed_classes' => ['bASE', 'CHILD']],
    'with keys' => ['allowed_classes' => ['x' => 'Child', 7 => 'Base']], 'all' => ['allowed_classes' => true],
];
foreach ($options as $what => $one) {
    echo "-- $what\n";
    try {
        $read = larder_unserialize($bytes, $one);
        echo $read['base']::class, ', ', $read['list'][1][0]::class, "\n";
        unset($read);
    } catch (Larder\DecodeError $error) {
        preg_match('/Base|Child/', $error->getMessage(), $class);
        echo "$error->kind: $class[0]", str_contains($error->getMessage(), 'allowed_classes') ? '' : " without a hint: {$error->getMessage()}", "\n";
    }
}
echo "-- what has no class needs none\n";
var_dump(larder_unserialize(larder_serialize([1, 'text', [null]])) === [1, 'text', [null]]);
foreach ([new stdClass(), Suit::Hearts, new ArrayObject(), new DateTimeZone('UTC')] as $object) {
    echo $object::class, ': ', outcome(fn () => larder_unserialize(larder_serialize($object)), $object::class, 'allowed_classes'), ', ',
        larder_unserialize(larder_serialize($object), ['allowed_classes' => [strtoupper($object::class)]])::class, "\n";
}
--EXPECT--
Base destroyed
Child destroyed
-- nothing said
refused: Base
-- none
refused: Base
-- an empty list
refused: Base
-- one of two
refused: Child
-- the other
refused: Base
-- a parent does not do
refused: Child
-- both
Base wakes
Child wakes
Base, Child
Base destroyed
Child destroyed
-- in other letters
Base wakes
Child wakes
Base, Child
Base destroyed
Child destroyed
-- with keys
Base wakes
Child wakes
Base, Child
Base destroyed
Child destroyed
-- all
Base wakes
Child wakes
Base, Child
Base destroyed
Child destroyed
-- what has no class needs none
bool(true)
stdClass: Larder\DecodeError refused, stdClass
Suit: Larder\DecodeError refused, Suit
ArrayObject: Larder\DecodeError refused, ArrayObject
DateTimeZone: Larder\DecodeError refused, DateTimeZone
