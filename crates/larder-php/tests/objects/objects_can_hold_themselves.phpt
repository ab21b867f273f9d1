--TEST--
Cycles of objects come back as cycles
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Node
{
    public ?Node $parent = null;

    /** @var Node[] */
    public array $children = [];

    public function __construct(public string $name)
    {
    }

    public function add(Node $child): static
    {
        $child->parent = $this;
        $this->children[] = $child;
        return $this;
    }
}

$self = new Node('self');
$self->parent = $self;
same('itself', $self);
$tree = (new Node('root'))->add((new Node('a'))->add(new Node('a1'))->add(new Node('a2')))->add(new Node('b'));
same('a tree that knows its parents', $tree);
same('a part of the tree', $tree->children[0]);
$one = new stdClass();
$two = new stdClass();
$one->other = $two;
$two->other = $one;
same('each other', [$one, $two]);
$one->list = [[['deep' => $one]]];
same('through arrays', $one);

$read = larder($tree);
var_dump($read->children[0]->children[1]->parent->parent === $read);
unset($read);
var_dump(gc_collect_cycles() > 0);
--EXPECT--
itself: same
a tree that knows its parents: same
a part of the tree: same
each other: same
through arrays: same
bool(true)
bool(true)
