--TEST--
A __sleep that gives something else writes null, with PHP's warning
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Bad
{
    public $a = 1;

    public function __construct(private mixed $gives = null)
    {
    }

    public function __sleep()
    {
        return $this->gives;
    }
}

foreach ([null, 5, 'a', new stdClass()] as $gives) {
    alike(get_debug_type($gives), fn (callable $write, callable $read) => $read($write(['before', new Bad($gives), 'after'])));
}
echo portrait(seen(function () {
    $bad = new Bad();
    return larder([$bad, $bad, 'after']);
})), "\n";
--EXPECT--
-- null
Warning: serialize(): Bad::__sleep() should return an array only containing the names of instance-variables to serialize
value: ["before", NULL, "after"]
-- int
Warning: serialize(): Bad::__sleep() should return an array only containing the names of instance-variables to serialize
value: ["before", NULL, "after"]
-- string
Warning: serialize(): Bad::__sleep() should return an array only containing the names of instance-variables to serialize
value: ["before", NULL, "after"]
-- stdClass
Warning: serialize(): Bad::__sleep() should return an array only containing the names of instance-variables to serialize
value: ["before", NULL, "after"]
"Warning: larder_serialize(): Bad::__sleep() should return an array only containing the names of instance-variables to serialize\nvalue: [NULL, NULL, \"after\"]"
