--TEST--
A __serialize or __sleep that changes what is being written harms nothing
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Changes
{
    public $own = 'own';

    /** @param Closure(): void $change */
    public function __construct(private ?Closure $change = null)
    {
    }

    public function __serialize(): array
    {
        ($this->change)();
        return ['own' => $this->own];
    }

    public function __unserialize(array $data): void
    {
        $this->own = $data['own'];
    }
}

class ChangesInSleep extends Changes
{
    public function __serialize(): array
    {
        return parent::__serialize() + ['more' => str_repeat('x', 100)];
    }
}

/** That it can be read, and that the parts that nothing changed are there. */
function harmless(string $what, mixed $value): void
{
    $read = larder($value);
    echo "$what: ", (is_array($read) ? $read['first'] : $read->first) === 'first' ? 'read' : 'differs', "\n";
}

foreach ([Changes::class, ChangesInSleep::class] as $class) {
    $array = ['first' => 'first', 'changes' => null, 'last' => [1, 2]];
    $array['changes'] = new $class(function () use (&$array): void {
        $array = null;
    });
    harmless('an array is replaced', $array ?? []);

    $array = ['first' => 'first', 'changes' => null, 'last' => [1, 2]];
    $array['by reference'] = &$array;
    $array['changes'] = new $class(function () use (&$array): void {
        unset($array['last'], $array['first']);
        for ($n = 0; $n < 100; $n++) {
            $array["new $n"] = str_repeat('new', $n);
        }
    });
    harmless('an array that holds itself grows', $array);

    $object = new stdClass();
    $object->first = 'first';
    $object->changes = new $class(function () use ($object): void {
        unset($object->later);
        for ($n = 0; $n < 100; $n++) {
            $object->{"new $n"} = [$n];
        }
    });
    $object->later = [str_repeat('later', 10)];
    harmless('an object grows', $object);

    $list = [];
    $rows = ['first' => 'first', 'rows' => &$list];
    for ($n = 0; $n < 20; $n++) {
        $list[] = ['id' => $n, 'changes' => new $class(function () use (&$list, $n): void {
            $list[($n + 1) % 20]['id'] = "changed by $n";
            unset($list[19 - $n]['changes']);
            $list[] = ['other' => 'shape'];
        }), 'text' => "text $n"];
    }
    harmless('rows change', $rows);

    $number = 1;
    $references = ['first' => 'first', 'before' => &$number, 'changes' => new $class(function () use (&$number): void {
        $number = [str_repeat('now a list', 10)];
    }), 'after' => &$number];
    harmless('a reference changes its type', $references);

    $freed = new stdClass();
    $freed->first = 'first';
    $freed->inner = (object) ['changes' => new $class(function () use ($freed): void {
        $freed->inner = null;
        gc_collect_cycles();
    }), 'text' => str_repeat('text', 10)];
    harmless('an object is let go', $freed);
}
--EXPECT--
an array is replaced: read
an array that holds itself grows: read
an object grows: read
rows change: read
a reference changes its type: read
an object is let go: read
an array is replaced: read
an array that holds itself grows: read
an object grows: read
rows change: read
a reference changes its type: read
an object is let go: read
