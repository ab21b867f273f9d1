<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Support\Larder;
use Larder\Tests\Support\Php;
use Larder\Tests\Support\RedisTestCase;
use Psr\SimpleCache\CacheInterface;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** `larder switch` beside programs in PHP that read and write all the time. */
final class SwitchTest extends RedisTestCase
{
    /** Keys of each program, and of nobody. */
    private const COUNT = 5_000;
    private const REST = 80_000;

    /** @var list<array{resource, array<int, resource>}> processes with their pipes */
    private array $running = [];

    protected function tearDown(): void
    {
        foreach ($this->running as [$process]) {
            \proc_terminate($process);
            \proc_close($process);
        }
    }

    public function testProgramsNoticeNothing(): void
    {
        foreach ([CacheInterface::class, MarshallerInterface::class] as $library) {
            if (!\interface_exists($library)) {
                self::markTestSkipped("needs $library: apt-get install php-symfony-cache");
            }
        }
        $port = (string) $this->redis->getPort();
        $names = ['igbinary', 'json', 'session', 'symfony'];
        foreach ($names as $name) {
            $this->start($name, $port);
        }
        $this->fill();
        foreach ($this->running as [, $pipes]) {
            self::assertSame("ready\n", \fgets($pipes[1]));
        }

        $there = $this->switch('larder', '--rate', '15000');
        self::assertGreaterThan(self::REST, $there['switched']);

        foreach ($this->running as $at => [$process, $pipes]) {
            \fclose($pipes[0]);
            $did = \json_decode((string) \stream_get_contents($pipes[1]), true);
            $code = \proc_close($process);
            unset($this->running[$at]);
            self::assertSame(0, $code, $names[$at]);
            self::assertGreaterThan(500, $did['reads'], $names[$at]);
            self::assertGreaterThan(100, $did['writes'], $names[$at]);
            self::assertGreaterThan(0, $did['misses'], $names[$at]);
        }
        $rest = $this->switch('larder', '--until-clean');
        self::assertSame(0, $rest['left']['count']);
        for ($id = 0; $id < self::REST; $id += 7) {
            $bytes = $this->redis->get("rest:$id");
            self::assertLarder($bytes);
            self::assertSame(self::value($id), \larder_unserialize($bytes));
            $end = $this->redis->rawCommand('PEXPIRETIME', "rest:$id");
            self::assertSame($id % 2 === 0 ? self::end($id) : -1, $end);
        }
        $back = $this->switch('igbinary', '--match', 'rest:*');
        self::assertSame(self::REST, $back['switched']);
        for ($id = 0; $id < self::REST; $id += 7) {
            self::assertSame(\igbinary_serialize(self::value($id)), $this->redis->get("rest:$id"));
        }
    }

    /** @dataProvider compressions */
    public function testPhpredisGoesOnReadingWhatItHasCompressed(string $compression): void
    {
        if (!\defined("Redis::COMPRESSION_$compression")) {
            self::markTestSkipped("phpredis was built without $compression");
        }
        $old = $this->connect();
        $old->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
        $old->setOption(\Redis::OPT_COMPRESSION, \constant("Redis::COMPRESSION_$compression"));
        for ($id = 0; $id < 200; $id++) {
            $old->set("string:$id", self::value($id));
            $old->hSet('hash', "field $id", self::value($id));
            $old->rPush('list', self::value($id));
        }
        $new = $this->connect();
        $new->setOption(\Redis::OPT_COMPRESSION, $old->getOption(\Redis::OPT_COMPRESSION));

        $there = $this->switch('larder', '--types', 'string,hash,list');
        self::assertSame(600, $there['switched']);
        for ($id = 0; $id < 200; $id++) {
            $field = $new->hGet('hash', "field $id");
            foreach ([$new->get("string:$id"), $field, $new->lIndex('list', $id)] as $bytes) {
                self::assertLarder($bytes);
                self::assertSame(self::value($id), \larder_unserialize($bytes));
            }
        }

        $back = $this->switch('igbinary', '--types', 'string,hash,list');
        self::assertSame(600, $back['switched']);
        for ($id = 0; $id < 200; $id++) {
            self::assertSame(self::value($id), $old->get("string:$id"));
            self::assertSame(self::value($id), $old->hGet('hash', "field $id"));
            self::assertSame(self::value($id), $old->lIndex('list', $id));
        }
    }

    /** @return iterable<string, array{string}> */
    public static function compressions(): iterable
    {
        foreach (['NONE', 'LZF', 'LZ4', 'ZSTD'] as $compression) {
            yield $compression => [$compression];
        }
    }

    private function start(string $name, string $port): void
    {
        $program = __DIR__ . '/programs/switch.php';
        // A notice would go to standard output.
        $settings = ['display_errors' => 'stderr', 'html_errors' => '0'];
        $command = Php::command($settings, $program, $name, $port, (string) self::COUNT);
        $process = \proc_open($command, [['pipe', 'r'], ['pipe', 'w'], \STDERR], $pipes);
        $this->running[] = [$process, $pipes];
    }

    private function fill(): void
    {
        for ($id = 0; $id < self::REST;) {
            $pipe = $this->redis->multi(\Redis::PIPELINE);
            for ($end = \min(self::REST, $id + 1000); $id < $end; $id++) {
                $pipe->set("rest:$id", \igbinary_serialize(self::value($id)));
                if ($id % 2 === 0) {
                    $pipe->rawCommand('PEXPIREAT', "rest:$id", (string) self::end($id));
                }
            }
            $pipe->exec();
        }
    }

    /** @return array<string, mixed> */
    private static function value(int $id): array
    {
        return [
            'id' => $id,
            'name' => "Customer $id",
            'tags' => ['new', 'vip'],
            'open' => $id % 3 === 0,
        ];
    }

    private static function end(int $id): int
    {
        return 4_000_000_000_000 + $id;
    }

    /** @return array<string, mixed> what was done */
    private function switch(string $format, string ...$flags): array
    {
        $url = "redis://127.0.0.1:{$this->redis->getPort()}/0";
        $command = [Larder::command(), 'switch', $url, '--yes', '--to', $format, '--json', '-'];
        $process = \proc_open([...$command, ...$flags], [1 => ['pipe', 'w'], 2 => \STDERR], $pipes);
        $result = \json_decode((string) \stream_get_contents($pipes[1]), true);
        \proc_close($process);
        self::assertSame('finished', $result['end'] ?? null, \json_encode($result));
        self::assertSame(0, $result['failed'] + \count($result['refused']), \json_encode($result));

        return $result;
    }
}
