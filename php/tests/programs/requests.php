<?php

declare(strict_types=1);

// phpcs:disable PSR1.Files.SideEffects

// A page that does what ?do says. ?do=check answers with the process and whether Larder works; the
// others begin a call of Larder that ends the request in its midst.

use Larder\Tests\Fixtures\OldTrap;
use Larder\Tests\Fixtures\Trap;

foreach (['Falling', 'OldTrap', 'Trap'] as $class) {
    require __DIR__ . "/../Fixtures/$class.php";
}

/** @return array<mixed> of all kinds, with strings that no array but this one holds */
function value(int $rows): array
{
    $value = ['text' => str_repeat('text ', 20), "key $rows" => 1.5];
    for ($n = 0; $n < $rows; $n++) {
        $value['rows'][] = ["id of $rows" => $n, 'name' => "name $n", 'tags' => ["tag $n", null]];
        $value["other $n"] = [$n, new OldTrap(), (object) ["a$n" => [$n]]];
    }
    $value['object'] = new Trap([1, 'text', ["key $rows" => new Trap()]]);
    $value['again'] = $value['object'];
    $value['reference'] = &$value['rows'];

    return $value;
}

function all(string $bytes): mixed
{
    return larder_unserialize(
        $bytes,
        ['allowed_classes' => true, 'fallback' => ['php', 'igbinary', 'msgpack']],
    );
}

$do = $_GET['do'] ?? 'check';
$rows = (int) ($_GET['rows'] ?? 30);
$value = value($rows);
$larder = larder_serialize($value);
if ($do === 'check') {
    $read = all($larder);
    $php = serialize($value);
    $same = serialize($read) === $php && $read['again'] === $read['object']
        && serialize(all($php)) === $php;
    echo $same ? 'works' : 'does not work', ' in ', getmypid();
    exit;
}
[$act, $springs] = explode('-', "$do-");
// What ends in Much or Rows takes more memory than there will be.
$much = match ($act) {
    'writeMuch' => array_fill(0, 30, random_bytes(1 << 20)),
    'readMuch', 'readMuchForeign' => array_map(
        static fn (): int => mt_rand(),
        array_fill(0, 1_500_000, 0),
    ),
    'readManyRows' => array_map(
        static fn (int $id): array => ['id' => $id, 'name' => 'name'],
        range(1, 80_000),
    ),
    default => $value,
};
if ($act === 'readForeign' || $act === 'readMuchForeign') {
    $much = serialize($much);
} elseif (str_starts_with($act, 'read')) {
    $much = larder_serialize($much);
}
echo 'begun';
// Room for the page, and not for what is much.
gc_mem_caches();
ini_set('memory_limit', (string) (memory_get_usage(true) + (24 << 20)));
Trap::$springs = $springs;
match ($act) {
    'write', 'writeMuch' => larder_serialize($much),
    'export' => larder_export($much, 'php'),
    'autoload' => spl_autoload_register(Trap::spring(...)) && all(
        str_replace('Fixtures\\OldTrap', 'Fixtures\\NoTrap1', $larder)
    ),
    'destructor' => all(
        str_replace('Fixtures\\OldTrap', 'Fixtures\\Falling', substr($larder, 0, -1))
    ),
    default => all($much),
};
echo 'ended';
