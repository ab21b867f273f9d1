--TEST--
ArrayObject and ArrayIterator keep storage, flags, properties and references
--INI--
error_reporting=24575
--FILE--
<?php

require __DIR__ . '/../same.inc';

// As of PHP 8.5, an object as a backing array is deprecated: error_reporting leaves E_DEPRECATED out.

#[AllowDynamicProperties]
class Collection extends ArrayObject
{
    protected $own = 'default';
    private array $more = [];

    public function set(string $own): static
    {
        $this->own = $own;
        $this->more[] = $own;
        return $this;
    }
}

same('empty', new ArrayObject());
same('list', new ArrayObject([1, 2, 3]));
same('map', new ArrayObject(['a' => 1, 5 => [2], '' => null]));
same('flags', new ArrayObject(['a' => 1], ArrayObject::ARRAY_AS_PROPS));
same('iterator class', new ArrayObject([1], 0, RecursiveArrayIterator::class));
same('of an object', new ArrayObject((object) ['a' => 1, 'b' => 2]));
same('of another', new ArrayObject(new ArrayObject([1, 2])));
same('iterator', new ArrayIterator([1, 2, 3]));
same('recursive iterator', new RecursiveArrayIterator([[1], [2]]));
same('own class', (new Collection([1, 2]))->set('set'));
same('rows', array_map(fn (int $n) => ['id' => $n, 'it' => new ArrayObject([$n])], range(1, 10)));

$self = new ArrayObject();
$self['self'] = $self;
same('itself', $self);
$shared = new ArrayObject([1]);
same('met again', [$shared, new ArrayObject([$shared, $shared]), &$shared]);

alike('references', function (callable $write, callable $read) {
    $number = 1;
    $object = new ArrayObject(['a' => &$number, 'b' => &$number]);
    $read = $read($write([$object, 'outside' => &$number]));
    $read['outside'] = 'changed';
    return [$read[0]['a'], $read[0]['b']];
});
same_outcome('what it wraps', function (callable $write, callable $read) {
    $inner = (object) ['a' => 1];
    $read = $read($write([$inner, new ArrayObject($inner)]));
    $read[0]->a = 'changed';
    return $read[1]['a'];
});
alike('dynamic properties', function (callable $write, callable $read) {
    $collection = new Collection(['storage']);
    $collection->dynamic = ['x'];
    $read = $read($write($collection));
    return [$read->dynamic, $read[0], $read];
});
alike('current element', function (callable $write, callable $read) {
    $iterator = new ArrayIterator(['a', 'b', 'c']);
    $iterator->next();
    return $read($write($iterator))->current();
});
--EXPECT--
empty: same
list: same
map: same
flags: same
iterator class: same
of an object: same
of another: same
iterator: same
recursive iterator: same
own class: same
rows: same
itself: same
met again: same
-- references
value: ["changed", "changed"]
what it wraps: as by way of PHP
-- dynamic properties
value: [["x"], "storage", #1 Collection {0 => 0, 1 => ["storage"], 2 => ["\000*\000own" => "default", "\000Collection\000more" => [], "dynamic" => ["x"]], 3 => NULL}]
-- current element
value: "a"
