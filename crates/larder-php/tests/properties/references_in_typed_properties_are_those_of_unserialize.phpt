--TEST--
Whatever refers to whatever, typed properties hold what they hold by way of PHP, or are refused as PHP refuses them
--FILE--
<?php

require __DIR__ . '/../same.inc';

class LooseNode
{
    public $any;
    public $int = 1;
    public $maybe;
    public $list = [];
    public $each = [];
    public $union;
    public $text = '';
    public $node;
    public $self;
    public $object;
    public $fixed;
}

class TypedNode
{
    public $any;
    public int $int = 1;
    public ?int $maybe = null;
    public array $list;
    public iterable $each;
    public int|string|array|null $union = null;
    public string $text = '';
    public ?TypedNode $node;
    public ?self $self = null;
    public TypedNode|array|null $object = null;
    public readonly TypedNode|array|int|null $fixed;

    public function fix(mixed $value): void
    {
        $this->fixed = $value;
    }
}

const PROPERTIES = ['any', 'int', 'maybe', 'list', 'each', 'union', 'text', 'node', 'self', 'object'];

/** A value in which objects, arrays and scalars refer to one another at random, as far as the types of the class let them. */
function graph(string $class): array
{
    $nodes = array_map(fn () => new $class(), range(1, mt_rand(1, 3)));
    $arrays = [[], [], []];
    $place = function & () use (&$nodes, &$arrays) {
        if (mt_rand(0, 2) === 0) {
            return $arrays[mt_rand(0, 2)][mt_rand(0, 2)];
        }
        return $nodes[array_rand($nodes)]->{PROPERTIES[array_rand(PROPERTIES)]};
    };
    for ($steps = mt_rand(1, 12); $steps > 0; $steps--) {
        $node = $nodes[array_rand($nodes)];
        $name = PROPERTIES[array_rand(PROPERTIES)];
        try {
            switch (mt_rand(0, 6)) {
                case 0:
                    $node->$name = $nodes[array_rand($nodes)];
                    break;
                case 1:
                    $node->$name = [null, 7, '7', 'text', [], [1], $nodes[0], [$nodes[0]], ['a' => $nodes[0]]][mt_rand(0, 8)];
                    break;
                case 2:
                    $node->$name = &$arrays[mt_rand(0, 2)];
                    break;
                case 3:
                    $arrays[mt_rand(0, 2)][mt_rand(0, 2)] = &$arrays[mt_rand(0, 2)];
                    break;
                case 4:
                    $arrays[mt_rand(0, 2)][] = $nodes[array_rand($nodes)];
                    break;
                case 5:
                    $node instanceof TypedNode ? $node->fix([$nodes[0], [$nodes[0]], 5, null][mt_rand(0, 3)]) : null;
                    break;
                default:
                    $node->$name = &$place();
            }
        } catch (Error) {
            // The types, or what is fixed, do not let it.
        }
    }
    return [[$nodes, &$arrays[0], &$arrays[1], &$arrays[2]], [&$arrays[0], $nodes], [&$arrays], $nodes][mt_rand(0, 3)];
}

/** The portrait of what is read, and that there is none where it is refused. */
function read(callable $read): string
{
    try {
        $value = $read();
        return $value === false ? 'refused' : portrait($value);
    } catch (TypeError | Larder\DecodeError) {
        return 'refused';
    }
}

$all = ['allowed_classes' => true];
$fallback = $all + ['fallback' => ['php']];
$counts = ['read' => 0, 'refused' => 0];
mt_srand(7);
for ($number = 0; $number < 4000; $number++) {
    // Half of them are of a class that had no types when they were written.
    $value = graph($number % 2 === 0 ? 'TypedNode' : 'LooseNode');
    $text = str_replace('LooseNode', 'TypedNode', serialize($value));
    $php = read(fn () => @unserialize($text));
    $counts[$php === 'refused' ? 'refused' : 'read']++;
    $ways = [
        'larder' => [$php, read(fn () => larder_unserialize(larder_serialize(unmade($text)), $all))],
        'fallback' => [$php, read(fn () => larder_unserialize($text, $fallback))],
        'export' => [$php, read(fn () => @unserialize(larder_export(unmade($text), 'php')))],
    ];
    if ($number % 2 === 0) {
        // serialize takes a reference to an object for the object; Larder tells them apart
        $ways['itself'] = [portrait($value), read(fn () => larder($value))];
    }
    foreach ($ways as $way => [$expected, $found]) {
        if ($found !== $expected) {
            echo "$number, $way: $text\n", difference($expected, $found);
            break 2;
        }
    }
    unset($value);
    if ($number % 100 === 0) {
        gc_collect_cycles();
    }
}
echo $counts['read'] > 2000 && $counts['refused'] > 200 ? 'both' : json_encode($counts), "\n";
--EXPECT--
both
