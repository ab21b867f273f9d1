--TEST--
Closures, generators, anonymous classes and the like are an EncodeError
--FILE--
<?php

require __DIR__ . '/../same.inc';

function generator(): Generator
{
    yield 1;
}

function refused(string $what, mixed $value, string ...$words): void
{
    $places = ['alone' => $value, 'within' => ['a' => [1, (object) ['b' => $value]]], 'in rows' => array_fill(0, 20, ['id' => 1, 'it' => $value])];
    foreach ($places as $where => $one) {
        echo "$what, $where: ", outcome(fn () => larder_serialize($one), ...$words), "\n";
    }
}

$weak = new WeakMap();
$weak[$weak] = 1;
refused('closure', fn () => 1, 'Closure');
refused('first-class callable', strlen(...), 'Closure');
refused('generator', generator(), 'Generator');
refused('anonymous class', new class () {
    public $a = 1;
}, 'class@anonymous');
refused('anonymous class that has a parent', new class () extends ArrayObject {
}, 'ArrayObject@anonymous');
refused('weak map', $weak, 'WeakMap');
refused('weak reference', WeakReference::create($weak), 'WeakReference');
refused('reflection', new ReflectionClass('stdClass'), 'ReflectionClass');
refused('file', new SplFileObject(__FILE__), 'SplFileObject');
refused('fiber', new Fiber(fn () => 1), 'Fiber');
refused('hash', hash_init('xxh3'), 'HashContext');
--EXPECT--
closure, alone: Larder\EncodeError refused
closure, within: Larder\EncodeError refused
closure, in rows: Larder\EncodeError refused
first-class callable, alone: Larder\EncodeError refused
first-class callable, within: Larder\EncodeError refused
first-class callable, in rows: Larder\EncodeError refused
generator, alone: Larder\EncodeError refused
generator, within: Larder\EncodeError refused
generator, in rows: Larder\EncodeError refused
anonymous class, alone: Larder\EncodeError refused
anonymous class, within: Larder\EncodeError refused
anonymous class, in rows: Larder\EncodeError refused
anonymous class that has a parent, alone: Larder\EncodeError refused
anonymous class that has a parent, within: Larder\EncodeError refused
anonymous class that has a parent, in rows: Larder\EncodeError refused
weak map, alone: Larder\EncodeError refused
weak map, within: Larder\EncodeError refused
weak map, in rows: Larder\EncodeError refused
weak reference, alone: Larder\EncodeError refused
weak reference, within: Larder\EncodeError refused
weak reference, in rows: Larder\EncodeError refused
reflection, alone: Larder\EncodeError refused
reflection, within: Larder\EncodeError refused
reflection, in rows: Larder\EncodeError refused
file, alone: Larder\EncodeError refused
file, within: Larder\EncodeError refused
file, in rows: Larder\EncodeError refused
fiber, alone: Larder\EncodeError refused
fiber, within: Larder\EncodeError refused
fiber, in rows: Larder\EncodeError refused
hash, alone: Exception
hash, within: Exception
hash, in rows: Exception
