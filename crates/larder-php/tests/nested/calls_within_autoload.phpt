--TEST--
The autoloader may use Larder itself
--FILE--
<?php

require __DIR__ . '/../same.inc';

spl_autoload_register(function (string $class): void {
    $source = larder(['code' => "class $class { public \$a = 'default'; }", 'object' => (object) ['class' => $class]]);
    if ($source['object']->class === $class && $class !== 'Never') {
        eval($source['code']);
    }
});
echo portrait(larder(unmade('a:4:{i:0;O:3:"One":0:{}i:1;O:3:"Two":1:{s:1:"a";O:5:"Three":0:{}}i:2;O:3:"One":0:{}i:3;O:5:"Never":0:{}}'))), "\n";
--EXPECT--
[#1 One {"a" => "default"}, #2 Two {"a" => #3 Three {"a" => "default"}}, #4 One {"a" => "default"}, #5 __PHP_Incomplete_Class {"__PHP_Incomplete_Class_Name" => "Never"}]
