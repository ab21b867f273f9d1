<?php

declare(strict_types=0);

namespace Larder\Redis;

/**
 * The commands of Redis, translated. Written by `php/generator`.
 *
 * phpredis checks the types of arguments. It does not keep the return types that it
 * declares, which a method that overrides its own has to, too: so replies are returned
 * by reference, and set after PHP has checked the type.
 *
 * @internal
 */
abstract class Phpredis60 extends \Redis
{
    protected Translator $larder;

    public function &_serialize($value): string
    {
        $reply = '';
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::_serialize($this->larder->value($value)));
        }
    }

    public function _unserialize($value): mixed
    {
        return $this->larder->decoded(parent::_unserialize($value), $value);
    }

    public function &_pack($value): string
    {
        $reply = '';
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::_pack($this->larder->value($value)));
        }
    }

    public function _unpack($value): mixed
    {
        return $this->larder->decoded(parent::_unpack($value), $value);
    }

    public function acl($subcmd, ...$more): mixed
    {
        return $this->larder->plain(parent::acl($subcmd, ...$more));
    }

    public function &append($key, $value): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::append($key, $this->larder->value($value)));
        }
    }

    public function &auth($credentials): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::auth($credentials));
        }
    }

    public function &bgSave(): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::bgSave());
        }
    }

    public function &bgrewriteaof(): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::bgrewriteaof());
        }
    }

    public function &bitcount($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::bitcount($key, ...$more));
        }
    }

    public function &bitop($operation, $deskey, $srckey, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::bitop($operation, $deskey, $srckey, ...$more));
        }
    }

    public function &bitpos($key, $bit, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::bitpos($key, $bit, ...$more));
        }
    }

    public function &blPop($key_or_keys, $timeout_or_key, ...$more): \Redis|array|false|null
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->keyed(parent::blPop($key_or_keys, $timeout_or_key, ...$more), $key_or_keys);
        }
    }

    public function &brPop($key_or_keys, $timeout_or_key, ...$more): \Redis|array|false|null
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->keyed(parent::brPop($key_or_keys, $timeout_or_key, ...$more), $key_or_keys);
        }
    }

    public function &brpoplpush($src, $dst, $timeout): \Redis|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::brpoplpush($src, $dst, $timeout), $src);
        }
    }

    public function &bzPopMax($key, $timeout_or_key, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->keyed(parent::bzPopMax($key, $timeout_or_key, ...$more), $key);
        }
    }

    public function &bzPopMin($key, $timeout_or_key, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->keyed(parent::bzPopMin($key, $timeout_or_key, ...$more), $key);
        }
    }

    public function &bzmpop($timeout, $keys, $from, ...$more): \Redis|array|false|null
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->keyed(parent::bzmpop($timeout, $keys, $from, ...$more), $timeout);
        }
    }

    public function &zmpop($keys, $from, ...$more): \Redis|array|false|null
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->keyed(parent::zmpop($keys, $from, ...$more), $keys);
        }
    }

    public function &blmpop($timeout, $keys, $from, ...$more): \Redis|array|false|null
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->keyed(parent::blmpop($timeout, $keys, $from, ...$more), $timeout);
        }
    }

    public function &lmpop($keys, $from, ...$more): \Redis|array|false|null
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->keyed(parent::lmpop($keys, $from, ...$more), $keys);
        }
    }

    public function client($opt, ...$more): mixed
    {
        return $this->larder->plain(parent::client($opt, ...$more));
    }

    public function command(...$more): mixed
    {
        return $this->larder->plain(parent::command(...$more));
    }

    public function config($operation, ...$more): mixed
    {
        return $this->larder->plain(parent::config($operation, ...$more));
    }

    public function &copy($src, $dst, ...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::copy($src, $dst, ...$more));
        }
    }

    public function &dbSize(): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::dbSize());
        }
    }

    public function &debug($key): \Redis|string
    {
        $reply = '';
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::debug($key));
        }
    }

    public function &decr($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::decr($key, ...$more));
        }
    }

    public function &decrBy($key, $value): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::decrBy($key, $value));
        }
    }

    public function &del($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::del($key, ...$more));
        }
    }

    public function &delete($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::delete($key, ...$more));
        }
    }

    public function &discard(): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::discard());
        }
    }

    public function &dump($key): \Redis|string
    {
        $reply = '';
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::dump($key));
        }
    }

    public function &echo($str): \Redis|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::echo($str));
        }
    }

    public function eval($script, ...$more): mixed
    {
        return $this->larder->plain(parent::eval($script, ...$more));
    }

    public function eval_ro($script_sha, ...$more): mixed
    {
        return $this->larder->plain(parent::eval_ro($script_sha, ...$more));
    }

    public function evalsha($sha1, ...$more): mixed
    {
        return $this->larder->plain(parent::evalsha($sha1, ...$more));
    }

    public function evalsha_ro($sha1, ...$more): mixed
    {
        return $this->larder->plain(parent::evalsha_ro($sha1, ...$more));
    }

    public function &exec(): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->executed(parent::exec());
        }
    }

    public function &exists($key, ...$more): \Redis|int|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::exists($key, ...$more));
        }
    }

    public function &expire($key, $timeout, ...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::expire($key, $timeout, ...$more));
        }
    }

    public function &expireAt($key, $timestamp, ...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::expireAt($key, $timestamp, ...$more));
        }
    }

    public function &failover(...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::failover(...$more));
        }
    }

    public function &expiretime($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::expiretime($key));
        }
    }

    public function &pexpiretime($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::pexpiretime($key));
        }
    }

    public function fcall($fn, ...$more): mixed
    {
        return $this->larder->plain(parent::fcall($fn, ...$more));
    }

    public function fcall_ro($fn, ...$more): mixed
    {
        return $this->larder->plain(parent::fcall_ro($fn, ...$more));
    }

    public function &flushAll(...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::flushAll(...$more));
        }
    }

    public function &flushDB(...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::flushDB(...$more));
        }
    }

    public function &function($operation, ...$more): \Redis|array|string|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::function($operation, ...$more));
        }
    }

    public function &geoadd($key, $lng, $lat, $member, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::geoadd($key, $lng, $lat, $member, ...$more));
        }
    }

    public function &geodist($key, $src, $dst, ...$more): \Redis|float|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::geodist($key, $src, $dst, ...$more));
        }
    }

    public function &geohash($key, $member, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::geohash($key, $member, ...$more));
        }
    }

    public function &geopos($key, $member, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::geopos($key, $member, ...$more));
        }
    }

    public function georadius($key, $lng, $lat, $radius, $unit, ...$more): mixed
    {
        return $this->larder->plain(parent::georadius($key, $lng, $lat, $radius, $unit, ...$more));
    }

    public function georadius_ro($key, $lng, $lat, $radius, $unit, ...$more): mixed
    {
        return $this->larder->plain(parent::georadius_ro($key, $lng, $lat, $radius, $unit, ...$more));
    }

    public function georadiusbymember($key, $member, $radius, $unit, ...$more): mixed
    {
        return $this->larder->plain(parent::georadiusbymember($key, $member, $radius, $unit, ...$more));
    }

    public function georadiusbymember_ro($key, $member, $radius, $unit, ...$more): mixed
    {
        return $this->larder->plain(parent::georadiusbymember_ro($key, $member, $radius, $unit, ...$more));
    }

    public function &geosearch($key, $position, $shape, $unit, ...$more): array
    {
        $reply = [];
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::geosearch($key, $position, $shape, $unit, ...$more));
        }
    }

    public function &geosearchstore($dst, $src, $position, $shape, $unit, ...$more): \Redis|array|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::geosearchstore($dst, $src, $position, $shape, $unit, ...$more));
        }
    }

    public function get($key): mixed
    {
        return $this->larder->decoded(parent::get($key), $key);
    }

    public function &getBit($key, $idx): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::getBit($key, $idx));
        }
    }

    public function &getEx($key, ...$more): \Redis|string|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::getEx($key, ...$more), $key);
        }
    }

    public function &getDel($key): \Redis|string|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::getDel($key), $key);
        }
    }

    public function getOption($option): mixed
    {
        return $this->larder->getOption($option) ?? parent::getOption($option);
    }

    public function &getRange($key, $start, $end): \Redis|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::getRange($key, $start, $end));
        }
    }

    public function &lcs($key1, $key2, ...$more): \Redis|array|string|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::lcs($key1, $key2, ...$more));
        }
    }

    public function &getset($key, $value): \Redis|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::getset($key, $this->larder->value($value)), $key);
        }
    }

    public function &hDel($key, $field, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hDel($key, $field, ...$more));
        }
    }

    public function &hExists($key, $field): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hExists($key, $field));
        }
    }

    public function hGet($key, $member): mixed
    {
        return $this->larder->decoded(parent::hGet($key, $member), $key);
    }

    public function &hGetAll($key): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->fields(parent::hGetAll($key), $key);
        }
    }

    public function &hIncrBy($key, $field, $value): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hIncrBy($key, $field, $value));
        }
    }

    public function &hIncrByFloat($key, $field, $value): \Redis|float|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hIncrByFloat($key, $field, $value));
        }
    }

    public function &hKeys($key): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hKeys($key));
        }
    }

    public function &hLen($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hLen($key));
        }
    }

    public function &hMget($key, $fields): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->fields(parent::hMget($key, $fields), $key);
        }
    }

    public function &hMset($key, $fieldvals): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hMset($key, $this->larder->values($fieldvals)));
        }
    }

    public function &hRandField($key, ...$more): \Redis|array|string
    {
        $reply = [];
        try {
            return $reply;
        } finally {
            $reply = $this->larder->picked(parent::hRandField($key, ...$more), $key, ...$more);
        }
    }

    public function &hSet($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hSet(...$this->larder->pairs([$key, ...$more])));
        }
    }

    public function &hSetNx($key, $field, $value): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hSetNx($key, $field, $this->larder->value($value)));
        }
    }

    public function &hStrLen($key, $field): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::hStrLen($key, $field));
        }
    }

    public function &hVals($key): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::hVals($key), $key);
        }
    }

    public function &hscan($key, &$iterator, ...$more): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->fields(parent::hscan($key, $iterator, ...$more), $key);
        }
    }

    public function &incr($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::incr($key, ...$more));
        }
    }

    public function &incrBy($key, $value): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::incrBy($key, $value));
        }
    }

    public function &incrByFloat($key, $value): \Redis|float|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::incrByFloat($key, $value));
        }
    }

    public function &info(...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::info(...$more));
        }
    }

    public function keys($pattern): mixed
    {
        return $this->larder->plain(parent::keys($pattern));
    }

    public function lInsert($key, $pos, $pivot, $value): mixed
    {
        return $this->larder->plain(parent::lInsert($key, $pos, $this->larder->value($pivot), $this->larder->value($value)));
    }

    public function &lLen($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::lLen($key));
        }
    }

    public function &lMove($src, $dst, $wherefrom, $whereto): \Redis|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::lMove($src, $dst, $wherefrom, $whereto), $src);
        }
    }

    public function &blmove($src, $dst, $wherefrom, $whereto, $timeout): \Redis|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::blmove($src, $dst, $wherefrom, $whereto, $timeout), $src);
        }
    }

    public function &lPop($key, ...$more): \Redis|array|string|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::lPop($key, ...$more), $key);
        }
    }

    public function &lPos($key, $value, ...$more): \Redis|array|int|bool|null
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::lPos($key, $this->larder->value($value), ...$more));
        }
    }

    public function &lPush($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::lPush($key, ...$this->larder->values($more)));
        }
    }

    public function &rPush($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::rPush($key, ...$this->larder->values($more)));
        }
    }

    public function &lPushx($key, $value): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::lPushx($key, $this->larder->value($value)));
        }
    }

    public function &rPushx($key, $value): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::rPushx($key, $this->larder->value($value)));
        }
    }

    public function &lSet($key, $index, $value): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::lSet($key, $index, $this->larder->value($value)));
        }
    }

    public function &lastSave(): int
    {
        $reply = 0;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::lastSave());
        }
    }

    public function lindex($key, $index): mixed
    {
        return $this->larder->decoded(parent::lindex($key, $index), $key);
    }

    public function &lrange($key, $start, $end): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::lrange($key, $start, $end), $key);
        }
    }

    public function &lrem($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::lrem($key, $this->larder->value($value), ...$more));
        }
    }

    public function &ltrim($key, $start, $end): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::ltrim($key, $start, $end));
        }
    }

    public function &mget($keys): \Redis|array
    {
        $reply = [];
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::mget($keys), $keys);
        }
    }

    public function &migrate($host, $port, $key, $dstdb, $timeout, ...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::migrate($host, $port, $key, $dstdb, $timeout, ...$more));
        }
    }

    public function &move($key, $index): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::move($key, $index));
        }
    }

    public function &mset($key_values): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::mset($this->larder->values($key_values)));
        }
    }

    public function &msetnx($key_values): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::msetnx($this->larder->values($key_values)));
        }
    }

    public function &multi(...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->began(parent::getMode(), parent::multi(...$more), ...$more);
        }
    }

    public function &object($subcommand, $key): \Redis|string|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::object($subcommand, $key));
        }
    }

    public function &persist($key): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::persist($key));
        }
    }

    public function &pexpire($key, $timeout, ...$more): bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::pexpire($key, $timeout, ...$more));
        }
    }

    public function &pexpireAt($key, $timestamp, ...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::pexpireAt($key, $timestamp, ...$more));
        }
    }

    public function &pfadd($key, $elements): \Redis|int
    {
        $reply = 0;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::pfadd($key, $this->larder->members($elements)));
        }
    }

    public function &pfcount($key_or_keys): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::pfcount($key_or_keys));
        }
    }

    public function &pfmerge($dst, $srckeys): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::pfmerge($dst, $srckeys));
        }
    }

    public function &ping(...$more): \Redis|string|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::ping(...$more));
        }
    }

    public function &pipeline(): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->began(parent::getMode(), parent::pipeline(), \Redis::PIPELINE);
        }
    }

    public function &psetex($key, $expire, $value): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::psetex($key, $expire, $this->larder->value($value)));
        }
    }

    public function &pttl($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::pttl($key));
        }
    }

    public function &publish($channel, $message): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::publish($channel, $message));
        }
    }

    public function pubsub($command, ...$more): mixed
    {
        return $this->larder->plain(parent::pubsub($command, ...$more));
    }

    public function &punsubscribe($patterns): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::punsubscribe($patterns));
        }
    }

    public function &rPop($key, ...$more): \Redis|array|string|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::rPop($key, ...$more), $key);
        }
    }

    public function &randomKey(): \Redis|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::randomKey());
        }
    }

    public function rawcommand($command, ...$more): mixed
    {
        return $this->larder->plain(parent::rawcommand($command, ...$more));
    }

    public function &rename($old_name, $new_name): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::rename($old_name, $new_name));
        }
    }

    public function &renameNx($key_src, $key_dst): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::renameNx($key_src, $key_dst));
        }
    }

    public function &restore($key, $ttl, $value, ...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::restore($key, $ttl, $value, ...$more));
        }
    }

    public function role(): mixed
    {
        return $this->larder->plain(parent::role());
    }

    public function &rpoplpush($srckey, $dstkey): \Redis|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::rpoplpush($srckey, $dstkey), $srckey);
        }
    }

    public function &sAdd($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sAdd($key, $this->larder->member($value), ...$this->larder->members($more)));
        }
    }

    public function &sAddArray($key, $values): int
    {
        $reply = 0;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sAddArray($key, $this->larder->members($values)));
        }
    }

    public function &sDiff($key, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sDiff($key, ...$more), $key);
        }
    }

    public function &sDiffStore($dst, $key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sDiffStore($dst, $key, ...$more));
        }
    }

    public function &sInter($key, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sInter($key, ...$more), $key);
        }
    }

    public function &sintercard($keys, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sintercard($keys, ...$more));
        }
    }

    public function &sInterStore($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sInterStore($key, ...$more));
        }
    }

    public function &sMembers($key): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sMembers($key), $key);
        }
    }

    public function &sMisMember($key, $member, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sMisMember($key, $this->larder->member($member), ...$this->larder->members($more)));
        }
    }

    public function &sMove($src, $dst, $value): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sMove($src, $dst, $this->larder->member($value)));
        }
    }

    public function &sPop($key, ...$more): \Redis|array|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sPop($key, ...$more), $key);
        }
    }

    public function &sRandMember($key, ...$more): \Redis|array|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sRandMember($key, ...$more), $key);
        }
    }

    public function &sUnion($key, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sUnion($key, ...$more), $key);
        }
    }

    public function &sUnionStore($dst, $key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sUnionStore($dst, $key, ...$more));
        }
    }

    public function &save(): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::save());
        }
    }

    public function &scan(&$iterator, ...$more): array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::scan($iterator, ...$more));
        }
    }

    public function &scard($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::scard($key));
        }
    }

    public function script($command, ...$more): mixed
    {
        return $this->larder->plain(parent::script($command, ...$more));
    }

    public function &select($db): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::select($db));
        }
    }

    public function &set($key, $value, ...$more): \Redis|string|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::set($key, $this->larder->value($value), ...$more), $key);
        }
    }

    public function &setBit($key, $idx, $value): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::setBit($key, $idx, $value));
        }
    }

    public function &setRange($key, $index, $value): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::setRange($key, $index, $value));
        }
    }

    public function &setOption($option, $value): bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->setOption($option, $value) ?? parent::setOption($option, $value);
        }
    }

    public function setex($key, $expire, $value): mixed
    {
        return $this->larder->plain(parent::setex($key, $expire, $this->larder->value($value)));
    }

    public function &setnx($key, $value): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::setnx($key, $this->larder->value($value)));
        }
    }

    public function &sismember($key, $value): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sismember($key, $this->larder->member($value)));
        }
    }

    public function &slaveof(...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::slaveof(...$more));
        }
    }

    public function &replicaof(...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::replicaof(...$more));
        }
    }

    public function &touch($key_or_array, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::touch($key_or_array, ...$more));
        }
    }

    public function slowlog($operation, ...$more): mixed
    {
        return $this->larder->plain(parent::slowlog($operation, ...$more));
    }

    public function sort($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sort($key, ...$more), $key);
    }

    public function sort_ro($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sort_ro($key, ...$more), $key);
    }

    public function &sortAsc($key, ...$more): array
    {
        $reply = [];
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sortAsc($key, ...$more), $key);
        }
    }

    public function &sortAscAlpha($key, ...$more): array
    {
        $reply = [];
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sortAscAlpha($key, ...$more), $key);
        }
    }

    public function &sortDesc($key, ...$more): array
    {
        $reply = [];
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sortDesc($key, ...$more), $key);
        }
    }

    public function &sortDescAlpha($key, ...$more): array
    {
        $reply = [];
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sortDescAlpha($key, ...$more), $key);
        }
    }

    public function &srem($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::srem($key, $this->larder->member($value), ...$this->larder->members($more)));
        }
    }

    public function &sscan($key, &$iterator, ...$more): array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->decoded(parent::sscan($key, $iterator, ...$more), $key);
        }
    }

    public function &strlen($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::strlen($key));
        }
    }

    public function &sunsubscribe($channels): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::sunsubscribe($channels));
        }
    }

    public function &swapdb($src, $dst): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::swapdb($src, $dst));
        }
    }

    public function &time(): \Redis|array
    {
        $reply = [];
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::time());
        }
    }

    public function &ttl($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::ttl($key));
        }
    }

    public function &type($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::type($key));
        }
    }

    public function &unlink($key, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::unlink($key, ...$more));
        }
    }

    public function &unsubscribe($channels): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::unsubscribe($channels));
        }
    }

    public function &unwatch(): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::unwatch());
        }
    }

    public function &watch($key, ...$more): \Redis|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::watch($key, ...$more));
        }
    }

    public function &wait($numreplicas, $timeout): int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::wait($numreplicas, $timeout));
        }
    }

    public function &xack($key, $group, $ids): int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::xack($key, $group, $ids));
        }
    }

    public function &xadd($key, $id, $values, ...$more): \Redis|string|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::xadd($key, $id, $this->larder->values($values), ...$more));
        }
    }

    public function &xautoclaim($key, $group, $consumer, $min_idle, $start, ...$more): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->claimed(parent::xautoclaim($key, $group, $consumer, $min_idle, $start, ...$more), $key);
        }
    }

    public function &xclaim($key, $group, $consumer, $min_idle, $ids, $options): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->messages(parent::xclaim($key, $group, $consumer, $min_idle, $ids, $options), $key);
        }
    }

    public function &xdel($key, $ids): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::xdel($key, $ids));
        }
    }

    public function xgroup($operation, ...$more): mixed
    {
        return $this->larder->plain(parent::xgroup($operation, ...$more));
    }

    public function xinfo($operation, ...$more): mixed
    {
        return $this->larder->plain(parent::xinfo($operation, ...$more));
    }

    public function &xlen($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::xlen($key));
        }
    }

    public function &xpending($key, $group, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::xpending($key, $group, ...$more));
        }
    }

    public function &xrange($key, $start, $end, ...$more): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->messages(parent::xrange($key, $start, $end, ...$more), $key);
        }
    }

    public function &xread($streams, ...$more): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->streams(parent::xread($streams, ...$more), $streams);
        }
    }

    public function &xreadgroup($group, $consumer, $streams, ...$more): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->streams(parent::xreadgroup($group, $consumer, $streams, ...$more), $group);
        }
    }

    public function &xrevrange($key, $end, $start, ...$more): \Redis|array|bool
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->messages(parent::xrevrange($key, $end, $start, ...$more), $key);
        }
    }

    public function &xtrim($key, $threshold, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::xtrim($key, $threshold, ...$more));
        }
    }

    public function &zAdd($key, ...$more): \Redis|int|float|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zAdd(...$this->larder->scored([$key, ...$more])));
        }
    }

    public function &zCard($key): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zCard($key));
        }
    }

    public function &zCount($key, $start, $end): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zCount($key, $start, $end));
        }
    }

    public function &zIncrBy($key, $value, $member): \Redis|float|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zIncrBy($key, $value, $this->larder->member($member)));
        }
    }

    public function &zLexCount($key, $min, $max): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zLexCount($key, $min, $max));
        }
    }

    public function &zMscore($key, $member, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zMscore($key, $this->larder->member($member), ...$this->larder->members($more)));
        }
    }

    public function &zPopMax($key, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zPopMax($key, ...$more), $key);
        }
    }

    public function &zPopMin($key, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zPopMin($key, ...$more), $key);
        }
    }

    public function &zRange($key, $start, $end, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zRange($key, $start, $end, ...$more), $key);
        }
    }

    public function &zRangeByLex($key, $min, $max, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zRangeByLex($key, $min, $max, ...$more), $key);
        }
    }

    public function &zRangeByScore($key, $start, $end, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zRangeByScore($key, $start, $end, ...$more), $key);
        }
    }

    public function &zrangestore($dstkey, $srckey, $start, $end, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zrangestore($dstkey, $srckey, $start, $end, ...$more));
        }
    }

    public function &zRandMember($key, ...$more): \Redis|array|string
    {
        $reply = [];
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zRandMember($key, ...$more), $key);
        }
    }

    public function &zRank($key, $member): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zRank($key, $this->larder->member($member)));
        }
    }

    public function &zRem($key, $member, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zRem($key, $this->larder->member($member), ...$this->larder->members($more)));
        }
    }

    public function &zRemRangeByLex($key, $min, $max): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zRemRangeByLex($key, $min, $max));
        }
    }

    public function &zRemRangeByRank($key, $start, $end): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zRemRangeByRank($key, $start, $end));
        }
    }

    public function &zRemRangeByScore($key, $start, $end): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zRemRangeByScore($key, $start, $end));
        }
    }

    public function &zRevRange($key, $start, $end, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zRevRange($key, $start, $end, ...$more), $key);
        }
    }

    public function &zRevRangeByLex($key, $max, $min, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zRevRangeByLex($key, $max, $min, ...$more), $key);
        }
    }

    public function &zRevRangeByScore($key, $max, $min, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zRevRangeByScore($key, $max, $min, ...$more), $key);
        }
    }

    public function &zRevRank($key, $member): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zRevRank($key, $this->larder->member($member)));
        }
    }

    public function &zScore($key, $member): \Redis|float|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zScore($key, $this->larder->member($member)));
        }
    }

    public function &zdiff($keys, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zdiff($keys, ...$more), $keys);
        }
    }

    public function &zdiffstore($dst, $keys): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zdiffstore($dst, $keys));
        }
    }

    public function &zinter($keys, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zinter($keys, ...$more), $keys);
        }
    }

    public function &zintercard($keys, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zintercard($keys, ...$more));
        }
    }

    public function &zinterstore($dst, $keys, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zinterstore($dst, $keys, ...$more));
        }
    }

    public function &zscan($key, &$iterator, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zscan($key, $iterator, ...$more), $key);
        }
    }

    public function &zunion($keys, ...$more): \Redis|array|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->scores(parent::zunion($keys, ...$more), $keys);
        }
    }

    public function &zunionstore($dst, $keys, ...$more): \Redis|int|false
    {
        $reply = false;
        try {
            return $reply;
        } finally {
            $reply = $this->larder->plain(parent::zunionstore($dst, $keys, ...$more));
        }
    }
}
