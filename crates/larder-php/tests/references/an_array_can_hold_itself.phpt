--TEST--
Cycles through references
--FILE--
<?php

require __DIR__ . '/../same.inc';

$self = [];
$self['self'] = &$self;
same('itself', [&$self]);
$deep = [];
$deep['a'] = ['b' => ['top' => &$deep]];
same('itself, deep within', ['root' => &$deep]);
$one = ['name' => 'one'];
$two = ['name' => 'two', 'other' => &$one];
$one['other'] = &$two;
same('each other', [&$one, &$two]);
same('each other, one twice', [&$one, &$two, &$one]);
$middle = ['x' => []];
$inner = &$middle['x'];
$inner['up'] = &$inner;
same('an inner one', $middle);
$object = new stdClass();
$object->list = [];
$object->list['list'] = &$object->list;
$object->list['object'] = $object;
same('a property and its object', $object);
$twice = [];
$twice[] = &$twice;
$twice[] = &$twice;
same('itself twice', [&$twice]);

$read = larder([&$deep]);
$read[0]['seen'] = true;
var_dump(isset($read[0]['a']['b']['top']['a']['b']['top']['seen']));
unset($read);
var_dump(gc_collect_cycles() > 0);
--EXPECT--
itself: same
itself, deep within: same
each other: same
each other, one twice: same
an inner one: same
a property and its object: same
itself twice: same
bool(true)
bool(true)
