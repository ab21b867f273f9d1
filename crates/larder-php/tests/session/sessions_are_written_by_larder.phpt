--TEST--
session.serialize_handler=larder keeps a session, objects only if larder.allowed_classes allows them
--EXTENSIONS--
session
--INI--
session.serialize_handler=larder
session.use_cookies=0
session.cache_limiter=
session.use_strict_mode=0
larder.allowed_classes=Basket
--FILE--
<?php

require __DIR__ . '/../same.inc';
require __DIR__ . '/../stored_session.inc';

final class Basket
{
    public array $items = [];

    public function __wakeup(): void
    {
        echo "__wakeup\n";
    }
}

session_set_save_handler($stored = new StoredSession(), false);
session_id('one');
session_start();
var_dump($_SESSION);
$basket = new Basket();
$basket->items = ['apple' => 2];
$_SESSION['user'] = 7;
$_SESSION['basket'] = $basket;
$_SESSION['same'] = $basket;
$_SESSION['name'] = "Grüße\0";
$_SESSION[5] = 'numeric';
$number = 1;
$_SESSION['a'] = &$number;
$_SESSION['b'] = &$number;
session_write_close();
var_dump(ord($stored->bytes[0]) === 0xC1);

$_SESSION = [];
session_start();
echo portrait($_SESSION), "\n";
$encoded = session_encode();
session_reset();
$_SESSION = ['other' => 1];
var_dump(session_decode($encoded));
echo portrait($_SESSION), "\n";
session_write_close();

$sessions = [
    'nothing' => '', 'no Larder value' => 'user|i:7;', 'cut' => substr($stored->bytes, 0, -3), 'no array' => larder_serialize(5),
];
foreach ($sessions as $what => $bytes) {
    $stored->bytes = $bytes;
    $_SESSION = [];
    echo "-- $what\n", preg_replace('/^(Larder.DecodeError: [\w-]+):.*/', '$1', seen(fn () => session_start())), "\n", portrait($_SESSION ?? null), "\n";
    @session_write_close();
}
--EXPECT--
array(0) {
}
bool(true)
__wakeup
["user" => 7, "basket" => #1 Basket {"items" => ["apple" => 2]}, "same" => #1, "name" => "Gr\303\274\303\237e\000", 5 => "numeric", "a" => &1 1, "b" => &1]
__wakeup
__wakeup
bool(true)
["user" => 7, "basket" => #1 Basket {"items" => ["apple" => 2]}, "same" => #1, "name" => "Gr\303\274\303\237e\000", 5 => "numeric", "a" => &1 1, "b" => &1]
-- nothing
value: true
[]
-- no Larder value
Warning: session_start(): not-larder: a value begins with C1
Warning: session_start(): Failed to decode session object. Session has been destroyed
value: false
[]
-- cut
Warning: session_start(): truncated: the bytes end within the value
Warning: session_start(): Failed to decode session object. Session has been destroyed
value: false
[]
-- no array
value: true
[]
