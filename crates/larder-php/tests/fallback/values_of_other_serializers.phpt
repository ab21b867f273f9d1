--TEST--
What serialize and igbinary write is read as unserialize and igbinary_unserialize read it
--EXTENSIONS--
igbinary
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Plain
{
    public $public = 1;
    protected $protected = [2];
    private $private = null;
    public int $typed = 5;
}

class Takes
{
    public function __construct(private array $data = [])
    {
    }

    public function __serialize(): array
    {
        return [$this->data];
    }

    public function __unserialize(array $data): void
    {
        [$this->data] = $data;
    }
}

class Wakes
{
    public $a = 'written';
    public $b = 'not written';

    public function __sleep(): array
    {
        return ['a'];
    }

    public function __wakeup(): void
    {
        $this->b = 'woken';
    }
}

enum Suit
{
    case Hearts;
}

$number = 1;
$object = (object) ['a' => 1];
$object->self = $object;
$values = [
    'null' => null, 'false' => false, 'integer' => PHP_INT_MIN, 'float' => 0.1, 'negative zero' => -0.0, 'NAN' => NAN, 'empty text' => '',
    'bytes' => "\0\xFF",
    'list' => [1, 2, 3], 'map' => ['a' => 1, 7 => 2, '' => 3], 'references' => [&$number, &$number], 'objects' => [new Plain(), $object, $object],
    '__serialize' => [new Takes([1]), new Takes([])], '__sleep' => new Wakes(), 'enumeration' => [Suit::Hearts, Suit::Hearts],
    'array object' => new ArrayObject([1, 2]), 'storage' => new SplObjectStorage(), 'date' => new DateTimeImmutable('2026-01-01 UTC'),
    'zone' => new DateTimeZone('UTC'),
];
foreach ($values as $what => $value) {
    foreach (['php' => serialize($value), 'igbinary' => igbinary_serialize($value)] as $format => $bytes) {
        $expected = portrait($format === 'php' ? unserialize($bytes) : igbinary_unserialize($bytes));
        try {
            $read = portrait(larder_unserialize($bytes, ['fallback' => [$format], 'allowed_classes' => true]));
        } catch (Throwable $error) {
            $read = $error::class . ': ' . $error->getMessage();
        }
        echo "$what, $format: ", $read === $expected ? 'same' : "differs\n" . rtrim(difference($expected, $read)), "\n";
    }
}
--EXPECTREGEX--
(?:[\w ]+, \w+: same\n?){38}
