--TEST--
Few bytes that stand for much are an error, not memory
--FILE--
<?php

require __DIR__ . '/../same.inc';

$huge = "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F";
$half = "\xFF\xFF\xFF\x7F";
foreach ([$huge, $half] as $count) {
    $tags = ["\xF0", "\xF1", "\xF2", "\xF3", "\xF5", "\xEF", "\xF6", "\xFB", "\xFF", "\xFD\x00", "\xFD\x0B\x31A", "\xF1$count\x01\x00", "\xF1$count\x11"];
    foreach ($tags as $tag) {
        for ($rest = 0; $rest < 3; $rest++) {
            $outcome = outcome(fn () => larder_unserialize("\xC1\x40$tag$count" . str_repeat("\0", $rest), ['allowed_classes' => true]));
            if (!str_starts_with($outcome, 'Larder\DecodeError')) {
                echo bin2hex($tag), ": $outcome\n";
            }
        }
    }
}
var_dump(memory_get_peak_usage() < 16 << 20);
--EXPECT--
bool(true)
