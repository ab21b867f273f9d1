--TEST--
Objects whose shape comes again are read like the first: types, references, defaults, __wakeup
--FILE--
<?php

require __DIR__ . '/../same.inc';

enum Suit: string
{
    case Hearts = 'H';
}

class Typed
{
    public int $int = 1;
    protected ?string $text = null;
    private float $float = 0.5;
    public Suit $suit = Suit::Hearts;
    public array $list = [1, [2], Suit::Hearts];
    public ?self $next = null;
    public int|string|null $any = 'x';

    public function set(int $int, ?string $text, float $float): static
    {
        [$this->int, $this->text, $this->float] = [$int, $text, $float];
        return $this;
    }
}

final class Heir extends Typed
{
    public readonly int $own;
    public mixed $more = self::class . '!';

    public function own(int $own): static
    {
        $this->own = $own;
        return $this;
    }
}

class Sleeper
{
    public $a = 'a';
    public $b = [];

    public function __wakeup(): void
    {
        echo 'woken ', $this->a, "\n";
    }

    public function __destruct()
    {
        echo 'gone ', $this->a, "\n";
    }
}

/** Reads as often as needed for the shape to be known, and gives what came last. */
function often(callable $read, string $bytes): mixed
{
    for ($time = 1; $time < 6; $time++) {
        try {
            $first ??= portrait($read($bytes));
            $now = portrait($read($bytes));
            echo $now === $first ? '' : "read $time: $now instead of $first\n";
        } catch (TypeError $error) {
            echo "read $time: {$error->getMessage()}\n";
        }
    }
    return $read($bytes);
}

alike('typed', fn ($write, $read) => often($read, $write((new Typed())->set(7, 'seven', 7.5))));
alike('inherited', fn ($write, $read) => often($read, $write((new Heir())->set(7, null, -0.0)->own(9))));
alike('not initialised', fn ($write, $read) => often($read, $write((new Heir())->set(7, 'x', 1.0))));
alike('itself, twice', function ($write, $read) {
    $typed = new Typed();
    $typed->next = $typed;
    return often($read, $write([$typed, $typed, new Typed()]));
});
alike('an integer becomes a float', fn ($write, $read) => often($read, $write(unmade("O:5:\"Typed\":1:{s:12:\"\0Typed\0float\";i:3;}"))));
alike('another type', fn ($write, $read) => often($read, $write(unmade('O:5:"Typed":2:{s:3:"int";i:3;s:4:"list";s:1:"x";}'))));
alike('another type behind a reference', fn ($write, $read) => often($read, $write(unmade('a:2:{i:0;O:5:"Typed":2:{s:3:"int";i:3;s:3:"any";a:0:{}}i:1;R:3;}'))));
alike('a reference of a property that may not have it', fn ($write, $read) => often($read, $write(unmade('O:5:"Typed":3:{s:3:"int";i:3;s:4:"list";a:0:{}s:3:"any";R:3;}'))));
alike('the first of two fails', fn ($write, $read) => often($read, $write(unmade("a:2:{i:0;i:4;i:1;O:5:\"Typed\":3:{s:3:\"int\";R:2;s:7:\"\0*\0text\";N;s:12:\"\0Typed\0float\";s:1:\"x\";}}"))));
alike('a reference keeps the type', function ($write, $read) {
    $typed = new Typed();
    $value = [$typed, &$typed->int, &$typed->any];
    $value = often($read, $write($value));
    try {
        $value[1] = 'no integer';
    } catch (TypeError $error) {
        echo $error->getMessage(), "\n";
    }
    $value[2] = 5;
    return $value;
});
alike('default values go', fn ($write, $read) => often($read, $write(array_map(fn (int $n) => (new Typed())->set($n, "$n", $n / 2), range(1, 3)))));
alike('woken', fn ($write, $read) => often($read, $write([new Sleeper(), new Sleeper()])));

// What a shape's objects were read into is forgotten if the class may not be made.
$bytes = larder_serialize([new Typed(), new Typed()]);
for ($time = 0; $time < 5; $time++) {
    larder_unserialize($bytes, ['allowed_classes' => [Typed::class, Suit::class]]);
    echo outcome(fn () => larder_unserialize($bytes, ['allowed_classes' => [Suit::class]]), 'Typed'), "\n";
}
$many = array_map(fn (int $n) => "Class$n", range(1, 40));
foreach ([[...$many, 'typed', '\\SUIT'], ['TYPED', ...$many, 'suit'], [...array_slice($many, 0, 15), 'Typed', 'Suit']] as $allowed) {
    echo get_class(larder_unserialize($bytes, ['allowed_classes' => $allowed])[1]), "\n";
}
echo outcome(fn () => larder_unserialize($bytes, ['allowed_classes' => $many]), 'Typed'), "\n";

// A message that is cut ends in an error wherever that is, and leaves nothing behind.
$typed = new Typed();
$bytes = larder_serialize([$typed, &$typed->int, (new Heir())->own(5), $typed]);
$options = ['allowed_classes' => true];
for ($time = 0; $time < 5; $time++) {
    larder_unserialize($bytes, $options);
}
$kinds = [];
for ($length = 3; $length < strlen($bytes); $length++) {
    $kinds[strtok(outcome(fn () => larder_unserialize(substr($bytes, 0, $length), $options)), ' ')] = true;
}
echo implode(', ', array_keys($kinds)), "\n";
--EXPECT--
-- typed
value: #1 Typed {"int" => 7, "\000*\000text" => "seven", "\000Typed\000float" => 7.5, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => NULL, "any" => "x"}
-- inherited
value: #1 Heir {"int" => 7, "\000*\000text" => NULL, "\000Typed\000float" => -0.0, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => NULL, "any" => "x", "own" => 9, "more" => "Heir!"}
-- not initialised
value: #1 Heir {"int" => 7, "\000*\000text" => "x", "\000Typed\000float" => 1.0, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => NULL, "any" => "x", "more" => "Heir!"}
-- itself, twice
value: [#1 Typed {"int" => 1, "\000*\000text" => NULL, "\000Typed\000float" => 0.5, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => #1, "any" => "x"}, #1, #2 Typed {"int" => 1, "\000*\000text" => NULL, "\000Typed\000float" => 0.5, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => NULL, "any" => "x"}]
-- an integer becomes a float
value: #1 Typed {"int" => 1, "\000*\000text" => NULL, "\000Typed\000float" => 3.0, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => NULL, "any" => "x"}
-- another type
read 1: Cannot assign string to property Typed::$list of type array
read 2: Cannot assign string to property Typed::$list of type array
read 3: Cannot assign string to property Typed::$list of type array
read 4: Cannot assign string to property Typed::$list of type array
read 5: Cannot assign string to property Typed::$list of type array
TypeError: Cannot assign string to property Typed::$list of type array
-- another type behind a reference
read 1: Cannot assign array to property Typed::$any of type string|int|null
read 2: Cannot assign array to property Typed::$any of type string|int|null
read 3: Cannot assign array to property Typed::$any of type string|int|null
read 4: Cannot assign array to property Typed::$any of type string|int|null
read 5: Cannot assign array to property Typed::$any of type string|int|null
TypeError: Cannot assign array to property Typed::$any of type string|int|null
-- a reference of a property that may not have it
read 1: Cannot assign array to property Typed::$any of type string|int|null
read 2: Cannot assign array to property Typed::$any of type string|int|null
read 3: Cannot assign array to property Typed::$any of type string|int|null
read 4: Cannot assign array to property Typed::$any of type string|int|null
read 5: Cannot assign array to property Typed::$any of type string|int|null
TypeError: Cannot assign array to property Typed::$any of type string|int|null
-- the first of two fails
read 1: Cannot assign string to property Typed::$float of type float
read 2: Cannot assign string to property Typed::$float of type float
read 3: Cannot assign string to property Typed::$float of type float
read 4: Cannot assign string to property Typed::$float of type float
read 5: Cannot assign string to property Typed::$float of type float
TypeError: Cannot assign string to property Typed::$float of type float
-- a reference keeps the type
Cannot assign string to reference held by property Typed::$int of type int
value: [#1 Typed {"int" => &1 1, "\000*\000text" => NULL, "\000Typed\000float" => 0.5, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => NULL, "any" => &2 5}, &1, &2]
-- default values go
value: [#1 Typed {"int" => 1, "\000*\000text" => "1", "\000Typed\000float" => 0.5, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => NULL, "any" => "x"}, #2 Typed {"int" => 2, "\000*\000text" => "2", "\000Typed\000float" => 1.0, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => NULL, "any" => "x"}, #3 Typed {"int" => 3, "\000*\000text" => "3", "\000Typed\000float" => 1.5, "suit" => Suit::Hearts, "list" => [1, [2], Suit::Hearts], "next" => NULL, "any" => "x"}]
-- woken
gone a
gone a
woken a
woken a
gone a
gone a
woken a
woken a
gone a
gone a
woken a
woken a
gone a
gone a
woken a
woken a
gone a
gone a
woken a
woken a
gone a
gone a
woken a
woken a
gone a
gone a
woken a
woken a
value: [#1 Sleeper {"a" => "a", "b" => []}, #2 Sleeper {"a" => "a", "b" => []}]
gone a
gone a
Larder\DecodeError refused
Larder\DecodeError refused
Larder\DecodeError refused
Larder\DecodeError refused
Larder\DecodeError refused
Typed
Typed
Typed
Larder\DecodeError refused
Larder\DecodeError
