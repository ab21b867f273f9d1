--TEST--
A value that is cut at any byte is a DecodeError, and leaves nothing behind
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Node
{
    public $next;
    private array $more = ['a'];

    public function __construct(public int $n)
    {
    }

    public function __wakeup(): void
    {
        echo "__wakeup\n";
    }

    public function __destruct()
    {
        if ($GLOBALS['reading'] ?? false) {
            echo "destroyed\n";
        }
    }
}

final class Takes
{
    public function __serialize(): array
    {
        return [1, 'two'];
    }

    public function __unserialize(array $data): void
    {
        echo "__unserialize\n";
    }
}

enum Suit
{
    case Hearts;
}

$node = new Node(1);
$node->next = $node;
$number = 1;
$samples = [
    'scalars' => [1, -300, 1.5, 'text', "\xFF\0", null, true, PHP_INT_MIN, '2026-01-01 10:00:00', '123e4567-e89b-12d3-a456-426614174000'],
    'rows' => array_map(fn (int $n) => ['id' => $n, 'name' => "name $n", 'price' => $n / 4, 'at' => "2026-01-0$n"], range(1, 9)),
    'objects' => [$node, new Node(2), (object) ['a' => $node], new Takes(), Suit::Hearts],
    'many objects' => array_map(fn (int $n) => new Node($n), range(1, 12)),
    'references' => [&$number, [&$number, &$samples], 'x' => ['y' => &$number]],
    'internal' => [new ArrayObject([1, 2]), new DateTimeImmutable('2026-01-01 UTC'), new SplObjectStorage(), SplFixedArray::fromArray([1])],
    'long texts' => [str_repeat('All work and no play makes Jack a dull boy. ', 40), str_repeat('ключ ', 30), str_repeat('世界', 30)],
];
$kinds = [];
foreach ($samples as $what => $sample) {
    $bytes = larder_serialize($sample);
    $reading = true;
    for ($length = strlen($bytes) - 1; $length >= 0; $length--) {
        try {
            $read = larder_unserialize(substr($bytes, 0, $length), ['allowed_classes' => true]);
            echo "$what, $length bytes: ", portrait($read), "\n";
        } catch (Larder\DecodeError $error) {
            if ($error->offset > $length) {
                echo "$what, $length bytes: offset $error->offset\n";
            }
        }
    }
    $reading = false;
    echo "$what: every cut is an error\n";
}
--EXPECT--
scalars: every cut is an error
rows: every cut is an error
objects: every cut is an error
many objects: every cut is an error
references: every cut is an error
internal: every cut is an error
long texts: every cut is an error
