--TEST--
serialize writes as many digits as it is told; Larder writes all
--FILE--
<?php

require __DIR__ . '/../same.inc';

ini_set('serialize_precision', '5');
var_dump(larder(1 / 3) === 1 / 3, larder([0.1 + 0.2, 19.99]) === [0.1 + 0.2, 19.99], fdiv(1, larder(-0.0)));
--EXPECT--
bool(true)
bool(true)
float(-INF)
