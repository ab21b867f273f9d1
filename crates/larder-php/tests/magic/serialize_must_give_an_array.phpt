--TEST--
A __serialize that gives no array is a TypeError
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Bad
{
    public function __construct(private mixed $gives)
    {
    }

    public function __serialize()
    {
        return $this->gives;
    }
}

foreach ([null, 5, 'text', new stdClass()] as $gives) {
    alike(get_debug_type($gives), fn (callable $write, callable $read) => $write([1, new Bad($gives)]));
}
alike('nothing wrong afterwards', fn (callable $write, callable $read) => $read($write([1, 'text'])));
--EXPECT--
-- null
TypeError: Bad::__serialize() must return an array
-- int
TypeError: Bad::__serialize() must return an array
-- string
TypeError: Bad::__serialize() must return an array
-- stdClass
TypeError: Bad::__serialize() must return an array
-- nothing wrong afterwards
value: [1, "text"]
