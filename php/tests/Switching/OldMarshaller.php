<?php

declare(strict_types=1);

namespace Larder\Tests\Switching;

use Larder\Symfony\LarderMarshaller;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** Reads both formats and writes the old one. */
final class OldMarshaller implements MarshallerInterface
{
    private MarshallerInterface $old;

    private MarshallerInterface $new;

    public function __construct()
    {
        $this->old = new DefaultMarshaller(true);
        $this->new = new LarderMarshaller(fallback: ['igbinary', 'php']);
    }

    /**
     * @param array<string, mixed> $values
     * @param ?list<string> $failed
     *
     * @return array<string, string>
     */
    public function marshall(array $values, ?array &$failed): array
    {
        return $this->old->marshall($values, $failed);
    }

    public function unmarshall(string $value): mixed
    {
        return $this->new->unmarshall($value);
    }
}
