--TEST--
larder.level: the level of sessions and APCu; other values of the setting are refused
--EXTENSIONS--
apcu
session
--INI--
apc.enable_cli=1
apc.serializer=larder
session.serialize_handler=larder
session.use_cookies=0
session.cache_limiter=
larder.level=fast
--FILE--
<?php

require __DIR__ . '/../same.inc';

// The handler cannot be changed once something is printed.
ob_start();
session_start();
$_SESSION = ['at' => '2026-01-01 11:21:51', 'user' => ['id' => 7, 'seen' => [0.5, 1.5]]];
foreach (['fast', 'balanced', 'small'] as $level) {
    ini_set('larder.level', $level);
    var_dump(session_encode() === larder_serialize($_SESSION, null, $level));
    apcu_store($level, $_SESSION);
    var_dump(apcu_fetch($level) === $_SESSION);
}
session_abort();
var_dump(strlen(larder_serialize(0.5)));
foreach (['Fast', '', '1'] as $none) {
    echo seen(fn () => ini_set('larder.level', $none)), "\n";
}
var_dump(ini_get('larder.level'));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(4)
Warning: larder.level must be one of fast, balanced, small
value: false
Warning: larder.level must be one of fast, balanced, small
value: false
Warning: larder.level must be one of fast, balanced, small
value: false
string(5) "small"
