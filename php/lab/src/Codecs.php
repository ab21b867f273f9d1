<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * The codecs of PHP, each called as its manual shows.
 *
 * - JSON decodes to arrays, which is what went in; the flag only chooses how errors are reported.
 * - unserialize runs without `allowed_classes`, as in most programs: the bytes are our own. For a
 *   cache that others can write to, the option is a must.
 * - larder_unserialize creates objects of named classes only, so they are named where values are
 *   objects.
 * - A codec that writes under a profile learns it from other values than those that are measured.
 * - The depth is beyond the 512 levels that the command lets through; unserialize allows 4096 by
 *   itself, igbinary and msgpack any.
 */
final class Codecs
{
    private const LARDER = 'the larder extension is not built: make php '
        . "(it needs PHP's headers and libclang: apt-get install php-dev libclang-dev)";
    private const JSON = 'this PHP was built without its json extension: install a PHP that has it '
        . '(every PHP since 8.0)';
    private const IGBINARY = 'the igbinary extension is not loaded: apt-get install php-igbinary, '
        . 'or pecl install igbinary';
    private const FLOATS = ['serialize_precision' => '-1'];

    /** @return list<Codec> in the order in which they are listed */
    public static function all(): array
    {
        return [
            new Codec(
                'json',
                'json_encode',
                '\json_encode($in, \JSON_THROW_ON_ERROR, 4096)',
                '\json_decode($in, true, 4096, \JSON_THROW_ON_ERROR)',
                'json',
                self::FLOATS,
                self::JSON,
            ),
            new Codec(
                'json-unescaped',
                'json_encode, JSON_UNESCAPED_UNICODE',
                '\json_encode($in, \JSON_UNESCAPED_UNICODE | \JSON_THROW_ON_ERROR, 4096)',
                '\json_decode($in, true, 4096, \JSON_THROW_ON_ERROR)',
                'json',
                self::FLOATS,
                self::JSON,
            ),
            new Codec(
                'serialize',
                'serialize',
                '\serialize($in)',
                '\unserialize($in)',
                'standard',
                self::FLOATS,
            ),
            new Codec(
                'igbinary',
                'igbinary',
                '\igbinary_serialize($in)',
                '\igbinary_unserialize($in)',
                'igbinary',
                ['igbinary.compact_strings' => '1'],
                self::IGBINARY,
            ),
            new Codec(
                'igbinary-nocompact',
                'igbinary, compact_strings=0',
                '\igbinary_serialize($in)',
                '\igbinary_unserialize($in)',
                'igbinary',
                ['igbinary.compact_strings' => '0'],
                self::IGBINARY,
            ),
            new Codec(
                'msgpack',
                'msgpack',
                '\msgpack_pack($in)',
                '\msgpack_unpack($in)',
                'msgpack',
                ['msgpack.use_str8_serialization' => '1'],
                'the msgpack extension is not loaded: apt-get install php-msgpack, '
                    . 'or pecl install msgpack',
            ),
            new Codec(
                'hprose',
                "hprose, Larder's own",
                '\larder_export($in, "hprose")',
                '\larder_unserialize($in, ["fallback" => ["hprose"]])',
                'larder',
                [],
                "its own PHP extension builds on no PHP 8; Larder's has hprose, too: make php",
                false,
                '\larder_unserialize($in, ["fallback" => ["hprose"]] '
                    . '+ \Larder\Lab\Objects::OPTIONS)',
            ),
            self::larder('larder-fast', 'fast'),
            self::larder('larder', 'balanced'),
            self::larder('larder-small', 'small'),
            self::learned('larder-profile-fast', 'fast'),
            self::learned('larder-profile', 'balanced'),
            self::learned('larder-profile-small', 'small'),
        ];
    }

    private static function larder(string $id, string $level): Codec
    {
        // PHP takes as long for an argument's name as for a short text.
        $named = $level === 'balanced' ? '' : ", level: '$level'";

        return new Codec(
            $id,
            "larder, $level",
            "\larder_serialize(\$in$named)",
            '\larder_unserialize($in)',
            'larder',
            [],
            self::LARDER,
            false,
            '\larder_unserialize($in, \Larder\Lab\Objects::OPTIONS)',
        );
    }

    private static function learned(string $id, string $level): Codec
    {
        return new Codec(
            $id,
            "larder, $level, under a profile",
            "\larder_serialize(\$in, \Larder\Lab\Learned::\$loaded, '$level')",
            '\larder_unserialize($in, \Larder\Lab\Learned::$options)',
            'larder',
            [],
            self::LARDER,
            true,
        );
    }

    public static function get(string $id): Codec
    {
        foreach (self::all() as $codec) {
            if ($codec->id === $id) {
                return $codec;
            }
        }
        throw new \RuntimeException("there is no codec $id");
    }

    /** @return array<string, mixed> the fields of the `runtime` event */
    public static function describe(): array
    {
        return [
            'runtime' => 'php',
            'version' => \PHP_VERSION,
            'codecs' => \array_map(
                static fn (Codec $codec): array => $codec->describe(),
                self::all(),
            ),
        ];
    }
}
