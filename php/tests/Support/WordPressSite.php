<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** WordPress with a wp-content of its own, served by PHP's web server. */
final class WordPressSite
{
    /** Where scripts/setup leaves it; LARDER_WORDPRESS names another. */
    private const WORDPRESS = __DIR__ . '/../../../target/tools/wordpress';

    private readonly WebServer $server;

    private readonly string $folder;

    /**
     * @param ?string $dropIn wp-content/object-cache.php; null for WordPress' own cache
     * @param bool $isNetwork whether the database has a network
     *
     * @throws \RuntimeException if it does not start
     */
    public function __construct(MariaDb $database, ?string $dropIn, bool $isNetwork = false)
    {
        $this->folder = Folder::create();
        $theme = "{$this->folder}/themes/plain";
        \mkdir($theme, 0700, true);
        \file_put_contents("$theme/style.css", "/*\nTheme Name: Plain\n*/");
        \file_put_contents("$theme/index.php", '<?php
            echo get_bloginfo("name"), "\n";
            while (have_posts()) {
                the_post();
                echo get_the_ID(), " ", get_the_title(), " by ", get_the_author(), " in ",
                    implode(",", wp_list_pluck(get_the_category(), "name")), " as ",
                    get_post_meta(get_the_ID(), "kind", true), "\n";
            }');
        if ($dropIn !== null) {
            \file_put_contents("{$this->folder}/object-cache.php", $dropIn);
        }
        \putenv('LARDER_WORDPRESS=' . self::wordPress());
        \putenv("LARDER_SITE={$this->folder}");
        \putenv("LARDER_DATABASE=127.0.0.1:{$database->port}");
        \putenv('LARDER_NETWORK=' . (int) $isNetwork);
        $this->server = new WebServer(__DIR__ . '/../programs/wordpress.php', [
            'display_errors' => '1',
            'html_errors' => '0',
            'error_log' => "{$this->folder}/log",
        ]);
    }

    /** Why there can be no site; null if there can. */
    public static function missing(): ?string
    {
        return self::wordPress() !== null && MariaDb::isThere()
            ? null
            : 'needs WordPress and MariaDB: scripts/setup test';
    }

    private static function wordPress(): ?string
    {
        return \realpath((string) \getenv('LARDER_WORDPRESS') ?: self::WORDPRESS) ?: null;
    }

    /**
     * @param string $page one of programs/wordpress.php
     *
     * @return mixed what the page answers
     *
     * @throws \RuntimeException if it fails
     */
    public function call(string $page): mixed
    {
        $answer = $this->server->get("do=$page", '');
        $decoded = \base64_decode($answer, true);

        return $decoded !== false
            ? \unserialize($decoded)
            : throw new \RuntimeException("$page failed: " . \substr($answer, 0, 2000));
    }

    /**
     * The front page, as visitors see it.
     *
     * @return array{string, int} with how often the database was asked
     *
     * @throws \RuntimeException if it fails
     */
    public function front(): array
    {
        return $this->call('front');
    }

    /** What the site has logged. */
    public function log(): string
    {
        return \is_file("{$this->folder}/log")
            ? (string) \file_get_contents("{$this->folder}/log")
            : '';
    }

    public function stop(): void
    {
        $this->server->stop();
        Folder::delete($this->folder);
    }
}
