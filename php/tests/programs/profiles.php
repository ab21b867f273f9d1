<?php

declare(strict_types=1);

// phpcs:disable PSR1.Files.SideEffects

// One of several programs that share values under the profiles in a Redis:
//
//     profiles.php PORT NUMBER COUNT
//
// It sets a value of its own and reads those of all programs, over and over, until its input ends.
// Then it prints what it did, as JSON. As a page of a web server (?port=N) it does so once;
// ?askEvery=N is the option of Larder\Profiles.

use Larder\Event;
use Larder\Profiles;
use Larder\RedisCache;

require_once __DIR__ . '/../../src/autoload.php';
require_once 'Psr/SimpleCache/autoload.php';

$isPage = PHP_SAPI !== 'cli';
[, $port, $number, $count] = $isPage ? [null, $_GET['port'], 0, 1] : $argv;
$redis = new Redis();
$redis->connect('127.0.0.1', (int) $port, 2.0);
$did = ['hit' => 0, 'miss' => 0, 'encode' => 0, 'errors' => []];
$cache = new RedisCache(
    $redis,
    profile: $profiles = new Profiles($redis, 'people', (int) ($_GET['askEvery'] ?? 60)),
    throwOnDecodeFailure: true,
    onEvent: static function (Event $event) use (&$did): void {
        $did[$event->kind] = ($did[$event->kind] ?? 0) + 1;
    },
);
$keys = array_map(static fn (int $n): string => "value-$n", range(0, $count - 1));
$turn = static function (int $n) use ($cache, $keys, $number, &$did): void {
    try {
        $cache->set($keys[$number], ['id' => $n, 'name' => "Somebody $n", 'role' => 'reader']);
        foreach ($cache->getMultiple($keys) as $value) {
            if ($value !== null && $value['name'] !== "Somebody {$value['id']}") {
                $did['errors'][] = 'another value';
            }
        }
    } catch (Throwable $error) {
        // One whose Redis is away has many.
        $did['errors'] = [...array_slice($did['errors'], -9), $error->getMessage()];
    }
};
if ($isPage) {
    // What another program has set, if there is any.
    $did['other'] = $cache->get('other');
    $turn(7);
    $did['current'] = $profiles->current()?->id();
    // Long enough that another worker serves the next request.
    usleep(20_000);
    $did['process'] = getmypid();
    $did['memory'] = memory_get_usage();
    echo json_encode($did);
    exit;
}
$turn(0);
echo "ready\n";
fgets(STDIN);
// All values are there from now on.
$did['miss'] = 0;
stream_set_blocking(STDIN, false);
for ($n = 1; !feof(STDIN); $n++) {
    $turn($n);
    usleep(20_000);
    fgets(STDIN);
}
$did['current'] = $profiles->current()?->id();
echo json_encode($did);
