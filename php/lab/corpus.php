<?php

/**
 * Serializes values with PHP's own extensions, and reads what another wrote of the same values.
 *
 * php corpus.php write FORMAT COUNT SEED
 *     Writes values as lines of JSON, {"bytes": base64, "value": notation}, and those of Cases with
 *     a name.
 *
 * php corpus.php read FORMAT COUNT SEED
 *     Reads lines of base64 from standard input, as JSON strings, one for each value without a
 *     name. Tells what differs, and exits with 1 if anything does.
 *
 * FORMAT is php, igbinary or msgpack; the notation is that of vectors/README.md.
 */

declare(strict_types=1);

use Larder\Lab\Corpus\Cases;
use Larder\Lab\Corpus\Generator;
use Larder\Lab\Corpus\Notation;

require __DIR__ . '/src/autoload.php';

const MAX_TOLD = 10;

ini_set('display_errors', 'stderr');
ini_set('memory_limit', '-1');
ini_set('serialize_precision', '-1');
error_reporting(E_ALL & ~E_DEPRECATED);

[, $verb, $format, $count, $seed] = $argv + array_fill(0, 5, '');
$formats = [
    'php' => ['standard', serialize(...), unserialize(...)],
    'igbinary' => ['igbinary', 'igbinary_serialize', 'igbinary_unserialize'],
    'msgpack' => ['msgpack', 'msgpack_pack', 'msgpack_unpack'],
];
if (!in_array($verb, ['write', 'read'], true) || !isset($formats[$format]) || $argc !== 5) {
    fwrite(STDERR, "usage: php corpus.php write | read, php | igbinary | msgpack, COUNT SEED\n");
    exit(2);
}
[$extension, $encode, $decode] = $formats[$format];
if (!extension_loaded($extension)) {
    fwrite(
        STDERR,
        "the extension $extension of PHP is not loaded: apt-get install php-$extension\n",
    );
    exit(3);
}
if ($format === 'igbinary') {
    ini_set('igbinary.compact_strings', '1');
}

$notation = static fn (mixed $value): string => Notation::of($value, $format === 'igbinary');
$values = (new Generator($format, (int) $seed))->values((int) $count);

if ($verb === 'write') {
    $write = static function (mixed $value, string $name) use ($encode, $notation): void {
        $bytes = base64_encode($encode($value));
        $named = $name === '' ? '' : "\"name\":\"$name\",";
        echo '{"bytes":"', $bytes, '",', $named, '"value":', $notation($value), "}\n";
    };
    foreach ($values as $value) {
        $write($value, '');
    }
    foreach ($format === 'msgpack' ? [] : Cases::all() as $name => $value) {
        $write($value, $name);
    }
    exit(0);
}

$differences = 0;
foreach ($values as $at => $value) {
    $line = fgets(STDIN);
    $bytes = $line === false ? false : base64_decode(json_decode($line), true);
    $expected = $notation($value);
    $actual = $bytes === false ? 'nothing' : $notation($decode($bytes));
    if ($actual !== $expected && ++$differences <= MAX_TOLD) {
        $indent = str_repeat(' ', strlen("value $at"));
        echo "value $at: expected $expected\n$indent  read     $actual\n";
    }
}
if (fgets(STDIN) !== false) {
    echo "more lines than values\n";
    $differences++;
}
exit($differences === 0 ? 0 : 1);
