<?php

declare(strict_types=1);

// Stores values in APCu and prints, as JSON, what each was, what it is now, and how fetching it failed if it did.

require __DIR__ . '/../Fixtures/User.php';

use Larder\Tests\Fixtures\User;

$user = new User(7);
$user->friend = new User(8, 'Grace', []);
$values = [
    'null' => null, 'false' => false, 'integer' => 42, 'text' => '42', 'bytes' => "\xFF\x00", 'float' => 0.1,
    'empty' => [], 'nested' => [1, ['two' => [3.0, [null, 'four']]], 5 => 'five'],
    'user' => $user, 'users' => ['a' => $user, 'b' => [$user, $user]],
];
$seen = [];
foreach ($values as $name => $value) {
    try {
        apcu_store($name, $value);
        $fetched = base64_encode(serialize(apcu_fetch($name)));
        $seen[$name] = ['was' => base64_encode(serialize($value)), 'is' => $fetched, 'failed' => null];
    } catch (Throwable $error) {
        $seen[$name] = ['was' => base64_encode(serialize($value)), 'is' => null, 'failed' => $error->getMessage()];
    }
}
echo json_encode($seen);
