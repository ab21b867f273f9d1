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
abstract class Phpredis61 extends Phpredis60
{
    public function &waitaof($numlocal, $numreplicas, $timeout, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::waitaof($numlocal, $numreplicas, $timeout, ...$more)));

        return $reply;
    }
}
