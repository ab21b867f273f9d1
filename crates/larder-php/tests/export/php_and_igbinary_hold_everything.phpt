--TEST--
Objects, references and bytes in the formats that can hold them
--EXTENSIONS--
igbinary
--INI--
error_reporting=24575
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Some
{
    public $public = 1;
    protected $protected = [2];
    private $private = "\xFF";
}

class Takes
{
    public $data;

    public function __serialize(): array
    {
        return ['given'];
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data;
    }
}

class Own implements Serializable
{
    public $text = '';

    public function serialize()
    {
        return 'own text';
    }

    public function unserialize(string $text)
    {
        $this->text = $text;
    }

    public function __wakeup(): void
    {
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
    'bytes' => "\xFF\0", 'floats' => [NAN, INF, -0.0], 'keys' => [7 => 1, -1 => 2, '' => 3, "\xFF" => 4],
    'references' => [&$number, [&$number], 2], 'objects' => [new Some(), $object, $object],
    '__serialize' => new Takes(), 'Serializable' => [new Own()], 'enumeration' => [Suit::Hearts, Suit::Hearts], 'array object' => new ArrayObject([1]),
    'date' => new DateTimeImmutable('2026-01-01 UTC'), 'itself' => [&$values],
];
unset($values['itself']);
foreach ($values as $what => $value) {
    $php = larder_export($value, 'php');
    echo "$what: ", portrait(unserialize($php)) === portrait(php($value)) ? 'php' : 'php differs', $php === serialize($value) ? ', byte for byte' : '';
    $igbinary = igbinary_unserialize(larder_export($value, 'igbinary'));
    echo portrait($igbinary) === portrait(igbinary_unserialize(igbinary_serialize($value))) ? ', igbinary' : ', igbinary differs';
    $larder = larder_unserialize(larder_export($value, 'larder'), ['allowed_classes' => true]);
    echo portrait($larder) === portrait(larder($value)) ? ', larder' : ', larder differs', "\n";
}
--EXPECTREGEX--
(?:[\w ]+: php(?:, byte for byte)?, igbinary, larder\n?){10}
