<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

/**
 * Looks whether the session is whole when it is written: + or - in a file of the sessions' folder.
 */
final class CheckingHandler extends \SessionHandler
{
    public function write(string $id, string $data): bool
    {
        $junk = [];
        for ($n = 0; $n < 2000; $n++) {
            $junk[] = \str_repeat(\chr(65 + $n % 26), 22);
        }
        $whole = $_SESSION === self::session() && \larder_unserialize($data) === self::session();

        \file_put_contents(
            \ini_get('session.save_path') . '/whole',
            $whole ? '+' : '-',
            FILE_APPEND,
        );

        return parent::write($id, $data);
    }

    /** @return array<string, string> keys and values that no array but this one holds */
    public static function session(): array
    {
        $session = [];
        for ($n = 0; $n < 200; $n++) {
            $session["key $n of the session"] = "value $n";
        }

        return $session;
    }
}
