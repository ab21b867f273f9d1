<?php

declare(strict_types=1);

namespace Larder\Symfony;

use Larder\Profile;
use Larder\DecodeError;
use Larder\Serializer;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Larder for the pools of Symfony Cache, 5.4 to 7: Redis, files, PDO, Memcached, with tags or without.
 *
 * Symfony's own marshaller writes PHP's serialize or igbinary: with `fallback: ['php', 'igbinary']` its items are read
 * on, and what is saved from then on is Larder. A value that does not read is an exception here, which the pools log
 * and take for a miss.
 */
final class LarderMarshaller implements MarshallerInterface
{
    private readonly Serializer $serializer;

    /**
     * @param bool|list<class-string|'@core'> $allowedClasses the classes that may be made when items are read; '@core'
     *     for PHP's own values (dates, stdClass, SPL), true for all, as Symfony's own marshaller has it
     * @param ?Profile $profile what items are written under
     * @param list<Profile> $alsoReads what they may have been written under as well
     * @param list<string> $fallback the foreign formats that are read on
     * @param bool $throwOnEncodeFailure whether a value that cannot be written is an exception, which says why: best in
     *     development; else the pool only logs that it was not saved
     *
     * @throws \ValueError|\TypeError if the extension does not take one of them
     */
    public function __construct(
        bool|array $allowedClasses = false,
        ?Profile $profile = null,
        array $alsoReads = [],
        array $fallback = [],
        private readonly bool $throwOnEncodeFailure = false,
    ) {
        $allowedClasses = $allowedClasses === true ? true : [...($allowedClasses ?: []), Item::class];
        $this->serializer = new Serializer($allowedClasses, $profile, $alsoReads, $fallback);
    }

    /**
     * @param array<string, mixed> $values by id
     * @param ?list<string> $failed the ids of those that cannot be written
     *
     * @return array<string, string> the others as bytes, by id
     *
     * @throws \Throwable why a value cannot be written, if that was asked for
     */
    public function marshall(array $values, ?array &$failed): array
    {
        $failed = $encoded = [];
        foreach ($values as $id => $value) {
            try {
                $encoded[$id] = $this->serializer->encode(Item::of($value));
            } catch (\Throwable $error) {
                if ($this->throwOnEncodeFailure) {
                    throw $error;
                }
                $failed[] = $id;
            }
        }

        return $encoded;
    }

    /**
     * @throws DecodeError if the bytes are no value, or hold a class that is not allowed
     * @throws \Exception if they hold a class that does not exist, or what a magic method throws; an `\Error`, which no
     *     pool would catch, is within an `\ErrorException`
     */
    public function unmarshall(string $value): mixed
    {
        try {
            return Item::value($this->serializer->decode(Item::renamed($value)));
        } catch (\Error $error) {
            throw new \ErrorException($error->getMessage(), 0, \E_ERROR, $error->getFile(), $error->getLine(), $error);
        }
    }
}
