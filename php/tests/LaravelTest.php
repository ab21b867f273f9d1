<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Profile;
use Larder\Tests\Support\Folder;
use Larder\Tests\Support\Larder;
use Larder\Tests\Support\LaravelSite;
use Larder\Tests\Support\Page;
use Larder\Tests\Support\RedisServer;
use Larder\Tests\Support\RedisTestCase;

/** A site on Laravel whose cache is switched: docs/PHP-HOSTS.md, as printed. */
final class LaravelTest extends RedisTestCase
{
    private const ADA = 'adaadaadaadaadaadaadaadaadaadaadaadaadaa';

    /** Laravel's own driver and client. */
    private const STORES = "'stores' => ['redis' => ['driver' => 'redis', 'connection' => 'cache',
        'lock_connection' => 'default']],";

    /** @var list<LaravelSite> */
    private array $sites = [];

    public static function setUpBeforeClass(): void
    {
        require_once __DIR__ . '/Fixtures/AppUser.php';
    }

    protected function setUp(): void
    {
        if (\stream_resolve_include_path('Illuminate/autoload.php') === false) {
            self::markTestSkipped('needs Laravel: apt-get install php-laravel-framework');
        }
        parent::setUp();
        $this->redis->select(1);
    }

    protected function tearDown(): void
    {
        foreach ($this->sites as $site) {
            $site->stop();
        }
    }

    public function testASiteReadsOnWhatItsOldDriverWroteAndBack(): void
    {
        [$old, $new] = [$this->old(), $this->new()];
        // Laravel 10 does not find tagged values by phpredis 6.1 and newer, with its own driver.
        $old->visit('fill', self::ADA);
        $old->visit('flushTag', self::ADA);
        $flushed = $old->visit('read', self::ADA);
        if (\version_compare(\phpversion('redis'), '6.1', '<')) {
            self::assertNull($flushed['ada']);
            self::assertNull($flushed['bob']);
        }
        $old->visit('fill', self::ADA);
        $filled = $old->visit('read', self::ADA);
        self::assertStringStartsWith('a:3:', $this->redis->get('shop:array'));

        self::assertEquals($filled, $new->visit('read', self::ADA));
        self::assertTrue($new->visit('write', self::ADA));

        self::assertLarder($this->redis->get('shop:array'));
        self::assertLarder($this->redis->get('shop:user'));
        self::assertLarder($this->redis->get('shop:' . self::ADA));
        $read = $new->visit('read', self::ADA);
        self::assertSame(['id' => 8], $read['array']);
        self::assertSame(8, $read['user']->id);
        self::assertSame([3, 4], \array_column($read['cart'], 'id'));
        self::assertSame($filled['bob'], $read['bob']);

        // The tags that the old driver wrote find the values that it wrote.
        self::assertTrue($new->visit('flushTag', self::ADA));
        $read = $new->visit('read', self::ADA);
        self::assertEquals($flushed['ada'], $read['ada']);
        self::assertEquals($flushed['bob'], $read['bob']);
        self::assertSame('', $new->log());

        $this->switchTo('php');
        $back = $old->visit('read', self::ADA);
        self::assertEquals($read, $back);
    }

    public function testASiteReadsOnWhatLarderSwitchRewrote(): void
    {
        [$old, $new] = [$this->old(), $this->new()];
        $old->visit('fill', self::ADA);
        $filled = $old->visit('read', self::ADA);

        $this->switchTo('larder');

        self::assertLarder($this->redis->get('shop:array'));
        self::assertGreaterThan(500, $this->redis->ttl('shop:array'));
        self::assertEquals($filled, $new->visit('read', self::ADA));
        self::assertSame('', $new->log());
    }

    public function testTheSameCallsGiveTheSameResults(): void
    {
        [$old, $new] = [$this->old(), $this->new()];
        $expected = $old->visit('calls');
        $this->redis->flushAll();

        self::assertSame($expected, $new->visit('calls'));
        self::assertSame('1', $this->redis->get('shop:login'));
        $this->redis->flushAll();
        self::assertSame([1, 2], $new->visit('queue'));
        self::assertSame('', $new->log());
    }

    public function testAServerWithTheOldDriverReadsWhatTheNewOneWritesForIt(): void
    {
        $block = Page::block('laravel-cache');
        $first = \str_replace("['php'],", "['php'],\n'format' => 'php',", $block);
        [$old, $new] = [$this->old(), $this->site($first)];
        $new->visit('fill', self::ADA);
        $filled = $new->visit('read', self::ADA);

        self::assertStringStartsWith('a:3:', $this->redis->get('shop:array'));
        self::assertEquals($filled, $old->visit('read', self::ADA));
        $old->visit('write', self::ADA);
        self::assertSame(['id' => 8], $new->visit('read', self::ADA)['array']);
        self::assertSame('41', $this->redis->get('shop:count'));
        self::assertSame('1.5', $this->redis->get('shop:float'));
        $this->redis->flushAll();
        $expected = $old->visit('calls');
        $this->redis->flushAll();
        self::assertSame($expected, $new->visit('calls'));
    }

    public function testReadsOnWhatPhpredisSerializedOnceMore(): void
    {
        $igbinary = \str_replace(
            "'cache' => [",
            "'cache' => ['options' => ['serializer' => \\Redis::SERIALIZER_IGBINARY],",
            Page::block('laravel-database'),
        );
        $old = $this->site(self::STORES, $igbinary);
        $old->visit('fill', self::ADA);
        $filled = $old->visit('read', self::ADA);
        self::assertStringStartsWith("\0\0\0\x02", $this->redis->get('shop:array'));
        $block = \str_replace("['php']", "['igbinary', 'php']", Page::block('laravel-cache'));

        $read = $this->site($block)->visit('read', self::ADA);

        // phpredis wrote what the tags are named by with its serializer, too.
        self::assertEquals($filled, $read);
        $refused = $this->site($block, $igbinary);
        $this->expectExceptionMessage('500');
        $refused->visit('read', self::ADA);
    }

    public function testAConnectionOfItsOwnStoresValues(): void
    {
        $this->redis->select(2);
        $this->redis->set('old', \igbinary_serialize(['from' => 'igbinary']));

        [$class, $other, $old, $user, $hash, $many, $piped] = $this->new()->visit('objects');

        self::assertSame([\Larder\Redis::class, \Redis::class], [$class, $other]);
        self::assertSame(['from' => 'igbinary'], $old);
        self::assertSame(7, $user->id);
        self::assertSame([8, 3], [$hash['user']->id, $hash['count']]);
        self::assertSame(7, $many[0]->id);
        self::assertNull($many[1]);
        self::assertSame(['lives' => true], $piped[0]);
        self::assertGreaterThan(50, $piped[1]);
        self::assertLarder($this->redis->get('user:7'));
        self::assertSame('3', $this->redis->hGet('hash', 'count'));
    }

    public function testAConnectionOfItsOwnHasTheOptionsOfLaravel(): void
    {
        $server = new RedisServer('--requirepass', 'secret');
        try {
            $connection = $server->connect();
            $connection->auth('secret');
            $connection->select(2);
            $connection->set('p:old', \igbinary_serialize(['from' => 'igbinary']));
            $database = \str_replace(
                ["'host' =>", "'larder' =>", ", 'fallback' => ['igbinary']"],
                ["'password' => 'secret', 'host' =>", "'prefix' => 'p:', 'name' => 'shop',
                    'read_timeout' => 9.0, 'serializer' => \Redis::SERIALIZER_IGBINARY,
                    'larder' =>", ''],
                Page::block('laravel-database'),
            );
            $site = new LaravelSite($server->port, self::STORES, $database);
            $this->sites[] = $site;

            [$class, , $old, $user] = $site->visit('objects');

            self::assertSame(\Larder\Redis::class, $class);
            self::assertSame(['from' => 'igbinary'], $old);
            self::assertSame(7, $user->id);
            self::assertLarder($connection->get('p:user:7'));
            // A request ends, and with it its connections.
            $calls = $connection->info('commandstats');
            self::assertArrayHasKey('cmdstat_client|setname', $calls);
        } finally {
            $server->stop();
        }
    }

    public function testAProfileIsNamedByItsFile(): void
    {
        $folder = Folder::create();
        try {
            $samples = [];
            for ($id = 0; $id < 200; $id++) {
                $samples[] = ['id' => $id, 'names' => ['Ada', "Łukasz $id"], 'ok' => true];
            }
            \file_put_contents("$folder/samples.json", \json_encode($samples));
            Larder::train("$folder/samples.json", "$folder/users.profile");
            $with = \str_replace(
                "'fallback'",
                "'profile' => '$folder/users.profile', 'fallback'",
                Page::block('laravel-cache'),
            );

            $site = $this->site($with);
            $site->visit('fill', self::ADA);
            $filled = $site->visit('read', self::ADA);
            self::assertSame(['Ada', 'Łukasz'], $filled['array']['names']);
            $also = \str_replace("'profile' => '", "'alsoReads' => ['", $with);
            $also = \str_replace("users.profile'", "users.profile']", $also);
            self::assertEquals($filled, $this->site($also)->visit('read', self::ADA));
            // Another server without it misses the value.
            $without = $this->new();
            self::assertNull($without->visit('read', self::ADA)['array']);
            self::assertStringContainsString('missing-profile', $without->log());
        } finally {
            Folder::delete($folder);
        }
    }

    public function testProfilesArePublishedInTheRedisOfTheStore(): void
    {
        $profile = Larder::profile('reader');
        $this->redis->set("larder:profile:{$profile->id()}", $profile->bytes());
        $this->redis->hSet('larder:profiles:users', 'current', $profile->id());
        $with = \str_replace(
            "'fallback'",
            "'profiles' => 'users', 'fallback'",
            Page::block('laravel-cache'),
        );
        $this->redis->rawCommand('CONFIG', 'RESETSTAT');

        $site = $this->site($with);
        $site->visit('fill', self::ADA);
        $filled = $site->visit('read', self::ADA);

        self::assertSame($profile->id(), Profile::idOf($this->redis->get('shop:user')));
        self::assertSame(['Ada', 'Łukasz'], $filled['array']['names']);
        // Another process finds it. Each writes a session, and has asked once what is current.
        self::assertEquals($filled, $this->site($with)->visit('read', self::ADA));
        self::assertSame('', $site->log());
        $calls = $this->redis->info('commandstats');
        self::assertStringStartsWith('calls=2,', $calls['cmdstat_hget']);
        // Who is not told of them misses the value.
        self::assertNull($this->new()->visit('read', self::ADA)['user']);
    }

    public function testAFunctionIsToldOfEachValue(): void
    {
        $with = \str_replace(
            "'fallback'",
            "'onEvent' => [App\Metrics::class, 'cache'], 'fallback'",
            Page::block('laravel-cache'),
        );
        $this->old()->visit('fill', self::ADA);
        $site = $this->site($with);
        $site->visit('read', self::ADA);
        self::assertStringContainsString('hit fallback', $site->log());
        self::assertStringContainsString('miss', $site->log());
        $site->visit('write', self::ADA);
        self::assertStringContainsString('encode larder', $site->log());
        $this->redis->set('shop:array', 'damaged');
        $site->visit('read', self::ADA);
        self::assertStringContainsString('decode-failure', $site->log());
    }

    private function old(): LaravelSite
    {
        return $this->site(self::STORES, \str_replace(
            "'client' => 'larder'",
            "'client' => 'phpredis'",
            Page::block('laravel-database'),
        ));
    }

    private function new(): LaravelSite
    {
        return $this->site(Page::block('laravel-cache'));
    }

    private function site(string $cache, ?string $database = null): LaravelSite
    {
        return $this->sites[] = new LaravelSite(
            $this->redis->getPort(),
            $cache,
            $database ?? Page::block('laravel-database'),
        );
    }

    private function switchTo(string $format): void
    {
        $url = "redis://127.0.0.1:{$this->redis->getPort()}/1";
        Larder::run('switch', $url, '--to', $format, '--yes');
    }
}
