<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Support\Php;
use Larder\Tests\Support\RedisTestCase;

/** What the pages of the documentation show runs, and does what they say. */
final class ReadmeTest extends RedisTestCase
{
    private const FOLDER = __DIR__ . '/../..';

    protected function setUp(): void
    {
        if (
            !\interface_exists(\Psr\SimpleCache\CacheInterface::class)
            || !\interface_exists(\Psr\Cache\CacheItemPoolInterface::class)
            || !\extension_loaded('igbinary')
        ) {
            self::markTestSkipped(
                'needs psr/simple-cache, psr/cache and igbinary: '
                . 'apt-get install php-psr-simple-cache php-psr-cache php-igbinary'
            );
        }
        parent::setUp();
    }

    /** @dataProvider programs */
    public function testProgramsRun(string $program): void
    {
        $this->redis->setEx('user:7', 1000, \igbinary_serialize(null));
        $this->redis->setEx('app:user:7', 1000, \larder_serialize(['id' => 7]));
        $this->redis->set('app:count', '42');
        $folder = \sys_get_temp_dir() . '/larder-' . \bin2hex(\random_bytes(8));
        \mkdir($folder);
        $file = "$folder/program.php";
        \file_put_contents($file, "<?php\n$program");
        $hex = (string) \file_get_contents(self::FOLDER . '/vectors/profiles/small.profile.hex');
        \file_put_contents(
            "$folder/users.profile",
            \hex2bin((string) \preg_replace('/\s+/', '', $hex)),
        );
        $settings = [
            'auto_prepend_file' => __DIR__ . '/programs/readme.php',
            'zend.assertions' => '1',
            'assert.exception' => '1',
        ];
        \putenv('LARDER_REDIS_PORT=' . $this->redis->getPort());
        try {
            self::assertSame('', Php::run($settings, $file));
        } finally {
            \array_map('unlink', (array) \glob("$folder/*"));
            \rmdir($folder);
        }
        if (\str_contains($program, 'SCAN_RETRY')) {
            self::assertSame(['id' => 7], \igbinary_unserialize($this->redis->get('app:user:7')));
            self::assertGreaterThan(900, $this->redis->ttl('app:user:7'));
            self::assertSame('42', $this->redis->get('app:count'));
        }
    }

    /** @return iterable<string, array{string}> */
    public static function programs(): iterable
    {
        yield from self::blocks('php');
    }

    /** @dataProvider settings */
    public function testSettingsAreThoseOfPhp(string $settings): void
    {
        $parsed = \parse_ini_string($settings, false, \INI_SCANNER_RAW);
        unset($parsed['extension']);
        self::assertNotEmpty($parsed);
        $program = 'echo json_encode(array_map("ini_get", array_slice($argv, 1)));';

        $printed = Php::run(
            $parsed + ['apc.enable_cli' => '1'],
            '-r',
            $program,
            '--',
            ...\array_keys($parsed),
        );

        self::assertSame(\array_values($parsed), \json_decode($printed, true));
    }

    /** @return iterable<string, array{string}> */
    public static function settings(): iterable
    {
        yield from self::blocks('ini');
    }

    /** @return iterable<string, array{string}> the code blocks of a language */
    private static function blocks(string $language): iterable
    {
        $summary = (string) \file_get_contents(self::FOLDER . '/docs/site/SUMMARY.md');
        \preg_match_all('/\((\S+\.md)\)$/m', $summary, $pages);
        foreach ($pages[1] as $page) {
            $name = (string) \preg_replace(['~^\.\./\.\./~', '~^\.\./~'], ['', 'docs/'], $page);
            $text = (string) \file_get_contents(self::FOLDER . "/$name");
            \preg_match_all(
                "/^```$language\\n(.*?)^```$/ms",
                $text,
                $blocks,
                \PREG_OFFSET_CAPTURE | \PREG_SET_ORDER,
            );
            foreach ($blocks as [, [$block, $at]]) {
                $line = \substr_count($text, "\n", 0, $at) + 1;
                yield "$name:$line" => [$block];
            }
        }
    }
}
