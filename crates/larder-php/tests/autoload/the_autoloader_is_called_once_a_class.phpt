--TEST--
Classes that do not exist yet are loaded, and only those that are allowed
--FILE--
<?php

require __DIR__ . '/../same.inc';

spl_autoload_register(function (string $class): void {
    echo 'autoload ', rtrim($class, '0..9'), "\n";
    if (str_starts_with($class, 'Loaded')) {
        eval("#[AllowDynamicProperties] class $class { public \$a = 'default'; public function __wakeup() { echo \"__wakeup\\n\"; } }");
    }
});

alike('loaded', function (callable $write, callable $read) {
    // a class for each way, as it is loaded once
    static $way = 0;
    $way++;
    $text = 'a:3:{i:0;O:7:"Loaded%1$d":1:{s:1:"a";i:1;}i:1;O:7:"Loaded%1$d":1:{s:1:"b";i:2;}i:2;r:2;}';
    return array_column($read($write(unmade(sprintf($text, $way)))), 'a');
});
$bytes = larder_serialize(unmade('a:2:{i:0;O:7:"Loaded3":1:{s:1:"a";i:1;}i:1;O:7:"Loaded3":1:{s:1:"b";i:2;}}'));
echo portrait(larder_unserialize($bytes, ['allowed_classes' => ['Loaded3']])), "\n";
$bytes = larder_serialize(unmade('a:2:{i:0;O:7:"Loaded4":1:{s:1:"a";i:1;}i:1;O:7:"Loaded5":1:{s:1:"b";i:2;}}'));
echo "not allowed\n";
echo outcome(fn () => larder_unserialize($bytes), 'Loaded'), "\n";
echo outcome(fn () => larder_unserialize($bytes, ['allowed_classes' => ['loaded1', 'x']]), 'Loaded'), "\n";
var_dump(class_exists('Loaded4', false), class_exists('Loaded5', false));
--EXPECT--
-- loaded
autoload Loaded
__wakeup
__wakeup
value: [1, "default", 1]
autoload Loaded
__wakeup
__wakeup
[#1 Loaded3 {"a" => 1}, #2 Loaded3 {"a" => "default", "b" => 2}]
not allowed
Larder\DecodeError refused
Larder\DecodeError refused
bool(false)
bool(false)
