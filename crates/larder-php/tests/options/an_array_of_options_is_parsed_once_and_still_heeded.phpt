--TEST--
The same array of options with each call, changed in between, by reference, from calls in calls
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Point
{
    public int $x = 1;
}

final class Outer
{
    public static array $inner = [];
    public $point;

    public function __unserialize(array $data): void
    {
        $this->point = outcome(fn () => larder_unserialize($data['bytes'], self::$inner)::class);
    }

    public function __serialize(): array
    {
        return ['bytes' => larder_serialize(new Point())];
    }
}

$point = larder_serialize(new Point());
$read = fn (array $options) => outcome(fn () => larder_unserialize($point, $options)::class);

$options = ['allowed_classes' => ['Point']];
echo $read($options), "\n", $read($options), "\n";
echo "-- changed in place\n";
$options['allowed_classes'][0] = 'Outer';
echo strtok($read($options), ':'), "\n";
$options['allowed_classes'][] = 'Point';
echo $read($options), "\n";
echo "-- through references\n";
$list = ['Point'];
$options = ['allowed_classes' => &$list];
echo $read($options), "\n";
$list = ['Outer'];
echo strtok($read($options), ':'), "\n";
$name = 'Point';
$options = ['allowed_classes' => [&$name]];
echo $read($options), "\n";
$name = 'Outer';
echo strtok($read($options), ':'), "\n";
echo "-- made anew, perhaps at the same address\n";
for ($i = 0, $seen = []; $i < 100; $i++) {
    $fresh = ['allowed_classes' => [$i % 2 ? 'Point' : 'Outer']];
    $seen[strtok($read($fresh), ':')] = ($seen[strtok($read($fresh), ':')] ?? 0) + 1;
    unset($fresh);
}
print_r($seen);
echo "-- a call in a call\n";
Outer::$inner = ['allowed_classes' => ['Point']];
$outer = larder_serialize(new Outer());
$options = ['allowed_classes' => ['Outer']];
echo larder_unserialize($outer, $options)->point, ' ', larder_unserialize($outer, $options)->point, "\n";
Outer::$inner = $options;
echo strtok(larder_unserialize($outer, $options)->point, ':'), "\n";
echo "-- wrong, and wrong again\n";
$options = ['max_depth' => -1];
echo $read($options), "\n", $read($options), "\n";
echo outcome(fn () => larder_unserialize(larder_serialize(1), $options)), "\n";
--EXPECT--
no exception, but "Point"
no exception, but "Point"
-- changed in place
Larder\DecodeError refused
no exception, but "Point"
-- through references
no exception, but "Point"
Larder\DecodeError refused
no exception, but "Point"
Larder\DecodeError refused
-- made anew, perhaps at the same address
Array
(
    [Larder\DecodeError refused] => 50
    [no exception, but "Point"] => 50
)
-- a call in a call
no exception, but "Point" no exception, but "Point"
Larder\DecodeError refused
-- wrong, and wrong again
ValueError
ValueError
ValueError
