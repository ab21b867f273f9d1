<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\ForgedProfileException;
use Larder\MissingProfileException;
use Larder\Profile;
use Larder\Profiles;
use Larder\Redis;
use Larder\RedisCache;
use Larder\RedisCluster;
use Larder\Serializer;
use Larder\Symfony\LarderMarshaller;
use Larder\Tests\Support\Larder;
use Larder\Tests\Support\Php;
use Larder\Tests\Support\RedisNodes;
use Larder\Tests\Support\RedisServer;
use Larder\Tests\Support\RedisTestCase;
use Larder\Tests\Support\WebServer;
use Psr\SimpleCache\CacheInterface;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** Profiles that are found in Redis. */
final class ProfilesTest extends RedisTestCase
{
    /** What this process knows of a database stays, so each test has its own. */
    protected const OPTIONS = ['--databases', '100'];

    private const VALUE = ['id' => 7, 'name' => 'Somebody 7', 'role' => 'reader'];
    private const PROGRAM = __DIR__ . '/programs/profiles.php';

    private static Profile $readers;
    private static Profile $writers;

    private static int $database = 0;

    /** @var list<RedisServer|RedisNodes|WebServer> */
    private array $servers = [];

    public static function setUpBeforeClass(): void
    {
        self::$readers = Larder::profile('reader');
        self::$writers = Larder::profile('writer');
    }

    protected function setUp(): void
    {
        if (!\interface_exists(CacheInterface::class)) {
            self::markTestSkipped('needs psr/simple-cache: apt-get install php-psr-simple-cache');
        }
        parent::setUp();
        $this->redis->select(++self::$database);
    }

    protected function tearDown(): void
    {
        foreach ($this->servers as $server) {
            $server->stop();
        }
    }

    public function testAReaderAsksOnceForAProfileThatItDoesNotKnow(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        $this->redis->set('seven', \larder_serialize(self::VALUE, self::$readers));
        $this->redis->rawCommand('CONFIG', 'RESETSTAT');

        for ($request = 0; $request < 3; $request++) {
            $cache = $this->cache();
            for ($times = 0; $times < 5; $times++) {
                self::assertSame(self::VALUE, $cache->get('seven'));
            }
        }

        self::assertSame(1, self::calls($this->redis, 'get'));
        self::assertSame(0, self::calls($this->redis, 'hget'));
    }

    public function testAWriterAsksOnceForTheProfileThatIsCurrent(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        $this->redis->rawCommand('CONFIG', 'RESETSTAT');

        for ($request = 0; $request < 3; $request++) {
            $cache = $this->cache();
            for ($id = 0; $id < 5; $id++) {
                $cache->set("$id", ['id' => $id] + self::VALUE);
            }
        }

        self::assertSame(1, self::calls($this->redis, 'hget'));
        self::assertSame(1, self::calls($this->redis, 'get'));
        for ($id = 0; $id < 5; $id++) {
            self::assertSame(self::$readers->id(), Profile::idOf($this->redis->get("$id")));
            self::assertSame(['id' => $id] + self::VALUE, $cache->get("$id"));
        }
    }

    public function testWithoutAProfileThatIsCurrentValuesHaveNone(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        $this->redis->hDel('larder:profiles:people', 'current');

        foreach (['people', 'others'] as $name) {
            $serializer = new Serializer(profile: new Profiles($this->redis, $name));
            $bytes = $serializer->encode(self::VALUE);
            self::assertNull(Profile::idOf($bytes));
            self::assertSame(self::VALUE, $serializer->decode($bytes));
            self::assertSame(
                self::VALUE,
                $serializer->decode(\larder_serialize(self::VALUE, self::$readers)),
            );
        }
    }

    public function testProfilesThatAreGivenAreReadToo(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        $serializer = new Serializer(
            profile: new Profiles($this->redis, 'people'),
            alsoReads: [self::$writers],
        );

        foreach ([self::$writers, self::$readers, self::$writers, null] as $profile) {
            $bytes = \larder_serialize(self::VALUE, $profile);
            self::assertSame(self::VALUE, $serializer->decode($bytes));
        }
    }

    public function testAForgedProfileIsNeverUsed(): void
    {
        $id = self::$readers->id();
        $bytes = \larder_serialize(self::VALUE, self::$readers);
        $forged = [
            'another profile' => self::$writers->bytes(),
            'a changed one' => \substr_replace(self::$readers->bytes(), '!', -40, 1),
            'none' => 'none',
            'nothing' => '',
        ];
        $this->redis->rawCommand('CONFIG', 'RESETSTAT');
        foreach ($forged as $what => $content) {
            $this->redis->select(++self::$database);
            $this->redis->set("larder:profile:$id", $content);
            $this->redis->hSet('larder:profiles:people', 'current', $id);
            foreach ([1, 2] as $times) {
                try {
                    (new Serializer(profile: $this->profiles()))->decode($bytes);
                    self::fail("$what was used");
                } catch (ForgedProfileException $error) {
                    self::assertSame($id, $error->id);
                    self::assertStringContainsString("larder:profile:$id", $error->getMessage());
                }
            }
            // Nor is it written under.
            self::assertNull($this->profiles()->current(), $what);
            self::assertSame([], $this->profiles()->known());
        }
        self::assertSame(\count($forged), self::calls($this->redis, 'get'));
    }

    public function testAnEvictedProfileIsPutBackByAWriterThatHoldsIt(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        self::publish($this->redis, 'others', self::$readers);
        $id = self::$readers->id();
        self::assertSame($id, $this->profiles()->current()?->id());

        $this->redis->del("larder:profile:$id");
        // It has not asked yet which profile these are written under.
        self::assertSame($id, (new Profiles($this->redis, 'others'))->current()?->id());

        self::assertSame(self::$readers->bytes(), $this->redis->get("larder:profile:$id"));
        self::assertSame(-1, $this->redis->ttl("larder:profile:$id"));
    }

    public function testAWriterThatCannotPutItsProfileBackWritesWithoutOne(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        self::publish($this->redis, 'others', self::$readers);
        self::assertNotNull($this->profiles()->current());
        $this->redis->del('larder:profile:' . self::$readers->id());

        $this->redis->rawCommand('CONFIG', 'SET', 'maxmemory', '1');
        try {
            self::assertNull((new Profiles($this->redis, 'others'))->current());
        } finally {
            $this->redis->rawCommand('CONFIG', 'SET', 'maxmemory', '0');
        }
    }

    public function testTheOptionsOfTheConnectionDoNotMatter(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        $this->redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_PHP);
        $this->redis->setOption(\Redis::OPT_PREFIX, 'app:');
        $this->redis->setOption(\Redis::OPT_REPLY_LITERAL, true);
        foreach (['COMPRESSION_LZF', 'COMPRESSION_ZSTD'] as $compression) {
            if (\defined("Redis::$compression")) {
                $this->redis->setOption(\Redis::OPT_COMPRESSION, \constant("Redis::$compression"));
            }
        }

        self::assertSame(self::$readers->id(), $this->profiles()->current()?->id());
        $this->redis->rawCommand('DEL', 'larder:profile:' . self::$readers->id());
        self::publish($this->connected(), 'others', self::$readers, false);
        self::assertNotNull((new Profiles($this->redis, 'others'))->current());

        $key = 'larder:profile:' . self::$readers->id();
        self::assertSame(self::$readers->bytes(), $this->redis->rawCommand('GET', $key));
    }

    public function testInsideOfMultiAndPipelinesNothingIsAsked(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        $serializer = new Serializer(profile: $profiles = $this->profiles());
        $bytes = \larder_serialize(self::VALUE, self::$readers);
        foreach (['multi', 'pipeline'] as $mode) {
            $this->redis->$mode();
            self::assertNull($profiles->current());
            try {
                $serializer->decode($bytes);
                self::fail('the connection is busy');
            } catch (MissingProfileException $error) {
                self::assertStringContainsString('a connection of its own', $error->getMessage());
            }
            $this->redis->ping();
            self::assertCount(1, $this->redis->exec(), 'nothing was queued');
        }

        self::assertSame(self::VALUE, $serializer->decode($bytes));
        self::assertNotNull($profiles->current());
    }

    public function testAConnectionThatIsNotOpenHasNoProfilesUntilItIs(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        $closed = new \Redis();
        $serializer = new Serializer(profile: $profiles = new Profiles($closed, 'people'));
        self::assertNull(Profile::idOf($serializer->encode(self::VALUE)));
        self::assertSame([], $profiles->known());
        $bytes = \larder_serialize(self::VALUE, self::$readers);
        try {
            $serializer->decode($bytes);
            self::fail('there is no connection');
        } catch (MissingProfileException $error) {
            self::assertStringContainsString('not open', $error->getMessage());
        }

        $closed->connect('127.0.0.1', $this->redis->getPort());
        $closed->select(self::$database);

        self::assertSame(self::VALUE, $serializer->decode($bytes));
        self::assertSame(self::$readers->id(), Profile::idOf($serializer->encode(self::VALUE)));
    }

    /** @testWith [""]
     *           ["of two words"]
     *           ["users\n"]
     */
    public function testANameThatNothingIsPublishedForIsRefused(string $name): void
    {
        $this->expectException(\ValueError::class);
        new Profiles($this->redis, $name);
    }

    public function testPhpredisWritesUnderTheProfilesInItsRedis(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        $larder = new Redis(profile: $this->profiles());
        $larder->connect('127.0.0.1', $this->redis->getPort());
        $larder->select(self::$database);
        $larder->pipeline();
        $larder->set('seven', self::VALUE);
        $larder->hSet('hash', 'seven', self::VALUE);
        $larder->hGetAll('hash');

        self::assertSame(['seven' => self::VALUE], $larder->exec()[2]);
        self::assertSame(self::VALUE, $larder->get('seven'));
        self::assertSame(self::$readers->id(), Profile::idOf($this->redis->get('seven')));
        self::assertSame(
            self::$readers->id(),
            Profile::idOf($this->redis->hGet('hash', 'seven')),
        );
    }

    public function testAClusterHasProfilesWhateverItsPrefix(): void
    {
        $this->servers[] = $nodes = new RedisNodes();
        // Keys of both servers.
        $names = \range('a', 'h');
        foreach ($names as $name) {
            self::publish(new \RedisCluster(null, $nodes->seeds()), $name, self::$readers);
        }
        $connection = new \RedisCluster(null, $nodes->seeds());
        $connection->setOption(\Redis::OPT_PREFIX, 'app:');
        $connection->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_PHP);
        foreach ($names as $name) {
            $profiles = new Profiles($connection, $name);
            self::assertSame(self::$readers->id(), $profiles->current()?->id());
        }

        $larder = new RedisCluster(null, $nodes->seeds(), profile: $profiles);
        $larder->set('seven', self::VALUE);
        self::assertSame(self::VALUE, $larder->get('seven'));
        $plain = new \RedisCluster(null, $nodes->seeds());
        self::assertSame(self::$readers->id(), Profile::idOf($plain->get('seven')));
    }

    public function testAMarshallerWritesUnderThem(): void
    {
        if (!\interface_exists(MarshallerInterface::class)) {
            self::markTestSkipped('needs symfony/cache: apt-get install php-symfony-cache');
        }
        self::publish($this->redis, 'people', self::$readers);
        $marshaller = new LarderMarshaller(profile: $this->profiles());

        ['seven' => $bytes] = $marshaller->marshall(['seven' => self::VALUE], $failed);

        self::assertSame(self::$readers->id(), Profile::idOf($bytes));
        self::assertSame(self::VALUE, $marshaller->unmarshall($bytes));
        self::assertSame([], $failed);
    }

    public function testRedisThatCannotBeAskedKeepsNobodyFromWriting(): void
    {
        $this->servers[] = $server = new RedisServer();
        $profiles = new Profiles($server->connect(), 'people');
        $server->stop();
        $serializer = new Serializer(profile: $profiles);

        $bytes = $serializer->encode(self::VALUE);

        self::assertNull(Profile::idOf($bytes));
        self::assertSame(self::VALUE, $serializer->decode($bytes));
        foreach ([1, 2] as $times) {
            try {
                $serializer->decode(\larder_serialize(self::VALUE, self::$readers));
                self::fail('there is no Redis to find it in');
            } catch (MissingProfileException $error) {
                self::assertStringContainsString('could not be fetched', $error->getMessage());
            }
        }
        self::assertNull($error->getPrevious(), 'it is not asked again so soon');
    }

    /** A replica that lags has the profile some time later: then it is found, without a restart. */
    public function testAMissingProfileIsNamedAndAskedForAgain(): void
    {
        // Not by way of a file, which servers that start later would read.
        $this->servers = [
            $master = new RedisServer('--repl-diskless-sync-delay', '0'),
            $replica = new RedisServer('--repl-diskless-load', 'swapdb'),
        ];
        [$ofMaster, $ofReplica] = [$master->connect(), $replica->connect()];
        $ofReplica->rawCommand('REPLICAOF', '127.0.0.1', (string) $master->port);
        $bytes = \larder_serialize(self::VALUE, self::$readers);
        $ofMaster->set('seven', $bytes);
        self::await(static fn (): bool => $ofReplica->get('seven') === $bytes);
        // Its link to the master is gone; it answers as before.
        $ofReplica->rawCommand('REPLICAOF', '127.0.0.1', '1');
        self::publish($ofMaster, 'people', self::$readers);
        $ofReplica->rawCommand('CONFIG', 'RESETSTAT');

        $failures = [];
        $cache = new RedisCache(
            $ofReplica,
            profile: new Profiles($ofReplica, 'people'),
            onDecodeFailure: static function (string $key, $bytes, $error) use (&$failures): void {
                $failures[] = $error;
            },
        );
        foreach ([1, 2, 3] as $times) {
            self::assertNull($cache->get('seven'));
        }
        foreach ($failures as $error) {
            self::assertInstanceOf(MissingProfileException::class, $error);
            self::assertSame(self::$readers->id(), $error->id);
            self::assertStringContainsString(self::$readers->id(), $error->getMessage());
            self::assertStringContainsString('larder profile list URL', $error->getMessage());
        }
        self::assertCount(3, $failures);
        self::assertSame(1, self::calls($ofReplica, 'get'));
        // The master has it.
        $cache = new RedisCache($ofReplica, profile: new Profiles($ofMaster, 'people'));
        self::assertSame(self::VALUE, $cache->get('seven'));

        $ofReplica->rawCommand('REPLICAOF', '127.0.0.1', (string) $master->port);
        $cache = new RedisCache($ofReplica, profile: new Profiles($ofReplica, 'people'));
        self::await(static fn (): bool => $cache->get('seven') === self::VALUE);
    }

    /** Another reader may have a shorter wait than the 10 seconds that all others have. */
    public function testAReaderAsksAgainForAMissingProfileAfterItsWait(): void
    {
        $bytes = \larder_serialize(self::VALUE, self::$readers);
        $patient = new Serializer(profile: $this->profiles());
        $hasty = new Serializer(profile: new Profiles($this->redis, 'people', askEvery: 1));
        $isMissing = static function (Serializer $serializer) use ($bytes): bool {
            try {
                self::assertSame(self::VALUE, $serializer->decode($bytes));

                return false;
            } catch (MissingProfileException) {
                return true;
            }
        };
        self::assertTrue($isMissing($patient));
        self::publish($this->redis, 'people', self::$readers);
        $this->redis->rawCommand('CONFIG', 'RESETSTAT');

        self::await(static fn (): bool => !$isMissing($hasty));

        self::assertSame(1, self::calls($this->redis, 'get'));
        self::assertFalse($isMissing($patient), 'the process has it now');
    }

    public function testAWriterFollowsAndGoesOnWithoutAProfileIfRedisStaysAway(): void
    {
        $this->servers[] = $server = new RedisServer();
        $redis = $server->connect();
        self::publish($redis, 'people', self::$readers);
        $profiles = new Profiles($redis, 'people', askEvery: 1);
        self::assertSame(self::$readers->id(), $profiles->current()?->id());

        self::publish($redis, 'people', self::$writers);
        self::await(static fn (): bool => $profiles->current()?->id() === self::$writers->id());

        $server->stop();
        self::await(static fn (): bool => $profiles->current() === null);
        self::assertCount(2, $profiles->known(), 'and reads on');
    }

    /** @testWith [0]
     *           [61]
     */
    public function testAWaitThatRetiringDoesNotAllowForIsRefused(int $askEvery): void
    {
        $this->expectException(\ValueError::class);
        new Profiles($this->redis, 'people', $askEvery);
    }

    public function testRequestsOfAProcessShareWhatTheyFound(): void
    {
        self::publish($this->redis, 'people', self::$readers);
        $this->servers[] = $server = new RedisServer();
        $redis = $server->connect();
        self::publish($redis, 'people', self::$readers);
        $redis->rawCommand('CONFIG', 'RESETSTAT');
        $this->servers[] = $web = new WebServer(self::PROGRAM, []);
        $visit = static fn (): array =>
            \json_decode($web->get("port={$server->port}", ''), true, flags: \JSON_THROW_ON_ERROR);

        for ($request = 0; $request < 5; $request++) {
            $did = $visit();
            self::assertSame([], $did['errors']);
            self::assertSame(self::$readers->id(), $did['current']);
        }
        self::assertSame(1, self::calls($redis, 'hget'));
        self::assertSame(1, self::calls($redis, 'get'));

        // Another program writes under a profile that is new, which this process reads at once.
        self::publish($redis, 'people', self::$writers);
        $redis->set('other', \larder_serialize(['role' => 'writer'] + self::VALUE, self::$writers));
        for ($request = 0; $request < 3; $request++) {
            $did = $visit();
            self::assertSame(['role' => 'writer'] + self::VALUE, $did['other']);
            self::assertSame([], $did['errors']);
        }
        self::assertSame(2, self::calls($redis, 'get'));
    }

    /** This takes a minute: that is how often writers ask. */
    public function testAProfileReachesAllProgramsWhileTheyReadAndWrite(): void
    {
        $this->servers = [$shared = new RedisServer(), $away = new RedisServer()];
        self::publish($away->connect(), 'people', self::$readers);
        $redis = $shared->connect();
        $programs = [
            ...\array_map(static fn (int $n) => self::start($shared, $n, 4), \range(0, 3)),
            self::start($away, 0, 1),
        ];
        try {
            foreach ($programs as [, $pipes]) {
                self::assertSame("ready\n", \fgets($pipes[1]));
            }
            foreach ($programs as [, $pipes]) {
                \fwrite($pipes[0], "go\n");
            }
            $away->stop();
            self::publish($redis, 'people', self::$readers);
            foreach ([0, 1, 2, 3] as $n) {
                self::await(static fn (): bool =>
                    Profile::idOf($redis->get("value-$n")) === self::$readers->id());
            }
            // By then the one whose Redis is away has asked, too.
            \sleep(2);
            foreach ($programs as $at => [, $pipes]) {
                \fclose($pipes[0]);
                $did = \json_decode((string) \stream_get_contents($pipes[1]), true);
                self::assertSame(self::$readers->id(), $did['current']);
                if ($at < 4) {
                    self::assertSame([], $did['errors']);
                    self::assertSame(0, $did['miss']);
                    self::assertArrayNotHasKey('decode-failure', $did);
                    self::assertGreaterThan(4 * 500, $did['hit']);
                }
            }
        } finally {
            foreach ($programs as [$process]) {
                \proc_terminate($process);
                \proc_close($process);
            }
        }
    }

    /** @return array{resource, array<int, resource>} */
    private static function start(RedisServer $server, int $number, int $count): array
    {
        $process = \proc_open(
            Php::command([], self::PROGRAM, (string) $server->port, "$number", "$count"),
            [['pipe', 'r'], ['pipe', 'w'], \STDERR],
            $pipes,
        );

        return [$process, $pipes];
    }

    /** As `larder profile publish` does. */
    private static function publish(
        \Redis|\RedisCluster $redis,
        string $name,
        Profile $profile,
        bool $stores = true,
    ): void {
        if ($stores) {
            $redis->setnx("larder:profile:{$profile->id()}", $profile->bytes());
        }
        $redis->hSet("larder:profiles:$name", $profile->id(), (string) \time());
        $redis->hSet("larder:profiles:$name", 'current', $profile->id());
    }

    /** How often a command was called. */
    private static function calls(\Redis $redis, string $command): int
    {
        $stats = (string) $redis->rawCommand('INFO', 'commandstats');

        return \preg_match("/^cmdstat_$command:calls=(\\d+)/m", $stats, $found) === 1
            ? (int) $found[1]
            : 0;
    }

    /** Waits until it is so. */
    private static function await(\Closure $isSo): void
    {
        for ($tries = 0; $tries < 1500; $tries++) {
            if ($isSo()) {
                return;
            }
            \usleep(100_000);
        }
        self::fail('it did not come to be so');
    }

    private function profiles(): Profiles
    {
        return new Profiles($this->redis, 'people');
    }

    private function cache(): RedisCache
    {
        return new RedisCache($this->redis, profile: $this->profiles());
    }

    /** A connection without options. */
    private function connected(): \Redis
    {
        $redis = $this->connect();
        $redis->select(self::$database);

        return $redis;
    }
}
