--TEST--
What __serialize gives becomes properties where the class has no __unserialize
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Half
{
    public $a = 'default';
    protected $b = 'default';
    private $c = 'default';

    public function __construct(private array $gives)
    {
    }

    public function __serialize(): array
    {
        return $this->gives;
    }
}

class OtherHalf
{
    public $a;

    public function __unserialize(array $data): void
    {
        echo portrait($data), "\n";
    }
}

foreach ([[], ['a' => 1], ['a' => 1, 'b' => 2, 'c' => 3], ["\0*\0b" => 2, "\0Half\0c" => 3], ['d' => 4], [7 => 'seven']] as $gives) {
    alike(portrait($gives), fn (callable $write, callable $read) => $read($write(new Half($gives))));
}
alike('properties for __unserialize', fn (callable $write, callable $read) => $read($write(unmade('O:9:"OtherHalf":2:{s:1:"a";i:1;s:1:"b";i:2;}'))));
--EXPECT--
-- []
value: #1 Half {"a" => "default", "\000*\000b" => "default", "\000Half\000c" => "default"}
-- ["a" => 1]
value: #1 Half {"a" => 1, "\000*\000b" => "default", "\000Half\000c" => "default"}
-- ["a" => 1, "b" => 2, "c" => 3]
value: #1 Half {"a" => 1, "\000*\000b" => 2, "\000Half\000c" => 3}
-- ["\000*\000b" => 2, "\000Half\000c" => 3]
value: #1 Half {"a" => "default", "\000*\000b" => 2, "\000Half\000c" => 3}
-- ["d" => 4]
Deprecated: Creation of dynamic property Half::$d is deprecated
value: #1 Half {"a" => "default", "\000*\000b" => "default", "\000Half\000c" => "default", "d" => 4}
-- [7 => "seven"]
Deprecated: Creation of dynamic property Half::$7 is deprecated
value: #1 Half {"a" => "default", "\000*\000b" => "default", "\000Half\000c" => "default", 7 => "seven"}
-- properties for __unserialize
["a" => 1, "b" => 2]
value: #1 OtherHalf {"a" => NULL}
