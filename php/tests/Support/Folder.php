<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** Folders for one test each. */
final class Folder
{
    public static function create(): string
    {
        $folder = \sys_get_temp_dir() . '/larder-' . \bin2hex(\random_bytes(6));
        \mkdir($folder, 0700);

        return $folder;
    }

    /** Deletes a folder with all that is in it; links are not followed. */
    public static function delete(string $folder): void
    {
        $files = new \RecursiveDirectoryIterator($folder, \FilesystemIterator::SKIP_DOTS);
        $below = new \RecursiveIteratorIterator($files, \RecursiveIteratorIterator::CHILD_FIRST);
        foreach ($below as $file) {
            $file->isDir() && !$file->isLink()
                ? \rmdir($file->getPathname())
                : \unlink($file->getPathname());
        }
        \rmdir($folder);
    }
}
