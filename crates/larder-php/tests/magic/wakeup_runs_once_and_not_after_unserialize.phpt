--TEST--
Of several mechanisms the newest one runs, once an object
--FILE--
<?php

require __DIR__ . '/../same.inc';

class OldAndNew implements Serializable
{
    public $value = 'default';

    public function serialize()
    {
        echo "serialize\n";
        return 'old';
    }

    public function unserialize($text)
    {
        echo "unserialize $text\n";
        $this->value = $text;
    }

    public function __serialize(): array
    {
        echo "__serialize\n";
        return ['new'];
    }

    public function __unserialize(array $data): void
    {
        echo '__unserialize ', portrait($data), "\n";
        [$this->value] = $data;
    }

    public function __sleep()
    {
        echo "__sleep\n";
        return ['value'];
    }

    public function __wakeup()
    {
        echo "__wakeup\n";
    }
}

class SleepsToo
{
    public $value = 'default';

    public function __serialize(): array
    {
        return ['value' => 'given'];
    }

    public function __sleep()
    {
        echo "__sleep\n";
        return [];
    }

    public function __wakeup()
    {
        echo "__wakeup\n";
    }
}

alike('all', function (callable $write, callable $read) {
    $object = new OldAndNew();
    return $read($write([$object, $object, [$object]]));
});
alike('__serialize and __wakeup', fn (callable $write, callable $read) => $read($write([new SleepsToo()])));
--EXPECT--
-- all
__serialize
__unserialize ["new"]
value: [#1 OldAndNew {"value" => "new"}, #1, [#1]]
-- __serialize and __wakeup
__wakeup
value: [#1 SleepsToo {"value" => "given"}]
