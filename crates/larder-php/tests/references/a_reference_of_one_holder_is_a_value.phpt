--TEST--
A reference that nothing shares is read as a plain value
--FILE--
<?php

require __DIR__ . '/../same.inc';

$rows = [['a', 'b'], ['c']];
foreach ($rows as &$row) {
    foreach ($row as &$cell) {
    }
    unset($cell);
}
unset($row);
same('left by foreach', $rows);

$walked = [['hello', 'world']];
array_walk_recursive($walked, function (string $text): void {
});
$again = [$walked[0]];
same('left by array_walk_recursive', [$walked, $again]);

function with_local(): array
{
    $local = 1;
    return ['kept' => &$local];
}
same('of a function that is over', with_local());

$copy = larder($rows);
$changed = $copy;
$changed[0][0] = 'changed';
var_dump($copy[0][0]);
--EXPECT--
left by foreach: same
left by array_walk_recursive: same
of a function that is over: same
string(1) "a"
