--TEST--
SplObjectStorage keeps objects, their data and identity
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Storage extends SplObjectStorage
{
    public $own = 'default';
}

$one = (object) ['n' => 1];
$two = (object) ['n' => 2];
$storage = new SplObjectStorage();
same('empty', $storage);
$storage[$one] = 'data';
$storage[$two] = $one;
same('two', $storage);
same('with what it holds', [$one, $storage, $two]);
$storage[$storage] = [$storage];
same('itself', $storage);
$own = new Storage();
$own->own = $storage;
$own[$one] = null;
same('own class', $own);
$number = 1;
$references = new SplObjectStorage();
$data = [&$number, &$number];
$references[$one] = $data;
same('references', [$references, &$number]);
same('rows', array_map(fn (int $n) => ['id' => $n, 'it' => $own], range(1, 10)));

$read = larder([$one, $storage]);
var_dump($read[1][$read[0]], count($read[1]), isset($read[1][new stdClass()]));
--EXPECT--
empty: same
two: same
with what it holds: same
itself: same
own class: same
references: same
rows: same
string(4) "data"
int(3)
bool(false)
