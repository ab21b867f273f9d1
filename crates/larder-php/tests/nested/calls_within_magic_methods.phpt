--TEST--
larder_serialize within __serialize, larder_unserialize within __unserialize and __wakeup
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Nested
{
    public string $log = '';

    public function __construct(public mixed $value = null)
    {
    }

    public function __serialize(): array
    {
        return ['bytes' => larder_serialize([$this->value, 'again' => $this->value]), 'value' => $this->value];
    }

    public function __unserialize(array $data): void
    {
        $read = larder_unserialize($data['bytes'], ['allowed_classes' => true]);
        $this->value = $data['value'];
        $this->log = portrait($read) === portrait([$this->value, 'again' => $this->value]) ? 'same' : 'differs';
    }
}

class Wakes
{
    public $bytes;
    public $read;

    public function __sleep(): array
    {
        $this->bytes = larder_serialize([1, (object) ['a' => 2]]);
        return ['bytes'];
    }

    public function __wakeup(): void
    {
        $this->read = larder_unserialize($this->bytes, ['allowed_classes' => ['stdClass']]);
    }
}

class Fails
{
    public $caught = [];

    public function __sleep(): array
    {
        $this->caught[] = outcome(fn () => larder_serialize(fn () => 1));
        return ['caught'];
    }

    public function __wakeup(): void
    {
        $this->caught[] = outcome(fn () => larder_unserialize('nothing'));
        $this->caught[] = outcome(fn () => larder_unserialize(larder_serialize(new stdClass())), 'stdClass');
    }
}

$object = (object) ['name' => 'shared'];
$read = larder([$object, new Nested($object), new Nested([new Nested([$object, $object]), new Wakes()]), new Wakes(), $object, 'fails' => new Fails()]);
echo portrait([$read[1]->log, $read[2]->log, $read[2]->value[0]->log, $read[1]->value === $read[0], $read[3]->read, $read['fails']->caught]), "\n";
$rows = larder(array_map(fn (int $n) => ['id' => $n, 'it' => new Nested(new Wakes())], range(1, 20)));
echo portrait(array_count_values(array_map(fn (array $row) => $row['it']->log, $rows))), "\n";
--EXPECT--
["same", "same", "same", true, [1, #1 stdClass {"a" => 2}], ["Larder\\EncodeError refused", "Larder\\DecodeError not-larder", "Larder\\DecodeError refused"]]
["same" => 20]
