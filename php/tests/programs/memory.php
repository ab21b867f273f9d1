<?php

declare(strict_types=1);

// php memory.php FOLDER: reads each file of the folder as the format before its first dot; prints a
// line of JSON for each: the file, its bytes, what reading it took at most, the seconds of the
// processor, and how it ended.

require __DIR__ . '/../Fixtures/Roomy.php';

error_reporting(E_ALL & ~E_DEPRECATED);
$seconds = static fn (): float => array_sum(array_map(
    static fn (string $of): float
        => getrusage()["ru_$of.tv_sec"] + getrusage()["ru_$of.tv_usec"] / 1e6,
    ['utime', 'stime'],
));
foreach (scandir($argv[1]) as $file) {
    if ($file[0] === '.') {
        continue;
    }
    $format = strstr($file, '.', true);
    $bytes = file_get_contents("$argv[1]/$file");
    gc_mem_caches();
    $options = ['allowed_classes' => true, 'fallback' => $format === 'larder' ? [] : [$format]];
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $started = $seconds();
    $value = null;
    try {
        $value = larder_unserialize($bytes, $options);
        $outcome = 'value';
    } catch (Larder\DecodeError $error) {
        $outcome = $error->kind;
    }
    $took = $seconds() - $started;
    $peak = memory_get_peak_usage() - $before;
    unset($value, $error);
    echo json_encode(
        [
            'file' => $file,
            'bytes' => strlen($bytes),
            'peak' => $peak,
            'seconds' => $took,
            'outcome' => $outcome,
        ]
    ), "\n";
}
