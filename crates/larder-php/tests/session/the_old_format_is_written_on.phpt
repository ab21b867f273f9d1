--TEST--
larder.write=php, php_serialize, igbinary: what those handlers read, while Larder and they are read; other values of the setting are refused
--EXTENSIONS--
igbinary
session
--INI--
session.serialize_handler=larder
session.use_cookies=0
session.cache_limiter=
session.use_strict_mode=0
larder.allowed_classes=Cart
--FILE--
<?php

require __DIR__ . '/../same.inc';
require __DIR__ . '/../stored_session.inc';

// The handler cannot be changed once something is printed.
ob_start();

class Cart
{
    public array $items = ['apple' => 2];
}

session_set_save_handler($stored = new StoredSession(), false);
session_id('one');

/** What a request finds in the session, and leaves one more in it. */
function request(string $handler): string
{
    ini_set('session.serialize_handler', $handler);
    $_SESSION = [];
    session_start();
    $_SESSION['count'] = ($_SESSION['count'] ?? 0) + 1;
    session_write_close();
    return portrait($_SESSION);
}

$cart = new Cart();
$number = 5;
$session = ['user' => 7, 'cart' => $cart, 'again' => $cart, 'a' => &$number, 'b' => &$number, 'text' => "|\0\xFF"];
foreach (['php', 'php_serialize', 'igbinary'] as $write) {
    var_dump(ini_set('larder.write', $write) !== false);
    $stored->bytes = larder_serialize($session);
    $found = [];
    foreach (['larder', 'larder', $write, 'larder'] as $handler) {
        $found[] = request($handler);
        echo ord($stored->bytes[0]) === 0xC1 ? 'larder' : substr(addcslashes($stored->bytes, "\0..\37"), 0, 13), "\n";
    }
    $expected = array_map(fn (int $count) => portrait($session + ['count' => $count]), [1, 2, 3, 4]);
    echo $found === $expected ? "all is there\n" : difference(implode($expected), implode($found));
}
ini_set('larder.write', 'larder');
$stored->bytes = larder_serialize($session);
request('larder');
echo ord($stored->bytes[0]) === 0xC1 ? "larder\n" : "not larder\n";
foreach (['json', '', 'PHP'] as $none) {
    echo seen(fn () => ini_set('larder.write', $none)), "\n";
}
var_dump(ini_get('larder.write'));
--EXPECT--
bool(true)
user|i:7;cart
user|i:7;cart
user|i:7;cart
user|i:7;cart
all is there
bool(true)
a:7:{s:4:"use
a:7:{s:4:"use
a:7:{s:4:"use
a:7:{s:4:"use
all is there
bool(true)
\000\000\000\
\000\000\000\
\000\000\000\
\000\000\000\
all is there
larder
Warning: larder.write must be one of larder, php, php_serialize, igbinary
value: false
Warning: larder.write must be one of larder, php, php_serialize, igbinary
value: false
Warning: larder.write must be one of larder, php, php_serialize, igbinary
value: false
string(6) "larder"
