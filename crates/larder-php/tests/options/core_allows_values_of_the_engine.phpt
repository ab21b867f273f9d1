--TEST--
@core allows PHP's own classes of values, whatever format they come in, and nothing that they hold or name
--FILE--
<?php

require __DIR__ . '/../same.inc';

spl_autoload_register(function (string $class): void {
    echo "the autoloader is asked for $class\n";
});

class Own extends ArrayObject
{
}

class OwnIterator extends ArrayIterator
{
}

$zone = new DateTimeZone('Europe/Berlin');
$since = new DateTimeImmutable('2026-11-22 01:02:03', $zone);
$list = new SplDoublyLinkedList();
$list[] = $since;
$queue = new SplQueue();
$queue[] = 1;
$stack = new SplStack();
$stack[] = 2;
$storage = new SplObjectStorage();
$storage[$since] = 'data';
$values = [
    (object) ['a' => 1], new DateTime('2026-11-22'), $since, $zone, new DateInterval('P1D'), new DatePeriod($since, new DateInterval('P1D'), 2),
    new ArrayObject([1, 'a' => $since]), new ArrayIterator([1]), new RecursiveArrayIterator([1, [2]]), $storage, $list, $queue, $stack,
    SplFixedArray::fromArray([1, $since]),
];
$core = ['allowed_classes' => ['@core']];
foreach ($values as $value) {
    $ways = [
        'larder' => larder_unserialize(larder_serialize($value), $core),
        'php' => larder_unserialize(serialize($value), $core + ['fallback' => ['php']]),
        'export' => larder_unserialize(larder_export($value, 'igbinary'), $core + ['fallback' => ['igbinary']]),
    ];
    foreach ($ways as $way => $read) {
        if (portrait($read) !== portrait($value)) {
            echo $value::class, " by way of $way:\n", difference(portrait($value), portrait($read));
        }
    }
}
echo count($values), " classes\n";

$refused = fn (mixed $value, string ...$allowed) => outcome(
    fn () => larder_unserialize(is_string($value) ? $value : larder_serialize($value), ['allowed_classes' => $allowed, 'fallback' => ['php']]),
);
echo 'a class of the user: ', $refused(new Own(), '@core'), "\n";
echo 'allowed beside it: ', get_class(larder_unserialize(larder_serialize(new Own()), ['allowed_classes' => ['@Core', 'own']])), "\n";
echo 'within one: ', $refused(new ArrayObject([new Own()]), '@core'), "\n";
echo 'the iterator that one names: ', $refused(new ArrayObject([], 0, OwnIterator::class), '@core'), "\n";
echo 'an iterator that is no class yet: ', $refused('O:11:"ArrayObject":4:{i:0;i:0;i:1;a:0:{}i:2;a:0:{}i:3;s:4:"Evil";}', '@core'), "\n";
echo 'an iterator of a class of its own: ', $refused('O:3:"Own":4:{i:0;i:0;i:1;a:0:{}i:2;a:0:{}i:3;s:16:"SplObjectStorage";}', 'Own'), "\n";
$iterator = larder_unserialize(
    larder_serialize(new ArrayObject([], 0, OwnIterator::class)),
    ['allowed_classes' => ['@core', 'OwnIterator']],
);
echo 'an iterator that is allowed: ', $iterator->getIteratorClass(), "\n";
$own = 'x:i:0;a:1:{i:0;O:8:"Unlisted":0:{}};m:a:0:{}';
$old = 'C:11:"ArrayObject":' . strlen($own) . ":{{$own}}";
echo 'what PHP before 7.4 wrote: ', $refused($old, '@core'), ', ', $refused(str_replace('C:11:"ArrayObject"', 'C:3:"Own"', $old), 'Own'), "\n";
echo 'a heap, an exception: ', $refused(new SplMinHeap(), '@core'), ', ', $refused('O:9:"Exception":0:{}', '@core'), "\n";
echo 'the message: ', outcome(fn () => larder_unserialize(larder_serialize($since)), '@core'), "\n";
echo 'no such group: ', outcome(fn () => larder_unserialize('', ['allowed_classes' => ['@spl']]), '@spl', '@core'), "\n";
--EXPECT--
14 classes
a class of the user: Larder\DecodeError refused
allowed beside it: Own
within one: Larder\DecodeError refused
the iterator that one names: Larder\DecodeError refused
an iterator that is no class yet: Larder\DecodeError refused
an iterator of a class of its own: Larder\DecodeError refused
an iterator that is allowed: OwnIterator
what PHP before 7.4 wrote: Larder\DecodeError refused, Larder\DecodeError refused
a heap, an exception: Larder\DecodeError refused, Larder\DecodeError refused
the message: Larder\DecodeError refused
no such group: ValueError
