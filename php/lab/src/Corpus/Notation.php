<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

/**
 * A value of PHP in the notation of vectors/README.md: what a serialization of it must read as.
 *
 * What comes more than once is marked: objects, references, and for igbinary also arrays that PHP
 * holds once. PHP does not tell which those are; the generator says so by their key
 * Notation::COPIED.
 */
final class Notation
{
    /** The key of arrays that are copies of one another; its value tells which. */
    public const COPIED = '~copied';

    /** @var array<string, int> how often each identity was met */
    private array $met = [];
    /** @var array<string, int> the numbers of those that were met more than once and have begun */
    private array $numbers = [];

    private function __construct(private readonly bool $sharesArrays)
    {
    }

    public static function of(mixed $value, bool $sharesArrays = false): string
    {
        $notation = new self($sharesArrays);
        $notation->count($value, false);

        return $notation->write($value, false);
    }

    private function count(mixed $value, bool $isReference): void
    {
        $identity = $this->identity($value, $isReference);
        if ($identity !== null && $this->meet($identity)) {
            return;
        }
        foreach ($this->elements($value) as [$element, $reference]) {
            if ($reference === null || !$this->meet($reference)) {
                $this->count($element, $reference !== null);
            }
        }
    }

    private function meet(string $identity): bool
    {
        $this->met[$identity] = ($this->met[$identity] ?? 0) + 1;

        return $this->met[$identity] > 1;
    }

    private function write(mixed $value, bool $isReference): string
    {
        return match (true) {
            $value === null => 'null',
            \is_bool($value) => $value ? 'true' : 'false',
            \is_int($value) => self::int($value),
            \is_float($value) => '{"$float":"' . \bin2hex(\pack('E', $value)) . '"}',
            \is_string($value) => self::string($value),
            default => $this->shared(
                $this->identity($value, $isReference),
                '$shared',
                fn (): string => \is_array($value) ? $this->array($value) : $this->object($value),
            ),
        };
    }

    /** @param callable(): string $write */
    private function shared(?string $identity, string $kind, callable $write): string
    {
        if ($identity === null || $this->met[$identity] < 2) {
            return $write();
        }
        if (isset($this->numbers[$identity])) {
            return '{"$again":' . $this->numbers[$identity] . '}';
        }
        $this->numbers[$identity] = \count($this->numbers);

        return '{"' . $kind . '":' . $write() . '}';
    }

    private function identity(mixed $value, bool $isReference): ?string
    {
        if (\is_object($value)) {
            return 'o' . \spl_object_id($value);
        }
        // A reference to an array holds one of its own.
        if (
            $this->sharesArrays && !$isReference && \is_array($value) && isset($value[self::COPIED])
        ) {
            return 'a' . $value[self::COPIED];
        }

        return null;
    }

    /**
     * What a value holds, each with the identity of the reference that it is.
     *
     * @return iterable<int|string, array{mixed, ?string}>
     */
    private function elements(mixed $value): iterable
    {
        $fields = \is_array($value) ? $value : (\is_object($value) ? self::fields($value) : null);
        foreach ($fields ?? [] as $key => $element) {
            $reference = \ReflectionReference::fromArrayElement($fields, $key)?->getId();
            yield $key => [$element, $reference === null ? null : 'r' . $reference];
        }
    }

    /** @param array<mixed> $array */
    private function array(array $array): string
    {
        $list = [];
        $isList = \array_is_list($array);
        foreach ($this->elements($array) as $key => [$element, $reference]) {
            $written = $this->element($element, $reference);
            $list[] = $isList ? $written : '[' . $this->write($key, false) . ',' . $written . ']';
        }

        return $isList ? '[' . \implode(',', $list) . ']' : '{"$map":[' . \implode(',', $list)
            . ']}';
    }

    private function element(mixed $element, ?string $reference): string
    {
        return $this->shared(
            $reference,
            '$reference',
            fn (): string => $this->write($element, $reference !== null),
        );
    }

    private function object(object $object): string
    {
        $class = self::string($object::class);
        if ($object instanceof \UnitEnum) {
            return '{"$enum":[' . $class . ',' . self::string($object->name) . ']}';
        }
        if ($object instanceof \Serializable) {
            return '{"$custom":[' . $class . ',"' . \bin2hex($object->serialize()) . '"]}';
        }
        $keepsIntegers = \method_exists($object, '__serialize');
        $fields = [];
        foreach ($this->elements($object) as $key => [$element, $reference]) {
            $key = $this->write($keepsIntegers ? $key : (string) $key, false);
            $fields[] = "[$key," . $this->element($element, $reference) . ']';
        }

        return '{"$object":' . $class . ',"fields":[' . \implode(',', $fields) . ']}';
    }

    /**
     * @return ?array<mixed> what of an object is serialized, if it is not for the object to write
     */
    private static function fields(object $object): ?array
    {
        if ($object instanceof \UnitEnum || $object instanceof \Serializable) {
            return null;
        }
        if (\method_exists($object, '__serialize')) {
            return $object->__serialize();
        }
        $all = (array) $object;
        if (!\method_exists($object, '__sleep')) {
            return $all;
        }
        $fields = [];
        foreach ($object->__sleep() as $name) {
            foreach ([$name, "\0*\0$name", "\0" . $object::class . "\0$name"] as $mangled) {
                if (\array_key_exists($mangled, $all)) {
                    $fields[$mangled] = &$all[$mangled];
                }
            }
        }
        unset($all);

        return $fields;
    }

    private static function int(int $int): string
    {
        return \abs($int) <= 2 ** 53 ? (string) $int : '{"$int":"' . $int . '"}';
    }

    private static function string(string $string): string
    {
        $json = \json_encode($string, \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE);

        return $json === false ? '{"$bytes":"' . \bin2hex($string) . '"}' : $json;
    }
}
