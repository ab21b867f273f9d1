--TEST--
Class names that PHP cannot have are classes that do not exist, or refused; never more
--FILE--
<?php

require __DIR__ . '/../same.inc';

$loaded = [];
spl_autoload_register(function (string $class) use (&$loaded): void {
    $loaded[] = $class;
});
$names = ['', '\\', '\\Absolute', 'A\\', '../../etc/passwd', 'class@anonymous', "A\0B", "Line\nBreak", 'a b', '1', str_repeat('x', 5000), "\u{1F600}"];
foreach ($names as $class) {
    $bytes = "\xC1\x40\xFD\x0C" . body($class) . body([]);
    try {
        echo get_debug_type(larder_unserialize($bytes, ['allowed_classes' => true])), "\n";
    } catch (Larder\DecodeError $error) {
        echo "$error->kind\n";
    }
}

function body(mixed $value): string
{
    return substr(larder_serialize($value), 2);
}
--EXPECTREGEX--
((__PHP_Incomplete_Class|refused)\n?){12}
