<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Support\Larder;
use Larder\Tests\Support\Page;
use Larder\Tests\Support\RedisTestCase;
use Larder\Tests\Support\SymfonySite;

/** A site on Symfony whose cache and sessions are switched: docs/PHP-HOSTS.md, as printed. */
final class SymfonyTest extends RedisTestCase
{
    /** @var list<SymfonySite> */
    private array $sites = [];

    public static function setUpBeforeClass(): void
    {
        require_once __DIR__ . '/Fixtures/AppUser.php';
    }

    protected function setUp(): void
    {
        foreach (['Bundle/FrameworkBundle', 'Component/Yaml'] as $library) {
            if (\stream_resolve_include_path("Symfony/$library/autoload.php") === false) {
                self::markTestSkipped(
                    'needs Symfony: apt-get install php-symfony-framework-bundle php-symfony-yaml'
                );
            }
        }
        parent::setUp();
    }

    protected function tearDown(): void
    {
        foreach ($this->sites as $site) {
            $site->stop();
        }
    }

    public function testASiteReadsOnWhatItsOldMarshallerWrote(): void
    {
        [$old, $new] = [$this->old(), $this->new()];
        $first = $old->visit();
        self::assertSame(['list', 'user', 'tagged.ada', 'tagged.bob'], $first['made']);
        self::assertSame([], $this->larder());

        $ada = $first['session'];
        $read = $new->visit($ada);
        self::assertSame([], $read['made']);
        self::assertEquals(\array_replace($first, ['visits' => 2, 'made' => []]), $read);
        self::assertStringEndsWith($ada, \implode(' ', $this->larder()));

        // The tags that the old marshaller wrote find the values that it wrote.
        $fresh = $new->visit($ada, 'invalidate');
        self::assertSame(['tagged.ada', 'tagged.bob'], $fresh['made']);
        self::assertSame([4, []], \array_values(\array_intersect_key(
            $new->visit($ada),
            ['visits' => true, 'made' => true],
        )));
        self::assertGreaterThan(2, \count($this->larder()));
    }

    public function testASiteReadsOnWhatLarderSwitchRewrote(): void
    {
        $first = $this->old()->visit();
        $url = "redis://127.0.0.1:{$this->redis->getPort()}/0";

        [$code, $said] = Larder::outcome('switch', $url, '--to', 'larder', '--yes');

        // From 6.1 on, items with metadata are of a class whose name is no text: they stay.
        $class = 'Symfony/Component/Cache/Traits/ValueWrapper.php';
        $stay = \stream_resolve_include_path($class) !== false;
        self::assertSame($stay ? 1 : 0, $code, $said);
        self::assertGreaterThanOrEqual($stay ? 1 : 4, \count($this->larder()), $said);
        $read = $this->new()->visit($first['session']);
        self::assertSame([], $read['made']);
        self::assertEquals($first['user'], $read['user']);
        self::assertSame(2, $read['visits']);
    }

    public function testAServerThatHasNotSwitchedMakesValuesAnew(): void
    {
        [$new, $old] = [$this->new(), $this->old()];
        $first = $new->visit();
        self::assertNotSame([], $this->larder());

        $read = $old->visit();

        self::assertSame($first['made'], $read['made']);
        self::assertEquals($first['list'], $read['list']);
        // Symfony drops what it fetched with a value of the other server, such as a tag's version.
        self::assertNotContains('list', $new->visit($first['session'])['made']);
        self::assertSame([], $new->visit($first['session'])['made']);
    }

    private function old(): SymfonySite
    {
        return $this->site("services: ~\n", ['session.serialize_handler' => 'php']);
    }

    private function new(): SymfonySite
    {
        $settings = \parse_ini_string(Page::block('symfony-session'), false, \INI_SCANNER_RAW);

        return $this->site(Page::block('symfony-services'), $settings);
    }

    /** @param array<string, string> $settings */
    private function site(string $services, array $settings): SymfonySite
    {
        $port = (string) $this->redis->getPort();
        $packages = \str_replace('6379', $port, Page::block('symfony-cache'));

        return $this->sites[] = new SymfonySite($services, $packages, $settings);
    }

    /** @return list<string> the keys whose values are Larder's */
    private function larder(): array
    {
        return \array_values(\array_filter(
            $this->redis->keys('*'),
            fn (string $key): bool => \str_starts_with((string) $this->redis->get($key), "\xC1"),
        ));
    }
}
