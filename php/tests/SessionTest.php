<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Fixtures\User;
use Larder\Tests\Support\Visitor;
use Larder\Tests\Support\WebServer;
use PHPUnit\Framework\TestCase;

/** session.serialize_handler=larder, in a real web server. */
final class SessionTest extends TestCase
{
    private string $folder;

    /** @var list<WebServer> */
    private array $servers = [];

    protected function setUp(): void
    {
        $this->folder = \sys_get_temp_dir() . '/larder-' . \bin2hex(\random_bytes(6));
        \mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        foreach ($this->servers as $server) {
            $server->stop();
        }
        \array_map('unlink', (array) \glob("{$this->folder}/*"));
        \rmdir($this->folder);
    }

    public function testKeepsASessionOverRequests(): void
    {
        $server = $this->server('larder', ['larder.allowed_classes' => User::class]);
        $ada = new Visitor($server);
        $bob = new Visitor($server);

        $ada->visit('fill');
        $bob->visit('add');
        $ada->visit('add');
        $session = $ada->visit('add');

        self::assertSame(2, $session['count']);
        $this->assertFilled($session);
        self::assertSame(['count' => 1], $bob->visit());
        self::assertStringStartsWith("\xC1", $this->stored($ada));
    }

    /** @dataProvider handlers */
    public function testReadsOnWhatAnotherHandlerWrote(string $handler): void
    {
        $old = $this->server($handler);
        $visitor = new Visitor($old);
        $visitor->visit('fill');
        $visitor->visit('add');
        $stored = $this->stored($visitor);
        self::assertStringStartsNotWith("\xC1", $stored);
        $new = $this->server(
            'larder',
            ['larder.fallback' => 'php,igbinary', 'larder.allowed_classes' => '*'],
        );

        $session = $visitor->at($new)->visit('add');

        self::assertSame(2, $session['count']);
        $this->assertFilled($session);
        self::assertStringStartsWith("\xC1", $this->stored($visitor));
        $later = $this->server('larder', ['larder.allowed_classes' => '*']);
        self::assertSame(3, $visitor->at($later)->visit('add')['count']);
    }

    /** @return iterable<string, array{string}> */
    public static function handlers(): iterable
    {
        yield 'php_serialize' => ['php_serialize'];
        yield 'php' => ['php'];
        if (\extension_loaded('igbinary')) {
            yield 'igbinary' => ['igbinary'];
        }
    }

    public function testASessionThatDoesNotReadIsANewOne(): void
    {
        $visitor = new Visitor($this->server('php_serialize'));
        $visitor->visit('fill');

        $session = $visitor->at($this->server('larder'))->visit();

        self::assertSame([], $session);
    }

    public function testAClassThatIsNotAllowedLeavesTheSession(): void
    {
        $server = $this->server('larder', ['larder.allowed_classes' => User::class]);
        $strict = $this->server('larder');
        $visitor = new Visitor($server);
        $visitor->visit('fill');
        $visitor->visit('add');

        $session = $visitor->at($strict)->visit('add');

        self::assertSame(2, $session['count']);
        self::assertSame(
            [['id' => 1, 'price' => '9.50'], ['id' => 2, 'price' => '0.99']],
            $session['cart'],
        );
        $session = $visitor->visit('add');
        self::assertSame(3, $session['count']);
        $this->assertFilled($session);
    }

    /** @dataProvider handlers */
    public function testWritesWhatTheOldHandlerReadsUntilAllHaveSwitched(string $handler): void
    {
        $settings = ['larder.allowed_classes' => User::class, 'larder.fallback' => 'php,igbinary'];
        $old = $this->server($handler);
        $first = $this->server('larder', $settings + ['larder.write' => $handler]);
        $then = $this->server('larder', $settings);
        $visitor = new Visitor($old);
        $visitor->visit('fill');

        foreach ([$old, $first, $old, $first, $then, $first, $old] as $count => $server) {
            $session = $visitor->at($server)->visit('add');
            self::assertSame($count + 1, $session['count']);
            $this->assertFilled($session);
            self::assertSame($server === $then, \str_starts_with($this->stored($visitor), "\xC1"));
        }
    }

    /** @param array<string, string> $settings */
    private function server(string $handler, array $settings = []): WebServer
    {
        return $this->servers[] = new WebServer(__DIR__ . '/programs/session.php', $settings + [
            'session.save_handler' => 'files',
            'session.save_path' => $this->folder,
            'session.serialize_handler' => $handler,
            'session.use_strict_mode' => '0',
            'display_errors' => '0',
            'error_log' => '/dev/null',
        ]);
    }

    /** @param array<string, mixed> $session */
    private function assertFilled(array $session): void
    {
        self::assertEquals(new User(7), (static function (User $user): User {
            $user->friend = null;
            return $user;
        })(clone $session['user']));
        self::assertSame($session['user'], $session['user']->friend);
        self::assertSame($session['user'], $session['again']);
        $cart = [['id' => 1, 'price' => '9.50'], ['id' => 2, 'price' => '0.99']];
        self::assertSame($cart, $session['cart']);
        self::assertSame("\xFF|\x00", $session['bytes']);
    }

    private function stored(Visitor $visitor): string
    {
        return (string) \file_get_contents("{$this->folder}/sess_{$visitor->id}");
    }
}
