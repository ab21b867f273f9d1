--TEST--
Each level has the bytes that docs/FORMAT.md gives it, and larder_unserialize needs no level
--FILE--
<?php

require __DIR__ . '/../same.inc';

$rows = array_map(fn (int $n) => ['id' => $n, 'at' => "2026-01-01 11:21:0$n", 'state' => 'paid'], range(0, 9));
foreach (['text' => '2026-01-01 11:21:51', 'float' => 0.5, 'map' => ['u1234' => 1, 'u5678' => 2], 'rows' => $rows] as $what => $value) {
    foreach (LEVELS as $level) {
        $bytes = larder_serialize($value, null, $level);
        if (larder_unserialize($bytes) !== $value) {
            echo "$what at $level is not what it was\n";
        }
        $sizes[$what][$level] = strlen($bytes);
    }
}
var_dump(larder_serialize($rows) === larder_serialize($rows, level: 'balanced'));
var_dump(larder_serialize($rows, null, 'fast') === larder_serialize($rows, level: 'fast'));
echo json_encode($sizes), "\n";
echo bin2hex(larder_serialize('2026-01-01 11:21:51', null, 'fast')), "\n";
echo bin2hex(larder_serialize(array_slice($rows, 0, 2), null, 'fast')), "\n";
echo bin2hex(larder_serialize(['u1234' => 0.5], level: 'fast')), "\n";
echo bin2hex(larder_serialize([1000, 1001, 1002, 1003], level: 'fast')), "\n";
--EXPECT--
bool(true)
bool(true)
{"text":{"fast":22,"balanced":7,"small":7},"float":{"fast":11,"balanced":4,"small":4},"map":{"fast":18,"balanced":18,"small":18},"rows":{"fast":280,"balanced":44,"small":44}}
c14043323032362d30312d30312031313a32313a3531
c140f50d063269643261743573746174658402000043323032362d30312d30312031313a32313a303034706169640143323032362d30312d30312031313a32313a30313470616964
c1408301357531323334eb000000000000e03f
c140f10401d00f0800010203
