<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** The code blocks of docs/PHP-HOSTS.md, as printed. */
final class Page
{
    private const FILE = __DIR__ . '/../../../docs/PHP-HOSTS.md';

    /**
     * @param string $name what stands after the language of the block
     *
     * @throws \RuntimeException if there is no such block, or several
     */
    public static function block(string $name): string
    {
        $page = (string) \file_get_contents(self::FILE);
        \preg_match_all("/^```\\w+ $name\\n(.*?)^```$/ms", $page, $blocks);

        return \count($blocks[1]) === 1 ? $blocks[1][0] : throw new \RuntimeException(
            "docs/PHP-HOSTS.md has no block $name, or several"
        );
    }
}
