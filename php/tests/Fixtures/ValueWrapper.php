<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

/**
 * What Symfony wraps values in from 6.1 on, for the tests under an older one: a class named by the
 * byte A9 that writes its state by `__serialize`, with a key of bytes.
 */
final class ValueWrapper
{
    private const NAME = "\xA9";

    /** @param array{expiry: float, ctime: int} $metadata */
    public static function of(mixed $value, array $metadata): object
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
                        $key = \pack('Vn', $this->metadata['expiry'], $this->metadata['ctime']);

                        return [$key => $this->value];
                    }

                    public function __unserialize(array $state): void
                    {
                        $this->value = \current($state);
                        $this->metadata = \unpack('Vexpiry/nctime', \key($state));
                    }
                }
                PHP;
            eval(\str_replace('NAME', self::NAME, $class));
        }

        return new (self::NAME)($value, $metadata);
    }
}
