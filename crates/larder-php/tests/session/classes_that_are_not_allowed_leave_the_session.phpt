--TEST--
A class that is not allowed leaves the session: its objects are incomplete, and are written as what they were; what cannot be so leaves it as it is
--EXTENSIONS--
session
--INI--
session.serialize_handler=larder
session.use_cookies=0
session.cache_limiter=
session.use_strict_mode=0
--FILE--
<?php

require __DIR__ . '/../same.inc';
require __DIR__ . '/../stored_session.inc';

class Cart
{
    public array $items = ['apple' => 2];
    protected ?Cart $other = null;
    private DateTimeImmutable $since;

    public function __construct()
    {
        $this->other = $this;
        $this->since = new DateTimeImmutable('2026-11-22 01:02:03', new DateTimeZone('Europe/Berlin'));
    }
}

class State
{
    public function __serialize(): array
    {
        return ['a' => 1, 7 => [2]];
    }

    public function __unserialize(array $data): void
    {
        echo 'State is given ', portrait($data), "\n";
    }
}

class Holder
{
    public Cart $cart;
}

class Thrower
{
    public $a = 1;

    public function __wakeup(): void
    {
        throw new LogicException('of __wakeup');
    }
}

enum Suit
{
    case Hearts;
}

session_set_save_handler($stored = new StoredSession(), false);
session_id('one');

/** A request under a setting, that counts in the session, and ends as requests do. */
function request(string $allowed): void
{
    ini_set('larder.allowed_classes', $allowed);
    $_SESSION = [];
    echo seen(function () {
        $started = session_start();
        if ($started) {
            $_SESSION['count'] = ($_SESSION['count'] ?? 0) + 1;
        }
        return $started;
    }), "\n";
}

$cart = new Cart();
$objects = new SplObjectStorage();
$objects[$cart] = 'data';
$session = ['user' => 7, 'cart' => $cart, 'again' => [$cart], 'state' => new State(), 'array' => new ArrayObject([$cart, 'x']), 'objects' => $objects];
foreach (['larder', 'php'] as $write) {
    echo "-- kept, as $write writes it\n";
    ini_set('larder.write', $write);
    $stored->bytes = larder_serialize($session);
    $all = portrait($session + ['count' => 3]);
    foreach (['', 'State', '*'] as $allowed) {
        request($allowed);
        if ($allowed === '') {
            echo get_class($_SESSION['cart']), ', user ', $_SESSION['user'], "\n";
        }
        if ($allowed === '*') {
            echo portrait($_SESSION) === $all ? "all is there\n" : difference($all, portrait($_SESSION));
        }
        session_write_close();
    }
}
ini_set('larder.write', 'larder');
$holder = new Holder();
$holder->cart = $cart;
$sessions = ['an enumeration' => Suit::Hearts, 'a typed property' => $holder, 'an exception' => new Thrower()];
foreach ($sessions as $what => $value) {
    echo "-- left alone: $what\n";
    $stored->bytes = $bytes = larder_serialize(['user' => 7, 'value' => $value]);
    request('Holder,Thrower');
    echo portrait($_SESSION), ', ', session_status() === PHP_SESSION_NONE ? 'no session' : 'a session', "\n";
    @session_write_close();
    echo $stored->bytes === $bytes ? 'left as it is' : 'changed', "\n";
}
var_dump($stored->destroyed);
--EXPECT--
-- kept, as larder writes it
Warning: session_start(): the session has objects of ArrayObject, Cart, DateTimeImmutable, SplObjectStorage, State, which larder.allowed_classes does not allow: they are __PHP_Incomplete_Class in this request, and are written back unchanged
value: true
__PHP_Incomplete_Class, user 7
State is given ["a" => 1, 7 => [2]]
Warning: session_start(): the session has objects of ArrayObject, Cart, DateTimeImmutable, SplObjectStorage, which larder.allowed_classes does not allow: they are __PHP_Incomplete_Class in this request, and are written back unchanged
value: true
State is given ["a" => 1, 7 => [2]]
value: true
all is there
-- kept, as php writes it
Warning: session_start(): the session has objects of ArrayObject, Cart, DateTimeImmutable, SplObjectStorage, State, which larder.allowed_classes does not allow: they are __PHP_Incomplete_Class in this request, and are written back unchanged
value: true
__PHP_Incomplete_Class, user 7
State is given ["a" => 1, 7 => [2]]
Warning: session_start(): the session has objects of ArrayObject, Cart, DateTimeImmutable, SplObjectStorage, which larder.allowed_classes does not allow: they are __PHP_Incomplete_Class in this request, and are written back unchanged
value: true
State is given ["a" => 1, 7 => [2]]
value: true
all is there
-- left alone: an enumeration
Warning: session_start(): refused: the class Suit is not allowed: add Suit::class to allowed_classes (for sessions and APCu, the setting larder.allowed_classes)
Warning: session_start(): the stored session is left as it is, and this request has no session
value: false
[], no session
left as it is
-- left alone: a typed property
TypeError: Cannot assign __PHP_Incomplete_Class to property Holder::$cart of type Cart
[], no session
left as it is
-- left alone: an exception
LogicException: of __wakeup
[], no session
left as it is
bool(false)
