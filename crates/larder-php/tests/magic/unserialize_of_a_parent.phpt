--TEST--
parent::__serialize and parent::__unserialize pass on what is theirs
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Ancestor
{
    private $own = 'ancestor';

    public function __serialize(): array
    {
        return ['ancestor' => $this->own];
    }

    public function __unserialize(array $data): void
    {
        $this->own = $data['ancestor'] . ' read';
    }
}

class Heir extends Ancestor
{
    private $own = 'heir';

    public function __serialize(): array
    {
        return ['heir' => $this->own, 'from' => parent::__serialize()] + parent::__serialize();
    }

    public function __unserialize(array $data): void
    {
        parent::__unserialize($data);
        parent::__unserialize($data['from']);
        $this->own = $data['heir'];
    }
}

class PassesOn extends Ancestor
{
    public $extra = 1;
}

alike('heir', fn (callable $write, callable $read) => $read($write([new Heir(), new Heir()])));
alike('inherited', fn (callable $write, callable $read) => $read($write(new PassesOn())));
--EXPECT--
-- heir
value: [#1 Heir {"\000Ancestor\000own" => "ancestor read", "\000Heir\000own" => "heir"}, #2 Heir {"\000Ancestor\000own" => "ancestor read", "\000Heir\000own" => "heir"}]
-- inherited
value: #1 PassesOn {"\000Ancestor\000own" => "ancestor read", "extra" => 1}
