--TEST--
__serialize, __sleep and Serializable::serialize run once an object, in order, in rows as well
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Asked
{
    public function __construct(public int $n)
    {
    }
}

class AskedToSerialize extends Asked
{
    public function __serialize(): array
    {
        echo " s$this->n";
        return ['n' => $this->n, 'random' => mt_rand()];
    }
}

class AskedToSleep extends Asked
{
    public function __sleep(): array
    {
        echo " z$this->n";
        return ['n'];
    }
}

alike('rows', function (callable $write, callable $read) {
    $shared = new AskedToSerialize(0);
    $write(array_map(
        fn (int $n) => ['a' => new AskedToSerialize($n), 'b' => new AskedToSleep($n), 'c' => $shared, 'd' => [new AskedToSleep(-$n)]],
        range(1, 20),
    ));
});
alike('objects', function (callable $write, callable $read) {
    $write(array_map(fn (int $n) => new AskedToSleep($n), range(1, 20)));
    $write(array_map(fn (int $n) => new AskedToSerialize($n), range(1, 20)));
});
alike('of changing shapes', function (callable $write, callable $read) {
    $write(array_map(fn (int $n) => $n % 3 ? ['a' => new AskedToSerialize($n)] : ['b' => new AskedToSleep($n), 'x' => $n], range(1, 20)));
});
--EXPECT--
-- rows
s1 z1 s0 z-1 s2 z2 z-2 s3 z3 z-3 s4 z4 z-4 s5 z5 z-5 s6 z6 z-6 s7 z7 z-7 s8 z8 z-8 s9 z9 z-9 s10 z10 z-10 s11 z11 z-11 s12 z12 z-12 s13 z13 z-13 s14 z14 z-14 s15 z15 z-15 s16 z16 z-16 s17 z17 z-17 s18 z18 z-18 s19 z19 z-19 s20 z20 z-20value: NULL
-- objects
z1 z2 z3 z4 z5 z6 z7 z8 z9 z10 z11 z12 z13 z14 z15 z16 z17 z18 z19 z20 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 s13 s14 s15 s16 s17 s18 s19 s20value: NULL
-- of changing shapes
s1 s2 z3 s4 s5 z6 s7 s8 z9 s10 s11 z12 s13 s14 z15 s16 s17 z18 s19 s20value: NULL
