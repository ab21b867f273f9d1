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

    public function &_serialize($value, ...$more): string
    {
        $reply = '';
        $late = new Late($reply, $this->larder->plain(parent::_serialize($this->larder->value($value), ...$more)));

        return $reply;
    }

    public function _unserialize($value, ...$more): mixed
    {
        return $this->larder->decoded(parent::_unserialize($value, ...$more), $value);
    }

    public function &_pack($value, ...$more): string
    {
        $reply = '';
        $late = new Late($reply, $this->larder->plain(parent::_pack($this->larder->value($value), ...$more)));

        return $reply;
    }

    public function _unpack($value, ...$more): mixed
    {
        return $this->larder->decoded(parent::_unpack($value, ...$more), $value);
    }

    public function acl($subcmd, ...$more): mixed
    {
        return $this->larder->plain(parent::acl($subcmd, ...$more));
    }

    public function &append($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::append($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &auth($credentials, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::auth($credentials, ...$more)));

        return $reply;
    }

    public function &bgSave(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bgSave(...$more)));

        return $reply;
    }

    public function &bgrewriteaof(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bgrewriteaof(...$more)));

        return $reply;
    }

    public function &bitcount($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bitcount($key, ...$more)));

        return $reply;
    }

    public function &bitop($operation, $deskey, $srckey, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bitop($operation, $deskey, $srckey, ...$more)));

        return $reply;
    }

    public function &bitpos($key, $bit, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bitpos($key, $bit, ...$more)));

        return $reply;
    }

    public function &blPop($key_or_keys, $timeout_or_key, ...$more): \Redis|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::blPop($key_or_keys, $timeout_or_key, ...$more), $key_or_keys));

        return $reply;
    }

    public function &brPop($key_or_keys, $timeout_or_key, ...$more): \Redis|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::brPop($key_or_keys, $timeout_or_key, ...$more), $key_or_keys));

        return $reply;
    }

    public function &brpoplpush($src, $dst, $timeout, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::brpoplpush($src, $dst, $timeout, ...$more), $src));

        return $reply;
    }

    public function &bzPopMax($key, $timeout_or_key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::bzPopMax($key, $timeout_or_key, ...$more), $key));

        return $reply;
    }

    public function &bzPopMin($key, $timeout_or_key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::bzPopMin($key, $timeout_or_key, ...$more), $key));

        return $reply;
    }

    public function &bzmpop($timeout, $keys, $from, ...$more): \Redis|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::bzmpop($timeout, $keys, $from, ...$more), $timeout));

        return $reply;
    }

    public function &zmpop($keys, $from, ...$more): \Redis|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::zmpop($keys, $from, ...$more), $keys));

        return $reply;
    }

    public function &blmpop($timeout, $keys, $from, ...$more): \Redis|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::blmpop($timeout, $keys, $from, ...$more), $timeout));

        return $reply;
    }

    public function &lmpop($keys, $from, ...$more): \Redis|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::lmpop($keys, $from, ...$more), $keys));

        return $reply;
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
        $late = new Late($reply, $this->larder->plain(parent::copy($src, $dst, ...$more)));

        return $reply;
    }

    public function &dbSize(...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::dbSize(...$more)));

        return $reply;
    }

    public function &debug($key, ...$more): \Redis|string
    {
        $reply = '';
        $late = new Late($reply, $this->larder->plain(parent::debug($key, ...$more)));

        return $reply;
    }

    public function &decr($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::decr($key, ...$more)));

        return $reply;
    }

    public function &decrBy($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::decrBy($key, $value, ...$more)));

        return $reply;
    }

    public function &del($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::del($key, ...$more)));

        return $reply;
    }

    public function &delete($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::delete($key, ...$more)));

        return $reply;
    }

    public function &discard(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::discard(...$more)));

        return $reply;
    }

    public function &dump($key, ...$more): \Redis|string
    {
        $reply = '';
        $late = new Late($reply, $this->larder->plain(parent::dump($key, ...$more)));

        return $reply;
    }

    public function &echo($str, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::echo($str, ...$more)));

        return $reply;
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

    public function &exec(...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->executed(parent::exec(...$more)));

        return $reply;
    }

    public function &exists($key, ...$more): \Redis|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::exists($key, ...$more)));

        return $reply;
    }

    public function &expire($key, $timeout, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::expire($key, $timeout, ...$more)));

        return $reply;
    }

    public function &expireAt($key, $timestamp, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::expireAt($key, $timestamp, ...$more)));

        return $reply;
    }

    public function &failover(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::failover(...$more)));

        return $reply;
    }

    public function &expiretime($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::expiretime($key, ...$more)));

        return $reply;
    }

    public function &pexpiretime($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pexpiretime($key, ...$more)));

        return $reply;
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
        $late = new Late($reply, $this->larder->plain(parent::flushAll(...$more)));

        return $reply;
    }

    public function &flushDB(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::flushDB(...$more)));

        return $reply;
    }

    public function &function($operation, ...$more): \Redis|array|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::function($operation, ...$more)));

        return $reply;
    }

    public function &geoadd($key, $lng, $lat, $member, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::geoadd($key, $lng, $lat, $member, ...$more)));

        return $reply;
    }

    public function &geodist($key, $src, $dst, ...$more): \Redis|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::geodist($key, $src, $dst, ...$more)));

        return $reply;
    }

    public function &geohash($key, $member, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::geohash($key, $member, ...$more)));

        return $reply;
    }

    public function &geopos($key, $member, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::geopos($key, $member, ...$more)));

        return $reply;
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
        $late = new Late($reply, $this->larder->plain(parent::geosearch($key, $position, $shape, $unit, ...$more)));

        return $reply;
    }

    public function &geosearchstore($dst, $src, $position, $shape, $unit, ...$more): \Redis|array|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::geosearchstore($dst, $src, $position, $shape, $unit, ...$more)));

        return $reply;
    }

    public function get($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::get($key, ...$more), $key);
    }

    public function &getBit($key, $idx, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::getBit($key, $idx, ...$more)));

        return $reply;
    }

    public function &getEx($key, ...$more): \Redis|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::getEx($key, ...$more), $key));

        return $reply;
    }

    public function &getDel($key, ...$more): \Redis|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::getDel($key, ...$more), $key));

        return $reply;
    }

    public function getOption($option, ...$more): mixed
    {
        return $this->larder->getOption($option) ?? parent::getOption($option);
    }

    public function &getRange($key, $start, $end, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::getRange($key, $start, $end, ...$more)));

        return $reply;
    }

    public function &lcs($key1, $key2, ...$more): \Redis|array|string|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lcs($key1, $key2, ...$more)));

        return $reply;
    }

    public function &getset($key, $value, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::getset($key, $this->larder->value($value), ...$more), $key));

        return $reply;
    }

    public function &hDel($key, $field, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hDel($key, $field, ...$more)));

        return $reply;
    }

    public function &hExists($key, $field, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hExists($key, $field, ...$more)));

        return $reply;
    }

    public function hGet($key, $member, ...$more): mixed
    {
        return $this->larder->decoded(parent::hGet($key, $member, ...$more), $key);
    }

    public function &hGetAll($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->fields(parent::hGetAll($key, ...$more), $key));

        return $reply;
    }

    public function &hIncrBy($key, $field, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hIncrBy($key, $field, $value, ...$more)));

        return $reply;
    }

    public function &hIncrByFloat($key, $field, $value, ...$more): \Redis|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hIncrByFloat($key, $field, $value, ...$more)));

        return $reply;
    }

    public function &hKeys($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hKeys($key, ...$more)));

        return $reply;
    }

    public function &hLen($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hLen($key, ...$more)));

        return $reply;
    }

    public function &hMget($key, $fields, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->fields(parent::hMget($key, $fields, ...$more), $key));

        return $reply;
    }

    public function &hMset($key, $fieldvals, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hMset($key, $this->larder->values($fieldvals), ...$more)));

        return $reply;
    }

    public function &hRandField($key, ...$more): \Redis|array|string
    {
        $reply = [];
        $late = new Late($reply, $this->larder->picked(parent::hRandField($key, ...$more), $key, ...$more));

        return $reply;
    }

    public function &hSet($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hSet(...$this->larder->pairs([$key, ...$more]))));

        return $reply;
    }

    public function &hSetNx($key, $field, $value, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hSetNx($key, $field, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &hStrLen($key, $field, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hStrLen($key, $field, ...$more)));

        return $reply;
    }

    public function &hVals($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::hVals($key, ...$more), $key));

        return $reply;
    }

    public function &hscan($key, &$iterator, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->fields(parent::hscan($key, $iterator, ...$more), $key));

        return $reply;
    }

    public function &incr($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::incr($key, ...$more)));

        return $reply;
    }

    public function &incrBy($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::incrBy($key, $value, ...$more)));

        return $reply;
    }

    public function &incrByFloat($key, $value, ...$more): \Redis|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::incrByFloat($key, $value, ...$more)));

        return $reply;
    }

    public function &info(...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::info(...$more)));

        return $reply;
    }

    public function keys($pattern, ...$more): mixed
    {
        return $this->larder->plain(parent::keys($pattern, ...$more));
    }

    public function lInsert($key, $pos, $pivot, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::lInsert($key, $pos, $this->larder->value($pivot), $this->larder->value($value), ...$more));
    }

    public function &lLen($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lLen($key, ...$more)));

        return $reply;
    }

    public function &lMove($src, $dst, $wherefrom, $whereto, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::lMove($src, $dst, $wherefrom, $whereto, ...$more), $src));

        return $reply;
    }

    public function &blmove($src, $dst, $wherefrom, $whereto, $timeout, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::blmove($src, $dst, $wherefrom, $whereto, $timeout, ...$more), $src));

        return $reply;
    }

    public function &lPop($key, ...$more): \Redis|array|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::lPop($key, ...$more), $key));

        return $reply;
    }

    public function &lPos($key, $value, ...$more): \Redis|array|int|bool|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lPos($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &lPush($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lPush($key, ...$this->larder->values($more))));

        return $reply;
    }

    public function &rPush($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::rPush($key, ...$this->larder->values($more))));

        return $reply;
    }

    public function &lPushx($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lPushx($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &rPushx($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::rPushx($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &lSet($key, $index, $value, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lSet($key, $index, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &lastSave(...$more): int
    {
        $reply = 0;
        $late = new Late($reply, $this->larder->plain(parent::lastSave(...$more)));

        return $reply;
    }

    public function lindex($key, $index, ...$more): mixed
    {
        return $this->larder->decoded(parent::lindex($key, $index, ...$more), $key);
    }

    public function &lrange($key, $start, $end, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::lrange($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &lrem($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lrem($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &ltrim($key, $start, $end, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::ltrim($key, $start, $end, ...$more)));

        return $reply;
    }

    public function &mget($keys, ...$more): \Redis|array
    {
        $reply = [];
        $late = new Late($reply, $this->larder->decoded(parent::mget($keys, ...$more), $keys));

        return $reply;
    }

    public function &migrate($host, $port, $key, $dstdb, $timeout, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::migrate($host, $port, $key, $dstdb, $timeout, ...$more)));

        return $reply;
    }

    public function &move($key, $index, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::move($key, $index, ...$more)));

        return $reply;
    }

    public function &mset($key_values, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::mset($this->larder->values($key_values), ...$more)));

        return $reply;
    }

    public function &msetnx($key_values, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::msetnx($this->larder->values($key_values), ...$more)));

        return $reply;
    }

    public function &multi(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->began(parent::getMode(), parent::multi(...$more), ...$more));

        return $reply;
    }

    public function &object($subcommand, $key, ...$more): \Redis|string|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::object($subcommand, $key, ...$more)));

        return $reply;
    }

    public function &persist($key, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::persist($key, ...$more)));

        return $reply;
    }

    public function &pexpire($key, $timeout, ...$more): bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pexpire($key, $timeout, ...$more)));

        return $reply;
    }

    public function &pexpireAt($key, $timestamp, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pexpireAt($key, $timestamp, ...$more)));

        return $reply;
    }

    public function &pfadd($key, $elements, ...$more): \Redis|int
    {
        $reply = 0;
        $late = new Late($reply, $this->larder->plain(parent::pfadd($key, $this->larder->members($elements), ...$more)));

        return $reply;
    }

    public function &pfcount($key_or_keys, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pfcount($key_or_keys, ...$more)));

        return $reply;
    }

    public function &pfmerge($dst, $srckeys, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pfmerge($dst, $srckeys, ...$more)));

        return $reply;
    }

    public function &ping(...$more): \Redis|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::ping(...$more)));

        return $reply;
    }

    public function &pipeline(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->began(parent::getMode(), parent::pipeline(...$more), \Redis::PIPELINE));

        return $reply;
    }

    public function &psetex($key, $expire, $value, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::psetex($key, $expire, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &pttl($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pttl($key, ...$more)));

        return $reply;
    }

    public function &publish($channel, $message, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::publish($channel, $message, ...$more)));

        return $reply;
    }

    public function pubsub($command, ...$more): mixed
    {
        return $this->larder->plain(parent::pubsub($command, ...$more));
    }

    public function &punsubscribe($patterns, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::punsubscribe($patterns, ...$more)));

        return $reply;
    }

    public function &rPop($key, ...$more): \Redis|array|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::rPop($key, ...$more), $key));

        return $reply;
    }

    public function &randomKey(...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::randomKey(...$more)));

        return $reply;
    }

    public function rawcommand($command, ...$more): mixed
    {
        return $this->larder->plain(parent::rawcommand($command, ...$more));
    }

    public function &rename($old_name, $new_name, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::rename($old_name, $new_name, ...$more)));

        return $reply;
    }

    public function &renameNx($key_src, $key_dst, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::renameNx($key_src, $key_dst, ...$more)));

        return $reply;
    }

    public function &restore($key, $ttl, $value, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::restore($key, $ttl, $value, ...$more)));

        return $reply;
    }

    public function role(...$more): mixed
    {
        return $this->larder->plain(parent::role(...$more));
    }

    public function &rpoplpush($srckey, $dstkey, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::rpoplpush($srckey, $dstkey, ...$more), $srckey));

        return $reply;
    }

    public function &sAdd($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sAdd($key, $this->larder->member($value), ...$this->larder->members($more))));

        return $reply;
    }

    public function &sAddArray($key, $values, ...$more): int
    {
        $reply = 0;
        $late = new Late($reply, $this->larder->plain(parent::sAddArray($key, $this->larder->members($values), ...$more)));

        return $reply;
    }

    public function &sDiff($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sDiff($key, ...$more), $key));

        return $reply;
    }

    public function &sDiffStore($dst, $key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sDiffStore($dst, $key, ...$more)));

        return $reply;
    }

    public function &sInter($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sInter($key, ...$more), $key));

        return $reply;
    }

    public function &sintercard($keys, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sintercard($keys, ...$more)));

        return $reply;
    }

    public function &sInterStore($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sInterStore($key, ...$more)));

        return $reply;
    }

    public function &sMembers($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sMembers($key, ...$more), $key));

        return $reply;
    }

    public function &sMisMember($key, $member, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sMisMember($key, $this->larder->member($member), ...$this->larder->members($more))));

        return $reply;
    }

    public function &sMove($src, $dst, $value, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sMove($src, $dst, $this->larder->member($value), ...$more)));

        return $reply;
    }

    public function &sPop($key, ...$more): \Redis|array|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sPop($key, ...$more), $key));

        return $reply;
    }

    public function &sRandMember($key, ...$more): \Redis|array|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sRandMember($key, ...$more), $key));

        return $reply;
    }

    public function &sUnion($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sUnion($key, ...$more), $key));

        return $reply;
    }

    public function &sUnionStore($dst, $key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sUnionStore($dst, $key, ...$more)));

        return $reply;
    }

    public function &save(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::save(...$more)));

        return $reply;
    }

    public function &scan(&$iterator, ...$more): array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::scan($iterator, ...$more)));

        return $reply;
    }

    public function &scard($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::scard($key, ...$more)));

        return $reply;
    }

    public function script($command, ...$more): mixed
    {
        return $this->larder->plain(parent::script($command, ...$more));
    }

    public function &select($db, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::select($db, ...$more)));

        return $reply;
    }

    public function &set($key, $value, ...$more): \Redis|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->previous(parent::set($key, $this->larder->value($value), ...$more), $key));

        return $reply;
    }

    public function &setBit($key, $idx, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::setBit($key, $idx, $value, ...$more)));

        return $reply;
    }

    public function &setRange($key, $index, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::setRange($key, $index, $value, ...$more)));

        return $reply;
    }

    public function &setOption($option, $value, ...$more): bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->setOption($option, $value) ?? parent::setOption($option, $value));

        return $reply;
    }

    public function setex($key, $expire, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::setex($key, $expire, $this->larder->value($value), ...$more));
    }

    public function &setnx($key, $value, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::setnx($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &sismember($key, $value, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sismember($key, $this->larder->member($value), ...$more)));

        return $reply;
    }

    public function &slaveof(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::slaveof(...$more)));

        return $reply;
    }

    public function &replicaof(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::replicaof(...$more)));

        return $reply;
    }

    public function &touch($key_or_array, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::touch($key_or_array, ...$more)));

        return $reply;
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
        $late = new Late($reply, $this->larder->decoded(parent::sortAsc($key, ...$more), $key));

        return $reply;
    }

    public function &sortAscAlpha($key, ...$more): array
    {
        $reply = [];
        $late = new Late($reply, $this->larder->decoded(parent::sortAscAlpha($key, ...$more), $key));

        return $reply;
    }

    public function &sortDesc($key, ...$more): array
    {
        $reply = [];
        $late = new Late($reply, $this->larder->decoded(parent::sortDesc($key, ...$more), $key));

        return $reply;
    }

    public function &sortDescAlpha($key, ...$more): array
    {
        $reply = [];
        $late = new Late($reply, $this->larder->decoded(parent::sortDescAlpha($key, ...$more), $key));

        return $reply;
    }

    public function &srem($key, $value, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::srem($key, $this->larder->member($value), ...$this->larder->members($more))));

        return $reply;
    }

    public function &sscan($key, &$iterator, ...$more): array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sscan($key, $iterator, ...$more), $key));

        return $reply;
    }

    public function &strlen($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::strlen($key, ...$more)));

        return $reply;
    }

    public function &sunsubscribe($channels, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sunsubscribe($channels, ...$more)));

        return $reply;
    }

    public function &swapdb($src, $dst, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::swapdb($src, $dst, ...$more)));

        return $reply;
    }

    public function &time(...$more): \Redis|array
    {
        $reply = [];
        $late = new Late($reply, $this->larder->plain(parent::time(...$more)));

        return $reply;
    }

    public function &ttl($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::ttl($key, ...$more)));

        return $reply;
    }

    public function &type($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::type($key, ...$more)));

        return $reply;
    }

    public function &unlink($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::unlink($key, ...$more)));

        return $reply;
    }

    public function &unsubscribe($channels, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::unsubscribe($channels, ...$more)));

        return $reply;
    }

    public function &unwatch(...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::unwatch(...$more)));

        return $reply;
    }

    public function &watch($key, ...$more): \Redis|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::watch($key, ...$more)));

        return $reply;
    }

    public function &wait($numreplicas, $timeout, ...$more): int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::wait($numreplicas, $timeout, ...$more)));

        return $reply;
    }

    public function &xack($key, $group, $ids, ...$more): int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xack($key, $group, $ids, ...$more)));

        return $reply;
    }

    public function &xadd($key, $id, $values, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xadd($key, $id, $this->larder->values($values), ...$more)));

        return $reply;
    }

    public function &xautoclaim($key, $group, $consumer, $min_idle, $start, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->claimed(parent::xautoclaim($key, $group, $consumer, $min_idle, $start, ...$more), $key));

        return $reply;
    }

    public function &xclaim($key, $group, $consumer, $min_idle, $ids, $options, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->messages(parent::xclaim($key, $group, $consumer, $min_idle, $ids, $options, ...$more), $key));

        return $reply;
    }

    public function &xdel($key, $ids, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xdel($key, $ids, ...$more)));

        return $reply;
    }

    public function xgroup($operation, ...$more): mixed
    {
        return $this->larder->plain(parent::xgroup($operation, ...$more));
    }

    public function xinfo($operation, ...$more): mixed
    {
        return $this->larder->plain(parent::xinfo($operation, ...$more));
    }

    public function &xlen($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xlen($key, ...$more)));

        return $reply;
    }

    public function &xpending($key, $group, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xpending($key, $group, ...$more)));

        return $reply;
    }

    public function &xrange($key, $start, $end, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->messages(parent::xrange($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &xread($streams, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->streams(parent::xread($streams, ...$more), $streams));

        return $reply;
    }

    public function &xreadgroup($group, $consumer, $streams, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->streams(parent::xreadgroup($group, $consumer, $streams, ...$more), $group));

        return $reply;
    }

    public function &xrevrange($key, $end, $start, ...$more): \Redis|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->messages(parent::xrevrange($key, $end, $start, ...$more), $key));

        return $reply;
    }

    public function &xtrim($key, $threshold, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xtrim($key, $threshold, ...$more)));

        return $reply;
    }

    public function &zAdd($key, ...$more): \Redis|int|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zAdd(...$this->larder->scored([$key, ...$more]))));

        return $reply;
    }

    public function &zCard($key, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zCard($key, ...$more)));

        return $reply;
    }

    public function &zCount($key, $start, $end, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zCount($key, $start, $end, ...$more)));

        return $reply;
    }

    public function &zIncrBy($key, $value, $member, ...$more): \Redis|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zIncrBy($key, $value, $this->larder->member($member), ...$more)));

        return $reply;
    }

    public function &zLexCount($key, $min, $max, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zLexCount($key, $min, $max, ...$more)));

        return $reply;
    }

    public function &zMscore($key, $member, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zMscore($key, $this->larder->member($member), ...$this->larder->members($more))));

        return $reply;
    }

    public function &zPopMax($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zPopMax($key, ...$more), $key));

        return $reply;
    }

    public function &zPopMin($key, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zPopMin($key, ...$more), $key));

        return $reply;
    }

    public function &zRange($key, $start, $end, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zRange($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &zRangeByLex($key, $min, $max, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zRangeByLex($key, $min, $max, ...$more), $key));

        return $reply;
    }

    public function &zRangeByScore($key, $start, $end, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zRangeByScore($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &zrangestore($dstkey, $srckey, $start, $end, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zrangestore($dstkey, $srckey, $start, $end, ...$more)));

        return $reply;
    }

    public function &zRandMember($key, ...$more): \Redis|array|string
    {
        $reply = [];
        $late = new Late($reply, $this->larder->scores(parent::zRandMember($key, ...$more), $key));

        return $reply;
    }

    public function &zRank($key, $member, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zRank($key, $this->larder->member($member), ...$more)));

        return $reply;
    }

    public function &zRem($key, $member, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zRem($key, $this->larder->member($member), ...$this->larder->members($more))));

        return $reply;
    }

    public function &zRemRangeByLex($key, $min, $max, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zRemRangeByLex($key, $min, $max, ...$more)));

        return $reply;
    }

    public function &zRemRangeByRank($key, $start, $end, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zRemRangeByRank($key, $start, $end, ...$more)));

        return $reply;
    }

    public function &zRemRangeByScore($key, $start, $end, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zRemRangeByScore($key, $start, $end, ...$more)));

        return $reply;
    }

    public function &zRevRange($key, $start, $end, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zRevRange($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &zRevRangeByLex($key, $max, $min, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zRevRangeByLex($key, $max, $min, ...$more), $key));

        return $reply;
    }

    public function &zRevRangeByScore($key, $max, $min, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zRevRangeByScore($key, $max, $min, ...$more), $key));

        return $reply;
    }

    public function &zRevRank($key, $member, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zRevRank($key, $this->larder->member($member), ...$more)));

        return $reply;
    }

    public function &zScore($key, $member, ...$more): \Redis|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zScore($key, $this->larder->member($member), ...$more)));

        return $reply;
    }

    public function &zdiff($keys, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zdiff($keys, ...$more), $keys));

        return $reply;
    }

    public function &zdiffstore($dst, $keys, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zdiffstore($dst, $keys, ...$more)));

        return $reply;
    }

    public function &zinter($keys, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zinter($keys, ...$more), $keys));

        return $reply;
    }

    public function &zintercard($keys, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zintercard($keys, ...$more)));

        return $reply;
    }

    public function &zinterstore($dst, $keys, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zinterstore($dst, $keys, ...$more)));

        return $reply;
    }

    public function &zscan($key, &$iterator, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zscan($key, $iterator, ...$more), $key));

        return $reply;
    }

    public function &zunion($keys, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zunion($keys, ...$more), $keys));

        return $reply;
    }

    public function &zunionstore($dst, $keys, ...$more): \Redis|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zunionstore($dst, $keys, ...$more)));

        return $reply;
    }
}
