--TEST--
serialize writes null within an array that is given by value and holds itself; Larder writes what is there
--FILE--
<?php

require __DIR__ . '/../same.inc';

$self = [1];
$self['self'] = &$self;
$deep = ['before' => 1];
$deep['a'] = ['b' => ['top' => &$deep, 'beside' => 2]];
$one = ['name' => 'one'];
$two = ['name' => 'two', 'other' => &$one];
$one['other'] = &$two;

/** Arrays that hold themselves by references that nothing else holds. */
function locals(): array
{
    $self = [1];
    $self['self'] = &$self;
    $one = ['name' => 'one'];
    $two = ['name' => 'two', 'other' => &$one];
    $one['other'] = &$two;
    return [[$self], [$two]];
}

foreach ([$self, $deep, $one, [$self, $deep, $one], locals()[0]] as $value) {
    var_dump(portrait(larder($value)) === portrait($value));
}
$read = larder(locals()[1])[0];
echo $read['name'], ' ', $read['other']['name'], ' ', $read['other']['other']['name'], ' ', $read['other']['other']['other']['name'], "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
two one two one
