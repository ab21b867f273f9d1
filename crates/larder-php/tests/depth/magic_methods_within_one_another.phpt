--TEST--
Deep values whose objects are written and read by magic methods
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Link
{
    public function __construct(public mixed $next = null)
    {
    }

    public function __serialize(): array
    {
        return [$this->next];
    }

    public function __unserialize(array $data): void
    {
        [$this->next] = $data;
    }
}

class Sleeper extends Link
{
    public function __serialize(): array
    {
        return ['next' => $this->next];
    }

    public function __unserialize(array $data): void
    {
        $this->next = $data['next'];
    }
}

foreach ([Link::class, Sleeper::class] as $class) {
    for ($value = null, $level = 0; $level < 150; $level++) {
        $value = new $class($value);
    }
    $read = larder($value);
    for ($count = 0; $read; $count++) {
        $read = $read->next;
    }
    echo "$count\n";
    for (; $level < 600; $level++) {
        $value = new $class($value);
    }
    echo outcome(fn () => larder_serialize($value)), "\n";
}
--EXPECT--
150
Larder\EncodeError too-deep
150
Larder\EncodeError too-deep
