<?php

declare(strict_types=1);

namespace Larder\Tests\Mutation;

use Larder\Profile;
use Larder\Lab\Corpus\Cases;
use Larder\Lab\Corpus\Generator;
use Larder\Lab\Corpus\Suit;
use Larder\Tests\Hostile;

/**
 * Valid bytes of every format that larder_unserialize reads: the vectors, and what Larder and the
 * serializers of PHP write of values of every kind.
 *
 * @phpstan-type Input array{format: string, bytes: string}
 */
final class Inputs
{
    private const VECTORS = __DIR__ . '/../../../vectors';
    private const FORMATS = ['larder', 'php', 'igbinary', 'msgpack', 'json', 'hprose', 'cbor'];
    private const GENERATED = 60;

    /** @var list<Input> */
    public readonly array $all;

    /** @var list<Profile> the profiles of some inputs */
    public readonly array $profiles;

    public function __construct(int $seed)
    {
        $this->profiles = self::profiles();
        $all = [...self::vectors(), ...self::ofEveryClass(), ...self::hostile()];
        $values = [...self::values(), ...Typed::values(), ...\array_values(Cases::all())];
        foreach (['php', 'igbinary', 'msgpack'] as $format) {
            foreach ((new Generator($format, $seed))->values(self::GENERATED) as $value) {
                $values[] = $value;
            }
        }
        foreach ($values as $value) {
            \array_push($all, ...$this->written($value));
        }
        $this->all = $all;
    }

    /** @return iterable<Input> */
    private function written(mixed $value): iterable
    {
        foreach ([null, ...$this->profiles] as $profile) {
            yield ['format' => 'larder', 'bytes' => \larder_serialize($value, $profile)];
        }
        $cases = [
            'php' => 'serialize',
            'igbinary' => 'igbinary_serialize',
            'msgpack' => 'msgpack_pack',
        ];
        foreach ($cases as $format => $write) {
            if (\function_exists($write)) {
                yield ['format' => $format, 'bytes' => $write($value)];
            }
        }
        foreach (['json', 'msgpack', 'hprose', 'cbor'] as $format) {
            try {
                yield ['format' => $format, 'bytes' => \larder_export($value, $format)];
            } catch (\Larder\EncodeError) {
                // The format cannot hold it.
            }
        }
    }

    /** @return list<mixed> */
    private static function values(): array
    {
        $cycle = new \stdClass();
        $cycle->self = $cycle;
        $cycle->list = [$cycle, &$cycle->list];
        $number = 5;
        $storage = new \SplObjectStorage();
        $storage[$cycle] = 'data';
        $deep = [];
        for ($depth = 0; $depth < 100; $depth++) {
            $deep = [$deep, 'k' => (object) ['d' => $depth]];
        }
        $row = static fn (int $n): array => [
            'id' => $n,
            'price' => $n / 4,
            'amount' => \sprintf('%d.%02d', $n, $n % 100),
            'active' => $n % 3 === 0,
            'note' => $n % 2 === 0 ? null : "note $n",
            'city' => ['Oslo', 'Ísafjörður', '東京都'][$n % 3],
            'born' => \sprintf('19%02d-0%d-1%d', $n % 100, $n % 9 + 1, $n % 10),
            'seen' => \sprintf('2024-05-1%d 1%d:30:00', $n % 10, $n % 10),
            'hash' => \md5((string) $n),
            'uuid' => \sprintf('%08x-0000-4000-8000-%012x', $n, $n * 7),
            'code' => \sprintf('%06d', $n * 37),
            'tags' => ["tag $n", $n],
        ];

        return [
            \array_map($row, \range(1, 30)),
            \array_map(static fn (int $n): object => (object) $row($n), \range(1, 6)),
            \array_map(
                static fn (int $n): array => [
                    'o' => (object) ['n' => $n],
                    'e' => Suit::cases()[$n % 3],
                ],
                \range(0, 8),
            ),
            [$cycle, [&$number, 'x' => &$number, $cycle], Suit::cases()],
            $deep,
            [new \ArrayObject([1, 'a' => [2]]), new \ArrayIterator(['x' => $cycle]), $storage],
            [
                new \SplQueue(),
                \SplFixedArray::fromArray([1, [2], 'x']),
                new \SplStack(),
                new \SplMinHeap(),
            ],
            new \DateTime('2024-02-29 12:30:00.5', new \DateTimeZone('Europe/Berlin')),
            [
                new \DateTimeImmutable('@0'),
                new \DateTimeZone('+02:00'),
                new \DateInterval('P1Y2M3DT4H5M6S'),
            ],
            new \DatePeriod(new \DateTime('2024-01-01 UTC'), new \DateInterval('P1D'), 3),
            [new \Exception('thrown', 3, new \ErrorException('before'))],
            [
                \hash_init('sha256'),
                new \Random\Engine\Mt19937(3),
                new \Random\Engine\PcgOneseq128XslRr64(3),
            ],
            \array_map(static fn (int $n): string => \str_repeat("text $n, ", 40), \range(1, 12)),
            [
                \str_repeat('日本語の長い文章、', 80),
                \str_repeat("\xFF\x00", 300),
                \range(1, 300),
                \range(0.5, 60.5),
            ],
            \array_combine(
                \array_map(static fn (int $n): string => "key $n", \range(1, 200)),
                \range(1, 200),
            ),
            ["a\0b" => 1, "\xFF" => 2, '' => 3, -5 => 4, 'x' => ['' => []]],
        ];
    }

    /**
     * An object of each class that PHP has, with properties that it may not have.
     *
     * @return iterable<Input>
     */
    private static function ofEveryClass(): iterable
    {
        $classes = [
            ...\get_declared_classes(),
            ...\get_declared_interfaces(),
            'Larder\Profile',
            'NoSuchClass',
        ];
        foreach ($classes as $at => $class) {
            if (\str_contains($class, '@') || \str_starts_with($class, 'Composer\\')) {
                continue;
            }
            $properties = [
                '0:{}',
                '2:{s:1:"a";i:1;s:4:"name";a:1:{i:0;i:5;}}',
                '3:{i:0;i:0;i:1;a:2:{i:0;O:8:"stdClass":0:{}i:1;R:2;}i:2;a:0:{}}',
                '3:{s:4:"date";s:10:"2024-01-01";s:13:"timezone_type";i:3;'
                    . 's:8:"timezone";s:3:"UTC";}',
            ][$at % 4];
            $php = 'a:2:{i:0;O:' . \strlen($class) . ":\"$class\":{$properties}i:1;N;}";
            yield ['format' => 'php', 'bytes' => $php];
            // Of no class here, so that it is written as it is.
            $unmade = \unserialize($php, ['allowed_classes' => false]);
            yield ['format' => 'larder', 'bytes' => \larder_serialize($unmade)];
            yield ['format' => 'igbinary', 'bytes' => \larder_export($unmade, 'igbinary')];
            yield ['format' => 'php', 'bytes' => 'C:' . \strlen($class) . ":\"$class\":4:{a:0:}"];
        }
    }

    /** @return iterable<Input> values that take much more than their bytes */
    private static function hostile(): iterable
    {
        foreach ([Hostile::lists(300), Hostile::collisions(80)] as $inputs) {
            foreach ($inputs as [$format, $bytes]) {
                yield ['format' => $format, 'bytes' => $bytes];
            }
        }
    }

    /** @return iterable<Input> */
    private static function vectors(): iterable
    {
        foreach (self::FORMATS as $format) {
            $folders = self::VECTORS . "/$format/" . ($format === 'larder' ? '*/' : '');
            foreach (\glob("$folders*.json") as $file) {
                $vectors = \json_decode((string) \file_get_contents($file), true);
                $found = $format === 'json'
                    ? \array_filter($vectors, 'is_string')
                    : self::hexadecimal($vectors);
                foreach ($found as $hexadecimal) {
                    yield ['format' => $format, 'bytes' => (string) \hex2bin($hexadecimal)];
                }
            }
        }
    }

    /**
     * All bytes that stand somewhere in a file of vectors: in hexadecimal, alone or in pieces that
     * each have a comment.
     *
     * @return iterable<string>
     */
    private static function hexadecimal(mixed $node): iterable
    {
        if (!\is_array($node)) {
            return;
        }
        foreach ($node as $key => $value) {
            if ($key === 'bytes' || $key === 'msgpack' || $key === 'encoded') {
                $pieces = \array_map(
                    static fn (mixed $piece): mixed => \is_array($piece) ? $piece[0] : $piece,
                    (array) $value,
                );
                $whole = \implode('', \array_filter($pieces, 'is_string'));
                foreach ($key === 'msgpack' ? $pieces : [$whole] as $piece) {
                    $piece = \str_replace([' ', '-'], '', $piece);
                    $length = \strlen($piece);
                    if ($length % 2 === 0 && $length < 20_000 && \ctype_xdigit($piece)) {
                        yield $piece;
                    }
                }
            } else {
                yield from self::hexadecimal($value);
            }
        }
    }

    /** @return list<Profile> */
    private static function profiles(): array
    {
        $file = (string) \tempnam(\sys_get_temp_dir(), 'larder');
        try {
            $profiles = [];
            foreach (\glob(self::VECTORS . '/profiles/*.profile.hex') as $profile) {
                $bytes = \hex2bin(
                    \preg_replace('/#.*|\s/', '', (string) \file_get_contents($profile))
                );
                \file_put_contents($file, $bytes);
                $profiles[] = Profile::fromFile($file);
            }

            return $profiles;
        } finally {
            \unlink($file);
        }
    }
}
