--TEST--
Cases of pure and backed enumerations are read as the very cases
--FILE--
<?php

require __DIR__ . '/../same.inc';

enum Suit
{
    case Hearts;
    case Spades;

    const Trumps = self::Spades;
}

enum Level: int
{
    case Low = 1;
    case High = 10;
}

enum Colour: string
{
    case Red = 'r';
    case Blue = 'b';

    public static function favourite(): self
    {
        return self::Blue;
    }
}

class Card
{
    public function __construct(public readonly Suit $suit, public Level|Colour|null $more = null, private array $list = [])
    {
    }
}

same('pure', Suit::Hearts);
same('backed by integers', Level::High);
same('backed by texts', Colour::Red);
same('all', [...Suit::cases(), ...Level::cases(), ...Colour::cases()]);
same('again', [Suit::Hearts, Suit::Hearts, 'x' => [Suit::Hearts, Suit::Spades]]);
same('constant', Suit::Trumps);
same('in properties', new Card(Suit::Spades, Level::Low, [Colour::favourite()]));
same('rows', array_map(fn (int $n) => ['id' => $n, 'suit' => Suit::cases()[$n % 2], 'level' => Level::from($n % 3 ? 1 : 10)], range(1, 20)));
$case = Suit::Hearts;
same('by reference', [&$case, &$case, $case]);
var_dump(larder(Suit::Hearts) === Suit::Hearts, larder([Level::Low])[0] === Level::Low);
--EXPECT--
pure: same
backed by integers: same
backed by texts: same
all: same
again: same
constant: same
in properties: same
rows: same
by reference: same
bool(true)
bool(true)
