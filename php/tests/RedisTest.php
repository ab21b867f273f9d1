<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\DecodeError;
use Larder\Generator\Generator;
use Larder\Redis;
use Larder\Tests\Fixtures\User;
use Larder\Tests\Support\Calls;
use Larder\Tests\Support\Larder;
use Larder\Tests\Support\Php;
use Larder\Tests\Support\RedisTestCase;

/** Larder\Redis does what \Redis with igbinary does. */
final class RedisTest extends RedisTestCase
{
    private const GENERATOR = __DIR__ . '/../generator';

    /** What phpredis gives as bytes, or what says how many bytes there are. */
    private const BYTES = [
        'append', 'hrandfield', 'sort', 'sort_ro', 'sortasc', 'sortascalpha', 'sortdesc',
        'sortdescalpha', '_pack', '_serialize', '_unpack', '_unserialize',
    ];

    protected function setUp(): void
    {
        if (!\extension_loaded('igbinary')) {
            self::markTestSkipped('needs igbinary: apt-get install php-igbinary');
        }
        parent::setUp();
    }

    /** @dataProvider modes */
    public function testDoesWhatPhpredisDoes(string $mode, string $prefix, int $compression): void
    {
        $phpredis = $this->connect();
        $phpredis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
        $expected = Calls::results($phpredis, $mode, $prefix, $compression);
        $this->redis->flushAll();

        $found = Calls::results($this->larder(), $mode, $prefix, $compression);

        foreach ($expected as $step => $result) {
            self::assertSame($result, $found[$step], $step);
        }
        self::assertCount(\count($expected), $found);
        foreach (['s', 'text', 'm4'] as $key) {
            self::assertNotFalse($this->redis->get($prefix . $key));
        }
        if ($compression === \Redis::COMPRESSION_NONE) {
            self::assertLarder($this->redis->get("{$prefix}s"));
            self::assertSame('-7', $this->redis->get("{$prefix}m3"));
        }
    }

    /** @return iterable<string, array{string, string, int}> */
    public static function modes(): iterable
    {
        if (!\extension_loaded('redis')) {
            return;
        }
        $compressions = ['no compression' => \Redis::COMPRESSION_NONE];
        foreach (['LZF', 'ZSTD', 'LZ4'] as $name) {
            if (\defined(\Redis::class . "::COMPRESSION_$name")) {
                $compressions[$name] = \constant(\Redis::class . "::COMPRESSION_$name");
            }
        }
        foreach (['atomic', 'multi', 'pipeline'] as $mode) {
            foreach ($compressions as $name => $compression) {
                yield "$mode, $name" => [$mode, '', $compression];
                yield "$mode, $name, prefix" => [$mode, 'p:', $compression];
            }
        }
    }

    public function testTheseAreAllMethodsThatPhpredisHas(): void
    {
        $tried = \array_map('strtolower', \array_column(Calls::steps(), 0));
        $missing = [];
        foreach (\array_keys(require self::GENERATOR . '/commands.php') as $method) {
            if (\method_exists(\Redis::class, $method) && !\in_array($method, self::BYTES, true)) {
                $missing[] = \in_array($method, $tried, true) ? null : $method;
            }
        }

        self::assertSame([], \array_values(\array_filter($missing)));
    }

    public function testHasTheMethodsOfPhpredisAndNoOthers(): void
    {
        $methods = \get_class_methods(Redis::class);

        self::assertEqualsCanonicalizing(\get_class_methods(\Redis::class), $methods);
    }

    public function testTheTableNamesMethodsOfPhpredisAlone(): void
    {
        $code = \implode(\array_map('file_get_contents', \glob(__DIR__ . '/../src/Redis/*.php')));
        \preg_match_all('/function &?(\w+)\(/', $code, $methods);
        $names = \array_map('strtolower', $methods[1]);

        $table = \array_keys(require self::GENERATOR . '/commands.php');

        self::assertSame([], \array_diff($table, $names));
    }

    public function testTheClassIsAsItIsGenerated(): void
    {
        $generated = [
            '5.3.7' => ['Phpredis53', null],
            '6.0.2' => ['Phpredis60', null],
            '6.1.0' => ['Phpredis61', 'Phpredis60'],
            '6.2.0' => ['Phpredis62', 'Phpredis61'],
        ];
        [$name, $older] = $generated[\phpversion('redis')] ?? self::markTestSkipped(
            'needs phpredis ' . \implode(' or ', \array_keys($generated))
        );
        require_once self::GENERATOR . '/Generator.php';
        $generator = new Generator(\Redis::class, require self::GENERATOR . '/commands.php');

        $class = $generator->class($name, $older);

        self::assertSame(\file_get_contents(__DIR__ . "/../src/Redis/$name.php"), $class);
    }

    public function testCountersCount(): void
    {
        $redis = $this->larder();
        $redis->set('n', 40);
        $redis->hSet('h', 'f', 6);

        self::assertSame(41, $redis->incr('n'));
        self::assertSame(10, $redis->hIncrBy('h', 'f', 4));
        self::assertSame([42, 20, 42], $redis->multi()
            ->incr('n')->hIncrBy('h', 'f', 10)->get('n')->exec());
        self::assertSame(['f' => 20], $redis->hGetAll('h'));
        self::assertSame('42', $this->redis->get('n'));
        self::assertSame('20', $this->redis->hGet('h', 'f'));
        $redis->set('text', '42');
        self::assertSame('42', $redis->get('text'));
        self::assertLarder($this->redis->get('text'));
    }

    public function testWhatIncrByFloatWroteIsReadAsJson(): void
    {
        $redis = $this->larder();

        self::assertSame(1.5, $redis->incrByFloat('n', 1.5));

        self::assertFalse($redis->get('n'));
        self::assertSame(1.5, $this->larder(fallback: ['json'])->get('n'));
    }

    /** @dataProvider serializers */
    public function testReadsOnWhatPhpredisSerialized(string $format, int $serializer): void
    {
        $values = [
            'a' => 'värde',
            'b' => [1, 2, 3],
            'c' => ['x' => 1.5, 'y' => [true, null]],
            'd' => 70000,
            'e' => null,
        ];
        $old = $this->connect();
        $old->setOption(\Redis::OPT_SERIALIZER, $serializer);
        $redis = $this->larder(fallback: [$format], throwOnDecodeFailure: true);
        $old->mSet($values);
        $old->hMSet('hash', $values);
        $old->rPush('list', ...\array_values($values));
        $old->zAdd('sorted', 1.0, 'ett', 2.0, 'two');
        $old->xAdd('stream', '1-1', $values);

        self::assertSame(\array_values($values), $redis->mGet(\array_keys($values)));
        self::assertEquals($values, $redis->hGetAll('hash'));
        self::assertSame(\array_values($values), $redis->lRange('list', 0, -1));
        self::assertSame(['ett' => 1.0, 'two' => 2.0], $redis->zRange('sorted', 0, -1, true));
        self::assertSame(['1-1' => $values], $redis->xRange('stream', '-', '+'));
        self::assertSame(
            [$values['c'], \array_values($values)],
            $redis->pipeline()->get('c')->lRange('list', 0, -1)->exec(),
        );
        $redis->set('c', $values['c']);
        self::assertSame($values['c'], $redis->get('c'));
        self::assertLarder($this->redis->get('c'));
    }

    /** @dataProvider serializers */
    public function testWritesWhatOlderProgramsReadUntilTheyAreGone(
        string $format,
        int $serializer,
    ): void {
        $values = ['a' => '42', 'b' => ['x' => 1.5, 'y' => [true, null]], 'c' => 70000];
        $old = $this->connect();
        $old->setOption(\Redis::OPT_SERIALIZER, $serializer);
        $redis = $this->larder(fallback: [$format], format: $format);

        $redis->mSet($values);
        $redis->hMSet('hash', $values);
        $redis->rPush('list', ...\array_values($values));
        $redis->sAdd('set', 'a', 'b');
        $redis->zAdd('sorted', 1, 'a');

        self::assertSame(\array_values($values), $old->mGet(\array_keys($values)));
        self::assertEquals($values, $old->hGetAll('hash'));
        self::assertSame(\array_values($values), $old->lRange('list', 0, -1));
        self::assertTrue($old->sIsMember('set', 'a'));
        self::assertSame(1.0, $old->zScore('sorted', 'a'));
        self::assertSame(\array_values($values), $redis->mGet(\array_keys($values)));
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

    public function testSetsThatExistAreGoneOnWith(): void
    {
        \ini_set('igbinary.compact_strings', '1'); // the default, which tests of the runner change
        $old = $this->connect();
        $old->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
        $members = ['a', 7, [1, 'x'], new User(7)];
        $old->sAdd('set', ...$members);
        $old->zAdd('sorted', 1, 'a', 2, 7);
        $redis = $this->larder(fallback: ['igbinary']);

        self::assertSame(0, $redis->sAdd('set', ...$members));
        foreach ($members as $member) {
            self::assertTrue($redis->sIsMember('set', $member));
        }
        self::assertSame(2.0, $redis->zScore('sorted', 7));
        self::assertSame(4.0, $redis->zIncrBy('sorted', 3, 'a'));
        $redis->sAdd('set', 'new');
        self::assertTrue($old->sIsMember('set', 'new'));
        self::assertSame(2, $redis->zCard('sorted'));
        self::assertSame(5, $redis->sRem('set', 'new', ...$members));
    }

    public function testMembersAreFoundAtEachLevelAndByAnyCopy(): void
    {
        $member = ['a' => \str_repeat('again and again ', 40), 'b' => \range(1, 100)];
        $member['c'] = [$member['a'], $member['a']];
        $writers = [
            $this->larder(level: 'small', fallback: ['igbinary'], members: 'larder'),
            $this->larder(level: 'fast'),
            $this->larder(),
        ];

        foreach ($writers as $i => $writer) {
            // What a writer wrote before makes no difference.
            $writer->rPush('others', $member, [$member], $member['b'], "text $i");
            $writer->sAdd('set', $member, 'text', 5, 1.5);
            $writer->zAdd('sorted', $i, \unserialize(\serialize($member)));
        }

        self::assertSame(4, $this->redis->sCard('set'));
        self::assertSame(1, $this->redis->zCard('sorted'));
        self::assertSame(2.0, $writers[0]->zScore('sorted', $member));
        self::assertTrue($writers[1]->sIsMember('set', \unserialize(\serialize($member))));
        self::assertTrue($this->redis->sIsMember('set', '5'));
        $members = $writers[2]->sMembers('set');
        self::assertEqualsCanonicalizing([$member, 'text', 5, 1.5], $members);
    }

    public function testNeverGivesBytes(): void
    {
        $told = [];
        $redis = $this->larder(onDecodeFailure: static function (
            string $key,
            string $bytes,
            \Throwable $error,
        ) use (&$told): void {
            $told[] = $key;
            self::assertSame('bytes', $bytes);
            self::assertInstanceOf(DecodeError::class, $error);
        });
        $this->redis->mSet(['s' => 'bytes', 's2' => 'bytes']);
        $this->redis->hSet('h', 'f', 'bytes');
        $this->redis->rPush('l', 'bytes', 'bytes', '7');
        $this->redis->zAdd('z', 1, 'bytes', 2, '7');
        $this->redis->xAdd('x', '1-1', ['f' => 'bytes']);
        $commands = static fn (Redis $redis): array => [
            $redis->get('s'), $redis->mGet(['none', 's', 's2']), $redis->hGetAll('h'),
            $redis->hMGet('h', ['f']), $redis->lRange('l', 1, 2), $redis->blPop('l', 1),
            $redis->zRange('z', 0, -1), $redis->zRange('z', 0, -1, true),
            $redis->xRange('x', '-', '+'), $redis->xRead(['x' => '0']), $redis->sort('z'),
        ];
        $expected = [
            false, [false, false, false], ['f' => false],
            ['f' => false], [false, 7], ['l', false],
            [false, 7], [7 => 2.0],
            ['1-1' => ['f' => false]], ['x' => ['1-1' => ['f' => false]]], false,
        ];
        $names = ['s', 's', 's2', 'h', 'h', 'l', 'l', 'z', 'z', 'x', 'x'];

        self::assertSame($expected, $commands($redis));
        self::assertSame($names, $told);

        $told = [];
        $this->redis->lPush('l', 'bytes');
        $commands($redis->pipeline());
        self::assertSame($expected, $redis->exec());
        self::assertSame($names, $told);
    }

    public function testWritesAtItsLevelAndUnderItsProfile(): void
    {
        $profile = Larder::profile('admin');
        $value = ['id' => 7, 'name' => 'Somebody 7', 'role' => 'admin'];

        $this->larder(level: 'fast')->set('fast', $value);
        $this->larder(level: 'small', profile: $profile)->set('small', $value);

        self::assertSame(\larder_serialize($value, null, 'fast'), $this->redis->get('fast'));
        $small = \larder_serialize($value, $profile, 'small');
        self::assertSame($small, $this->redis->get('small'));
        self::assertSame([$value, false], $this->larder()->mGet(['fast', 'small']));
        self::assertSame($value, $this->larder(alsoReads: [$profile])->get('small'));
    }

    public function testMakesObjectsOfAllowedClassesAlone(): void
    {
        $reasons = [];
        $told = static function (string $key, string $bytes, \Throwable $error) use (&$reasons) {
            $reasons[$key] = $error->getMessage();
        };
        $others = $this->larder(allowedClasses: ['@core'], onDecodeFailure: $told);
        $this->larder()->mSet(['user' => new User(7), 'date' => new \DateTimeImmutable('@7')]);

        self::assertFalse($others->get('user'));
        self::assertEquals(new \DateTimeImmutable('@7'), $others->get('date'));
        self::assertEquals(new User(7), $this->larder()->get('user'));
        self::assertStringContainsString(User::class . ' is not allowed', $reasons['user']);
    }

    public function testAnObjectWhoseClassIsGoneIsAMiss(): void
    {
        $this->redis->mSet(['gone' => Php::objectOfNoClassHere(), 'user' => 'x']);
        $redis = $this->larder(allowedClasses: true);
        $redis->set('user', new User(7));

        self::assertFalse($redis->get('gone'));
        self::assertEquals([false, new User(7), false], $redis->mGet(['gone', 'user', 'gone']));
        self::assertSame('', (string) \ini_get('unserialize_callback_func'));
    }

    public function testWhatCannotBeDecodedIsAnExceptionIfThatIsAskedFor(): void
    {
        $this->redis->set('broken', "\xC1\x40");
        $redis = $this->larder(throwOnDecodeFailure: true);
        $calls = [
            static fn () => $redis->get('broken'),
            static fn () => $redis->multi()->get('broken')->exec(),
        ];

        foreach ($calls as $call) {
            try {
                $call();
                self::fail('nothing was thrown');
            } catch (\RedisException $error) {
                self::assertStringContainsString('broken', $error->getMessage());
                self::assertInstanceOf(DecodeError::class, $error->getPrevious());
            }
        }
        self::assertSame(\Redis::ATOMIC, $redis->getMode());
        self::assertFalse($redis->get('none'));
    }

    public function testASerializerIsAFormatThatIsReadAsWell(): void
    {
        $this->redis->set('old', \igbinary_serialize(['a']));
        $redis = $this->larder();
        self::assertFalse($redis->get('old'));

        self::assertTrue(
            $redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY),
        );

        self::assertSame(['a'], $redis->get('old'));
        self::assertSame(Redis::SERIALIZER_LARDER, $redis->getOption(\Redis::OPT_SERIALIZER));
        $redis->set('new', ['a']);
        self::assertLarder($this->redis->get('new'));
        $redis->sAdd('set', 'a');
        self::assertSame([\igbinary_serialize('a')], $this->redis->sMembers('set'));
        self::assertSame(\Redis::SERIALIZER_NONE, $this->serializerOfPhpredis($redis));
        $this->expectException(\ValueError::class);
        $redis->setOption(\Redis::OPT_SERIALIZER, 99);
    }

    public function testWithoutASerializerValuesPassAsTheyAre(): void
    {
        $redis = $this->larder();
        $redis->set('value', ['a']);
        $serializer = $redis->getOption(\Redis::OPT_SERIALIZER);

        $redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_NONE);
        $redis->set('bytes', 'as they are');
        self::assertSame(\Redis::SERIALIZER_NONE, $redis->getOption(\Redis::OPT_SERIALIZER));
        self::assertSame('as they are', $redis->get('bytes'));
        self::assertLarder($redis->get('value'));
        self::assertLarder($redis->multi()->get('value')->exec()[0]);
        $redis->setOption(\Redis::OPT_SERIALIZER, $serializer);

        self::assertSame(['a'], $redis->get('value'));
        self::assertSame('as they are', $this->redis->get('bytes'));
    }

    public function testAnswersAreKnownByTheirPosition(): void
    {
        $redis = $this->larder();
        $redis->hSet('h', 'f', [1]);
        $redis->pipeline()->get('gone')->hGetAll('gone')->discard();

        $replies = $redis->pipeline()->ping()->set('n', [2])->ttl('n')->hGetAll('h')->type('h')
            ->rawCommand('GET', 'n')->get('n')->exec();

        self::assertSame([['f' => [1]], \Redis::REDIS_HASH], \array_slice($replies, 3, 2));
        self::assertLarder($replies[5]);
        self::assertSame([2], $replies[6]);
        self::assertSame([], $redis->pipeline()->exec());
        $redis->watch('n');
        $this->redis->set('n', '3');
        self::assertFalse($redis->multi()->get('n')->exec());
        self::assertSame(3, $redis->get('n'));
    }

    public function testACommandThatItDoesNotKnowIsAnExceptionAndNoGuess(): void
    {
        $redis = $this->larder();
        $redis->set('a', ['a']);
        $redis->pipeline();
        // As a method of a newer phpredis, which the class does not override.
        (new \ReflectionMethod(\Redis::class, 'get'))->invoke($redis, 'a');
        $redis->get('a');

        try {
            $redis->exec();
            self::fail('nothing was thrown');
        } catch (\RedisException $error) {
            self::assertStringContainsString('2 replies to 1 commands', $error->getMessage());
        }
        self::assertSame(['a'], $redis->get('a'));
    }

    public function testAMultiInsideOfAPipelineHasValues(): void
    {
        $redis = $this->larder();
        $redis->mSet(['a' => ['a'], 'b' => ['b']]);
        $redis->hSet('h', 'f', 'v');

        $redis->pipeline()->get('a')->multi()->get('b')->mGet(['a', 'none'])->ttl('a')->exec();
        $replies = $redis->get('b')->exec();

        self::assertSame([['a'], [['b'], [['a'], false], -1], ['b']], $replies);
        $redis->pipeline()->multi();
        $this->expectException(\RedisException::class);
        $this->expectExceptionMessage('outside of that MULTI');
        $redis->hGetAll('h');
    }

    public function testSetGivesTheOldValue(): void
    {
        if (\version_compare(\phpversion('redis'), '6', '<')) {
            self::markTestSkipped('needs phpredis 6');
        }
        $redis = $this->larder();
        $redis->set('key', ['old']);

        self::assertSame(['old'], $redis->set('key', 'new', ['GET']));
        self::assertSame(['new'], $redis->multi()->set('key', [1], ['GET'])->exec());
    }

    public function testSortsValuesAndGivesThem(): void
    {
        $redis = $this->larder();
        $redis->rPush('l', 3, 1, 2);
        $redis->mSet(['v1' => ['one'], 'v2' => 'two', 'v3' => null]);

        self::assertSame([1, 2, 3], $redis->sort('l'));
        self::assertSame([['one'], 'two', null], $redis->sort('l', ['get' => 'v*']));
        foreach (['sortAsc', 'sortAscAlpha', 'sortDesc', 'sortDescAlpha'] as $i => $deprecated) {
            $sorted = $i < 2 ? [1, 2, 3] : [3, 2, 1];
            self::assertSame($sorted, @$redis->$deprecated('l'), $deprecated);
        }
        if (\method_exists(\Redis::class, 'sort_ro')) {
            self::assertSame([1, 2, 3], $redis->sort_ro('l'));
        }
        self::assertSame([[3, 2, 1]], $redis->multi()->sort('l', ['sort' => 'desc'])->exec());
        self::assertSame(3, $redis->sort('l', ['store' => 'sorted']));
    }

    public function testGivesMembersWithoutTheirScores(): void
    {
        if (!\method_exists(\Redis::class, 'zDiff')) {
            self::markTestSkipped('needs phpredis 6');
        }
        $redis = $this->larder();
        $redis->zAdd('z', 1, 'one', 2, [2], 3, 7);

        $found = [$redis->zInter(['z']), $redis->zUnion(['z', 'none']), $redis->zDiff(['z'])];

        self::assertSame(\array_fill(0, 3, ['one', [2], 7]), $found);
        self::assertEqualsCanonicalizing(
            ['one', [2], 7],
            $redis->zRandMember('z', ['count' => 5]),
        );
        self::assertContains($redis->zRandMember('z'), ['one', [2], 7]);
    }

    public function testGivesValuesOfRandomFields(): void
    {
        if (!\method_exists(\Redis::class, 'hRandField')) {
            self::markTestSkipped('needs phpredis 6');
        }
        $redis = $this->larder();
        $redis->hSet('h', 'f', ['v']);

        self::assertSame('f', $redis->hRandField('h'));
        self::assertSame(['f'], $redis->hRandField('h', ['count' => 2]));
        $options = ['count' => 2, 'withvalues' => true];
        self::assertSame(['f' => ['v']], $redis->hRandField('h', $options));
        self::assertSame(
            [['f' => ['v']], 'f'],
            $redis->multi()->hRandField('h', $options)->hRandField('h')->exec(),
        );
    }

    public function testSerializesForScripts(): void
    {
        $redis = $this->larder();
        foreach ([[1, 'two'], 42, 'text', null] as $value) {
            self::assertSame($value, $redis->_unserialize($redis->_serialize($value)));
            $redis->eval('redis.call("SET", "k", ARGV[1])', [$redis->_pack($value)]);
            self::assertSame($value, $redis->get('k'));
            self::assertSame($value, $redis->_unpack($this->redis->get('k')));
        }
        self::assertSame('42', $redis->_serialize(42));
        self::assertFalse($redis->append('new', 'text') < 1);
        self::assertSame('text', $redis->get('new'));
    }

    public function testTakesWhatCallersOfPhpredisPass(): void
    {
        $redis = $this->larder();
        [$key, $value] = \array_map(
            static fn (\ReflectionParameter $parameter): string => $parameter->name,
            (new \ReflectionMethod(\Redis::class, 'setNx'))->getParameters(),
        );

        self::assertTrue($redis->setNx(...[$value => ['v'], $key => 7]));

        self::assertSame(['v'], $redis->get(7));
    }

    /** @dataProvider wrongOptions */
    public function testRefusesWrongOptionsAtOnce(string $says, array $options): void
    {
        $this->expectException(\ValueError::class);
        $this->expectExceptionMessage($says);

        new Redis(...$options);
    }

    /** @return iterable<string, array{string, array<string, mixed>}> */
    public static function wrongOptions(): iterable
    {
        yield 'a format' => ['xml', ['fallback' => ['xml']]];
        yield 'a format to write' => ['igbinary to fallback', ['format' => 'igbinary']];
        yield 'a format of members' => ['php to fallback', ['members' => 'php']];
        yield 'a level' => ['one of fast', ['level' => 'tiny']];
    }

    private function larder(mixed ...$options): Redis
    {
        $redis = new Redis(...$options + ['allowedClasses' => [User::class]]);
        $redis->connect('127.0.0.1', $this->redis->getPort(), 2.0);

        return $redis;
    }

    private function serializerOfPhpredis(Redis $redis): int
    {
        return (new \ReflectionMethod(\Redis::class, 'getOption'))
            ->invoke($redis, \Redis::OPT_SERIALIZER);
    }
}
