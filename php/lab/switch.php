<?php

/**
 * What `scripts/document switch` measures `larder switch` with.
 *
 * php switch.php fill PORT COUNT
 *     Sets COUNT values of some 300 bytes in igbinary, and prints their mean size.
 *
 * php switch.php others PORT SECONDS
 *     Sets and gets values of its own, a thousand commands a second, for so long or until SIGINT,
 *     and prints the median and the 99th percentile of the milliseconds that one takes.
 */

declare(strict_types=1);

const BATCH = 1000;
const PAUSE = 1_000_000;

[, $verb, $port, $number] = $argv + array_fill(0, 4, '');
if (!in_array($verb, ['fill', 'others'], true) || $argc !== 4) {
    fwrite(STDERR, "usage: php switch.php fill PORT COUNT | others PORT SECONDS\n");
    exit(2);
}
$redis = new Redis();
$redis->connect('127.0.0.1', (int) $port, 10.0);

if ($verb === 'fill') {
    mt_srand(1);
    $bytes = 0;
    for ($id = 0; $id < $number;) {
        $pipe = $redis->multi(Redis::PIPELINE);
        for ($end = min($number, $id + BATCH); $id < $end; $id++) {
            $value = igbinary_serialize([
                'id' => $id,
                'name' => "Customer number $id",
                'email' => "customer$id@example.com",
                'roles' => ['editor', 'author'],
                'active' => $id % 2 === 0,
                'score' => mt_rand(0, 10000) / 100,
                'visits' => mt_rand(0, 5000),
                'address' => [
                    'street' => mt_rand(1, 999) . ' Main Street',
                    'city' => 'Springfield',
                    'postcode' => sprintf('%05d', mt_rand(0, 99999)),
                    'country' => 'United States',
                ],
                'created' => date('c', 1_600_000_000 + $id),
                'token' => md5((string) $id),
            ]);
            $bytes += strlen($value);
            $pipe->set("customer:$id", $value);
        }
        $pipe->exec();
    }
    echo round($bytes / max(1, $number)), "\n";
    exit(0);
}

$is_over = false;
pcntl_async_signals(true);
pcntl_signal(SIGINT, static function () use (&$is_over): void {
    $is_over = true;
});
$took = [];
$until = hrtime(true) + $number * 1_000_000_000;
for ($turn = 0; !$is_over && ($due = hrtime(true)) < $until; $turn++) {
    $key = 'other:' . mt_rand(0, 9999);
    $turn % 2 === 0 ? $redis->set($key, "$turn") : $redis->get($key);
    $took[] = (hrtime(true) - $due) / 1e6;
    $left = $due + PAUSE - hrtime(true);
    if ($left > 0) {
        usleep(intdiv($left, 1000));
    }
}
sort($took);
$part = static fn (float $share): string => sprintf('%.2f', $took[(int) ($share * count($took))]);
echo $part(0.5), ' ', $part(0.99), "\n";
