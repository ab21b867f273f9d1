--TEST--
Writing, reading and every kind of error leave the memory as it was
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Plain
{
    public int $n = 1;
    protected $list = [1];
    private ?Plain $next = null;
    public readonly int $fixed;

    public function next(Plain $next): static
    {
        $this->next = $next;
        return $this;
    }
}

class Takes
{
    public function __construct(private mixed $data = null, private string $throws = '')
    {
    }

    public function __serialize(): array
    {
        return $this->throws === 'writing' ? throw new DomainException() : [$this->data, $this->throws];
    }

    public function __unserialize(array $data): void
    {
        [$this->data, $this->throws] = $data;
        if ($this->throws === 'reading') {
            throw new DomainException();
        }
    }
}

class Sleeps
{
    public $a = [1];

    public function __construct(public string $throws = '')
    {
    }

    public function __sleep(): array
    {
        return $this->throws === 'writing' ? throw new DomainException() : ['throws'];
    }

    public function __wakeup(): void
    {
        $this->throws === 'reading' && throw new DomainException();
    }
}

enum Suit: int
{
    case Hearts = 1;
}

/** Does this until the memory is the same before and after; twice the first times, as PHP fills its caches. */
function leak(string $what, callable $act): void
{
    for ($times = 0; $times < 10; $times++) {
        $before = memory_get_usage();
        for ($n = 0; $n < 20; $n++) {
            try {
                $act();
            } catch (Throwable) {
            }
        }
        gc_collect_cycles();
        unset($n);
        $after = memory_get_usage();
        $grown = $after - $before;
    }
    echo "$what: ", $grown === 0 ? 'nothing leaks' : "$grown bytes in 20 times", "\n";
}

$number = 1;
$cycle = (new Plain());
$cycle->next($cycle);
$values = [
    'scalars' => [1, 2.5, 'text', null, true, "\xFF", str_repeat('long', 1000)],
    'rows' => array_map(fn (int $n) => ['id' => $n, 'name' => "name $n", 'list' => [$n, 'x']], range(1, 50)),
    'many keys' => array_combine(array_map(fn (int $n) => "key $n", range(1, 500)), range(1, 500)),
    'references' => [&$number, [&$number], 'x' => &$number],
    'plain objects' => [new Plain(), (new Plain())->next(new Plain())],
    'cycle' => [$cycle, $cycle],
    'dynamic properties' => [(object) ['a' => [1], 7 => 'x'], (object) []],
    '__serialize' => [new Takes([1, new Takes()]), new Takes('text')],
    '__serialize throws' => [new Takes(), new Takes('x', 'writing')],
    '__unserialize throws' => [new Takes([1]), new Takes(['x'], 'reading'), new Takes([new Plain()])],
    '__sleep' => [new Sleeps(), new Sleeps()],
    '__sleep throws' => ['a' => [new Sleeps('writing')]],
    '__wakeup throws' => [new Plain(), new Sleeps(), new Sleeps('reading'), new Sleeps()],
    'enumeration' => [Suit::Hearts, [Suit::Hearts]],
    'internal' => [new ArrayObject([1, [2]]), new SplObjectStorage(), new DateTime('2026-01-01 UTC'), SplFixedArray::fromArray([1, 'x'])],
    'incomplete' => unmade('a:2:{i:0;O:7:"Missing":1:{s:1:"a";a:1:{i:0;s:4:"text";}}i:1;r:2;}'),
    'wrong type' => unmade('a:2:{i:0;O:5:"Plain":0:{}i:1;O:5:"Plain":2:{s:4:"list";a:1:{i:0;s:4:"text";}s:1:"n";a:1:{i:0;s:4:"text";}}}'),
    'class that cannot be made' => unmade('a:2:{i:0;O:5:"Plain":0:{}i:1;O:7:"WeakMap":1:{s:1:"a";a:1:{i:0;s:4:"text";}}}'),
    'closure' => [new Plain(), 'text', [fn () => 1]],
];
foreach ($values as $what => $value) {
    leak($what, fn () => larder($value));
    try {
        $bytes = larder_serialize($value);
    } catch (Throwable) {
        continue;
    }
    leak("$what, refused", fn () => larder_unserialize($bytes));
    leak("$what, cut", fn () => larder_unserialize(substr($bytes, 0, -1), ['allowed_classes' => true]));
    leak("$what, cut in the middle", fn () => larder_unserialize(substr($bytes, 0, intdiv(strlen($bytes), 2)), ['allowed_classes' => true]));
}
leak('options', fn () => larder_unserialize(larder_serialize(1), ['allowed_classes' => ['A', 'B'], 'max_depth' => 7, 'fallback' => ['php', 'json']]));
leak('wrong options', fn () => larder_unserialize(larder_serialize(1), ['allowed_classes' => ['A', 5]]));
leak('unknown option', fn () => larder_unserialize(larder_serialize(1), ['none' => 5]));
leak('foreign', fn () => larder_unserialize('a:2:{i:0;s:3:"abc";i:1;a:1:{s:1:"a";d:0.5;}}', ['fallback' => ['php', 'json']]));
leak('foreign, cut', fn () => larder_unserialize('a:2:{i:0;s:3:"abc";i:1;a:1:{s:1:"a";d:0', ['fallback' => ['php', 'json']]));
$file = hex2bin(preg_replace('/\s/', '', file_get_contents(__DIR__ . '/../../../../vectors/profiles/texts.profile.hex')));
$id = bin2hex(substr($file, -32, 3));
leak('profile', fn () => Larder\Profile::fromBytes($file, $id)->bytes());
leak('profile of another id', fn () => Larder\Profile::fromBytes($file, 'abcdef'));
leak('kept profiles', function () use ($file, $id): void {
    Larder\Profile::keep('place', 'key', Larder\Profile::fromBytes($file, $id));
    Larder\Profile::kept('place', 'key');
    Larder\Profile::allKept('place');
    Larder\Profile::idOf(larder_serialize(1));
});
leak('stats', fn () => Larder\stats());
leak('export', fn () => larder_export(['a' => [1, 'text', null]], 'json'));
leak('export that fails', fn () => larder_export(['a' => [1, NAN]], 'json'));
--EXPECTREGEX--
(?:[\w ,]+: nothing leaks\n?)+
