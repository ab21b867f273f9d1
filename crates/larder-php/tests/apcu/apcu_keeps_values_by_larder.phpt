--TEST--
apc.serializer=larder
--EXTENSIONS--
apcu
--INI--
apc.enable_cli=1
apc.serializer=larder
larder.allowed_classes=@core,Some
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Some
{
    public $a = [1];
    private ?Some $self = null;

    public function __construct()
    {
        $this->self = $this;
    }
}

enum Suit
{
    case Hearts;
}

$number = 1;
$object = (object) ['x' => 1];
$values = [
    null, false, 5, 1.5, "text\0\xFF", [], [1, [2]], ['a' => [&$number, &$number]], [$object, $object], new Some(),
    array_fill(0, 50, ['id' => 1, 'o' => $object]), [new DateTimeImmutable('2026-11-22 UTC'), new ArrayObject([1])],
];
foreach ($values as $n => $value) {
    apcu_store("key $n", $value);
    echo portrait(apcu_fetch("key $n", $found)) === portrait($value) && $found ? 'same' : 'differs: ' . portrait(apcu_fetch("key $n")), "\n";
}
apcu_store('refused', [new SplMinHeap()]);
echo preg_replace('/: add .*/', '', seen(function () use (&$found) {
    return apcu_fetch('refused', $found);
})), $found ? " is found\n" : " is a miss\n";
echo preg_replace('/Larder\\\\EncodeError: .*/', 'Larder\EncodeError', seen(fn () => apcu_store('closure', [fn () => 1]))), "\n";
apcu_clear_cache();
--EXPECT--
same
same
same
same
same
same
same
same
same
same
same
same
Warning: apcu_fetch(): refused: the class SplMinHeap is not allowed
value: false is a miss
Larder\EncodeError
