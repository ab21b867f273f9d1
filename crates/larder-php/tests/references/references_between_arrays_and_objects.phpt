--TEST--
Properties, elements and objects share references in every direction
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Box
{
    public mixed $public = null;
    protected mixed $protected = null;
    private mixed $private = null;

    public function hold(mixed &$value): static
    {
        $this->public = &$value;
        $this->protected = &$value;
        $this->private = &$value;
        return $this;
    }
}

$number = 7;
$box = (new Box())->hold($number);
same('properties of every visibility', $box);
same('property and element', [$box, &$number]);
same('element before property', [&$number, $box]);
same('two boxes', [$box, (new Box())->hold($number)]);

$other = new Box();
$self = (new Box())->hold($other);
$other->public = $self;
same('object behind a reference', $self);
same('object by reference and without', [&$self, $self, [&$self]]);
$root = new Box();
$root->hold($root);
same('object that holds itself by reference', $root);
same('rows with one reference', array_map(function (int $n) use (&$number) {
    return ['id' => $n, 'total' => &$number];
}, range(1, 20)));
same('objects with one reference', array_map(function (int $n) use (&$number) {
    return (object) ['id' => $n, 'total' => &$number];
}, range(1, 20)));
--EXPECT--
properties of every visibility: same
property and element: same
element before property: same
two boxes: same
object behind a reference: same
object by reference and without: same
object that holds itself by reference: same
rows with one reference: same
objects with one reference: same
