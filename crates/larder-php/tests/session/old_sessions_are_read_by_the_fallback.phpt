--TEST--
larder.fallback lets sessions of another handler be read, and they are written by Larder from then on
--EXTENSIONS--
igbinary
session
--INI--
session.serialize_handler=larder
session.use_cookies=0
session.cache_limiter=
larder.fallback=php,igbinary
--FILE--
<?php

require __DIR__ . '/../same.inc';

$value = ['user' => 7, 'list' => [1, 'two']];
session_id('one');
session_set_save_handler(new class () implements SessionHandlerInterface {
    public function open(string $path, string $name): bool
    {
        return true;
    }

    public function close(): bool
    {
        return true;
    }

    public function read(string $id): string
    {
        return $GLOBALS['stored'];
    }

    public function write(string $id, string $data): bool
    {
        $GLOBALS['stored'] = $data;
        return true;
    }

    public function destroy(string $id): bool
    {
        return true;
    }

    public function gc(int $max_lifetime): int
    {
        return 0;
    }
}, false);
foreach ([serialize($value), igbinary_serialize($value), larder_serialize($value)] as $stored) {
    session_start();
    echo $_SESSION === $value ? 'read' : portrait($_SESSION), ', ';
    $_SESSION['new'] = true;
    session_write_close();
    echo larder_unserialize($stored) === $value + ['new' => true] ? 'written' : bin2hex($stored), "\n";
}
ini_set('larder.fallback', '');
$stored = serialize($value);
echo outcome(fn () => @session_start()), "\n";
--EXPECT--
read, written
read, written
read, written
no exception, but false
