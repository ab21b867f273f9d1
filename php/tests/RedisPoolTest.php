<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\CacheException;
use Larder\EncodeError;
use Larder\InvalidArgumentException;
use Larder\RedisCache;
use Larder\RedisPool;
use Larder\Tests\Fixtures\User;
use Larder\Tests\Support\Php;
use Larder\Tests\Support\RedisServer;
use Larder\Tests\Support\RedisTestCase;
use Psr\Cache\CacheItemPoolInterface;

/** What the contract of PSR-6 leaves open: RedisPoolContractTest tests the contract itself. */
final class RedisPoolTest extends RedisTestCase
{
    protected function setUp(): void
    {
        if (
            !\interface_exists(CacheItemPoolInterface::class)
            || !\interface_exists(\Psr\SimpleCache\CacheInterface::class)
        ) {
            self::markTestSkipped(
                'needs psr/cache and psr/simple-cache: '
                . 'apt-get install php-psr-cache php-psr-simple-cache'
            );
        }
        parent::setUp();
    }

    public function testStoresWhatTheCacheBelowStores(): void
    {
        $cache = new RedisCache($this->redis, 'p-', allowedClasses: [User::class]);
        $pool = new RedisPool($cache);

        $values = ['count' => 42, 'text' => '42', 'none' => null, 'user' => new User(7)];
        foreach ($values as $key => $value) {
            $pool->save($pool->getItem($key)->set($value));

            self::assertEquals($value, $cache->get($key, 'miss'));
            self::assertTrue($pool->getItem($key)->isHit());
            self::assertEquals($value, $pool->getItem($key)->get());
        }

        self::assertSame('42', $this->redis->get('p-count'));
        self::assertLarder($this->redis->get('p-text'));
    }

    public function testAValueThatWasSetIsThereBeforeItIsSaved(): void
    {
        $pool = new RedisPool(new RedisCache($this->redis));
        $item = $pool->getItem('key');

        self::assertNull($item->get());
        self::assertSame('new', $item->set('new')->get());
        self::assertFalse($item->isHit());
        self::assertFalse($pool->hasItem('key'));
    }

    public function testSendsOneCommandForManyKeys(): void
    {
        $pool = new RedisPool(new RedisCache($this->redis));
        $keys = \array_map(static fn (int $i): string => "key-$i", \range(1, 200));
        $this->redis->rawCommand('CONFIG', 'RESETSTAT');

        foreach ($pool->getItems($keys) as $key => $item) {
            $pool->saveDeferred($item->set("value of $key")->expiresAfter(100));
            \usleep(50);
        }
        $pool->commit();
        $found = $pool->getItems($keys);
        $pool->deleteItems($keys);

        self::assertSame($keys, \array_keys($found));
        self::assertSame('value of key-200', $found['key-200']->get());
        $calls = $this->redis->info('commandstats');
        self::assertStringStartsWith('calls=2,', $calls['cmdstat_mget']);
        self::assertStringStartsWith('calls=200,', $calls['cmdstat_psetex']);
        self::assertStringStartsWith('calls=1,', $calls['cmdstat_unlink']);
        self::assertLessThan(50, $this->redis->info('stats')['total_reads_processed']);
    }

    public function testEachItemHasItsOwnTimeToLive(): void
    {
        $pool = new RedisPool(new RedisCache($this->redis));
        $pool->saveDeferred($pool->getItem('hour')->set(1)->expiresAfter(3600));
        $pool->saveDeferred(
            $pool->getItem('day')->set(2)->expiresAt(new \DateTimeImmutable('+1 day'))
        );
        $pool->saveDeferred($pool->getItem('ever')->set(3)->expiresAfter(5)->expiresAfter(null));
        $pool->saveDeferred($pool->getItem('interval')->set(4)->expiresAfter(
            new \DateInterval('PT2H')
        ));
        $pool->saveDeferred($pool->getItem('long')->set(5)->expiresAfter(\PHP_INT_MAX));
        $this->redis->set('past', 'old');
        $pool->saveDeferred($pool->getItem('past')->set(6)->expiresAt(new \DateTime('2001-01-01')));

        self::assertFalse($pool->hasItem('past'));
        self::assertTrue($pool->commit());

        $left = \array_map($this->redis->ttl(...), ['hour', 'day', 'ever', 'interval', 'past']);
        $expected = [3600, 86_400, -1, 7200, -2];
        foreach ($expected as $i => $seconds) {
            self::assertLessThanOrEqual($seconds, $left[$i]);
            self::assertGreaterThan($seconds - 600, $left[$i]);
        }
        self::assertSame(['-1', '-2'], [(string) $left[2], (string) $left[4]]);
        self::assertGreaterThan(1e9, $this->redis->ttl('long'));
    }

    public function testADeferredItemIsACopyWithItsValue(): void
    {
        $pool = new RedisPool(new RedisCache($this->redis));
        $item = $pool->getItem('7');
        $pool->saveDeferred($item->set('deferred'));
        $item->set('changed since');

        self::assertSame('deferred', $pool->getItems(['7', 'other'])['7']->get());
        self::assertFalse($this->redis->get('7'));
        $pool->save($pool->getItem('7')->set('saved'));
        $pool->commit();

        self::assertSame('saved', $pool->getItem('7')->get());
    }

    public function testReadsOnWhatIgbinaryWroteAndWritesItForOthers(): void
    {
        $this->redis->set('user:7', \igbinary_serialize(['id' => 7]));
        $cache = new RedisCache(
            $this->redis,
            fallback: ['igbinary'],
            format: 'igbinary',
            strictKeys: false,
        );
        $pool = new RedisPool($cache);

        $item = $pool->getItem('user:7');
        self::assertSame(['id' => 7], $item->get());
        $pool->save($item->set(['id' => 8]));

        self::assertSame(['id' => 8], \igbinary_unserialize($this->redis->get('user:7')));
    }

    public function testAValueThatCannotBeDecodedIsAMiss(): void
    {
        $this->redis->set('key', Php::objectOfNoClassHere());
        $pool = new RedisPool(new RedisCache($this->redis, allowedClasses: true));

        self::assertFalse($pool->getItem('key')->isHit());
        self::assertNull($pool->getItem('key')->get());
    }

    public function testErrorsAreThoseOfBothContracts(): void
    {
        $pool = new RedisPool(new RedisCache($this->redis));
        $errors = [
            static fn () => $pool->getItem('a:b'),
            static fn () => $pool->getItem('key')->expiresAfter('soon'),
            static fn () => $pool->getItem('key')->expiresAt(5),
            fn () => $pool->save($this->createStub(\Psr\Cache\CacheItemInterface::class)),
        ];
        foreach ($errors as $case => $error) {
            try {
                $error();
                self::fail("no error of case $case");
            } catch (InvalidArgumentException $thrown) {
                self::assertInstanceOf(\Psr\Cache\InvalidArgumentException::class, $thrown);
                self::assertInstanceOf(\Psr\SimpleCache\InvalidArgumentException::class, $thrown);
            }
        }
        $server = new RedisServer();
        $away = new RedisPool(new RedisCache($server->connect()));
        $server->stop();
        try {
            $away->getItem('key');
            self::fail('no error without a server');
        } catch (CacheException $thrown) {
            self::assertInstanceOf(\Psr\Cache\CacheException::class, $thrown);
        }
    }

    public function testAValueThatCannotBeWrittenIsAnError(): void
    {
        $pool = new RedisPool(new RedisCache($this->redis));
        $pool->saveDeferred($pool->getItem('fine')->set(1));
        $pool->saveDeferred($pool->getItem('closure')->set(static fn (): int => 1));

        try {
            $pool->commit();
            self::fail('a closure was written');
        } catch (EncodeError) {
            self::assertSame([], $this->redis->keys('*'));
        }
        self::assertTrue($pool->commit());
    }

    public function testAPoolThatIsDestroyedSaysWhatItCouldNotSave(): void
    {
        $log = (string) \tempnam(\sys_get_temp_dir(), 'larder');
        $before = \ini_set('error_log', $log);
        try {
            $pool = new RedisPool(new RedisCache($this->redis));
            $pool->saveDeferred($pool->getItem('closure')->set(static fn (): int => 1));
            unset($pool);

            self::assertStringContainsString(
                'Larder\RedisPool: deferred items are not saved: ',
                (string) \file_get_contents($log),
            );
        } finally {
            \ini_set('error_log', (string) $before);
            \unlink($log);
        }
    }
}
