<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

/**
 * What Symfony wraps values in from 6.1 on: a class named by the byte A9 that writes its state by
 * `__serialize`, with a key of bytes. It is for the tests under an older Symfony, and under
 * symfony-cache 6 of Debian, which leaves the class out: without it, Symfony's own pools fail.
 */
final class ValueWrapper
{
    private const NAME = "\xA9";

    /** @param array{expiry?: float, ctime?: int, tags?: array<string, mixed>} $metadata */
    public static function of(mixed $value, array $metadata): object
    {
        self::define();

        return new (self::NAME)($value, $metadata);
    }

    /** Defines the class if Symfony does not. */
    public static function define(): void
    {
        if (!\class_exists(self::NAME)) {
            $class = <<<'PHP'
                final class NAME
                {
                    public function __construct(public mixed $value, public array $metadata)
                    {
                    }

                    public function __serialize(): array
                    {
                        $key = \pack(
                            'Vnc',
                            (int) ($this->metadata['expiry'] ?? 0),
                            $this->metadata['ctime'] ?? 0,
                            isset($this->metadata['tags']),
                        );

                        return [$key => $this->value] + ($this->metadata['tags'] ?? []);
                    }

                    public function __unserialize(array $state): void
                    {
                        $key = \array_key_first($state);
                        $this->value = $state[$key];
                        unset($state[$key]);
                        $this->metadata = \unpack('Vexpiry/nctime/ctags', $key);
                        $this->metadata['tags'] = $this->metadata['tags'] ? $state : null;
                        $this->metadata = \array_filter(
                            $this->metadata,
                            fn (mixed $field): bool => $field !== null && $field !== 0,
                        );
                    }
                }
                PHP;
            eval(\str_replace('NAME', self::NAME, $class));
        }
    }
}
