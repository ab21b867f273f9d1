<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Generator\Generator;
use Larder\RedisCluster;
use Larder\Tests\Fixtures\User;
use Larder\Tests\Support\Calls;
use Larder\Tests\Support\RedisNodes;
use Larder\Tests\Support\RedisServer;
use PHPUnit\Framework\TestCase;

/** Larder\RedisCluster does what \RedisCluster with igbinary does. */
final class RedisClusterTest extends TestCase
{
    private const GENERATOR = __DIR__ . '/../generator';

    private static ?RedisNodes $nodes = null;

    public static function tearDownAfterClass(): void
    {
        self::$nodes?->stop();
        self::$nodes = null;
    }

    protected function setUp(): void
    {
        if (($missing = RedisServer::missing()) !== null) {
            self::markTestSkipped($missing);
        }
        if (!\extension_loaded('igbinary')) {
            self::markTestSkipped('needs igbinary: apt-get install php-igbinary');
        }
        self::$nodes ??= new RedisNodes();
        self::$nodes->flush();
    }

    /** @dataProvider modes */
    public function testDoesWhatPhpredisDoes(string $mode): void
    {
        $phpredis = self::phpredis();
        $phpredis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
        // The braces keep all keys in one slot.
        $expected = Calls::results($phpredis, $mode, '{p}:', \Redis::COMPRESSION_NONE);
        self::$nodes->flush();

        $found = Calls::results(self::larder(), $mode, '{p}:', \Redis::COMPRESSION_NONE);

        foreach ($expected as $step => $result) {
            self::assertSame($result, $found[$step], $step);
        }
        self::assertCount(\count($expected), $found);
        self::assertStringStartsWith("\xC1", self::phpredis()->get('{p}:s'));
        self::assertSame('-7', self::phpredis()->get('{p}:m3'));
    }

    /** @return iterable<string, array{string}> */
    public static function modes(): iterable
    {
        yield 'atomic' => ['atomic'];
        yield 'multi' => ['multi'];
    }

    public function testAnswersOfSeveralServersAreKnownByTheirPosition(): void
    {
        $cluster = self::larder();
        // phpredis takes one slot of each server.
        foreach (['a', 'b'] as $i => $key) {
            self::assertTrue($cluster->set($key, [$key]));
            $cluster->hSet("{{$key}}h", 'f', $i);
        }

        $cluster->multi();
        foreach (['b', 'a', 'b'] as $key) {
            self::assertSame($cluster, $cluster->get($key));
            $cluster->hIncrBy("{{$key}}h", 'f', 10);
            $cluster->hGetAll("{{$key}}h");
        }

        self::assertSame([
            ['b'], 11, ['f' => 11], ['a'], 10, ['f' => 10], ['b'], 21, ['f' => 21],
        ], $cluster->exec());
        self::assertSame([['a'], false, ['b']], $cluster->mGet(['a', 'none', 'b']));
    }

    public function testWhatCannotBeDecodedIsFalseOrAnException(): void
    {
        self::phpredis()->set('a', 'bytes');

        self::assertFalse(self::larder()->get('a'));
        self::assertSame([false], self::larder()->multi()->get('a')->exec());
        $this->expectException(\RedisClusterException::class);
        $this->expectExceptionMessage('the value of a cannot be decoded');
        self::larder(throwOnDecodeFailure: true)->get('a');
    }

    public function testHasTheMethodsOfPhpredisAndNoOthers(): void
    {
        $methods = \get_class_methods(RedisCluster::class);

        self::assertEqualsCanonicalizing(\get_class_methods(\RedisCluster::class), $methods);
    }

    public function testTheClassIsAsItIsGenerated(): void
    {
        $generated = [
            '5.3.7' => ['Cluster53', null],
            '6.0.2' => ['Cluster60', null],
            '6.1.0' => ['Cluster61', 'Cluster60'],
            '6.2.0' => ['Cluster62', 'Cluster61'],
        ];
        [$name, $older] = $generated[\phpversion('redis')] ?? self::markTestSkipped(
            'needs phpredis ' . \implode(' or ', \array_keys($generated))
        );
        require_once self::GENERATOR . '/Generator.php';
        $commands = require self::GENERATOR . '/commands.php';

        $class = (new Generator(\RedisCluster::class, $commands))->class($name, $older);

        self::assertSame(\file_get_contents(__DIR__ . "/../src/Redis/$name.php"), $class);
    }

    private static function phpredis(): \RedisCluster
    {
        return new \RedisCluster(null, self::$nodes->seeds(), 2.0, 2.0);
    }

    private static function larder(mixed ...$options): RedisCluster
    {
        return new RedisCluster(
            null,
            self::$nodes->seeds(),
            2.0,
            2.0,
            ...$options + ['allowedClasses' => [User::class]],
        );
    }
}
