<?php

declare(strict_types=1);

// Stores values in APCu and prints, as JSON, what each was, what it is now, whether it was found,
// what was warned of, and how fetching it failed if it did.

require __DIR__ . '/../Fixtures/User.php';

use Larder\Tests\Fixtures\User;

$user = new User(7);
$user->friend = new User(8, 'Grace', []);
$values = [
    'null' => null, 'false' => false, 'integer' => 42, 'text' => '42', 'bytes' => "\xFF\x00",
    'float' => 0.1,
    'empty' => [], 'nested' => [1, ['two' => [3.0, [null, 'four']]], 5 => 'five'],
    'user' => $user, 'users' => ['a' => $user, 'b' => [$user, $user]],
];
$seen = [];
$warning = null;
set_error_handler(static function (int $level, string $message) use (&$warning): bool {
    $warning = $message;
    return true;
});
foreach ($values as $name => $value) {
    try {
        $warning = $fetched = null;
        $found = false;
        apcu_store($name, $value);
        $fetched = base64_encode(serialize(apcu_fetch($name, $found)));
        $failed = null;
    } catch (Throwable $error) {
        $failed = $error->getMessage();
    }
    $seen[$name] = [
        'was' => base64_encode(serialize($value)),
        'is' => $fetched,
        'found' => $found,
        'warning' => $warning,
        'failed' => $failed,
    ];
}
echo json_encode($seen);
