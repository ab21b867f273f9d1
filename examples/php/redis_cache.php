<?php

declare(strict_types=1);

// Switches a cache from igbinary to Larder without a flush. Needs phpredis, igbinary and
// psr/simple-cache, and a Redis whose keys `example:…` it may use:
//
//     php examples/php/redis_cache.php 127.0.0.1 6379

use Larder\RedisCache;

// With Composer, this is one line: require 'vendor/autoload.php';
require 'Psr/SimpleCache/autoload.php';
require __DIR__ . '/../../php/src/autoload.php';

final class Cart
{
    /** @var array<string, int> */
    public array $items = [];
}

$redis = new Redis();
$redis->connect($argv[1] ?? '127.0.0.1', (int) ($argv[2] ?? 6379));

// Before: phpredis itself writes igbinary.
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
$cart = new Cart();
$cart->items = ['apple' => 3];
$redis->setEx('example:cart:7', 60, $cart);

// After: the cache writes Larder, and its fallback still reads what is there.
$redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
$cache = new RedisCache(
    $redis,
    prefix: 'example:',
    allowedClasses: ['@core', Cart::class],
    fallback: ['igbinary'],
    strictKeys: false,
);
$format = static fn (): string => $redis->get('example:cart:7')[0] === "\xC1"
    ? 'Larder'
    : 'igbinary';

$cart = $cache->get('cart:7');
echo "In {$format()}: {$cart->items['apple']} apples\n";

$cart->items['apple']++;
$cache->set('cart:7', $cart, 60);
echo "In {$format()}: {$cache->get('cart:7')->items['apple']} apples\n";

// The way back: programs without Larder can read this.
$redis->setEx('example:cart:7', 60, larder_export($cart, 'igbinary'));
echo "In {$format()}: {$cache->get('cart:7')->items['apple']} apples\n";

$cache->clear();
