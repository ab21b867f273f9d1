<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Event;
use Larder\Redis;
use Larder\RedisCache;
use Larder\RedisCluster;
use Larder\Symfony\LarderMarshaller;
use Larder\Tests\Support\RedisNodes;
use Larder\Tests\Support\RedisTestCase;
use Psr\SimpleCache\CacheInterface;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** What `onEvent` of the adapters is called with. */
final class EventTest extends RedisTestCase
{
    /** @var list<Event> */
    private array $events = [];

    public function testACacheTellsOfEachValue(): void
    {
        if (!\interface_exists(CacheInterface::class)) {
            self::markTestSkipped('needs psr/simple-cache: apt-get install php-psr-simple-cache');
        }
        $cache = new RedisCache(
            $this->redis,
            fallback: ['php', 'json'],
            onDecodeFailure: static fn () => null,
            onEvent: $this->note(...),
        );
        $cache->set('list', [1, 2]);
        self::assertSame("encode {$this->redis->strlen('list')}", $this->noted());
        $cache->setMultiple(['count' => 42, 'text' => 'text']);
        self::assertSame("encode 2, encode {$this->redis->strlen('text')}", $this->noted());

        $this->redis->mSet(['old' => 'a:0:{}', 'broken' => "\xC1@", 'null' => 'null']);
        self::assertSame([1, 2], $cache->get('list'));
        self::assertSame("hit {$this->redis->strlen('list')}", $this->noted());
        self::assertSame(42, $cache->get('count'));
        self::assertSame('hit 2', $this->noted());
        self::assertSame(
            ['old' => [], 'none' => null, 'broken' => null, 'null' => null],
            $cache->getMultiple(['old', 'none', 'broken', 'null']),
        );
        self::assertSame('hit 6 by a fallback, miss 0, decode-failure 2', \substr(
            $noted = $this->noted(),
            0,
            (int) \strpos($noted, ' (Larder'),
        ));
        self::assertStringEndsWith('hit 4 by a fallback', $noted);

        try {
            $cache->set('closure', static fn (): int => 1);
            self::fail('a closure was written');
        } catch (\Larder\EncodeError) {
            self::assertSame('encode-failure 0 (Larder\EncodeError)', $this->noted());
        }
    }

    public function testPhpredisTellsOfEachValue(): void
    {
        $redis = new Redis(fallback: ['php'], members: 'larder', onEvent: $this->note(...));
        $redis->connect('127.0.0.1', $this->redis->getPort());
        $this->tellsOfEachValue($redis);

        $redis->multi()->get('none')->set('k', 'v')->get('k')->mget(['k', 'none'])->exec();
        self::assertSame('encode 4, miss 0, hit 4, hit 4, miss 0', $this->noted());
        $redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_NONE);
        $redis->get('k');
        $redis->get('none');
        self::assertSame('', $this->noted(), 'values pass as they are');
    }

    public function testAClusterTellsOfEachValue(): void
    {
        $nodes = new RedisNodes();
        try {
            $this->tellsOfEachValue(new RedisCluster(
                null,
                $nodes->seeds(),
                fallback: ['php'],
                members: 'larder',
                onEvent: $this->note(...),
            ));
        } finally {
            $nodes->stop();
        }
    }

    private function tellsOfEachValue(Redis|RedisCluster $redis): void
    {
        $redis->set('s', [1, 2]);
        self::assertSame('encode ' . \strlen(\larder_serialize([1, 2])), $this->noted());
        self::assertFalse($redis->set('s', 'text', ['NX']));
        self::assertSame('encode 7', $this->noted(), 'what was not set is no miss');
        self::assertSame([[1, 2], false], $redis->mget(['s', 'none']));
        self::assertSame('hit 6, miss 0', $this->noted());
        self::assertFalse($redis->get('none'));
        self::assertSame('miss 0', $this->noted());

        $redis->hMset('h', ['a' => 'A', 'b' => 7]);
        self::assertSame('encode 4, encode 1', $this->noted());
        self::assertSame(['a' => 'A', 'c' => false], $redis->hMget('h', ['a', 'c']));
        self::assertSame('hit 4, miss 0', $this->noted());
        $redis->rawCommand(...($redis instanceof RedisCluster ? ['h'] : []), ...[
            'HSET', 'h', 'old', 'N;', 'broken', "\xC1",
        ]);
        self::assertNull($redis->hGet('h', 'old'));
        self::assertSame('hit 2 by a fallback', $this->noted());
        self::assertFalse($redis->hGet('h', 'broken'));
        self::assertSame('decode-failure 1 (Larder\DecodeError)', $this->noted());

        $redis->sAdd('set', 'member');
        self::assertSame(['member'], $redis->sMembers('set'));
        self::assertSame('encode 9, hit 9', $this->noted());
    }

    public function testAMarshallerTellsOfEachValue(): void
    {
        if (!\interface_exists(MarshallerInterface::class)) {
            self::markTestSkipped('needs symfony/cache: apt-get install php-symfony-cache');
        }
        $marshaller = new LarderMarshaller(fallback: ['php'], onEvent: $this->note(...));

        $marshaller->marshall(['a' => 'A', 'b' => static fn (): int => 1], $failed);
        self::assertSame('encode 4, encode-failure 0 (Larder\EncodeError)', $this->noted());
        $marshaller->unmarshall(\larder_serialize('A'));
        $marshaller->unmarshall('s:1:"A";');
        self::assertSame('hit 4, hit 8 by a fallback', $this->noted());
        try {
            $marshaller->unmarshall('none');
            self::fail('it is no value');
        } catch (\Larder\DecodeError) {
            self::assertSame('decode-failure 4 (Larder\DecodeError)', $this->noted());
        }
    }

    private function note(Event $event): void
    {
        $this->events[] = $event;
    }

    /** What was noted since it was asked last. */
    private function noted(): string
    {
        $events = $this->events;
        $this->events = [];

        return \implode(', ', \array_map(static function (Event $event): string {
            self::assertSame($event->kind !== 'miss', $event->nanoseconds > 0);
            $fallback = $event->isFallback ? ' by a fallback' : '';
            $error = $event->error === null ? '' : ' (' . $event->error::class . ')';

            return "$event->kind $event->bytes$fallback$error";
        }, $events));
    }
}
