--TEST--
What was read is freed when it is let go, cycles by the garbage collector
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Counted
{
    public static int $alive = 0;
    public $other;
    public $bulk;

    public function __wakeup(): void
    {
        self::$alive++;
    }

    public function __destruct()
    {
        self::$alive--;
    }
}

$one = new Counted();
$one->bulk = range(1, 100);
$two = new Counted();
$two->other = $one;
$one->other = [$two, 'self' => $one];
$bytes = larder_serialize([$one, $two, new Counted()]);
unset($one, $two);
gc_collect_cycles();
Counted::$alive = 0;

$read = larder_unserialize($bytes, ['allowed_classes' => [Counted::class]]);
var_dump(Counted::$alive);
$read = null;
var_dump(Counted::$alive);
gc_collect_cycles();
var_dump(Counted::$alive);

for ($n = 0; $n < 12_000; $n++) {
    larder_unserialize($bytes, ['allowed_classes' => [Counted::class]]);
}
var_dump(Counted::$alive < 24_000 && memory_get_usage() < 64 << 20);
--EXPECT--
int(3)
int(2)
int(0)
bool(true)
