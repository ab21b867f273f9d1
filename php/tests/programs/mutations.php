<?php

declare(strict_types=1);

// php mutations.php SEED FIRST COUNT: tries so many mutations of the seed, from the first; prints
// how many had which outcome. The number of the one that is tried stands in the file that the
// variable LARDER_PROGRESS names.

use Larder\Tests\Mutation\Trial;

require __DIR__ . '/../../lab/src/autoload.php';

$cases = [
    'Hostile',
    'Fixtures/Roomy',
    'Mutation/Inputs',
    'Mutation/Mutator',
    'Mutation/Trial',
    'Mutation/Typed',
];
foreach ($cases as $class) {
    require __DIR__ . "/../$class.php";
}
[, $seed, $first, $count] = array_map('intval', $argv);
error_reporting(E_ALL & ~E_DEPRECATED & ~E_NOTICE & ~E_WARNING);
$progress = fopen(getenv('LARDER_PROGRESS') ?: 'php://memory', 'w');
$trial = new Trial($seed);
for ($number = $first; $number < $first + $count; $number++) {
    fseek($progress, 0);
    fwrite($progress, (string) $number);
    try {
        $trial->run($number);
    } catch (LogicException $exception) {
        fwrite(STDERR, "mutation $number of seed $seed: {$exception->getMessage()}\n");
        exit(1);
    }
}
ksort($trial->outcomes);
echo json_encode($trial->outcomes, JSON_PRETTY_PRINT), "\n";
