--TEST--
A Serializable that gives null is null, and one that gives something else is an exception
--INI--
error_reporting=24575
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Gives implements Serializable
{
    public function __construct(private mixed $gives = null)
    {
    }

    public function serialize()
    {
        return $this->gives;
    }

    public function unserialize($text)
    {
        echo "unserialize $text\n";
    }
}

foreach ([null, 5, true, ['text'], new stdClass()] as $gives) {
    alike(get_debug_type($gives), fn (callable $write, callable $read) => $read($write(['before', new Gives($gives), 'after'])));
}
--EXPECT--
-- null
value: ["before", NULL, "after"]
-- int
Exception: Gives::serialize() must return a string or NULL
-- bool
Exception: Gives::serialize() must return a string or NULL
-- array
Exception: Gives::serialize() must return a string or NULL
-- stdClass
Exception: Gives::serialize() must return a string or NULL
