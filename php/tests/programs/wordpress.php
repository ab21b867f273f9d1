<?php

// phpcs:disable PSR1.Files.SideEffects

declare(strict_types=1);

// WordPress, without a wp-config.php: ?do=PAGE answers with a serialized value.

define('ABSPATH', getenv('LARDER_WORDPRESS') . '/');
define('WP_CONTENT_DIR', getenv('LARDER_SITE'));
define('WP_CONTENT_URL', 'http://localhost/content');
define('DB_HOST', getenv('LARDER_DATABASE'));
define('DB_NAME', 'larder');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_CHARSET', 'utf8mb4');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_DEBUG', false);
define('WP_DEFAULT_THEME', 'plain');
$_SERVER['HTTP_HOST'] = 'localhost';
$_SERVER['REQUEST_URI'] = '/';
$page = (string) $_GET['do'];
$_GET = [];
$_SERVER['QUERY_STRING'] = '';
if ($page === 'install') {
    define('WP_INSTALLING', true);
}
if (getenv('LARDER_NETWORK') === '1') {
    define('MULTISITE', true);
    define('SUBDOMAIN_INSTALL', false);
    define('DOMAIN_CURRENT_SITE', 'localhost');
    define('PATH_CURRENT_SITE', '/');
    define('SITE_ID_CURRENT_SITE', 1);
    define('BLOG_ID_CURRENT_SITE', 1);
}
$table_prefix = 'wp_';

require ABSPATH . 'wp-settings.php';
// No mail is sent.
add_filter('pre_wp_mail', '__return_true');

$pages = [
    'install' => static function (): bool {
        require_once ABSPATH . 'wp-admin/includes/upgrade.php';
        wp_install('A shop', 'ada', 'ada@example.com', true, '', 'password');
        switch_theme('plain');
        foreach (['Kettle', 'Łamp', 'Mug'] as $title) {
            $post = wp_insert_post([
                'post_title' => $title,
                'post_content' => str_repeat("$title. ", 50),
                'post_status' => 'publish',
                'post_author' => 1,
            ]);
            add_post_meta($post, 'kind', "kind of $title");
        }

        return true;
    },
    'network' => static function (): mixed {
        require_once ABSPATH . 'wp-admin/includes/upgrade.php';
        require_once ABSPATH . 'wp-admin/includes/network.php';
        global $wpdb;
        foreach ($wpdb->tables('ms_global') as $name => $table) {
            $wpdb->$name = $table;
        }
        install_network();

        return populate_network(1, 'localhost', 'ada@example.com', 'Shops', '/', false);
    },
    'front' => static function (): array {
        global $wpdb;
        $before = $wpdb->num_queries;
        ob_start();
        define('WP_USE_THEMES', true);
        wp();
        require ABSPATH . WPINC . '/template-loader.php';

        return [(string) ob_get_clean(), $wpdb->num_queries];
    },
    'rename' => static fn (): int => wp_update_post(['ID' => 4, 'post_title' => 'Big kettle']),
    'usage' => static fn (): array => [
        (bool) wp_using_ext_object_cache(),
        $GLOBALS['wp_object_cache']->cache_hits,
        $GLOBALS['wp_object_cache']->cache_misses,
    ],
    'fill' => static function (): array {
        $post = new WP_Post((object) ['ID' => 99, 'post_title' => 'Kept']);

        return [
            wp_cache_set('array', ['a' => 1, 'b' => [true, null, 2.5]], 'shop', 600),
            wp_cache_set('post', $post, 'shop'),
            wp_cache_set('false', false, 'shop'),
            wp_cache_set('number', 41, 'shop'),
            wp_cache_set('digits', '41', 'shop'),
            wp_cache_set('once', 'gone with the request', 'counts'),
            set_transient('offer', ['price' => '9.50'], 3600),
        ];
    },
    'read' => static function (): array {
        $read = [];
        foreach (['array', 'post', 'false', 'number', 'digits', 'nothing'] as $key) {
            $found = null;
            $read[$key] = [wp_cache_get($key, 'shop', false, $found), $found];
        }
        if ($read['post'][0] instanceof WP_Post) {
            $read['post'][0] = get_object_vars($read['post'][0]);
        }
        $read['multiple'] = wp_cache_get_multiple(['array', 'false', 'nothing'], 'shop');
        $read['once'] = wp_cache_get('once', 'counts');
        $read['transient'] = get_transient('offer');

        return $read;
    },
    'lock' => static fn (): bool => wp_cache_add('lock', 1, 'shop', 60),
    'closure' => static fn (): array => [
        wp_cache_set_multiple(['fine' => 1, 'closure' => static fn (): int => 7, 'two' => 2], 'c'),
        (wp_cache_get('closure', 'c'))(),
        wp_cache_get_multiple(['fine', 'two'], 'c', true),
    ],
    'count' => static fn (): mixed => wp_cache_incr('number', 1, 'shop'),
    'flush' => static fn (): bool => wp_cache_flush(),
    'flushGroup' => static fn (): bool => wp_cache_flush_group('shop'),
    'flushRuntime' => static fn (): array => [
        wp_cache_set('key', 'value', 'shop'),
        wp_cache_set('key', 'value', 'counts'),
        wp_cache_flush_runtime(),
        wp_cache_get('key', 'shop'),
        wp_cache_get('key', 'counts'),
    ],
    'calls' => static function (): array {
        $object = (object) ['a' => 1];
        $calls = [
            wp_cache_set('object', $object, 'g'),
            $object->a = 2,
            wp_cache_get('object', 'g'),
            wp_cache_get('object', 'g') === wp_cache_get('object', 'g'),
        ];
        $changed = wp_cache_get('object', 'g');
        $changed->a = 3;
        $found = null;
        array_push(
            $calls,
            wp_cache_get('object', 'g'),
            wp_cache_get('object', 'other'),
            wp_cache_get('object'),
            [wp_cache_add('one', 1, 'g'), wp_cache_add('one', 2, 'g'), wp_cache_get('one', 'g')],
            [wp_cache_replace('none', 1, 'g'), wp_cache_get('none', 'g')],
            [wp_cache_replace('one', null, 'g'), wp_cache_get('one', 'g', false, $found), $found],
            [wp_cache_add('one', 3, 'g'), wp_cache_get('one', 'g', true)],
            [wp_cache_set('f', false, 'g'), wp_cache_get('f', 'g', false, $found), $found],
            [wp_cache_get('f', 'g', true, $found), $found, wp_cache_add('f', 1, 'g')],
            [wp_cache_get('miss', 'g', false, $found), $found],
            [wp_cache_set(5, 'five'), wp_cache_get('5'), wp_cache_get(5, 'default')],
            [wp_cache_set('zero', 'z', '0'), wp_cache_get('zero', '')],
            [wp_cache_set('a:b', 1, 'x'), wp_cache_set('a-b', 2, 'x'), wp_cache_get('a:b', 'x')],
            [wp_cache_set('c', 1, 'a:b'), wp_cache_set('b:c', 2, 'a'), wp_cache_get('c', 'a:b')],
            [wp_cache_set('s p', 1, 'g'), wp_cache_get('s p', 'g'), wp_cache_get('sp', 'g')],
        );
        foreach ([7, '7', 1.5, 'text', null, false, -3, [1]] as $number) {
            $calls[] = [
                wp_cache_set('n', $number, 'g'),
                wp_cache_incr('n', 1, 'g'),
                wp_cache_incr('n', 5, 'g'),
                wp_cache_decr('n', 2, 'g'),
                wp_cache_incr('n', '3', 'g'),
                wp_cache_get('n', 'g'),
                wp_cache_decr('n', 100, 'g'),
                wp_cache_get('n', 'g', true),
            ];
        }
        array_push(
            $calls,
            [wp_cache_incr('nothing', 1, 'g'), wp_cache_get('nothing', 'g')],
            [wp_cache_delete('n', 'g'), wp_cache_delete('n', 'g'), wp_cache_get('n', 'g')],
            wp_cache_add_multiple(['m' => 1, 'one' => 2, 'm2' => [3], '' => 4], 'g'),
            wp_cache_set_multiple(['m' => 5, 6 => 'six', ' ' => 7], 'g'),
            wp_cache_get_multiple(['m', 6, 'm2', 'none', 'one', 'f', ''], 'g'),
            wp_cache_delete_multiple(['m', 'none', 6], 'g'),
            wp_cache_get_multiple(['m', 6, 'm2'], 'g', true),
            [wp_cache_add_multiple([], 'g'), wp_cache_get_multiple([], 'g')],
        );
        foreach ([null, '', '  ', false, 1.5, [], new stdClass()] as $key) {
            $calls[] = [
                wp_cache_set($key, 1, 'g'),
                wp_cache_add($key, 1, 'g'),
                wp_cache_replace($key, 1, 'g'),
                wp_cache_get($key, 'g'),
                wp_cache_delete($key, 'g'),
                wp_cache_incr($key, 1, 'g'),
            ];
        }
        wp_suspend_cache_addition(true);
        $calls[] = [wp_cache_add('late', 1, 'g'), wp_cache_add_multiple(['l' => 1], 'g')];
        wp_suspend_cache_addition(false);
        wp_cache_add_global_groups(['shared']);
        wp_cache_add_non_persistent_groups('volatile');
        wp_cache_set('who', 'first', 'shared');
        wp_cache_set('who', 'first', 'own');
        wp_cache_set('who', 'first', 'volatile');
        wp_cache_switch_to_blog(2);
        array_push($calls, ...array_map(wp_cache_get(...), ['who', 'who'], ['shared', 'own']));
        $calls[] = [wp_cache_set('who', 'second', 'own'), wp_cache_get('who', 'own')];
        $calls[] = [wp_cache_add('who', 'second', 'volatile'), wp_cache_incr('who', 4, 'volatile')];
        wp_cache_switch_to_blog(1);
        $calls[] = [wp_cache_get('who', 'own'), wp_cache_get('who', 'volatile')];
        $calls[] = [wp_cache_set('x:own:y', 1, 'g'), wp_cache_flush_group('own')];
        $calls[] = [wp_cache_get('who', 'own'), wp_cache_get('who', 'shared')];
        $calls[] = [wp_cache_get('x:own:y', 'g', true), wp_cache_flush_group('volatile')];
        wp_cache_switch_to_blog(2);
        $calls[] = [wp_cache_get('who', 'own'), wp_cache_get('who', 'volatile')];
        wp_cache_switch_to_blog(1);
        $features = ['add_multiple', 'set_multiple', 'get_multiple', 'delete_multiple'];
        $features = [...$features, 'flush_runtime', 'flush_group', 'other'];
        $calls[] = array_map(wp_cache_supports(...), $features);
        $calls[] = [wp_cache_flush(), wp_cache_get('object', 'g'), wp_cache_close()];

        return $calls;
    },
];
echo base64_encode(serialize($pages[$page]()));
