<?php

declare(strict_types=1);

// Switches sessions from PHP's own handler to Larder. In a real program these settings are in
// php.ini; any session.save_handler will do:
//
//     php examples/php/session.php

final class User
{
    public function __construct(public string $name)
    {
    }
}

$folder = sys_get_temp_dir() . '/larder-example-' . bin2hex(random_bytes(6));
mkdir($folder);
session_save_path($folder);
ini_set('session.use_cookies', '0');
session_cache_limiter('');
$id = session_create_id();

/** One request of a visitor, who comes back with the same id. */
function visit(string $id, callable $page): void
{
    session_id($id);
    session_start();
    $page();
    session_write_close();
}

$first = static fn (string $folder): string => file_get_contents(glob("$folder/*")[0]);

// Before.
ini_set('session.serialize_handler', 'php');
visit($id, static function (): void {
    $_SESSION['user'] = new User('Ada');
    $_SESSION['visits'] = 1;
});
$before = $first($folder);

// After: Larder writes, and reads what the handler php wrote.
ini_set('session.serialize_handler', 'larder');
ini_set('larder.fallback', 'php');
ini_set('larder.allowed_classes', '@core, User');
visit($id, static function (): void {
    $_SESSION['visits']++;
});
$after = $first($folder);
visit($id, static function (): void {
    $GLOBALS['line'] = "{$_SESSION['user']->name}, visit {$_SESSION['visits']}\n";
});

printf("php: %d bytes\n", strlen($before));
printf("Larder: %d bytes\n", strlen($after));
echo $line;

array_map('unlink', glob("$folder/*"));
rmdir($folder);
