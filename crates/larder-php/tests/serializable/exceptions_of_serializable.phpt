--TEST--
What serialize or unserialize throws comes out
--INI--
error_reporting=24575
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Throws implements Serializable
{
    public function __construct(public string $when)
    {
    }

    public function serialize()
    {
        return $this->when === 'writing' ? throw new DomainException('writing') : $this->when;
    }

    public function unserialize($text)
    {
        if ($text === 'reading') {
            throw new DomainException($text);
        }
    }

    public function __destruct()
    {
        echo 'destroyed ', $this->when ?? 'what was read', "\n";
    }
}

foreach (['writing', 'reading', 'never'] as $when) {
    alike($when, function (callable $write, callable $read) use ($when) {
        $bytes = $write([new Throws('first'), new Throws($when), new Throws('last')]);
        echo "written\n";
        $read($bytes);
    });
}
--EXPECT--
-- writing
DomainException: writing
destroyed first
destroyed writing
destroyed last
-- reading
destroyed first
destroyed reading
destroyed last
written
destroyed what was read
destroyed what was read
DomainException: reading
-- never
destroyed first
destroyed never
destroyed last
written
destroyed what was read
destroyed what was read
destroyed what was read
value: NULL
