<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\DecodeError;
use Larder\EncodeError;
use Larder\Symfony\LarderMarshaller;
use Larder\Tests\Fixtures\Unreadable;
use Larder\Tests\Fixtures\User;
use Larder\Tests\Fixtures\ValueWrapper;
use Larder\Tests\Support\Php;
use Larder\Tests\Support\RedisTestCase;
use Psr\Log\AbstractLogger;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Adapter\FilesystemTagAwareAdapter;
use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Adapter\RedisTagAwareAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\DeflateMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;
use Symfony\Contracts\Cache\ItemInterface;

/** The marshaller within the pools of Symfony, which are real, as is the Redis below them. */
final class LarderMarshallerTest extends RedisTestCase
{
    private const FOREIGN = ['php', 'igbinary'];

    private string $folder;

    protected function setUp(): void
    {
        if (!\interface_exists(MarshallerInterface::class)) {
            self::markTestSkipped('needs symfony/cache: apt-get install php-symfony-cache');
        }
        parent::setUp();
        $this->folder = \sys_get_temp_dir() . '/larder-' . \bin2hex(\random_bytes(6));
    }

    protected function tearDown(): void
    {
        if (isset($this->folder) && \is_dir($this->folder)) {
            (new FilesystemAdapter('', 0, $this->folder))->clear();
            $files = new \RecursiveDirectoryIterator($this->folder, \FilesystemIterator::SKIP_DOTS);
            $cases = new \RecursiveIteratorIterator(
                $files,
                \RecursiveIteratorIterator::CHILD_FIRST,
            );
            foreach ($cases as $file) {
                $file->isDir() && !$file->isLink()
                    ? \rmdir($file->getPathname())
                    : \unlink($file->getPathname());
            }
            \rmdir($this->folder);
        }
    }

    /** @dataProvider pools */
    public function testAPoolKeepsItsValues(string $pool): void
    {
        $marshaller = new LarderMarshaller(allowedClasses: [User::class]);

        self::fill($this->pool($pool, $marshaller));

        self::assertFilled($this->pool($pool, $marshaller));
        self::assertAllLarder($this->stored($pool));
    }

    public function testReadsDatesByOneWord(): void
    {
        $value = [
            'at' => new \DateTimeImmutable('2026-11-22 01:02:03 UTC'),
            'objects' => new \SplObjectStorage(),
        ];
        $marshaller = new LarderMarshaller(allowedClasses: ['@core'], fallback: self::FOREIGN);

        $bytes = $marshaller->marshall(['id' => $value], $failed);

        self::assertSame([], $failed);
        self::assertEquals($value, $marshaller->unmarshall($bytes['id']));
        self::assertEquals($value, $marshaller->unmarshall(\serialize($value)));
        $this->expectException(DecodeError::class);
        $marshaller->unmarshall(\serialize([new User(7)]));
    }

    /** @dataProvider switches */
    public function testAPoolIsReadOnAndWrittenAnewWithoutAFlush(string $pool, bool $igbinary): void
    {
        self::fill($this->pool($pool, new DefaultMarshaller($igbinary)));
        $marshaller = new LarderMarshaller(allowedClasses: [User::class], fallback: self::FOREIGN);

        self::assertFilled($this->pool($pool, $marshaller));
        self::fill($this->pool($pool, $marshaller));

        // A TagAwareAdapter writes a tag's version once, and again when the tag is invalidated: it
        // stays as it was.
        $fallback = $pool === 'tags over redis' ? self::FOREIGN : [];
        $marshaller = new LarderMarshaller(allowedClasses: [User::class], fallback: $fallback);
        self::assertFilled($this->pool($pool, $marshaller));
        self::assertAllLarder($this->stored($pool));
    }

    /** @return iterable<string, array{string}> */
    public static function pools(): iterable
    {
        foreach (['redis', 'files', 'tags in redis', 'tags over redis', 'tags in files'] as $pool) {
            yield $pool => [$pool];
        }
    }

    /** @return iterable<string, array{string, bool}> */
    public static function switches(): iterable
    {
        foreach (self::pools() as $name => [$pool]) {
            yield "$name, serialize" => [$pool, false];
            if (\extension_loaded('igbinary')) {
                yield "$name, igbinary" => [$pool, true];
            }
        }
    }

    /** @dataProvider taggedPools */
    public function testATagOfBeforeTheSwitchStillInvalidates(string $pool, bool $igbinary): void
    {
        self::fill($this->pool($pool, new DefaultMarshaller($igbinary)));
        $marshaller = new LarderMarshaller(allowedClasses: [User::class], fallback: self::FOREIGN);

        $this->pool($pool, $marshaller)->invalidateTags(['even']);

        $hits = [];
        $cases = $this->pool($pool, $marshaller)->getItems(\array_keys(self::values()));
        foreach ($cases as $key => $item) {
            $hits[$key] = $item->isHit();
        }
        \ksort($hits);
        self::assertSame(['false', 'text', 'user'], \array_keys($hits, true, true));
        self::assertSame(['integer', 'list', 'null'], \array_keys($hits, false, true));
    }

    /** @return iterable<string, array{string, bool}> */
    public static function taggedPools(): iterable
    {
        foreach (self::switches() as $name => $arguments) {
            if (\str_starts_with($name, 'tags')) {
                yield $name => $arguments;
            }
        }
    }

    /** @dataProvider pools */
    public function testWhatWasComputedKnowsWhenItExpiresAndWhatItCost(string $pool): void
    {
        $cases = [new DefaultMarshaller(), new LarderMarshaller(fallback: self::FOREIGN)];
        foreach ($cases as $marshaller) {
            $this->pool($pool, $marshaller)->clear();
            $cost = static function (ItemInterface $item): array {
                $item->expiresAfter(3600);
                \usleep(2000);
                return ['computed'];
            };
            $this->pool($pool, $marshaller)->get('key', $cost, \INF);

            $item = $this->pool(
                $pool,
                new LarderMarshaller(fallback: self::FOREIGN),
            )->getItem('key');

            self::assertSame(['computed'], $item->get());
            self::assertGreaterThan(
                \time() + 3000,
                $item->getMetadata()[ItemInterface::METADATA_EXPIRY],
            );
            self::assertGreaterThan(0, $item->getMetadata()[ItemInterface::METADATA_CTIME]);
        }
        self::assertAllLarder($this->stored($pool));
    }

    /** @dataProvider foreign */
    public function testKeepsTheWrapperOfNewerSymfonys(?\Closure $serialize): void
    {
        $user = new User(7);
        $wrapper = ValueWrapper::of([$user, $user], ['expiry' => 1_800_000_000, 'ctime' => 12]);
        $marshaller = new LarderMarshaller(allowedClasses: [User::class], fallback: self::FOREIGN);
        $bytes = $serialize === null ? $marshaller->marshall(
            ['id' => $wrapper],
            $failed,
        )['id'] : $serialize($wrapper);

        $read = $marshaller->unmarshall($bytes);

        self::assertSame($wrapper::class, $read::class);
        self::assertEquals($wrapper->value, $read->value);
        self::assertSame($read->value[0], $read->value[1]);
    }

    /** @return iterable<string, array{?\Closure}> */
    public static function foreign(): iterable
    {
        yield 'larder' => [null];
        yield 'php' => [\serialize(...)];
        if (\extension_loaded('igbinary')) {
            yield 'igbinary' => [\igbinary_serialize(...)];
        }
    }

    public function testMayBeCompressed(): void
    {
        $marshaller = new DeflateMarshaller(
            new LarderMarshaller(allowedClasses: true, fallback: self::FOREIGN)
        );
        self::fill($this->pool('redis', new DefaultMarshaller()));

        self::assertFilled($this->pool('redis', $marshaller));
        self::fill($this->pool('redis', $marshaller));
        self::assertFilled($this->pool('redis', $marshaller));
    }

    public function testTellsWhichValuesCannotBeWritten(): void
    {
        $values = ['a' => 1, 'b' => static fn () => 1, 'c' => [static fn () => 2], 'd' => 'text'];

        $encoded = (new LarderMarshaller())->marshall($values, $failed);

        self::assertSame(['b', 'c'], $failed);
        self::assertSame(['a', 'd'], \array_keys($encoded));
    }

    public function testAPoolSavesTheOthers(): void
    {
        $pool = $this->pool('redis', new LarderMarshaller());
        $pool->saveDeferred($pool->getItem('fine')->set(1));
        $pool->saveDeferred($pool->getItem('closure')->set(static fn () => 1));

        self::assertFalse($pool->commit());

        self::assertTrue($this->pool('redis', new LarderMarshaller())->hasItem('fine'));
        self::assertFalse($this->pool('redis', new LarderMarshaller())->hasItem('closure'));
    }

    public function testSaysWhyAValueCannotBeWrittenIfThatIsAskedFor(): void
    {
        $this->expectException(EncodeError::class);

        (
            new LarderMarshaller(throwOnEncodeFailure: true)
        )->marshall(['a' => static fn () => 1], $failed);
    }

    /** @dataProvider unreadable */
    public function testWhatDoesNotReadIsAMissThatIsLogged(
        \Closure $bytes,
        bool $allowed,
        string $class,
    ): void {
        $bytes = $bytes();
        $fill = $this->pool('redis', new LarderMarshaller());
        $fill->save($fill->getItem('key')->set('value'));
        [$id] = $this->redis->keys('*');
        $this->redis->set($id, $bytes);
        $logger = new class extends AbstractLogger {
            /** @var list<array<mixed>> */
            public array $contexts = [];

            public function log(mixed $level, mixed $message, array $context = []): void
            {
                $this->contexts[] = $context;
            }
        };
        $pool = $this->pool('redis', new LarderMarshaller(allowedClasses: $allowed));
        $pool->setLogger($logger);

        self::assertFalse($pool->getItem('key')->isHit());
        self::assertSame('key', $logger->contexts[0]['key']);
        self::assertInstanceOf($class, $logger->contexts[0]['exception']);
        self::assertSame('computed', $pool->get('key', static fn () => 'computed'));
        self::assertLarder($this->redis->get($id));
    }

    /** @return iterable<string, array{\Closure, bool, class-string}> */
    public static function unreadable(): iterable
    {
        yield 'broken' => [static fn () => "\xC1\x40", false, DecodeError::class];
        yield 'foreign' => [static fn () => \serialize('value'), false, DecodeError::class];
        yield 'a class that is not allowed' => [
            static fn () => \larder_serialize(new User(1)), false, DecodeError::class,
        ];
        yield 'a class that is gone' => [
            static fn () => Php::objectOfNoClassHere(), true, \DomainException::class,
        ];
        yield 'an object that fails' => [
            static fn () => \larder_serialize(new Unreadable()), true, \ErrorException::class,
        ];
    }

    public function testWritesAtItsLevel(): void
    {
        $value = ['id' => 7, 'at' => '2026-01-01 11:21:51'];
        foreach (['fast', 'balanced', 'small'] as $level) {
            $bytes = (new LarderMarshaller(level: $level))->marshall(['id' => $value], $failed);
            self::assertSame(['id' => \larder_serialize($value, level: $level)], $bytes);
            self::assertSame($value, (new LarderMarshaller())->unmarshall($bytes['id']));
        }
    }

    /**
     * @dataProvider wrongOptions
     *
     * @param array<string, mixed> $options
     */
    public function testRefusesWrongOptionsAtOnce(array $options): void
    {
        $this->expectException(\ValueError::class);

        new LarderMarshaller(...$options);
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function wrongOptions(): iterable
    {
        yield 'format' => [['fallback' => ['xml']]];
        yield 'level' => [['level' => 'best']];
    }

    private function pool(string $pool, MarshallerInterface $marshaller): AdapterInterface
    {
        return match ($pool) {
            'redis' => new RedisAdapter($this->redis, 'app', 0, $marshaller),
            'files' => new FilesystemAdapter('app', 0, $this->folder, $marshaller),
            'tags in redis' => new RedisTagAwareAdapter($this->redis, 'app', 0, $marshaller),
            'tags over redis' => new TagAwareAdapter(
                new RedisAdapter($this->redis, 'app', 0, $marshaller)
            ),
            'tags in files' => new FilesystemTagAwareAdapter('app', 0, $this->folder, $marshaller),
        };
    }

    /** @return array<string, mixed> */
    private static function values(): array
    {
        $user = new User(7);
        $user->friend = new User(8, 'Grace', []);

        return [
            'null' => null, 'false' => false, 'integer' => 42, 'text' => '42',
            'list' => [[1, 'två'], ["\xFF"]],
            'user' => $user,
        ];
    }

    private static function fill(AdapterInterface $pool): void
    {
        $even = true;
        foreach (self::values() as $key => $value) {
            $item = $pool->getItem($key)->set($value)->expiresAfter(3600);
            if (!$pool instanceof RedisAdapter && !$pool instanceof FilesystemAdapter) {
                $item->tag($even ? ['even', 'all'] : ['odd', 'all']);
            }
            $even = !$even;
            self::assertTrue($pool->save($item));
        }
    }

    private static function assertFilled(AdapterInterface $pool): void
    {
        foreach (self::values() as $key => $value) {
            $item = $pool->getItem($key);
            self::assertTrue($item->isHit(), $key);
            self::assertEquals($value, $item->get(), $key);
            self::assertSame(\get_debug_type($value), \get_debug_type($item->get()));
        }
    }

    /**
     * The values that the pool's items have in its storage.
     *
     * @return list<string>
     */
    private function stored(string $pool): array
    {
        $stored = [];
        if (\str_contains($pool, 'files')) {
            $cases = new \RecursiveIteratorIterator(
                new \RecursiveDirectoryIterator($this->folder)
            );
            foreach ($cases as $file) {
                // Each file is when it expires, its key, and the value; a link is for a tag.
                if (
                    $file->isFile() && !$file->isLink() && !\str_contains(
                        $file->getPathname(),
                        '/tags/',
                    )
                ) {
                    $stored[] = \explode(
                        "\n",
                        (string) \file_get_contents($file->getPathname()),
                        3,
                    )[2];
                }
            }
        } else {
            foreach ($this->redis->keys('*') as $key) {
                if (
                    $this->redis->type($key) === \Redis::REDIS_STRING
                        && !\str_contains($key, 'tags')
                ) {
                    $stored[] = $this->redis->get($key);
                }
            }
        }

        return \str_starts_with($pool, 'tags in') ? \array_map(
            self::tagged(...),
            $stored,
        ) : $stored;
    }

    /**
     * The value in what Symfony's TagAwareMarshaller puts around it: 9D, 9 bytes, the length of the
     * tags, the tags.
     */
    private static function tagged(string $bytes): string
    {
        self::assertStringStartsWith("\x9D", $bytes);

        return \substr($bytes, 13 + \unpack('N', "\0" . \substr($bytes, 10, 3))[1]);
    }

    /** @param list<string> $stored */
    private static function assertAllLarder(array $stored): void
    {
        self::assertNotSame([], $stored);
        foreach ($stored as $bytes) {
            self::assertLarder($bytes);
        }
    }
}
