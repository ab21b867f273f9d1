--TEST--
Subclasses of dates with magic methods and typed properties
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Sleeps extends DateTime
{
    public $note = 'default';

    public function __sleep(): array
    {
        echo "__sleep\n";
        return ['note'];
    }
}

class Wakes extends DateTimeImmutable
{
    public ?Wakes $before = null;

    public function __wakeup(): void
    {
        echo "__wakeup\n";
        parent::__wakeup();
    }
}

class Writes extends DateTimeImmutable
{
    private int $count = 0;

    public function __serialize(): array
    {
        return [parent::__serialize(), $this->count + 1];
    }

    public function __unserialize(array $data): void
    {
        parent::__unserialize($data[0]);
        $this->count = $data[1];
    }
}

class Zone extends DateTimeZone
{
    protected array $names = ['x'];
}

alike('__sleep', fn (callable $write, callable $read) => $read($write(new Sleeps('2026-01-01 UTC'))));
alike('__wakeup', function (callable $write, callable $read) {
    $wakes = new Wakes('2026-01-02 UTC');
    $wakes->before = new Wakes('2026-01-01 UTC');
    return $read($write($wakes));
});
alike('__serialize', fn (callable $write, callable $read) => $read($write([new Writes('2026-01-01 UTC'), new Writes('@5')])));
alike('zone', fn (callable $write, callable $read) => $read($write(new Zone('Europe/Berlin'))));
--EXPECT--
-- __sleep
value: #1 Sleeps {"date" => "2026-01-01 00:00:00.000000", "timezone_type" => 3, "timezone" => "UTC", "note" => "default"}
-- __wakeup
value: #1 Wakes {"date" => "2026-01-02 00:00:00.000000", "timezone_type" => 3, "timezone" => "UTC", "before" => #2 Wakes {"date" => "2026-01-01 00:00:00.000000", "timezone_type" => 3, "timezone" => "UTC", "before" => NULL}}
-- __serialize
value: [#1 Writes {"date" => "2026-01-01 00:00:00.000000", "timezone_type" => 3, "timezone" => "UTC", "\000Writes\000count" => 1}, #2 Writes {"date" => "1970-01-01 00:00:05.000000", "timezone_type" => 1, "timezone" => "+00:00", "\000Writes\000count" => 1}]
-- zone
value: #1 Zone {"timezone_type" => 3, "timezone" => "Europe/Berlin", "\000*\000names" => ["x"]}
