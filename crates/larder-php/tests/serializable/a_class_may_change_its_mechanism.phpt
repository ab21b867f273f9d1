--TEST--
Values of Serializable are read by classes that have __unserialize, and refused by those that have no way to
--INI--
error_reporting=24575
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Newer implements Serializable
{
    public $value;

    public function serialize()
    {
        throw new LogicException('never called');
    }

    public function unserialize($text)
    {
        $this->value = "old $text";
    }

    public function __serialize(): array
    {
        return ['new'];
    }

    public function __unserialize(array $data): void
    {
        [$this->value] = $data;
    }
}

final class Plain
{
    public $value = 'default';
}

function own(string $class, string $text): string
{
    return "\xC1\x40\xFD\x0B" . chr(0x30 + strlen($class)) . $class . chr(strlen($text)) . $text;
}

echo portrait(larder(new Newer())), "\n";
echo portrait(larder_unserialize(own('Newer', 'text'), ['allowed_classes' => true])), "\n";
foreach (['Plain', 'stdClass', 'Larder\Profile'] as $class) {
    echo outcome(fn () => larder_unserialize(own($class, 'text'), ['allowed_classes' => true]), $class), "\n";
}
echo outcome(fn () => larder_unserialize(own('Newer', 'text')), 'Newer', 'allowed_classes'), "\n";
--EXPECT--
#1 Newer {"value" => "new"}
#1 Newer {"value" => "old text"}
Larder\DecodeError refused
Larder\DecodeError refused
Larder\DecodeError refused
Larder\DecodeError refused
