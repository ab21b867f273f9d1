<?php

declare(strict_types=1);

namespace Larder\Tests\Switching;

/** Reads, writes and deletes without pause, and compares each read with what it wrote last. */
final class Program
{
    /** Milliseconds around the end of a value's time in which it may be there or not. */
    private const DOUBT = 200;
    /** What a client may round a time to live to. */
    private const ROUNDING = 1000;
    private const LONG = 1000;
    private const SHORT = 1;

    /** @var array<int, array{array<string, mixed>, float}> values, and when they end, in ms */
    private array $written = [];

    private int $reads = 0;
    private int $writes = 0;
    private int $misses = 0;

    public function __construct(
        private readonly Client $client,
        private readonly \Redis $redis,
        private readonly int $count,
    ) {
    }

    /** @throws \UnexpectedValueException if a value or its time is another than it has to be */
    public function fill(): void
    {
        for ($id = 0; $id < $this->count; $id++) {
            $this->write($id, 0, $id % 3 === 0 ? self::LONG : null);
        }
    }

    /**
     * @param \Closure(): bool $isOver
     *
     * @return array{reads: int, writes: int, misses: int}
     *
     * @throws \UnexpectedValueException if a value or its time is another than it has to be
     */
    public function run(\Closure $isOver): array
    {
        for ($turn = 1; !$isOver(); $turn++) {
            $id = \mt_rand(0, $this->count - 1);
            $this->check($id);
            match (\mt_rand(0, 7)) {
                0 => $this->delete($id),
                1 => $this->write($id, $turn, self::SHORT),
                2 => $this->write($id, $turn, self::LONG),
                3, 4 => $this->write($id, $turn, null),
                default => null,
            };
        }
        // What has ended stays away, and all else is there.
        \array_map($this->check(...), \range(0, $this->count - 1));

        return ['reads' => $this->reads, 'writes' => $this->writes, 'misses' => $this->misses];
    }

    private function write(int $id, int $turn, ?int $seconds): void
    {
        $value = [
            'id' => $id,
            'turn' => $turn,
            'name' => "Visitor $id",
            'cart' => [
                ['sku' => "A-$turn", 'count' => $turn % 7],
                ['sku' => 'B-7', 'count' => 1],
            ],
            'seen' => ['page ' . $turn % 5, 'about'],
            'active' => $turn % 2 === 0,
        ];
        $seconds = $this->client->write("k$id", $value, $seconds);
        $this->written[$id] = [$value, $seconds === null ? \INF : self::now() + $seconds * 1000];
        $this->writes++;
    }

    private function delete(int $id): void
    {
        $this->client->delete("k$id");
        unset($this->written[$id]);
    }

    private function check(int $id): void
    {
        [$value, $end] = $this->written[$id] ?? [null, -\INF];
        if (\abs($end - self::now()) < self::DOUBT) {
            return;
        }
        $expected = $end > self::now() ? $value : null;
        $found = $this->client->read("k$id");
        if ($found !== $expected) {
            $this->fail($id, \json_encode($found), \json_encode($expected));
        }
        $this->reads++;
        $this->misses += (int) ($expected === null);
        if ($expected === null) {
            return;
        }
        $left = $this->redis->pttl($this->client->key("k$id"));
        $isRight = $end === \INF
            ? $left === -1
            : \abs($left - ($end - self::now())) < self::DOUBT + self::ROUNDING;
        if (!$isRight) {
            $this->fail($id, "$left ms left", (string) ($end - self::now()));
        }
    }

    private function fail(int $id, string $found, string $expected): never
    {
        throw new \UnexpectedValueException("k$id has $found, not $expected");
    }

    private static function now(): float
    {
        return \microtime(true) * 1000;
    }
}
