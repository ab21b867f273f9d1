<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Support\Php;
use PHPUnit\Framework\TestCase;

/**
 * src/autoload.php where neither psr/simple-cache nor Symfony is there, in a process of its own.
 */
final class AutoloadTest extends TestCase
{
    private const BARE = 'require $argv[1];
        $serializer = new Larder\Serializer(allowedClasses: ["@core"]);
        $value = [1, new stdClass()];
        var_dump($serializer->decode($serializer->encode($value)) == $value);
        var_dump(class_exists(Larder\NoSuchClass::class));
        try {
            var_dump(class_exists($argv[2]));
        } catch (LogicException $error) {
            echo $error->getMessage();
        }';

    /** @dataProvider classes */
    public function testWhatIsMissingIsNamedWhenItIsUsed(string $class, string $package): void
    {
        $printed = Php::run([], '-r', self::BARE, '--', __DIR__ . '/../src/autoload.php', $class);

        self::assertStringStartsWith("bool(true)\nbool(false)\n$class needs $package", $printed);
        self::assertStringContainsString("composer require $package", $printed);
    }

    public function testPhpredisIsNamedIfItIsMissing(): void
    {
        $program = 'require $argv[1];
            try {
                new Larder\Redis();
            } catch (LogicException $error) {
                echo $error->getMessage();
            }';

        $printed = Php::run([], '-n', '-r', $program, '--', __DIR__ . '/../src/autoload.php');

        self::assertStringStartsWith('Larder\Redis needs phpredis, which is missing', $printed);
    }

    /** @return iterable<string, array{string, string}> */
    public static function classes(): iterable
    {
        yield 'the cache' => ['Larder\RedisCache', 'psr/simple-cache'];
        yield 'its exceptions' => ['Larder\CacheException', 'psr/simple-cache'];
        yield 'its exceptions for arguments' => [
            'Larder\InvalidArgumentException',
            'psr/simple-cache',
        ];
        yield 'the pool' => ['Larder\RedisPool', 'psr/cache'];
        yield 'the marshaller' => ['Larder\Symfony\LarderMarshaller', 'symfony/cache'];
    }
}
