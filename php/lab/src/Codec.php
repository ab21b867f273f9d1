<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * One way of turning a PHP value into bytes and back: two expressions, and the settings they are
 * meant to run under.
 */
final class Codec
{
    /**
     * @param string $encode PHP expression of `$in`, a value
     * @param string $decode PHP expression of `$in`, the bytes
     * @param ?string $extension the extension that must be loaded
     * @param array<string, string> $ini set before use, so that php.ini does not decide what is
     *     measured
     * @param ?string $missing how to get the codec if it is not available
     * @param ?string $decodeObjects the expression in place of `$decode` if values are objects;
     *     null if it is the same
     */
    public function __construct(
        public readonly string $id,
        public readonly string $library,
        public readonly string $encode,
        public readonly string $decode,
        private readonly ?string $extension,
        private readonly array $ini = [],
        private readonly ?string $missing = null,
        /** Whether `larder train` learns a profile for it first; see Learned. */
        public readonly bool $learns = false,
        public readonly ?string $decodeObjects = null,
    ) {
    }

    public function available(): bool
    {
        return $this->extension !== null && \extension_loaded($this->extension);
    }

    /** Applies the codec's settings to this process; one process measures one codec. */
    public function settle(): void
    {
        if (!$this->available()) {
            throw new \RuntimeException("codec {$this->id} is not available: {$this->missing}");
        }
        foreach ($this->ini as $name => $value) {
            \ini_set($name, $value);
            if (\ini_get($name) !== $value) {
                throw new \RuntimeException(
                    "codec {$this->id} needs $name=$value, which this PHP does not let it set"
                );
            }
        }
    }

    /** @return array<string, mixed> as in the `runtime` event */
    public function describe(): array
    {
        $available = $this->available();

        return [
            'id' => $this->id,
            'library' => $this->library,
            'version' => $available ? \phpversion($this->extension) : null,
            'available' => $available,
        ] + ($available ? [] : ['why' => $this->missing]);
    }
}
