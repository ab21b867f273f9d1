<?php

declare(strict_types=0);

namespace Larder\Redis;

/**
 * The commands of Redis that are new in this phpredis, translated. Written by `php/generator`.
 *
 * phpredis checks the types of arguments. It does not keep the return types that it
 * declares, which a method that overrides its own has to, too: so replies are returned
 * by reference, and set after PHP has checked the type.
 *
 * @internal
 */
abstract class Phpredis62 extends Phpredis61
{
    public function &getWithMeta($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::getWithMeta($key, ...$more)));

        return $reply;
    }

    public function &serverName(...$more): string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::serverName(...$more)));

        return $reply;
    }

    public function &serverVersion(...$more): string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::serverVersion(...$more)));

        return $reply;
    }

    public function &expiremember($key, $field, $ttl, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::expiremember($key, $field, $ttl, ...$more)));

        return $reply;
    }

    public function &expirememberat($key, $field, $timestamp, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::expirememberat($key, $field, $timestamp, ...$more)));

        return $reply;
    }
}
