<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Tests\Support\Php;
use PHPUnit\Framework\TestCase;

/**
 * What reading takes of memory and time, whatever the bytes: docs/FORMAT.md, "Limits".
 *
 * @requires PHP >= 8.2
 */
final class MemoryTest extends TestCase
{
    private const MEBIBYTE = 1 << 20;
    /** What the extension keeps, and an exception. */
    private const KEPT = 1 << 18;
    /** Of the processor, where tenths of one are expected; without a bound it is minutes. */
    private const SECONDS = 10;

    private string $folder;

    protected function setUp(): void
    {
        $this->folder = \sys_get_temp_dir() . '/larder-' . \bin2hex(\random_bytes(6));
        \mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        \array_map('unlink', (array) \glob("{$this->folder}/*"));
        \rmdir($this->folder);
    }

    /** @return iterable<string, array{int, string}> */
    public static function sizes(): iterable
    {
        foreach (['64M', '128M', '1G'] as $limit) {
            yield "100 KB, of $limit" => [100_000, $limit];
            yield "1 MB, of $limit" => [1_000_000, $limit];
        }
    }

    /** @dataProvider sizes */
    public function testWhatIsReadTakesNoMoreThanItsBoundAndIsNoFatalError(
        int $size,
        string $limit,
    ): void {
        $ends = [];
        foreach ($this->read(Hostile::lists($size), $limit) as $read) {
            $most = \max(32 * self::MEBIBYTE, 384 * $read['bytes']) + self::KEPT;
            self::assertLessThan(
                $most,
                $read['peak'],
                "{$read['file']} of {$read['bytes']} bytes: {$read['outcome']}",
            );
            self::assertContains($read['outcome'], ['value', 'too-large'], $read['file']);
            self::assertLessThan(self::SECONDS, $read['seconds'], $read['file']);
            $ends[] = $read['outcome'];
        }
        self::assertContains('value', $ends);
        self::assertContains('too-large', $ends);
    }

    public function testKeysThatCollideAreReadInTimeOrRefused(): void
    {
        foreach ($this->read(Hostile::collisions(100_000), '512M') as $read) {
            self::assertSame('too-large', $read['outcome'], $read['file']);
            self::assertLessThan(self::SECONDS, $read['seconds'], $read['file']);
        }
        // As identifiers do that were given at one time of the day.
        foreach ($this->read(Hostile::collisions(5_000), '128M') as $read) {
            self::assertSame('value', $read['outcome'], $read['file']);
        }
    }

    public function testKeysThatCollideAsNamesAloneAreRefused(): void
    {
        $block = [''];
        while (\count($block) < 1 << 15) {
            $block = \array_merge(
                ...\array_map(static fn (string $key): array => ["{$key}Ez", "{$key}FY"], $block)
            );
        }
        $json = \json_encode(\array_fill_keys($block, 0), \JSON_THROW_ON_ERROR);
        foreach ($this->read(['names' => ['json', $json]], '128M') as $read) {
            self::assertSame('too-large', $read['outcome']);
            self::assertLessThan(self::SECONDS, $read['seconds']);
        }
        $this->expectException(\Larder\EncodeError::class);
        $this->expectExceptionMessage('too-large');
        \larder_serialize(\array_fill_keys($block, 0));
    }

    /** @return iterable<string, array{\Closure(): mixed}> */
    public static function multiplied(): iterable
    {
        yield 'zeros' => [static fn (): array => \array_fill(0, 3_000_000, 0)];
        yield 'nulls' => [static fn (): array => \array_fill(0, 3_000_000, null)];
        yield 'rows of a column' => [
            static fn (): array => \array_fill(0, 200_000, ['on' => true]),
        ];
        yield 'rows of a text' => [
            static fn (): array => \array_fill(
                0,
                200_000,
                ['state' => 'delivered to the neighbours'],
            ),
        ];
        yield 'rows of rows' => [
            static fn (): array => \array_fill(0, 100_000, ['in' => ['id' => 5]]),
        ];
        yield 'keyed' => [static fn (): array => \array_fill(5, 1_000_000, 0)];
        $objects = static fn (string $class): \Closure => static fn (): array => \array_map(
            static fn (): object => new $class(),
            \range(1, 60_000),
        );
        yield 'objects of properties that are not set' => [$objects(Fixtures\Roomy::class)];
        yield 'objects of PHP' => [$objects(\ArrayObject::class)];
        yield 'a long text many times' => [
            static fn (): array => \array_fill(0, 500, \str_repeat('x', 100_000)),
        ];
        yield 'lists of one' => [static fn (): array => \array_fill(0, 500_000, [1])];
    }

    /**
     * @dataProvider multiplied
     *
     * @param \Closure(): mixed $make
     */
    public function testWhatIsWrittenIsReadAgainOrIsTooLarge(\Closure $make): void
    {
        $value = $make();
        try {
            $bytes = \larder_serialize($value);
        } catch (\Larder\EncodeError $error) {
            self::assertSame('too-large', $error->kind);
            // Objects have no smaller form.
            self::assertIsObject($value[0]);

            return;
        }
        $read = \larder_unserialize($bytes, ['allowed_classes' => true]);
        self::assertTrue(\is_object($value[0] ?? null) ? $read == $value : $read === $value);
    }

    public function testWhatCouldNotBeReadIsNotWritten(): void
    {
        // A few bytes each, and some 400 of memory: properties that are not set are not written.
        $objects = \array_map(static fn (): object => new Fixtures\Roomy(), \range(1, 200_000));
        $this->expectException(\Larder\EncodeError::class);
        $this->expectExceptionMessage('too-large');
        \larder_serialize($objects);
    }

    /**
     * @param iterable<string, array{string, string}> $inputs formats and bytes
     *
     * @return iterable<array{file: string, bytes: int, peak: int, seconds: float, outcome: string}>
     */
    private function read(iterable $inputs, string $limit): iterable
    {
        $count = 0;
        foreach ($inputs as $name => [$format, $bytes]) {
            \file_put_contents("{$this->folder}/$format." . \strtr($name, ' :', '_-'), $bytes);
            $count++;
        }
        $settings = [
            'memory_limit' => $limit,
            'display_errors' => 'stderr',
            'max_execution_time' => '300',
        ];
        $lines = \explode(
            "\n",
            \trim(Php::run($settings, __DIR__ . '/programs/memory.php', $this->folder)),
        );
        self::assertCount($count, $lines);
        foreach ($lines as $line) {
            yield \json_decode($line, true, 2, \JSON_THROW_ON_ERROR);
        }
        \array_map('unlink', (array) \glob("{$this->folder}/*"));
    }
}
