--TEST--
Settings are parsed once, and again when one of them changes or gets its first value back
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
apc.serializer=larder
--FILE--
<?php

final class Point
{
    public int $x = 1;
}

$fetch = function (): string {
    $found = @apcu_fetch('point');
    return is_object($found) ? $found::class : 'a miss';
};
apcu_store('point', new Point());
echo $fetch(), "\n";
ini_set('larder.allowed_classes', 'Point');
echo $fetch(), ', ', $fetch(), "\n";
ini_set('larder.allowed_classes', 'Other');
echo $fetch(), "\n";
ini_set('larder.allowed_classes', '*');
echo $fetch(), "\n";
ini_restore('larder.allowed_classes');
echo $fetch(), "\n";

echo "-- what is written\n";
$text = ['name' => str_repeat('ab', 50), 'same' => str_repeat('ab', 50)];
$size = function () use ($text): int {
    apcu_store('text', $text);
    assert(apcu_fetch('text') === $text);
    return apcu_key_info('text') === null ? 0 : array_column(apcu_cache_info()['cache_list'], 'mem_size', 'info')['text'];
};
$balanced = $size();
ini_set('larder.level', 'fast');
var_dump($size() > $balanced);
ini_set('larder.level', 'balanced');
var_dump($size() === $balanced);
var_dump(@ini_set('larder.level', 'no such level'), $size() === $balanced);
ini_set('larder.write', 'php');
var_dump($size() > $balanced);
--EXPECT--
a miss
Point, Point
a miss
Point
a miss
-- what is written
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
