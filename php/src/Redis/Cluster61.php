<?php

declare(strict_types=0);

namespace Larder\Redis;

/**
 * The commands of RedisCluster that are new in this phpredis, translated. Written by `php/generator`.
 *
 * phpredis checks the types of arguments. It does not keep the return types that it
 * declares, which a method that overrides its own has to, too: so replies are returned
 * by reference, and set after PHP has checked the type.
 *
 * @internal
 */
abstract class Cluster61 extends Cluster60
{
    public function &waitaof($key_or_address, $numlocal, $numreplicas, $timeout, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::waitaof($key_or_address, $numlocal, $numreplicas, $timeout, ...$more)));

        return $reply;
    }

    public function &getex($key, ...$more): \RedisCluster|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::getex($key, ...$more), $key));

        return $reply;
    }
}
