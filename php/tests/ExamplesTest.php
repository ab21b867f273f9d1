<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Support\Larder;
use Larder\Tests\Support\Php;
use Larder\Tests\Support\RedisTestCase;

/** Each program in examples/php runs without a warning and prints what it promises. */
final class ExamplesTest extends RedisTestCase
{
    private const FOLDER = __DIR__ . '/../../examples/php';

    public function testTheFirstValueComesBack(): void
    {
        self::assertMatchesRegularExpression(
            "/^serialize: \\d+ bytes\nLarder: \\d+ bytes\nThe value is the same\\.\n$/",
            self::printed('start.php'),
        );
    }

    public function testAProfileMakesAValueShorter(): void
    {
        Larder::command();

        $printed = self::printed('profile.php');

        $lines = "/^serialize: (\\d+) bytes\nLarder: (\\d+) bytes\n"
            . "Larder with a profile: (\\d+) bytes\nThe value is the same\\.\n$/";
        self::assertMatchesRegularExpression($lines, $printed);
        \preg_match($lines, $printed, $bytes);
        self::assertLessThan((int) $bytes[1], (int) $bytes[2]);
        self::assertLessThan((int) $bytes[2], (int) $bytes[3]);
    }

    public function testACacheIsSwitchedAndSwitchedBack(): void
    {
        if (
            !\interface_exists(
                \Psr\SimpleCache\CacheInterface::class
            ) || !\extension_loaded('igbinary')
        ) {
            self::markTestSkipped(
                'needs psr/simple-cache and igbinary: '
                . 'apt-get install php-psr-simple-cache php-igbinary'
            );
        }
        $this->redis->set('another', 'key');

        $printed = self::printed('redis_cache.php', '127.0.0.1', (string) $this->redis->getPort());

        self::assertSame(
            "In igbinary: 3 apples\nIn Larder: 4 apples\nIn igbinary: 4 apples\n",
            $printed,
        );
        self::assertSame(['another'], $this->redis->keys('*'));
    }

    public function testASessionOutlivesTheSwitch(): void
    {
        $printed = self::printed('session.php');

        self::assertMatchesRegularExpression(
            "/^php: \\d+ bytes\nLarder: \\d+ bytes\nAda, visit 2\n$/",
            $printed,
        );
    }

    public function testEveryExampleIsRunHere(): void
    {
        $tests = (string) \file_get_contents(__FILE__);
        $examples = \array_map('basename', (array) \glob(self::FOLDER . '/*.php'));
        self::assertGreaterThanOrEqual(3, \count($examples));
        foreach ($examples as $example) {
            self::assertStringContainsString("self::printed('$example'", $tests);
        }
    }

    private static function printed(string $example, string ...$arguments): string
    {
        $settings = [
            'error_reporting' => (string) \E_ALL,
            'display_errors' => '1',
            'html_errors' => '0',
        ];

        return Php::run($settings, self::FOLDER . "/$example", ...$arguments);
    }
}
