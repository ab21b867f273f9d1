<?php

declare(strict_types=1);

namespace Larder\Lab;

/** Text for people; without mbstring, which some PHPs lack. */
final class Text
{
    /** Shortens a text to a number of characters; what is not UTF-8 counts by its bytes. */
    public static function shorten(string $text, int $characters): string
    {
        $all = \preg_split('//u', $text, -1, \PREG_SPLIT_NO_EMPTY) ?: \str_split($text);
        if (\count($all) <= $characters) {
            return $text;
        }

        return \implode('', \array_slice($all, 0, $characters - 1)) . '…';
    }
}
