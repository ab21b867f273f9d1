--TEST--
A value with any byte changed is a value, a DecodeError, or an exception of PHP; never a crash
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Node
{
    public int $n = 1;
    public ?Node $next = null;
    protected array $list = [];
    private string $text = 'private';

    public function add(Node $node): static
    {
        $this->next = $node;
        $this->list[] = $node;
        return $this;
    }
}

class Takes
{
    public function __serialize(): array
    {
        return [1, 'two', [$this]];
    }

    public function __unserialize(array $data): void
    {
    }
}

class Wakes
{
    public $a = [1];

    public function __wakeup(): void
    {
        $this->a[] = 2;
    }
}

enum Suit: string
{
    case Hearts = 'h';
}

error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING);
$number = 1;
$node = new Node();
$node->add((new Node())->add($node));
$samples = [
    ['a', 'b', 1, 2, 3, 1.5, null, 'a'], array_fill(0, 9, ['id' => 5, 'name' => 'same', 'x' => 0.25, 'd' => '2026-01-01']), [$node, $node, new Node()],
    [new Takes(), new Wakes(), Suit::Hearts, Suit::Hearts], [&$number, [&$number], (object) ['n' => &$number]],
    [new ArrayObject([1, 2]), new SplObjectStorage(), new DateTimeImmutable('2026-01-01 UTC'), new SplDoublyLinkedList()],
    array_map(fn (int $n) => (object) ['n' => $n, 'text' => "text $n"], range(1, 9)), [5 => 'a', 'x' => ['y' => ['z' => "\xFF\xFE"]]],
];
$counts = ['value' => 0, Larder\DecodeError::class => 0, 'other' => 0];
mt_srand(7);
foreach ($samples as $sample) {
    $bytes = larder_serialize($sample);
    for ($at = 0; $at < strlen($bytes); $at++) {
        foreach ([0, 0xFF, 0xFD, ord($bytes[$at]) ^ 1, ord($bytes[$at]) ^ 0x80, mt_rand(0, 255), mt_rand(0, 255)] as $byte) {
            $changed = $bytes;
            $changed[$at] = chr($byte);
            try {
                larder_unserialize($changed, ['allowed_classes' => true]);
                $counts['value']++;
            } catch (Larder\DecodeError) {
                $counts[Larder\DecodeError::class]++;
            } catch (Throwable $error) {
                $counts['other']++;
            }
        }
    }
}
gc_collect_cycles();
var_dump($counts['value'] > 100, $counts[Larder\DecodeError::class] > 1000);
--EXPECT--
bool(true)
bool(true)
