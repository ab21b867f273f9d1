<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Support\Larder;
use Larder\Tests\Support\MariaDb;
use Larder\Tests\Support\Page;
use Larder\Tests\Support\Php;
use Larder\Tests\Support\RedisTestCase;
use Larder\Tests\Support\WordPressSite;

/** A site on WordPress whose object cache is switched: docs/PHP-HOSTS.md, as printed. */
final class WordPressTest extends RedisTestCase
{
    private static ?MariaDb $database = null;

    /** Whether the database has a network by now. */
    private static bool $isNetwork = false;

    /** @var list<WordPressSite> */
    private array $sites = [];

    public static function tearDownAfterClass(): void
    {
        self::$database?->stop();
        self::$database = null;
        parent::tearDownAfterClass();
    }

    protected function setUp(): void
    {
        if (($missing = WordPressSite::missing()) !== null) {
            self::markTestSkipped($missing);
        }
        parent::setUp();
        if (self::$database === null) {
            self::$database = new MariaDb();
            self::assertTrue($this->site(null)->call('install'));
        }
    }

    protected function tearDown(): void
    {
        foreach ($this->sites as $site) {
            $site->stop();
        }
    }

    public function testASiteReadsOnWhatPhpredisSerializedAndBack(): void
    {
        $old = $this->site(self::old());
        [$page] = $old->front();
        self::assertStringContainsString('Kettle by ada in Uncategorized as kind of Kettle', $page);
        [, $warm] = $old->front();
        $old->call('fill');
        $filled = $old->call('read');
        self::assertSame(['price' => '9.50'], $filled['transient']);
        self::assertStringStartsWith("\0\0\0\x02", $this->redis->get('shop:wp:options:alloptions'));

        // All of it is found: the database is not asked more often than by the old site.
        $new = $this->site(self::new());
        [$again, $queries] = $new->front();
        self::assertSame($page, $again);
        self::assertSame($warm, $queries);
        // But for a false of another format, which is a miss.
        $misses = ['false' => [false, false]];
        self::assertSame(\array_replace($filled, $misses), $new->call('read'));
        self::assertSame('', $new->log());

        // What is written from now on is Larder's.
        self::assertSame(4, $new->call('rename'));
        [$renamed] = $new->front();
        self::assertStringContainsString('Big kettle', $renamed);
        self::assertLarder($this->redis->get('shop:wp:posts:4'));
        $new->call('fill');
        self::assertLarder($this->redis->get('shop:wp:shop:array'));
        self::assertSame('41', $this->redis->get('shop:wp:shop:number'));
        self::assertGreaterThan(500, $this->redis->ttl('shop:wp:shop:array'));
        self::assertSame($filled, $new->call('read'));

        $this->switchTo('igbinary');
        self::assertSame($renamed, $old->front()[0]);
        self::assertSame($filled['array'], $old->call('read')['array']);
        self::assertSame('', $new->log());
    }

    public function testASiteReadsOnWhatLarderSwitchRewrote(): void
    {
        $old = $this->site(self::old());
        $old->front();
        [$page, $warm] = $old->front();
        $old->call('fill');

        $this->switchTo('larder');

        self::assertLarder($this->redis->get('shop:wp:options:alloptions'));
        $new = $this->site(\str_replace("fallback: ['igbinary', 'php'],", '', self::new()));
        self::assertSame([$page, $warm], $new->front());
        self::assertSame([false, true], $new->call('read')['false']);
        self::assertSame('', $new->log());
    }

    public function testASiteWithTheOldCacheReadsWhatTheNewOneWritesForIt(): void
    {
        $format = "fallback: ['igbinary', 'php'],\n format: 'igbinary',";
        $first = $this->site(
            \str_replace("fallback: ['igbinary', 'php'],", $format, self::new())
        );
        $first->call('fill');
        $filled = $first->call('read');
        [$page, $queries] = $first->front();
        [$page, $warm] = $first->front();
        self::assertLessThan($queries, $warm);
        self::assertStringStartsWith("\0\0\0\x02", $this->redis->get('shop:wp:shop:array'));
        self::assertSame([], \array_filter(
            $this->redis->mGet($this->redis->keys('*')),
            static fn (string|false $bytes): bool => \str_starts_with((string) $bytes, "\xC1"),
        ));

        $old = $this->site(self::old());
        self::assertSame([$page, $warm], $old->front());
        self::assertSame($filled, $old->call('read'));
        self::assertSame([42, 43], [$old->call('count'), $first->call('count')]);
    }

    /** @dataProvider networks */
    public function testTheSameCallsGiveTheSameResultsAsWordPressItself(bool $isNetwork): void
    {
        $this->asNetwork($isNetwork);
        $itself = $this->site(null, $isNetwork);
        $expected = $itself->call('calls');
        self::assertFalse($itself->call('usage')[0]);
        self::assertSame(0, $this->redis->dbSize());

        foreach ([self::new(), self::old()] as $dropIn) {
            $site = $this->site($dropIn, $isNetwork);
            self::assertSame(self::shown($expected), self::shown($site->call('calls')));
            self::assertTrue($site->call('usage')[0]);
            self::assertSame('', $site->log());
            $this->redis->flushAll();
        }
        // The same again with nothing below: a server that is away.
        $away = $this->site(\str_replace('6379', '1', self::new()), $isNetwork);
        self::assertSame(self::shown($expected), self::shown($away->call('calls')));
        self::assertStringContainsString('Redis is left alone for this request', $away->log());
        // And with a server that refuses to write.
        $this->redis->config('SET', 'maxmemory', '1');
        try {
            $full = $this->site(self::new(), $isNetwork);
            self::assertSame(self::shown($expected), self::shown($full->call('calls')));
            self::assertStringContainsString('OOM', $full->log());
        } finally {
            $this->redis->config('SET', 'maxmemory', '0');
        }
    }

    /** @return iterable<string, array{bool}> */
    public static function networks(): iterable
    {
        yield 'one site' => [false];
        yield 'a network' => [true];
    }

    public function testRequestsShareWhatPersists(): void
    {
        $site = $this->site(self::new(), self::$isNetwork);
        $site->call('fill');

        self::assertSame([true, false, false], [
            $site->call('lock'),
            $site->call('lock'),
            $this->site(self::new(), self::$isNetwork)->call('lock'),
        ]);
        self::assertSame([42, 43], [$site->call('count'), $site->call('count')]);
        self::assertSame([true, true, true, 'value', false], $site->call('flushRuntime'));
        $read = $site->call('read');
        self::assertSame(['41', true], $read['digits']);
        self::assertSame([43, true], $read['number']);
        self::assertFalse($read['once']);
    }

    public function testFlushesItsOwnKeysAlone(): void
    {
        $site = $this->site(self::new(), self::$isNetwork);
        $this->redis->mSet(['other:wp:shop:key' => 'a', 'shop' => 'b', 'shopping:x' => 'c']);
        $site->call('fill');
        $site->front();

        self::assertTrue($site->call('flushGroup'));
        self::assertSame([false, false], $site->call('read')['array']);
        self::assertNotSame([], $this->redis->keys('shop:*:options:*'));

        self::assertTrue($site->call('flush'));
        // The request that flushes has read the options before.
        $left = $this->redis->keys('*');
        \sort($left);
        self::assertSame(['other:wp:shop:key', 'shop', 'shopping:x'], $left);
    }

    public function testWhatCannotBeDecodedIsNoMissForEver(): void
    {
        $site = $this->site(self::new(), self::$isNetwork);
        $site->call('lock');
        [$key] = $this->redis->keys('shop:*:shop:lock');
        $this->redis->set($key, Php::objectOfNoClassHere());

        self::assertTrue($site->call('lock'));
        self::assertFalse($site->call('lock'));
        self::assertStringContainsString("$key is a miss", $site->log());
    }

    public function testWhatCannotBeWrittenLastsAsLongAsTheRequest(): void
    {
        $site = $this->site(self::new(), self::$isNetwork);

        [$set, $called, $others] = $site->call('closure');

        self::assertSame(['fine' => true, 'closure' => true, 'two' => true], $set);
        self::assertSame(7, $called);
        self::assertSame(['fine' => 1, 'two' => 2], $others);
        self::assertStringContainsString('closure lasts as long as the request', $site->log());
    }

    /** With the types of all values, and objects by what they hold. */
    private static function shown(mixed $value): string
    {
        return \var_export($value, true);
    }

    private static function new(): string
    {
        return Page::block('wordpress');
    }

    /** The same with phpredis, which serializes as igbinary. */
    private static function old(): string
    {
        return \preg_replace(
            ['/new Larder\\\\Redis\(.*?\n        \);/s', '/\$redis->connect\(.*?\);/'],
            ['new Redis();', '$0 $redis->setOption(Redis::OPT_SERIALIZER, 2);'],
            self::new(),
        );
    }

    private function site(?string $dropIn, bool $isNetwork = false): WordPressSite
    {
        $here = [
            '/srv/larder/php' => (string) \realpath(__DIR__ . '/..'),
            '6379' => (string) $this->redis->getPort(),
        ];

        return $this->sites[] = new WordPressSite(
            self::$database,
            $dropIn === null ? null : \strtr($dropIn, $here),
            $isNetwork,
        );
    }

    private function asNetwork(bool $isNetwork): void
    {
        if ($isNetwork && !self::$isNetwork) {
            self::assertTrue($this->site(null)->call('network'));
            self::$isNetwork = true;
        }
    }

    private function switchTo(string $format): void
    {
        $url = "redis://127.0.0.1:{$this->redis->getPort()}/0";
        Larder::run('switch', $url, '--to', $format, '--yes');
    }
}
