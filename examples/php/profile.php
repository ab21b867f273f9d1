<?php

declare(strict_types=1);

// Learns a profile from orders, and writes an order with it and without it:
//
//     make build && php -d extension="$PWD/target/release/liblarder_php.so"
//     examples/php/profile.php

use Larder\Profile;

/** @return array<string, mixed> */
function order(int $id): array
{
    return [
        'id' => 100_000 + $id,
        'state' => ['waiting for payment', 'paid in advance', 'delivered', 'returned'][$id % 4],
        'customer' => [
            'name' => "Customer $id",
            'country' => 'United Kingdom',
            'vip' => $id % 5 === 0,
        ],
        'lines' => [['sku' => "SKU-$id", 'quantity' => $id % 9 + 1]],
    ];
}

// Samples of the past, one JSON value per line. `larder train` also reads them from a live Redis.
$folder = sys_get_temp_dir() . '/larder-example-' . bin2hex(random_bytes(6));
mkdir($folder);
for ($id = 1; $id <= 400; $id++) {
    file_put_contents("$folder/orders.jsonl", json_encode(order($id)) . "\n", FILE_APPEND);
}
$larder = getenv('LARDER_COMMAND') ?: __DIR__ . '/../../target/release/larder';
$train = [$larder, 'train', "$folder/orders.jsonl", '-o', "$folder/orders.profile"];
$process = proc_open($train, [1 => ['file', '/dev/null', 'w'], 2 => STDERR], $pipes);
proc_close($process) === 0 || exit(1);

// A process loads the file once. Keep it as long as there are values that were written under it.
$profile = Profile::fromFile("$folder/orders.profile");
array_map('unlink', glob("$folder/*"));
rmdir($folder);

$order = order(500);
$bytes = larder_serialize($order, profile: $profile);
$same = larder_unserialize($bytes, ['profile' => $profile]) === $order;

printf("serialize: %d bytes\n", strlen(serialize($order)));
printf("Larder: %d bytes\n", strlen(larder_serialize($order)));
printf("Larder with a profile: %d bytes\n", strlen($bytes));
printf("The value is %s.\n", $same ? 'the same' : 'another');
