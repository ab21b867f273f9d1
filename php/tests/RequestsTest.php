<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Support\WebServer;
use PHPUnit\Framework\TestCase;

/**
 * What a request leaves to the next in the same process, as where the engine left a call of Larder
 * without coming back.
 */
final class RequestsTest extends TestCase
{
    private string $folder;
    private ?WebServer $server = null;

    protected function setUp(): void
    {
        $this->folder = \sys_get_temp_dir() . '/larder-' . \bin2hex(\random_bytes(6));
        \mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        $this->server?->stop();
        \array_map('unlink', (array) \glob("{$this->folder}/*"));
        \rmdir($this->folder);
    }

    /** @return iterable<string, array{string, list<string>}> */
    public static function ends(): iterable
    {
        $within = ['write', 'export', 'read', 'readForeign', 'autoload', 'destructor'];
        $each = static fn (string $springs): array => \array_map(
            static fn (string $act): string => "$act-$springs",
            [...$within, ...$within],
        );
        yield 'exit' => ['', $each('exit')];
        yield 'the memory limit, within code of the user' => [
            'Allowed memory size',
            $each('memory'),
        ];
        yield 'an error before the memory limit' => [
            'too-large',
            ['writeMuch', 'readMuch', 'readMuchForeign', 'readManyRows'],
        ];
        yield 'the time limit' => [
            'Maximum execution time',
            ['write-time', 'read-time', 'autoload-time'],
        ];
    }

    /**
     * @dataProvider ends
     *
     * @param list<string> $pages
     */
    public function testARequestThatEndsWithinACallLeavesNothingToTheNext(
        string $message,
        array $pages,
    ): void {
        $this->server = new WebServer(__DIR__ . '/programs/requests.php', [
            'display_errors' => '1',
            'html_errors' => '0',
            'output_buffering' => '0',
            'error_log' => '/dev/null',
        ]);
        $works = $this->server->get('', '');
        self::assertStringStartsWith('works in ', $works);

        foreach ($pages as $number => $page) {
            $shown = $this->server->get("do=$page&rows=" . 5 * $number, '');
            self::assertStringStartsWith('begun', $shown, $page);
            self::assertStringNotContainsString('ended', $shown, $page);
            self::assertStringContainsString($message, $shown, $page);
            self::assertSame($works, $this->server->get("rows=$number", ''), "after $page");
            self::assertSame($works, $this->server->get('rows=' . 5 * $number, ''), "after $page");
        }
    }

    public function testAFloodOfShapesLeavesAProfileItsTemplates(): void
    {
        $this->server = new WebServer(__DIR__ . '/programs/profile.php', []);
        $alone = $this->server->get('', '');
        [$underProfile, $other] = \explode(' ', $alone);
        self::assertSame($underProfile, $other);

        // More keys than templates may have: shapes with further ones have none.
        [$flooded, $other] = \explode(' ', $this->server->get('flood=9000', ''));
        self::assertSame($underProfile, $flooded);
        self::assertGreaterThan($underProfile, $other);

        // They went with the request, the profile's stayed.
        for ($request = 0; $request < 3; $request++) {
            self::assertSame($alone, $this->server->get('', ''));
        }
    }

    public function testASessionThatIsWrittenAsTheRequestEndsBelongsToIt(): void
    {
        $this->server = new WebServer(__DIR__ . '/programs/session_end.php', [
            'session.save_handler' => 'files',
            'session.save_path' => $this->folder,
            'session.serialize_handler' => 'larder',
            'session.use_strict_mode' => '0',
        ]);

        for ($request = 0; $request < 8; $request++) {
            self::assertSame('', $this->server->get('', "PHPSESSID=session$request"));
        }

        $this->server->stop();
        self::assertStringEqualsFile("{$this->folder}/whole", '++++++++');
    }
}
