--TEST--
phpinfo shows the extension, its version and its settings
--FILE--
<?php

require __DIR__ . '/../same.inc';

ob_start();
phpinfo(INFO_MODULES);
$info = ob_get_clean();
preg_match('/^larder$(.*?)(?=^\w+$\n\n|\z)/ms', $info, $section);
var_dump(isset($section[1]), str_contains($section[1] ?? '', 'larder.allowed_classes'), str_contains($section[1] ?? '', 'larder.fallback'));
var_dump(extension_loaded('larder'), preg_match('/^\d+\.\d+\.\d+/', (string) phpversion('larder')));
$extension = new ReflectionExtension('larder');
echo implode(', ', array_keys($extension->getFunctions())), "\n";
$names = [...$extension->getClassNames(), ...array_keys($extension->getINIEntries())];
sort($names);
echo implode(', ', $names), ': ', implode(', ', array_map(json_encode(...), $extension->getINIEntries())), "\n";
var_dump(ini_set('larder.allowed_classes', '*'), ini_set('larder.fallback', 'php,igbinary'), ini_get('larder.fallback'));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
int(1)
larder_serialize, larder_unserialize, larder_export, Larder\stats
Larder\DecodeError, Larder\EncodeError, Larder\Profile, larder.allowed_classes, larder.fallback, larder.level, larder.stats, larder.write: "", "", "balanced", "0", "larder"
string(0) ""
string(0) ""
string(12) "php,igbinary"
