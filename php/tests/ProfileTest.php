<?php

declare(strict_types=1);

namespace Larder\Tests;

use Larder\Profile;
use Larder\DecodeError;
use Larder\Tests\Support\Larder;
use PHPUnit\Framework\TestCase;

/** Profiles, made by the real `larder train`. */
final class ProfileTest extends TestCase
{
    private static string $folder;

    public static function setUpBeforeClass(): void
    {
        self::$folder = \sys_get_temp_dir() . '/larder-profile-' . \bin2hex(\random_bytes(6));
        \mkdir(self::$folder);
        foreach (['first' => 0, 'second' => 1, 'third' => 7] as $name => $offset) {
            $lines = \array_map(
                static fn (int $i): string => \json_encode(self::order($i + $offset)) . "\n",
                \range(0, 399),
            );
            \file_put_contents(self::$folder . "/$name.jsonl", $lines);
            Larder::train(
                self::$folder . "/$name.jsonl",
                self::$folder . "/$name.profile",
            );
        }
    }

    public static function tearDownAfterClass(): void
    {
        \array_map('unlink', \glob(self::$folder . '/*'));
        \rmdir(self::$folder);
    }

    /** @dataProvider levels */
    public function testAValueComesBackUnderItsProfileAndIsShorter(string $level): void
    {
        $profile = self::profile('first');
        $cases = [
            self::order(3),
            self::order(9001),
            [],
            null,
            'text',
            [self::order(1), self::order(2)],
            ['other' => 1.5],
        ];
        foreach ($cases as $value) {
            $bytes = \larder_serialize($value, $profile, $level);
            self::assertSame($value, \larder_unserialize($bytes, ['profile' => $profile]));
            self::assertSame($profile->id(), \bin2hex(\substr($bytes, 2, 3)));
        }
        $order = self::order(5);
        self::assertLessThan(
            \strlen(\larder_serialize($order, level: $level)),
            \strlen(\larder_serialize($order, $profile, $level)),
        );
        self::assertSame(
            $order,
            \larder_unserialize(
                \larder_serialize($order, level: $level),
                ['profile' => $profile],
            ),
        );
    }

    /** @return array<string, array{string}> */
    public static function levels(): array
    {
        return ['fast' => ['fast'], 'balanced' => ['balanced'], 'small' => ['small']];
    }

    public function testEachLevelUsesMoreOfAProfile(): void
    {
        $bytes = static fn (string $level): int => \strlen(
            \larder_serialize(self::order(5), self::profile('first'), $level),
        );
        self::assertLessThan($bytes('fast'), $bytes('balanced'));
        self::assertLessThanOrEqual($bytes('balanced'), $bytes('small'));
        self::assertLessThan(\strlen(\larder_serialize(self::order(5))) / 2, $bytes('balanced'));
    }

    public function testFastIsTheSameInOnePassAndWithAReferenceWhichTakesTheWayOfObjects(): void
    {
        $profile = self::profile('first');
        $order = self::order(5);
        $some = \array_slice($order, 1, 3);
        $cases = [
            'shape of the profile' => $order,
            'some of its keys' => $some,
            'other keys' => ['other' => 1, 'keys' => [$some]],
            'rows' => [self::order(1), self::order(2)],
            'rows that lack keys' => [$order, $some, \array_slice($order, 0, 4)],
            'keys that are data' => ['7f31' => $some, '9a02' => $order],
        ];
        foreach ($cases as $what => $value) {
            $bytes = \larder_serialize($value, $profile, 'fast');
            self::assertSame(
                $value,
                \larder_unserialize($bytes, ['profile' => $profile]),
                $what,
            );
            $referred = $value;
            // A reference that nothing else holds is a value.
            foreach ($referred as &$item) {
                break;
            }
            unset($item);
            self::assertSame(
                \bin2hex($bytes),
                \bin2hex(\larder_serialize($referred, $profile, 'fast')),
                $what,
            );
        }
    }

    public function testTextsOfAProfileAreSharedAndSurviveIt(): void
    {
        $read = static function (): array {
            $profile = self::profile('first');

            return \larder_unserialize(
                \larder_serialize(self::order(5), $profile),
                ['profile' => $profile],
            );
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
        $profile = self::profile('first');
        $options = ['profile' => $profile, 'allowed_classes' => true];
        self::assertEquals(
            $value,
            \larder_unserialize(\larder_serialize($value, $profile), $options),
        );
    }

    public function testWithoutItsProfileAValueIsNoneAndSaysWhich(): void
    {
        $profile = self::profile('first');
        $bytes = \larder_serialize(self::order(1), $profile);
        $cases = [
            'missing-profile' => [],
            'wrong-profile' => ['profile' => self::profile('second')],
        ];
        foreach ($cases as $kind => $options) {
            try {
                \larder_unserialize($bytes, $options);
                self::fail("no $kind");
            } catch (DecodeError $error) {
                self::assertSame([$kind, 2], [$error->kind, $error->offset]);
                self::assertStringContainsString($profile->id(), $error->getMessage());
            }
        }
    }

    public function testSeveralProfilesAreReadWhileOneReplacesAnother(): void
    {
        $profiles = [self::profile('first'), self::profile('second'), self::profile('third')];
        foreach ($profiles as $profile) {
            $bytes = \larder_serialize(self::order(1), $profile);
            self::assertSame(self::order(1), \larder_unserialize($bytes, ['profile' => $profiles]));
        }
    }

    public function testAFileThatChangesIsReadAgain(): void
    {
        $file = self::$folder . '/changing.profile';
        \copy(self::$folder . '/first.profile', $file);
        $first = Profile::fromFile($file);
        self::assertSame($first->id(), Profile::fromFile($file)->id());
        \copy(self::$folder . '/second.profile', $file);
        $second = Profile::fromFile($file);
        self::assertNotSame($first->id(), $second->id());
        self::assertSame(
            [1],
            \larder_unserialize(\larder_serialize([1], $first), ['profile' => $first]),
        );
    }

    public function testADamagedProfileIsNamedWithItsOffset(): void
    {
        $bytes = \file_get_contents(self::$folder . '/first.profile');
        $file = self::$folder . '/damaged.profile';
        $cases = [
            \substr($bytes, 0, -1),
            $bytes ^ \str_pad("\1", \strlen($bytes), "\0", \STR_PAD_LEFT),
            'no profile',
            '',
        ];
        foreach ($cases as $damaged) {
            \file_put_contents($file, $damaged);
            try {
                Profile::fromFile($file);
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
        $start = \hex2bin('4c524450020000000000031437a430ec');
        $end = \hex2bin('94a90d6511cf2a70e72b117015afb1a11e5ec36769a11ea785612c46067439ae');
        \file_put_contents($file, $start . \str_repeat('A', 16) . $end);

        try {
            Profile::fromFile($file);
            self::fail('a damaged profile was read');
        } catch (DecodeError $error) {
            self::assertSame('bad-profile', $error->kind);
        }
    }

    public function testAFileThatIsNotThereIsNamed(): void
    {
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('/no/such.profile cannot be read');
        Profile::fromFile('/no/such.profile');
    }

    public function testAProfileIsMadeOfAProfileAlone(): void
    {
        $refused = [
            static fn () => new Profile(),
            static fn () => clone self::profile('first'),
            static fn () => \serialize(self::profile('first')),
            static fn () => \larder_serialize(self::profile('first')),
            static fn () => \unserialize(
                'O:14:"Larder\Profile":0:{}'
            ) instanceof Profile ? null : throw new \Exception('refused'),
            static fn () => (
                new \ReflectionClass(Profile::class)
            )->newInstanceWithoutConstructor()->id(),
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

    private static function profile(string $name): Profile
    {
        return Profile::fromFile(self::$folder . "/$name.profile");
    }

    /** @return array<string, mixed> */
    private static function order(int $i): array
    {
        $states = [
            'waiting for payment',
            'paid in advance',
            'delivered to the door',
            'returned by the customer',
        ];

        return [
            'id' => 100000 + $i,
            'state' => $states[$i % 4],
            'currency' => $i % 7 === 0 ? 'US dollars' : 'euros and cents',
            'total' => \number_format($i * 7.13 + 1, 2, '.', ''),
            'customer' => [
                'name' => "Customer $i",
                'country' => $i % 3 === 0 ? 'The Netherlands' : 'United Kingdom',
                'vip' => $i % 5 === 0,
            ],
            'lines' => [['sku' => "SKU-$i", 'quantity' => $i % 9]],
        ];
    }
}
