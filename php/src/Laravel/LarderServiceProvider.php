<?php

declare(strict_types=1);

namespace Larder\Laravel;

use Illuminate\Cache\CacheManager;
use Illuminate\Redis\RedisManager;
use Illuminate\Support\ServiceProvider;
use Larder\Profile;
use Larder\Profiles;

/**
 * Adds to Laravel the cache driver `larder` and the Redis client `larder`.
 *
 * Their options are at the key `larder` of a store in config/cache.php and of a connection in
 * config/database.php. Profiles are named by their files, so that the configuration can be cached;
 * `profiles` of a store names those in its Redis.
 */
final class LarderServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        // Laravel binds these functions to its managers, so they must not be static.
        $this->callAfterResolving('cache', function (CacheManager $cache): void {
            $cache->extend('larder', function ($app, array $config) use ($cache) {
                $connection = $config['connection'] ?? 'default';
                $options = LarderServiceProvider::options($config['larder'] ?? []);
                if (isset($options['profiles'])) {
                    $options['profile'] = new Profiles(
                        $app['redis']->connection($connection)->client(),
                        $options['profiles'],
                    );
                    unset($options['profiles']);
                }
                $store = new LarderStore(
                    $app['redis'],
                    (string) ($config['prefix'] ?? $app['config']['cache.prefix']),
                    $connection,
                    ...$options,
                );
                $store->setLockConnection($config['lock_connection'] ?? $connection);

                return $cache->repository($store, $config);
            });
        });
        $this->callAfterResolving('redis', function (RedisManager $redis): void {
            $redis->extend('larder', fn (): LarderConnector => new LarderConnector());
        });
    }

    /**
     * Reads the profiles that options name, and finds the functions that they name.
     *
     * @internal
     *
     * @param array<string, mixed> $options by name
     *
     * @return array<string, mixed>
     *
     * @throws \RuntimeException if there is no such profile
     * @throws \TypeError if there is no such function
     */
    public static function options(array $options): array
    {
        $read = static fn (mixed $profile): mixed =>
            \is_string($profile) ? Profile::fromFile($profile) : $profile;
        if (isset($options['profile'])) {
            $options['profile'] = $read($options['profile']);
        }
        if (isset($options['alsoReads'])) {
            $options['alsoReads'] = \array_map($read, $options['alsoReads']);
        }

        foreach (['onEvent', 'onDecodeFailure'] as $callback) {
            if (isset($options[$callback])) {
                $options[$callback] = \Closure::fromCallable($options[$callback]);
            }
        }

        return $options;
    }
}
