<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Fixtures\User;
use Larder\Tests\Support\Php;
use PHPUnit\Framework\TestCase;

/** apc.serializer=larder, in a process of its own. */
final class ApcuTest extends TestCase
{
    private const SETTINGS = ['apc.enable_cli' => '1', 'apc.serializer' => 'larder'];

    protected function setUp(): void
    {
        if (!\extension_loaded('apcu')) {
            self::markTestSkipped('needs APCu: apt-get install php-apcu');
        }
    }

    /** @dataProvider allowed */
    public function testGivesBackArraysAndObjects(string $classes): void
    {
        foreach ($this->stored(['larder.allowed_classes' => $classes]) as $name => $value) {
            self::assertNull($value['failed'], $name);
            self::assertSame(
                \base64_decode($value['was'], true),
                \base64_decode($value['is'], true),
                $name,
            );
        }
    }

    /** @return iterable<string, array{string}> */
    public static function allowed(): iterable
    {
        yield 'all' => ['*'];
        yield 'those' => ['Another, ' . User::class];
    }

    public function testAValueOfAnotherClassIsAMissWithAWarning(): void
    {
        foreach ($this->stored([]) as $name => $value) {
            self::assertNull($value['failed'], $name);
            if (\str_starts_with($name, 'user')) {
                self::assertFalse($value['found'], $name);
                self::assertSame(\serialize(false), \base64_decode($value['is'], true), $name);
                self::assertStringContainsString(
                    User::class . ' is not allowed',
                    $value['warning'],
                );
                self::assertStringContainsString('larder.allowed_classes', $value['warning']);
            } else {
                self::assertTrue($value['found'], $name);
                self::assertNull($value['warning'], $name);
            }
        }
    }

    /** @dataProvider formats */
    public function testMayWriteTheOldFormat(string $format): void
    {
        $settings = ['larder.allowed_classes' => '*', 'larder.write' => $format];
        foreach ($this->stored($settings) as $name => $value) {
            self::assertNull($value['failed'], $name);
            self::assertSame($value['was'], $value['is'], $name);
        }
    }

    /** @return iterable<string, array{string}> */
    public static function formats(): iterable
    {
        yield 'php' => ['php'];
        yield 'php_serialize' => ['php_serialize'];
        yield 'igbinary' => ['igbinary'];
    }

    /**
     * @param array<string, string> $settings
     *
     * @return array<string, array{was: string, is: ?string, found: bool, warning: ?string, failed:
     *     ?string}> by the name of the value
     */
    private function stored(array $settings): array
    {
        $printed = Php::run($settings + self::SETTINGS, __DIR__ . '/programs/apcu.php');

        return \json_decode($printed, true, flags: \JSON_THROW_ON_ERROR);
    }
}
