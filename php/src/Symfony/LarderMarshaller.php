<?php

declare(strict_types=1);

namespace Larder\Symfony;

use Larder\DecodeError;
use Larder\Event;
use Larder\Profile;
use Larder\Profiles;
use Larder\Serializer;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Larder for the pools of Symfony Cache, 5.4 to 7: Redis, files, PDO, Memcached, with or without
 * tags.
 *
 * Symfony's own marshaller writes PHP's serialize or igbinary. With
 * `fallback: ['php', 'igbinary']` its items can still be read, and items saved from then on are
 * Larder's. If a value cannot be decoded, the marshaller throws an exception; the pools log it and
 * treat the item as a miss.
 */
final class LarderMarshaller implements MarshallerInterface
{
    private readonly Serializer $serializer;

    /**
     * @param bool|list<class-string|'@core'> $allowedClasses the classes whose objects may be
     *     created; '@core' stands for PHP's own value classes (dates, stdClass, SPL), true for all,
     *     as in Symfony's own marshaller
     * @param Profile|Profiles|null $profile the profile to write under, or those in Redis
     * @param list<Profile> $alsoReads further profiles that items may have been written under
     * @param list<string> $fallback the foreign formats to read as well
     * @param string $level how much time to spend to save bytes: fast, balanced or small
     * @param bool $throwOnEncodeFailure whether to throw an exception with the reason if a value
     *     cannot be written, which is best in development; otherwise the pool only logs that it was
     *     not saved
     * @param ?\Closure(Event): void $onEvent called for each value that is encoded or decoded; the
     *     pools do not tell a marshaller of misses
     *
     * @throws \ValueError|\TypeError if an option is invalid
     */
    public function __construct(
        bool|array $allowedClasses = false,
        Profile|Profiles|null $profile = null,
        array $alsoReads = [],
        array $fallback = [],
        string $level = 'balanced',
        private readonly bool $throwOnEncodeFailure = false,
        private readonly ?\Closure $onEvent = null,
    ) {
        if ($allowedClasses !== true) {
            $allowedClasses = [...($allowedClasses ?: []), Item::class];
        }
        $this->serializer =
            new Serializer($allowedClasses, $profile, $alsoReads, $fallback, $level);
    }

    /**
     * @param array<string, mixed> $values by id
     * @param ?list<string> $failed the ids of those that cannot be written
     *
     * @return array<string, string> the bytes of the others, by id
     *
     * @throws \Throwable why a value cannot be written, with `throwOnEncodeFailure`
     */
    public function marshall(array $values, ?array &$failed): array
    {
        $failed = $encoded = [];
        foreach ($values as $id => $value) {
            try {
                $encoded[$id] = $this->onEvent === null ? $this->encode($value) : Event::encoding(
                    $this->onEvent,
                    fn (): string => $this->encode($value),
                );
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
     * @throws DecodeError if the bytes cannot be decoded, or hold a class that is not allowed
     * @throws \Exception if they hold a class that does not exist, or what a magic method throws;
     *     an `\Error`, which no pool would catch, becomes an `\ErrorException`
     */
    public function unmarshall(string $value): mixed
    {
        try {
            return $this->onEvent === null ? $this->decode($value) : Event::decoding(
                $this->onEvent,
                $value,
                fn (): mixed => $this->decode($value),
            );
        } catch (\Error $error) {
            [$file, $line] = [$error->getFile(), $error->getLine()];
            throw new \ErrorException($error->getMessage(), 0, \E_ERROR, $file, $line, $error);
        }
    }

    private function encode(mixed $value): string
    {
        return $this->serializer->encode(Item::of($value));
    }

    private function decode(string $bytes): mixed
    {
        return Item::value($this->serializer->decode(Item::renamed($bytes)));
    }
}
