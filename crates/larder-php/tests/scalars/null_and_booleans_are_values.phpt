--TEST--
Null, true and false are values, and no sign of an error
--FILE--
<?php

require __DIR__ . '/../same.inc';

same('null', null);
same('true', true);
same('false', false);
same('mixed', [null, true, false, null, false, true]);
var_dump(larder(null), larder(true), larder(false));
--EXPECT--
null: same
true: same
false: same
mixed: same
NULL
bool(true)
bool(false)
