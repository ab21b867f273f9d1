<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\CacheException;
use Larder\DecodeError;
use Larder\EncodeError;
use Larder\InvalidArgumentException;
use Larder\RedisCache;
use Larder\Tests\Fixtures\Unreadable;
use Larder\Tests\Fixtures\User;
use Larder\Tests\Support\Larder;
use Larder\Tests\Support\Php;
use Larder\Tests\Support\RedisServer;
use Larder\Tests\Support\RedisTestCase;
use Psr\SimpleCache\CacheInterface;

final class RedisCacheTest extends RedisTestCase
{
    private const FOR_EVER = -1;
    private const MISSING = -2;

    protected function setUp(): void
    {
        if (!\interface_exists(CacheInterface::class)) {
            self::markTestSkipped('needs psr/simple-cache: apt-get install php-psr-simple-cache');
        }
        parent::setUp();
    }

    /** @dataProvider values */
    public function testGivesBackTheVeryValue(mixed $value): void
    {
        $cache = new RedisCache($this->redis);

        self::assertTrue($cache->set('key', $value));

        self::assertSame($value, $cache->get('key', 'default'));
    }

    /** @return iterable<string, array{mixed}> */
    public static function values(): iterable
    {
        $values = [
            null, true, false, 0, 7, -1, \PHP_INT_MAX, \PHP_INT_MIN, 1.5, 0.0, \INF, '', '0', '42',
            '-1', 'null', '李',
            "\xFF\x00\xC1", [], [[]], [1, 2, 3], ['1', 2, 'three'], [-1 => 0],
            ['a' => 1, 'b' => ['c' => null, 5 => 'five']],
        ];
        foreach ($values as $value) {
            yield \var_export($value, true) => [$value];
        }
    }

    public function testStoresIntegersAsTextAndAllElseAsLarder(): void
    {
        $cache = new RedisCache($this->redis);

        $cache->setMultiple(['integer' => 42, 'text' => '42', 'float' => 42.0, 'list' => [42]]);

        self::assertSame('42', $this->redis->get('integer'));
        foreach (['text', 'float', 'list'] as $key) {
            self::assertLarder($this->redis->get($key));
        }
    }

    public function testReadsWhatRedisCounted(): void
    {
        $cache = new RedisCache($this->redis);
        $cache->set('counter', 41);

        $this->redis->incr('counter');
        $this->redis->decrBy('another', 7);

        self::assertSame(
            ['counter' => 42, 'another' => -7],
            $cache->getMultiple(['counter', 'another']),
        );
    }

    /** @dataProvider otherTexts */
    public function testTakesNoOtherTextForAnInteger(string $text): void
    {
        $this->redis->set('key', $text);

        self::assertSame('default', (new RedisCache($this->redis))->get('key', 'default'));
    }

    /** @return iterable<string, array{string}> */
    public static function otherTexts(): iterable
    {
        $cases = [
            '',
            '007',
            '-0',
            '+1',
            ' 1',
            "1\n",
            '1.0',
            '1e3',
            '9223372036854775808',
            'one',
        ];
        foreach ($cases as $text) {
            yield "'$text'" => [$text];
        }
    }

    public function testAMissIsTheDefaultAndANullIsNot(): void
    {
        $cache = new RedisCache($this->redis);
        $cache->set('null', null);

        self::assertNull($cache->get('miss'));
        self::assertSame(['miss' => 5, 'null' => null], $cache->getMultiple(['miss', 'null'], 5));
        self::assertTrue($cache->has('null'));
        self::assertFalse($cache->has('miss'));
    }

    public function testAsksForManyKeysAtOnce(): void
    {
        $cache = new RedisCache($this->redis);
        $values = [];
        for ($i = 0; $i < 500; $i++) {
            $values["key-$i"] = ["value $i"];
        }
        $this->redis->rawCommand('CONFIG', 'RESETSTAT');

        $cache->setMultiple($values, 60);
        $found = $cache->getMultiple(\array_keys($values));
        $cache->deleteMultiple(\array_keys($values));

        self::assertSame($values, $found);
        $calls = $this->redis->info('commandstats');
        self::assertStringStartsWith('calls=500,', $calls['cmdstat_psetex']);
        self::assertStringStartsWith('calls=1,', $calls['cmdstat_mget']);
        self::assertStringStartsWith('calls=1,', $calls['cmdstat_unlink']);
        // The pipeline of 500 arrives in a few packets.
        self::assertLessThan(100, $this->redis->info('stats')['total_reads_processed']);
        self::assertSame(0, $this->redis->dbSize());
    }

    public function testKeysMayComeFromAGeneratorAndLookLikeIntegers(): void
    {
        $cache = new RedisCache($this->redis, 'p-');

        $cache->setMultiple((static fn () => yield from ['1' => 'one', 'b' => 'two'])());

        self::assertSame(
            [1 => 'one', 'b' => 'two'],
            $cache->getMultiple((static fn () => yield from ['1', 'b'])()),
        );
        self::assertSame('one', $cache->get('1'));
        $cache->deleteMultiple((static fn () => yield from ['1'])());
        self::assertSame(['p-b'], $this->redis->keys('*'));
    }

    public function testManyOfNothingIsNothing(): void
    {
        $cache = new RedisCache($this->redis);

        self::assertTrue($cache->setMultiple([]));
        self::assertTrue($cache->setMultiple([], 0));
        self::assertSame([], $cache->getMultiple([]));
        self::assertTrue($cache->deleteMultiple([]));
    }

    /** @dataProvider timesToLive */
    public function testSetsTheTimeToLive(
        null|int|\DateInterval $ttl,
        int $atLeast,
        int $atMost,
    ): void {
        $cache = new RedisCache($this->redis);

        $cache->set('one', 'value', $ttl);
        $cache->setMultiple(['two' => 'value'], $ttl);

        foreach (['one', 'two'] as $key) {
            self::assertGreaterThanOrEqual($atLeast, $this->redis->pttl($key));
            self::assertLessThanOrEqual($atMost, $this->redis->pttl($key));
        }
    }

    /** @return iterable<string, array{null|int|\DateInterval, int, int}> milliseconds */
    public static function timesToLive(): iterable
    {
        $hour = 3_600_000;
        $slack = 600_000;
        yield 'for ever' => [null, self::FOR_EVER, self::FOR_EVER];
        yield 'seconds' => [3600, $hour - $slack, $hour];
        yield 'the longest' => [\PHP_INT_MAX, $hour, \PHP_INT_MAX];
        yield 'interval' => [new \DateInterval('PT1H'), $hour - $slack, $hour];
        yield 'long interval' => [new \DateInterval('P99999Y'), $hour, \PHP_INT_MAX];
        yield 'none' => [0, self::MISSING, self::MISSING];
        yield 'past' => [-1, self::MISSING, self::MISSING];
        yield 'past interval' => [
            \DateInterval::createFromDateString('-1 day'),
            self::MISSING,
            self::MISSING,
        ];
    }

    public function testNoTimeToLiveDeletesWhatWasThere(): void
    {
        $cache = new RedisCache($this->redis, 'p-');
        $cache->setMultiple(['1' => 'a', 'b' => 'b', 'c' => 'c']);

        self::assertTrue($cache->set('1', 'new', 0));
        self::assertTrue($cache->setMultiple(['b' => 'new'], -5));

        self::assertSame(['p-c'], $this->redis->keys('*'));
    }

    public function testSetForEverLiftsATimeToLive(): void
    {
        $cache = new RedisCache($this->redis);
        $cache->set('key', 'value', 60);

        $cache->set('key', 'value');

        self::assertSame(self::FOR_EVER, $this->redis->pttl('key'));
    }

    public function testJitterSpreadsTheExpiryAndOnlyMakesItEarlier(): void
    {
        $keys = \array_map(static fn (int $i): string => "key-$i", \range(1, 200));

        (
            new RedisCache($this->redis, ttlJitter: 0.5)
        )->setMultiple(\array_fill_keys($keys, 'value'), 100_000);

        $left = \array_map($this->redis->pttl(...), $keys);
        self::assertLessThanOrEqual(100_000_000, \max($left));
        self::assertGreaterThan(50_000_000 - 600_000, \min($left));
        self::assertGreaterThan(25_000_000, \max($left) - \min($left));
    }

    public function testWholeJitterLeavesATimeToLive(): void
    {
        $cache = new RedisCache($this->redis, ttlJitter: 1.0);

        for ($i = 0; $i < 100; $i++) {
            self::assertTrue($cache->set('key', 'value', 1));
        }
    }

    /** @dataProvider prefixes */
    public function testClearDeletesTheKeysOfItsPrefixAlone(
        string $prefix,
        string $connectionPrefix,
    ): void {
        $this->redis->mSet(
            [
                'someone' => 'else',
                'pX:key' => 'alike',
                "$connectionPrefix-key" => 'without the prefix',
            ]
        );
        $connection = $this->connect();
        $connection->setOption(\Redis::OPT_PREFIX, $connectionPrefix);
        $cache = new RedisCache($connection, $prefix);
        $keys = \array_map(static fn (int $i): string => "key-$i", \range(1, 2500));
        $cache->setMultiple(\array_fill_keys($keys, 1));
        self::assertSame('1', $this->redis->get($connectionPrefix . $prefix . 'key-7'));

        self::assertTrue($cache->clear());

        self::assertFalse($cache->has('key-7'));
        $left = $this->redis->keys('*');
        \sort($left);
        self::assertSame(["$connectionPrefix-key", 'pX:key', 'someone'], $left);
    }

    /** @return iterable<string, array{string, string}> */
    public static function prefixes(): iterable
    {
        yield 'plain' => ['p:', ''];
        yield 'like a pattern' => ['p?*[a-z]^\\', ''];
        yield 'beside one of the connection' => ['p:', 'c*'];
    }

    public function testClearWithoutPrefixFlushesTheDatabase(): void
    {
        $this->redis->mSet(['someone' => 'else']);

        self::assertTrue((new RedisCache($this->redis))->clear());

        self::assertSame(0, $this->redis->dbSize());
    }

    public function testClearWithoutPrefixKeepsToThatOfTheConnection(): void
    {
        $this->redis->mSet(['someone' => 'else', 'c:key' => 1]);
        $connection = $this->connect();
        $connection->setOption(\Redis::OPT_PREFIX, 'c:');

        (new RedisCache($connection))->clear();

        self::assertSame(['someone'], $this->redis->keys('*'));
    }

    /** @dataProvider wrongKeys */
    public function testRefusesKeysThatAreNone(mixed $key): void
    {
        $cache = new RedisCache($this->redis);
        $calls = [
            'get' => [$key],
            'set' => [$key, 'value'],
            'delete' => [$key],
            'has' => [$key],
            'getMultiple' => [['fine', $key]],
            'deleteMultiple' => [['fine', $key]],
        ];
        if (\is_string($key)) {
            $calls['setMultiple'] = [['fine' => 1, $key => 2]];
        }

        $refused = [];
        foreach ($calls as $method => $arguments) {
            try {
                $cache->$method(...$arguments);
            } catch (\Psr\SimpleCache\InvalidArgumentException) {
                $refused[] = $method;
            }
        }

        self::assertSame(\array_keys($calls), $refused);
        self::assertSame(0, $this->redis->dbSize());
    }

    /** @return iterable<string, array{mixed}> */
    public static function wrongKeys(): iterable
    {
        $cases = [
            '',
            'a{b',
            'a}b',
            'a(b',
            'a)b',
            'a/b',
            'a\\b',
            'a@b',
            'a:b',
            1,
            1.5,
            null,
            true,
            ['a'],
        ];
        foreach ($cases as $key) {
            yield \var_export($key, true) => [$key];
        }
    }

    public function testTakesTheKeysThatAreThereIfItIsNotStrict(): void
    {
        $cache = new RedisCache(
            $this->redis,
            'app:',
            fallback: ['igbinary', 'php'],
            strictKeys: false,
        );
        $keys = ['user:7', '{tag}:a', 'a/b\\c', 'me@home', '(x)', ' ', '7'];
        foreach ($keys as $key) {
            $this->redis->set("app:$key", \serialize([$key]));
        }

        self::assertSame(
            \array_combine($keys, \array_map(static fn (string $key): array => [$key], $keys)),
            $cache->getMultiple($keys),
        );
        self::assertTrue($cache->setMultiple(\array_fill_keys($keys, 'new')));
        self::assertTrue($cache->set('user:8', 'eight', 60));
        self::assertSame('eight', $cache->get('user:8'));
        self::assertTrue($cache->has('user:8'));
        self::assertTrue($cache->delete('user:8'));
        self::assertTrue($cache->deleteMultiple($keys));
        self::assertSame(0, $this->redis->dbSize());
        foreach (['', 7, null] as $none) {
            try {
                $cache->get($none);
                self::fail('a key that is none was taken');
            } catch (InvalidArgumentException) {
            }
        }
    }

    public function testARefusedKeySaysHowItMayBeUsed(): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('strictKeys: false');

        (new RedisCache($this->redis))->get('user:7');
    }

    public function testAMissThatNobodyIsToldOfIsLoggedOncePerReason(): void
    {
        $log = (string) \tempnam(\sys_get_temp_dir(), 'larder');
        $before = \ini_set('error_log', $log);
        try {
            $cache = new RedisCache($this->redis, 'app:', strictKeys: false);
            $cache->setMultiple(
                [
                    'user:1' => new User(1),
                    'user:2' => [new User(2)],
                    'since' => new \DateTimeImmutable(),
                    'fine' => 1,
                ]
            );
            self::assertSame(
                [
                    'user:1' => null,
                    'user:2' => null,
                    'since' => null,
                    'fine' => 1,
                    'missing' => null,
                ],
                $cache->getMultiple(['user:1', 'user:2', 'since', 'fine', 'missing']),
            );
            $lines = (array) \file($log);
        } finally {
            \ini_set('error_log', (string) $before);
            \unlink($log);
        }

        self::assertCount(2, $lines);
        self::assertStringContainsString(
            'app:user:1 is a miss: refused: the class ' . User::class . ' is not allowed',
            $lines[0],
        );
        self::assertStringContainsString(
            "app:since is a miss: refused: the class DateTimeImmutable is not allowed",
            $lines[1],
        );
        self::assertStringContainsString("'@core'", $lines[1]);
    }

    public function testReadsDatesByOneWord(): void
    {
        $value = [
            'at' => new \DateTimeImmutable('2026-11-22 01:02:03.5 Europe/Berlin'),
            'in' => new \DateInterval('PT5M'),
            'o' => (object) [],
        ];
        $this->redis->set('old', \serialize($value));
        $cache = new RedisCache(
            $this->redis,
            allowedClasses: ['@core'],
            fallback: ['php'],
            throwOnDecodeFailure: true,
        );
        $cache->set('new', $value);

        self::assertEquals(['old' => $value, 'new' => $value], $cache->getMultiple(['old', 'new']));
    }

    /** @dataProvider wrongCalls */
    public function testRefusesArgumentsOfOtherTypes(string $method, mixed ...$arguments): void
    {
        $this->expectException(\Psr\SimpleCache\InvalidArgumentException::class);

        (new RedisCache($this->redis))->$method(...$arguments);
    }

    /** @return iterable<string, array<mixed>> */
    public static function wrongCalls(): iterable
    {
        yield 'keys' => ['getMultiple', 'key'];
        yield 'keys to delete' => ['deleteMultiple', new \stdClass()];
        yield 'values' => ['setMultiple', 'key'];
        yield 'keys of values' => ['setMultiple', (static fn () => yield [] => 1)()];
        yield 'text as time to live' => ['set', 'key', 1, '60'];
        yield 'float as time to live' => ['set', 'key', 1, 1.5];
    }

    public function testWhatDoesNotReadIsAMissThatIsTold(): void
    {
        $this->redis->mSet(['p-broken' => "\xC1\x40", 'p-foreign' => \serialize(['a'])]);
        $told = [];
        $cache = new RedisCache($this->redis, 'p-', onDecodeFailure: static function (
            string $key,
            string $bytes,
            \Throwable $error,
        ) use (&$told): void {
            $told[$key] = [$bytes, $error::class];
        });
        $cache->set('fine', 'value');

        $found = $cache->getMultiple(['broken', 'fine', 'foreign', 'miss'], 'default');

        self::assertSame(
            ['broken' => 'default', 'fine' => 'value', 'foreign' => 'default', 'miss' => 'default'],
            $found,
        );
        self::assertSame([
            'broken' => ["\xC1\x40", DecodeError::class],
            'foreign' => [\serialize(['a']), DecodeError::class],
        ], $told);
    }

    public function testWhatDoesNotReadIsAnExceptionIfThatIsAskedFor(): void
    {
        $this->redis->set('broken', "\xC1\x40");
        $cache = new RedisCache($this->redis, throwOnDecodeFailure: true);

        self::assertNull($cache->get('miss'));
        try {
            $cache->get('broken');
            self::fail('nothing was thrown');
        } catch (CacheException $error) {
            self::assertStringContainsString('broken', $error->getMessage());
            self::assertInstanceOf(DecodeError::class, $error->getPrevious());
        }
    }

    public function testMakesObjectsOfAllowedClassesAlone(): void
    {
        $user = new User(7);
        $user->friend = $user;
        $error = null;
        $told = static function (string $key, string $bytes, \Throwable $why) use (&$error): void {
            $error = $why;
        };
        $classes = ['Another'];
        $another = new RedisCache($this->redis, allowedClasses: $classes, onDecodeFailure: $told);
        (new RedisCache($this->redis))->set('user', $user);

        self::assertEquals(
            $user,
            (new RedisCache($this->redis, allowedClasses: true))->get('user'),
        );
        self::assertEquals(
            $user,
            (new RedisCache($this->redis, allowedClasses: [User::class]))->get('user'),
        );
        self::assertNull($another->get('user'));
        self::assertInstanceOf(DecodeError::class, $error);
        self::assertSame('refused', $error->kind);
        self::assertStringContainsString(User::class, $error->getMessage());
        self::assertNull((new RedisCache($this->redis))->get('user'));
    }

    public function testAnObjectWhoseClassIsGoneIsAMiss(): void
    {
        $this->redis->set('key', Php::objectOfNoClassHere());

        self::assertNull((new RedisCache($this->redis, allowedClasses: true))->get('key'));
        self::assertNull((new RedisCache($this->redis, allowedClasses: ['Gone']))->get('key'));
    }

    public function testAnObjectThatFailsToReadItselfIsAMiss(): void
    {
        $cache = new RedisCache($this->redis, allowedClasses: true);
        $cache->set('key', new Unreadable());

        self::assertSame('default', $cache->get('key', 'default'));
    }

    /** @dataProvider serializers */
    public function testReadsOnWhatPhpredisSerializedAndWritesLarder(
        string $format,
        int $serializer,
    ): void {
        $values = [
            'text' => 'värde', 'list' => [1, 2, 3], 'map' => [
                'a' => 1.5,
                'b' => [true, null],
            ], 'integer' => 70000,
            'null' => null, 'false' => false,
        ];
        $old = $this->connect();
        $old->setOption(\Redis::OPT_SERIALIZER, $serializer);
        foreach ($values as $key => $value) {
            $old->set($key, $value);
        }
        $without = new RedisCache($this->redis);
        $cache = new RedisCache($this->redis, fallback: [$format], throwOnDecodeFailure: true);

        self::assertSame('default', $without->get('map', 'default'));
        self::assertSame($values, $cache->getMultiple(\array_keys($values), 'default'));
        foreach ($values as $key => $value) {
            $cache->set($key, $value);
            self::assertSame($value, $without->get($key, 'default'));
        }
        self::assertLarder($this->redis->get('map'));
    }

    /** @dataProvider serializers */
    public function testMayWriteWhatOlderProgramsReadUntilTheyAreGone(
        string $format,
        int $serializer,
    ): void {
        $values = [
            'text' => '42',
            'map' => ['a' => 1.5, 'b' => [true, null]],
            'integer' => 70000,
            'null' => null,
        ];
        $old = $this->connect();
        $old->setOption(\Redis::OPT_SERIALIZER, $serializer);
        $cache = new RedisCache($this->redis, fallback: [$format], format: $format);

        $cache->setMultiple($values);

        foreach ($values as $key => $value) {
            self::assertSame($value, $old->get($key));
        }
        self::assertSame($values, $cache->getMultiple(\array_keys($values), 'default'));
    }

    /** @return iterable<string, array{string, int}> */
    public static function serializers(): iterable
    {
        foreach (['php', 'igbinary', 'msgpack', 'json'] as $format) {
            $constant = \Redis::class . '::SERIALIZER_' . \strtoupper($format);
            if (\defined($constant)) {
                yield $format => [$format, \constant($constant)];
            }
        }
    }

    public function testAnIntegerThatMayBeAnotherInAnAcceptedFormatIsAMiss(): void
    {
        $this->redis->set('key', '4');

        self::assertSame(4, (new RedisCache($this->redis))->get('key'));
        self::assertSame(
            4,
            (new RedisCache($this->redis, fallback: ['php', 'igbinary', 'json']))->get('key'),
        );
        self::assertNull((new RedisCache($this->redis, fallback: ['msgpack']))->get('key'));
    }

    public function testSetsNothingIfOneValueCannotBeWritten(): void
    {
        $cache = new RedisCache($this->redis);
        try {
            $cache->setMultiple(['a' => 1, 'b' => static fn () => 1]);
            self::fail('nothing was thrown');
        } catch (EncodeError) {
            self::assertSame(0, $this->redis->dbSize());
        }
    }

    public function testReadsValuesOfEachProfileThatItHas(): void
    {
        [$old, $new] = [Larder::profile('old'), Larder::profile('new')];
        $value = ['id' => 7, 'name' => 'Ada', 'role' => 'old'];
        (new RedisCache($this->redis, profile: $old))->set('old', $value);
        (new RedisCache($this->redis, profile: $new))->set('new', $value);
        $both = ['old' => $value, 'new' => $value];

        self::assertNotSame($this->redis->get('old'), $this->redis->get('new'));
        $cases = [['profile' => $new, 'alsoReads' => [$old]], ['alsoReads' => [$old, $new]]];
        foreach ($cases as $options) {
            self::assertSame(
                $both,
                (new RedisCache($this->redis, ...$options))->getMultiple(['old', 'new']),
            );
        }
        self::assertNull((new RedisCache($this->redis, profile: $new))->get('old'));
        self::assertNull((new RedisCache($this->redis))->get('old'));
    }

    public function testWritesAtItsLevelAndReadsEach(): void
    {
        $value = ['id' => 7, 'at' => '2026-01-01 11:21:51', 'price' => 12.5];
        $values = [];
        foreach (['fast', 'balanced', 'small'] as $level) {
            (new RedisCache($this->redis, level: $level))->set($level, $value);
            self::assertSame(
                \larder_serialize($value, level: $level),
                $this->redis->get($level),
            );
            $values[$level] = $value;
        }
        self::assertNotSame($this->redis->get('fast'), $this->redis->get('balanced'));
        self::assertSame(
            $values,
            (new RedisCache($this->redis))->getMultiple(\array_keys($values)),
        );
    }

    /**
     * @dataProvider wrongOptions
     *
     * @param array<string, mixed> $options
     */
    public function testRefusesWrongOptionsAtOnce(string $class, string $says, array $options): void
    {
        $this->expectException($class);
        $this->expectExceptionMessageMatches("/$says/");

        new RedisCache($this->redis, ...$options);
    }

    /** @return iterable<string, array{class-string, string, array<string, mixed>}> */
    public static function wrongOptions(): iterable
    {
        yield 'format' => [\ValueError::class, 'xml', ['fallback' => ['xml']]];
        yield 'level' => [\ValueError::class, 'fast, balanced, small', ['level' => 'best']];
        yield 'format that is not read' => [
            InvalidArgumentException::class,
            'igbinary',
            ['format' => 'igbinary'],
        ];
        yield 'class' => [\TypeError::class, 'allowed_classes', ['allowedClasses' => [7]]];
        yield 'profile' => [\TypeError::class, 'rofile', ['alsoReads' => ['a.profile']]];
        yield 'jitter below' => [
            InvalidArgumentException::class,
            'from 0 to 1',
            ['ttlJitter' => -0.1],
        ];
        yield 'jitter above' => [
            InvalidArgumentException::class,
            'from 0 to 1',
            ['ttlJitter' => 1.1],
        ];
        yield 'no jitter' => [
            InvalidArgumentException::class,
            'from 0 to 1',
            ['ttlJitter' => \NAN],
        ];
    }

    /** @dataProvider connectionOptions */
    public function testRefusesAConnectionThatChangesValues(
        int $option,
        int $value,
        string $fix,
    ): void {
        $this->redis->setOption($option, $value);
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage($fix);

        new RedisCache($this->redis);
    }

    /** @return iterable<string, array{int, int, string}> */
    public static function connectionOptions(): iterable
    {
        $fix = 'OPT_SERIALIZER, Redis::SERIALIZER_NONE';
        yield 'serializer' => [\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_PHP, $fix];
        if (\defined('Redis::COMPRESSION_LZF')) {
            $fix = 'OPT_COMPRESSION, Redis::COMPRESSION_NONE';
            yield 'compression' => [\Redis::OPT_COMPRESSION, \Redis::COMPRESSION_LZF, $fix];
        }
    }

    public function testWhatRedisRefusesIsAnExceptionAndTheConnectionGoesOn(): void
    {
        $cache = new RedisCache($this->redis);
        $cache->set('key', 'value');
        $this->redis->rawCommand('CONFIG', 'SET', 'maxmemory', '1');
        try {
            $cases = [
                'set' => ['key', 'new'],
                'setMultiple' => [['key' => 'new', 'b' => 2], 60],
            ];
            foreach ($cases as $method => $call) {
                try {
                    $cache->$method(...$call);
                    self::fail("$method threw nothing");
                } catch (\Psr\SimpleCache\CacheException $error) {
                    self::assertStringContainsString('OOM', $error->getMessage());
                }
                self::assertSame('value', $cache->get('key'));
            }
        } finally {
            $this->redis->rawCommand('CONFIG', 'SET', 'maxmemory', '0');
        }
    }

    public function testALostConnectionIsAnException(): void
    {
        $server = new RedisServer();
        $cache = new RedisCache($server->connect(), 'p');
        $server->stop();

        $thrown = [];
        $calls = [
            'get' => ['k'],
            'set' => ['k', 1],
            'delete' => ['k'],
            'has' => ['k'],
            'clear' => [],
        ];
        foreach ($calls as $method => $arguments) {
            try {
                $cache->$method(...$arguments);
            } catch (\Psr\SimpleCache\CacheException) {
                $thrown[] = $method;
            }
        }

        self::assertSame(\array_keys($calls), $thrown);
    }

    public function testAConnectionWithinATransactionIsAnException(): void
    {
        $cache = new RedisCache($this->redis);
        $this->redis->multi();
        try {
            $cache->get('key');
            self::fail('nothing was thrown');
        } catch (CacheException $error) {
            self::assertStringContainsString('MULTI', $error->getMessage());
        } finally {
            $this->redis->discard();
        }
    }

    public function testHasTheTypesOfEachVersionOfPsr16(): void
    {
        $types = ['clear' => 'bool', 'get' => 'mixed', 'getMultiple' => 'array'];
        foreach (\get_class_methods(CacheInterface::class) as $name) {
            $method = new \ReflectionMethod(RedisCache::class, $name);
            self::assertSame(
                $types[$name] ?? 'bool',
                (string) $method->getReturnType(),
                'version 3 has return types',
            );
            foreach ($method->getParameters() as $parameter) {
                self::assertSame(
                    'mixed',
                    (string) $parameter->getType(),
                    'version 1 has no types of parameters',
                );
            }
        }
    }
}
