<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** A Laravel application in a folder of its own, served by PHP's web server. */
final class LaravelSite
{
    private readonly WebServer $server;

    private readonly string $folder;

    /**
     * @param string $cache the lines of config/cache.php that configure its stores
     * @param string $database those of config/database.php that configure Redis
     *
     * @throws \RuntimeException if it does not start
     */
    public function __construct(int $redis, string $cache, string $database)
    {
        $this->folder = Folder::create();
        foreach (['config', 'bootstrap/cache', 'storage/framework/views'] as $name) {
            \mkdir("{$this->folder}/$name", 0700, true);
        }
        $config = [
            'app' => "'key' => '0123456789abcdef0123456789abcdef', 'cipher' => 'AES-256-CBC',
                'debug' => true, 'env' => 'testing', 'timezone' => 'UTC', 'locale' => 'en',
                'providers' => [
                    Illuminate\\Bus\\BusServiceProvider::class,
                    Illuminate\\Cache\\CacheServiceProvider::class,
                    Illuminate\\Filesystem\\FilesystemServiceProvider::class,
                    Illuminate\\Encryption\\EncryptionServiceProvider::class,
                    Illuminate\\Foundation\\Providers\\FoundationServiceProvider::class,
                    Illuminate\\Queue\\QueueServiceProvider::class,
                    Illuminate\\Redis\\RedisServiceProvider::class,
                    Illuminate\\Session\\SessionServiceProvider::class,
                    Illuminate\\View\\ViewServiceProvider::class,
                    Larder\\Laravel\\LarderServiceProvider::class,
                ],",
            'cache' => "'default' => 'redis',
                // Up to 10, Laravel itself puts the colon behind it.
                'prefix' => version_compare(app()->version(), '11', '<') ? 'shop' : 'shop:',
                $cache",
            'database' => $database,
            'session' => "'driver' => 'redis', 'store' => 'redis', 'connection' => 'cache',
                'lifetime' => 120, 'expire_on_close' => false, 'encrypt' => false,
                'lottery' => [0, 100], 'cookie' => 'session', 'path' => '/', 'domain' => null,
                'secure' => false, 'http_only' => true, 'same_site' => 'lax',",
            'queue' => "'default' => 'redis', 'connections' => ['redis' => ['driver' => 'redis',
                'connection' => 'default', 'queue' => 'jobs', 'retry_after' => 90]],
                'failed' => ['driver' => 'null'],",
            'view' => "'paths' => [], 'compiled' => storage_path('framework/views'),",
            'logging' => "'default' => 'null', 'channels' => ['null' => ['driver' => 'monolog',
                'handler' => Monolog\\Handler\\NullHandler::class]],",
        ];
        foreach ($config as $name => $lines) {
            \file_put_contents("{$this->folder}/config/$name.php", "<?php return [\n$lines\n];\n");
        }
        \putenv("LARDER_SITE={$this->folder}");
        \putenv('REDIS_HOST=127.0.0.1');
        \putenv("REDIS_PORT=$redis");
        $this->server = new WebServer(__DIR__ . '/../programs/laravel.php', [
            'display_errors' => 'stderr',
            'error_log' => "{$this->folder}/log",
        ]);
    }

    /**
     * @param string $session 40 letters or digits: who visits the page
     *
     * @return mixed what the page answers
     *
     * @throws \RuntimeException if it fails
     */
    public function visit(string $page, string $session = ''): mixed
    {
        $answer = $this->server->get("do=$page", "session=$session");
        $decoded = \base64_decode($answer, true);

        return $decoded !== false
            ? \unserialize($decoded)
            : throw new \RuntimeException("$page failed: " . \substr($answer, 0, 2000));
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
