<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Codec;
use Larder\DecodeError;
use PHPUnit\Framework\TestCase;

/** Profiles, made by the real `larder train`. */
final class CodecTest extends TestCase
{
    private static string $folder;

    public static function setUpBeforeClass(): void
    {
        self::$folder = \sys_get_temp_dir() . '/larder-codec-' . \bin2hex(\random_bytes(6));
        \mkdir(self::$folder);
        foreach (['fast' => 0, 'small' => 0, 'other' => 7] as $name => $offset) {
            $lines = \array_map(static fn (int $i): string => \json_encode(self::order($i + $offset)) . "\n", \range(0, 399));
            \file_put_contents(self::$folder . "/$name.jsonl", $lines);
            self::train($name, $name === 'small' ? 'small' : 'fast');
        }
    }

    public static function tearDownAfterClass(): void
    {
        \array_map('unlink', \glob(self::$folder . '/*'));
        \rmdir(self::$folder);
    }

    /** @dataProvider profiles */
    public function testAValueComesBackUnderItsProfileAndIsShorter(string $name): void
    {
        $codec = self::codec($name);
        foreach ([self::order(3), self::order(9001), [], null, 'text', [self::order(1), self::order(2)], ['other' => 1.5]] as $value) {
            $bytes = \larder_serialize($value, $codec);
            self::assertSame($value, \larder_unserialize($bytes, ['codec' => $codec]));
            self::assertSame($codec->id(), \bin2hex(\substr($bytes, 2, 3)));
        }
        $order = self::order(5);
        self::assertLessThan(\strlen(\larder_serialize($order)) / 2, \strlen(\larder_serialize($order, $codec)));
        self::assertSame($order, \larder_unserialize(\larder_serialize($order), ['codec' => $codec]));
    }

    /** @return array<string, array{string}> */
    public static function profiles(): array
    {
        return ['fast' => ['fast'], 'small' => ['small']];
    }

    public function testTextsOfAProfileAreSharedAndSurviveIt(): void
    {
        $read = static function (): array {
            $codec = self::codec('fast');

            return \larder_unserialize(\larder_serialize(self::order(5), $codec), ['codec' => $codec]);
        };
        $order = $read();
        \gc_collect_cycles();
        $order['state'] .= ', twice';
        $order['new'] = $order['state'];
        self::assertSame(self::order(5)['state'] . ', twice', $order['new']);
        self::assertSame(self::order(5)['state'], $read()['state']);
    }

    public function testObjectsHaveShapesOfAProfileToo(): void
    {
        $value = new \ArrayObject([self::order(1), (object) self::order(2)]);
        $codec = self::codec('fast');
        $options = ['codec' => $codec, 'allowed_classes' => true];
        self::assertEquals($value, \larder_unserialize(\larder_serialize($value, $codec), $options));
    }

    public function testWithoutItsProfileAValueIsNoneAndSaysWhich(): void
    {
        $codec = self::codec('fast');
        $bytes = \larder_serialize(self::order(1), $codec);
        foreach (['missing-profile' => [], 'wrong-profile' => ['codec' => self::codec('small')]] as $kind => $options) {
            try {
                \larder_unserialize($bytes, $options);
                self::fail("no $kind");
            } catch (DecodeError $error) {
                self::assertSame([$kind, 2], [$error->kind, $error->offset]);
                self::assertStringContainsString($codec->id(), $error->getMessage());
            }
        }
    }

    public function testSeveralProfilesAreReadWhileOneReplacesAnother(): void
    {
        $codecs = [self::codec('fast'), self::codec('small'), self::codec('other')];
        foreach ($codecs as $codec) {
            $bytes = \larder_serialize(self::order(1), $codec);
            self::assertSame(self::order(1), \larder_unserialize($bytes, ['codec' => $codecs]));
        }
    }

    public function testAFileThatChangesIsReadAgain(): void
    {
        $file = self::$folder . '/changing.profile';
        \copy(self::$folder . '/fast.profile', $file);
        $first = Codec::fromProfile($file);
        self::assertSame($first->id(), Codec::fromProfile($file)->id());
        \copy(self::$folder . '/small.profile', $file);
        $second = Codec::fromProfile($file);
        self::assertNotSame($first->id(), $second->id());
        self::assertSame([1], \larder_unserialize(\larder_serialize([1], $first), ['codec' => $first]));
    }

    public function testADamagedProfileIsNamedWithItsOffset(): void
    {
        $bytes = \file_get_contents(self::$folder . '/fast.profile');
        $file = self::$folder . '/damaged.profile';
        foreach ([\substr($bytes, 0, -1), $bytes ^ \str_pad("\1", \strlen($bytes), "\0", \STR_PAD_LEFT), 'no profile', ''] as $damaged) {
            \file_put_contents($file, $damaged);
            try {
                Codec::fromProfile($file);
                self::fail('a damaged profile was read');
            } catch (DecodeError $error) {
                self::assertIsInt($error->offset);
            }
            // Sizes differ, but a clock may be coarse.
            \unlink($file);
        }
    }

    public function testAProfileWhoseDictionaryOfZstdIsNoneIsAnError(): void
    {
        $file = self::$folder . '/zstd.profile';
        $start = \hex2bin('4c52445001000000031437a430ec');
        $end = \hex2bin('091429ad20b8888bb1bc421ae9455381ff8a340dae58fa0e7544d4fbff3eb09e');
        \file_put_contents($file, $start . \str_repeat('A', 16) . $end);

        try {
            Codec::fromProfile($file);
            self::fail('a damaged profile was read');
        } catch (DecodeError $error) {
            self::assertSame('bad-profile', $error->kind);
        }
    }

    public function testAFileThatIsNotThereIsNamed(): void
    {
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('/no/such.profile cannot be read');
        Codec::fromProfile('/no/such.profile');
    }

    public function testACodecIsMadeOfAProfileAlone(): void
    {
        $refused = [
            static fn () => new Codec(),
            static fn () => clone self::codec('fast'),
            static fn () => \serialize(self::codec('fast')),
            static fn () => \larder_serialize(self::codec('fast')),
            static fn () => \unserialize('O:12:"Larder\Codec":0:{}') instanceof Codec ? null : throw new \Exception('refused'),
            static fn () => (new \ReflectionClass(Codec::class))->newInstanceWithoutConstructor()->id(),
        ];
        foreach ($refused as $at => $make) {
            try {
                @$make();
                self::fail("$at was not refused");
            } catch (\PHPUnit\Framework\AssertionFailedError $failed) {
                throw $failed;
            } catch (\Throwable $error) {
                self::assertNotSame('', $error->getMessage());
            }
        }
    }

    private static function codec(string $name): Codec
    {
        return Codec::fromProfile(self::$folder . "/$name.profile");
    }

    /** @return array<string, mixed> */
    private static function order(int $i): array
    {
        $states = ['waiting for payment', 'paid in advance', 'delivered to the door', 'returned by the customer'];

        return [
            'id' => 100000 + $i,
            'state' => $states[$i % 4],
            'currency' => $i % 7 === 0 ? 'US dollars' : 'euros and cents',
            'total' => \number_format($i * 7.13 + 1, 2, '.', ''),
            'customer' => ['name' => "Customer $i", 'country' => $i % 3 === 0 ? 'The Netherlands' : 'United Kingdom', 'vip' => $i % 5 === 0],
            'lines' => [['sku' => "SKU-$i", 'quantity' => $i % 9]],
        ];
    }

    private static function train(string $name, string $budget): void
    {
        $larder = \dirname(__DIR__, 2) . '/target/release/larder';
        $command = [$larder, 'train', self::$folder . "/$name.jsonl", '-o', self::$folder . "/$name.profile", '--budget', $budget];
        $process = \proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
        \stream_get_contents($pipes[1]);
        self::assertSame(0, \proc_close($process), "$larder train: is it built? (make build)");
    }
}
