--TEST--
Serializable objects that call serialize, or Larder, for what they hold
--INI--
error_reporting=24575
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Nested implements Serializable
{
    public function __construct(public mixed $value = null, private string $way = '')
    {
    }

    public function serialize()
    {
        $write = str_starts_with($this->way, 'php') ? 'serialize' : 'larder_serialize';
        return str_pad($this->way, 6) . $write([$this->value, 'again' => $this->value]);
    }

    public function unserialize($text)
    {
        $this->way = rtrim(substr($text, 0, 6));
        $this->value = $this->way === 'php'
            ? unserialize(substr($text, 6))
            : larder_unserialize(substr($text, 6), ['allowed_classes' => true]);
    }
}

$object = (object) ['name' => 'shared'];
foreach (['php', 'larder'] as $way) {
    echo portrait(larder([$object, new Nested($object, $way), new Nested([new Nested(1, $way), new Nested(2, $way)], $way), $object])), "\n";
}
--EXPECT--
[#1 stdClass {"name" => "shared"}, #2 Nested {"value" => [0 => #3 stdClass {"name" => "shared"}, "again" => #3], "\000Nested\000way" => "php"}, #4 Nested {"value" => [0 => [#5 Nested {"value" => [0 => 1, "again" => 1], "\000Nested\000way" => "php"}, #6 Nested {"value" => [0 => 2, "again" => 2], "\000Nested\000way" => "php"}], "again" => [#5, #6]], "\000Nested\000way" => "php"}, #1]
[#1 stdClass {"name" => "shared"}, #2 Nested {"value" => [0 => #3 stdClass {"name" => "shared"}, "again" => #3], "\000Nested\000way" => "larder"}, #4 Nested {"value" => [0 => [#5 Nested {"value" => [0 => 1, "again" => 1], "\000Nested\000way" => "larder"}, #6 Nested {"value" => [0 => 2, "again" => 2], "\000Nested\000way" => "larder"}], "again" => [#5, #6]], "\000Nested\000way" => "larder"}, #1]
