<?php

/**
 * The functions of WordPress' object cache, for a drop-in wp-content/object-cache.php, which has
 * `wp_cache_init` itself: it sets `$GLOBALS['wp_object_cache']` to an `ObjectCache`.
 */

declare(strict_types=1);

use Larder\WordPress\ObjectCache;

function wp_cache_add($key, $data, $group = '', $expire = 0): bool
{
    return ObjectCache::isKey($key)
        && current(wp_cache_add_multiple([$key => $data], $group, $expire));
}

function wp_cache_add_multiple(array $data, $group = '', $expire = 0): array
{
    return $GLOBALS['wp_object_cache']->add($data, (string) $group, (int) $expire);
}

function wp_cache_replace($key, $data, $group = '', $expire = 0): bool
{
    return ObjectCache::isKey($key) && current(
        $GLOBALS['wp_object_cache']->replace([$key => $data], (string) $group, (int) $expire)
    );
}

function wp_cache_set($key, $data, $group = '', $expire = 0): bool
{
    return ObjectCache::isKey($key)
        && current(wp_cache_set_multiple([$key => $data], $group, $expire));
}

function wp_cache_set_multiple(array $data, $group = '', $expire = 0): array
{
    return $GLOBALS['wp_object_cache']->set($data, (string) $group, (int) $expire);
}

function wp_cache_get($key, $group = '', $force = false, &$found = null): mixed
{
    $values = $GLOBALS['wp_object_cache']->get([$key], (string) $group, (bool) $force);
    $found = $values !== [];

    return current($values);
}

function wp_cache_get_multiple($keys, $group = '', $force = false): array
{
    $values = $GLOBALS['wp_object_cache']->get($keys, (string) $group, (bool) $force);

    return array_replace(array_fill_keys($keys, false), $values);
}

function wp_cache_delete($key, $group = ''): bool
{
    return current($GLOBALS['wp_object_cache']->delete([$key], (string) $group));
}

function wp_cache_delete_multiple(array $keys, $group = ''): array
{
    $deleted = $GLOBALS['wp_object_cache']->delete($keys, (string) $group);

    return array_replace(array_fill_keys($keys, false), $deleted);
}

function wp_cache_incr($key, $offset = 1, $group = ''): int|float|false
{
    return $GLOBALS['wp_object_cache']->count($key, (int) $offset, (string) $group);
}

function wp_cache_decr($key, $offset = 1, $group = ''): int|float|false
{
    return $GLOBALS['wp_object_cache']->count($key, -(int) $offset, (string) $group);
}

function wp_cache_flush(): bool
{
    return $GLOBALS['wp_object_cache']->flush();
}

function wp_cache_flush_runtime(): bool
{
    return $GLOBALS['wp_object_cache']->flushRequest();
}

function wp_cache_flush_group($group): bool
{
    return $GLOBALS['wp_object_cache']->flushGroup((string) $group);
}

function wp_cache_supports($feature): bool
{
    return in_array($feature, [
        'add_multiple',
        'set_multiple',
        'get_multiple',
        'delete_multiple',
        'flush_runtime',
        'flush_group',
    ], true);
}

function wp_cache_close(): bool
{
    return true;
}

function wp_cache_add_global_groups($groups): void
{
    $GLOBALS['wp_object_cache']->addGlobalGroups((array) $groups);
}

function wp_cache_add_non_persistent_groups($groups): void
{
    $GLOBALS['wp_object_cache']->addNonPersistentGroups((array) $groups);
}

function wp_cache_switch_to_blog($blog_id): void
{
    $GLOBALS['wp_object_cache']->switchToBlog((int) $blog_id);
}

function wp_cache_reset(): void
{
    _deprecated_function(__FUNCTION__, '3.5.0', 'wp_cache_switch_to_blog()');
    $GLOBALS['wp_object_cache']->flushRequest();
}
