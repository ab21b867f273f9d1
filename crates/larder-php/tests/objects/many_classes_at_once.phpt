--TEST--
Hundreds of classes, with names of every length
--FILE--
<?php

require __DIR__ . '/../same.inc';

for ($n = 0; $n < 300; $n++) {
    $name = 'C' . str_repeat('x', $n % 90) . $n;
    eval("namespace Larder\\Tests\\Classes; class $name { public \$n = $n; private \$p$n = '$name'; }");
    $name = "Larder\\Tests\\Classes\\$name";
    $objects[] = new $name();
}
eval('class Größe { public $länge = 1; } class I { public $_ = 1; }');
$objects[] = new Größe();
$objects[] = new I();
same('one of each', $objects);
same('each twice', [...$objects, ...array_reverse($objects)]);
--EXPECT--
one of each: same
each twice: same
