<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Profile;
use Larder\Tests\Support\FpmServer;
use Larder\Tests\Support\Larder;
use Larder\Tests\Support\RedisTestCase;

/** Profiles in Redis, in workers of PHP-FPM that serve many requests. */
final class FpmTest extends RedisTestCase
{
    private const WORKERS = 2;
    private const VALUE = ['id' => 7, 'name' => 'Somebody 7', 'role' => 'writer'];

    private ?FpmServer $fpm = null;

    protected function setUp(): void
    {
        if (($missing = FpmServer::missing()) !== null) {
            self::markTestSkipped($missing);
        }
        parent::setUp();
        $this->fpm = new FpmServer(__DIR__ . '/programs/profiles.php', self::WORKERS);
    }

    protected function tearDown(): void
    {
        $this->fpm?->stop();
    }

    public function testWorkersKeepProfilesOverRequestsAndFollowNewOnes(): void
    {
        [$readers, $writers] = [Larder::profile('reader'), Larder::profile('writer')];
        $this->publish($readers);
        $this->redis->rawCommand('CONFIG', 'RESETSTAT');
        $workers = [];
        while (\count($workers) < self::WORKERS || \min(\array_map('count', $workers)) < 10) {
            foreach ($this->visit(60) as $did) {
                self::assertSame($readers->id(), $did['current']);
                $workers[$did['process']][] = $did['memory'];
            }
        }
        self::assertCount(self::WORKERS, $workers);
        self::assertSame(self::WORKERS, $this->calls('hget'), 'each worker has asked once');
        self::assertSame(self::WORKERS, $this->calls('get'), 'and fetched it once');

        // Another program writes under a profile that is new: it is read at once.
        $this->publish($writers);
        $this->redis->set('other', \larder_serialize(self::VALUE, $writers));
        foreach ($this->visit(60) as $did) {
            self::assertSame(self::VALUE, $did['other']);
        }

        // All workers write under it, without a restart.
        $all = \array_fill(0, self::WORKERS, $writers->id());
        $current = [];
        for ($times = 0; \array_values($current) !== $all; $times++) {
            self::assertLessThan(1000, $times, 'a worker does not follow');
            foreach ($this->visit(1) as $did) {
                self::assertArrayHasKey($did['process'], $workers);
                $current[$did['process']] = $did['current'];
            }
        }
        self::assertStringNotContainsString('PHP ', $this->fpm->log());
    }

    public function testRequestsLeaveNoMemoryBehind(): void
    {
        $this->publish(Larder::profile('reader'));
        $usage = static function (array $visits, array $usage): array {
            foreach ($visits as $did) {
                \preg_match(
                    '/^RssAnon:\s+(\d+) kB$/m',
                    (string) \file_get_contents("/proc/{$did['process']}/status"),
                    $resident,
                );
                $usage[$did['process']] = [$did['memory'], (int) $resident[1]];
            }

            return $usage;
        };
        $before = [];
        for ($times = 0; $times < 10 || \count($before) < self::WORKERS; $times++) {
            $before = $usage($this->visit(60), $before);
        }
        $after = $before;
        for ($times = 0; $times < 60; $times++) {
            $after = $usage($this->visit(60), $after);
        }

        self::assertSame(\array_keys($before), \array_keys($after), 'no worker was replaced');
        foreach ($after as $process => [$memory, $resident]) {
            self::assertSame($before[$process][0], $memory);
            // Some 120 requests: a profile is larger than a kilobyte.
            self::assertLessThan($before[$process][1] + 120, $resident);
        }
    }

    /** @return list<array<string, mixed>> what several requests did, which all workers serve */
    private function visit(int $askEvery): array
    {
        $query = "port={$this->redis->getPort()}&askEvery=$askEvery";
        $visits = [];
        foreach ($this->fpm->get($query, 2 * self::WORKERS) as $answer) {
            $did = \json_decode($answer, true);
            self::assertIsArray($did, "$answer {$this->fpm->log()}");
            self::assertSame([], $did['errors']);
            self::assertArrayNotHasKey('decode-failure', $did);
            $visits[] = $did;
        }

        return $visits;
    }

    private function publish(Profile $profile): void
    {
        $this->redis->set("larder:profile:{$profile->id()}", $profile->bytes());
        $this->redis->hSet('larder:profiles:people', 'current', $profile->id());
    }

    /** How often a command was called. */
    private function calls(string $command): int
    {
        \preg_match(
            '/^calls=(\d+)/',
            $this->redis->info('commandstats')["cmdstat_$command"] ?? 'calls=0',
            $calls,
        );

        return (int) $calls[1];
    }
}
