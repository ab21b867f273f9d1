<?php

declare(strict_types=1);

namespace Larder\Lab;

/**
 * Copies as an application has them after a database read: arrays and strings of their own, the
 * value strings never hashed, the keys hashed (an array hashes its keys as it is filled) and shared
 * with the other rows.
 *
 * It matters, because a string keeps its hash: igbinary hashes every string that it writes, and
 * only the first time at full cost. Encoding one value again and again hides that.
 *
 * substr makes a new string; strval and the like return the old one. Copying by
 * unserialize would be fresh as well, but would give every array its own key strings. The empty
 * string and strings of one byte are the engine's own, as they are after a read. Objects have
 * public properties only, whose names are the class's own strings.
 */
final class Fresh
{
    public static function copy(mixed $value): mixed
    {
        if (\is_string($value)) {
            return \substr($value . '.', 0, -1);
        }
        if (\is_object($value)) {
            $copy = clone $value;
            foreach ($value as $name => $item) {
                $copy->$name = self::copy($item);
            }

            return $copy;
        }
        if (!\is_array($value)) {
            return $value;
        }
        $copy = $value;
        foreach ($value as $key => $item) {
            $copy[$key] = \is_string($item) ? \substr($item . '.', 0, -1) : self::copy($item);
        }

        return $copy;
    }
}
