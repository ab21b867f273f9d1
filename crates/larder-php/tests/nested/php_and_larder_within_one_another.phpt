--TEST--
serialize within Larder, and Larder within serialize, keep their own count of what is met again
--FILE--
<?php

require __DIR__ . '/../same.inc';

class ByPhp
{
    public function __construct(public mixed $value = null)
    {
    }

    public function __serialize(): array
    {
        return [serialize([$this->value, $this->value])];
    }

    public function __unserialize(array $data): void
    {
        $this->value = unserialize($data[0]);
    }
}

class ByLarder extends ByPhp
{
    public function __serialize(): array
    {
        return [larder_serialize([$this->value, $this->value])];
    }

    public function __unserialize(array $data): void
    {
        $this->value = larder_unserialize($data[0], ['allowed_classes' => true]);
    }
}

$object = (object) ['a' => 1];
$value = [$object, new ByPhp(new ByLarder($object)), new ByLarder(new ByPhp($object)), $object];
alike('both', fn (callable $write, callable $read) => $read($write($value)));
--EXPECT--
-- both
value: [#1 stdClass {"a" => 1}, #2 ByPhp {"value" => [#3 ByLarder {"value" => [#4 stdClass {"a" => 1}, #4]}, #3]}, #5 ByLarder {"value" => [#6 ByPhp {"value" => [#7 stdClass {"a" => 1}, #7]}, #6]}, #1]
