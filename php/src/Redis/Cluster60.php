<?php

declare(strict_types=0);

namespace Larder\Redis;

/**
 * The commands of RedisCluster, translated. Written by `php/generator`.
 *
 * phpredis checks the types of arguments. It does not keep the return types that it
 * declares, which a method that overrides its own has to, too: so replies are returned
 * by reference, and set after PHP has checked the type.
 *
 * @internal
 */
abstract class Cluster60 extends \RedisCluster
{
    protected Translator $larder;

    public function &_serialize($value, ...$more): string|bool
    {
        $reply = false;
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

    public function &_masters(...$more): array
    {
        $reply = [];
        $late = new Late($reply, $this->larder->plain(parent::_masters(...$more)));

        return $reply;
    }

    public function &_redir(...$more): ?string
    {
        $reply = '';
        $late = new Late($reply, $this->larder->plain(parent::_redir(...$more)));

        return $reply;
    }

    public function acl($key_or_address, $subcmd, ...$more): mixed
    {
        return $this->larder->plain(parent::acl($key_or_address, $subcmd, ...$more));
    }

    public function &append($key, $value, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::append($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &bgrewriteaof($key_or_address, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bgrewriteaof($key_or_address, ...$more)));

        return $reply;
    }

    public function &bgsave($key_or_address, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bgsave($key_or_address, ...$more)));

        return $reply;
    }

    public function &bitcount($key, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bitcount($key, ...$more)));

        return $reply;
    }

    public function &bitop($operation, $deskey, $srckey, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bitop($operation, $deskey, $srckey, ...$more)));

        return $reply;
    }

    public function &bitpos($key, $bit, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::bitpos($key, $bit, ...$more)));

        return $reply;
    }

    public function &blpop($key, $timeout_or_key, ...$more): \RedisCluster|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::blpop($key, $timeout_or_key, ...$more), $key));

        return $reply;
    }

    public function &brpop($key, $timeout_or_key, ...$more): \RedisCluster|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::brpop($key, $timeout_or_key, ...$more), $key));

        return $reply;
    }

    public function brpoplpush($srckey, $deskey, $timeout, ...$more): mixed
    {
        return $this->larder->decoded(parent::brpoplpush($srckey, $deskey, $timeout, ...$more), $srckey);
    }

    public function &lmove($src, $dst, $wherefrom, $whereto, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::lmove($src, $dst, $wherefrom, $whereto, ...$more), $src));

        return $reply;
    }

    public function &blmove($src, $dst, $wherefrom, $whereto, $timeout, ...$more): \Redis|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::blmove($src, $dst, $wherefrom, $whereto, $timeout, ...$more), $src));

        return $reply;
    }

    public function &bzpopmax($key, $timeout_or_key, ...$more): array
    {
        $reply = [];
        $late = new Late($reply, $this->larder->keyed(parent::bzpopmax($key, $timeout_or_key, ...$more), $key));

        return $reply;
    }

    public function &bzpopmin($key, $timeout_or_key, ...$more): array
    {
        $reply = [];
        $late = new Late($reply, $this->larder->keyed(parent::bzpopmin($key, $timeout_or_key, ...$more), $key));

        return $reply;
    }

    public function &bzmpop($timeout, $keys, $from, ...$more): \RedisCluster|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::bzmpop($timeout, $keys, $from, ...$more), $timeout));

        return $reply;
    }

    public function &zmpop($keys, $from, ...$more): \RedisCluster|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::zmpop($keys, $from, ...$more), $keys));

        return $reply;
    }

    public function &blmpop($timeout, $keys, $from, ...$more): \RedisCluster|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::blmpop($timeout, $keys, $from, ...$more), $timeout));

        return $reply;
    }

    public function &lmpop($keys, $from, ...$more): \RedisCluster|array|false|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->keyed(parent::lmpop($keys, $from, ...$more), $keys));

        return $reply;
    }

    public function &client($key_or_address, $subcommand, ...$more): array|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::client($key_or_address, $subcommand, ...$more)));

        return $reply;
    }

    public function cluster($key_or_address, $command, ...$more): mixed
    {
        return $this->larder->plain(parent::cluster($key_or_address, $command, ...$more));
    }

    public function command(...$more): mixed
    {
        return $this->larder->plain(parent::command(...$more));
    }

    public function config($key_or_address, $subcommand, ...$more): mixed
    {
        return $this->larder->plain(parent::config($key_or_address, $subcommand, ...$more));
    }

    public function &dbsize($key_or_address, ...$more): \RedisCluster|int
    {
        $reply = 0;
        $late = new Late($reply, $this->larder->plain(parent::dbsize($key_or_address, ...$more)));

        return $reply;
    }

    public function &copy($src, $dst, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::copy($src, $dst, ...$more)));

        return $reply;
    }

    public function &decr($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::decr($key, ...$more)));

        return $reply;
    }

    public function &decrby($key, $value, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::decrby($key, $value, ...$more)));

        return $reply;
    }

    public function &decrbyfloat($key, $value, ...$more): float
    {
        $reply = '';
        $late = new Late($reply, $this->larder->plain(parent::decrbyfloat($key, $value, ...$more)));

        return $reply;
    }

    public function &del($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::del($key, ...$more)));

        return $reply;
    }

    public function &discard(...$more): bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::discard(...$more)));

        return $reply;
    }

    public function &dump($key, ...$more): \RedisCluster|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::dump($key, ...$more)));

        return $reply;
    }

    public function &echo($key_or_address, $msg, ...$more): \RedisCluster|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::echo($key_or_address, $msg, ...$more)));

        return $reply;
    }

    public function eval($script, ...$more): mixed
    {
        return $this->larder->plain(parent::eval($script, ...$more));
    }

    public function eval_ro($script, ...$more): mixed
    {
        return $this->larder->plain(parent::eval_ro($script, ...$more));
    }

    public function evalsha($script_sha, ...$more): mixed
    {
        return $this->larder->plain(parent::evalsha($script_sha, ...$more));
    }

    public function evalsha_ro($script_sha, ...$more): mixed
    {
        return $this->larder->plain(parent::evalsha_ro($script_sha, ...$more));
    }

    public function &exec(...$more): array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->executed(parent::exec(...$more)));

        return $reply;
    }

    public function &exists($key, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::exists($key, ...$more)));

        return $reply;
    }

    public function &touch($key, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::touch($key, ...$more)));

        return $reply;
    }

    public function &expire($key, $timeout, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::expire($key, $timeout, ...$more)));

        return $reply;
    }

    public function &expireat($key, $timestamp, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::expireat($key, $timestamp, ...$more)));

        return $reply;
    }

    public function &expiretime($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::expiretime($key, ...$more)));

        return $reply;
    }

    public function &pexpiretime($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pexpiretime($key, ...$more)));

        return $reply;
    }

    public function &flushall($key_or_address, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::flushall($key_or_address, ...$more)));

        return $reply;
    }

    public function &flushdb($key_or_address, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::flushdb($key_or_address, ...$more)));

        return $reply;
    }

    public function &geoadd($key, $lng, $lat, $member, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::geoadd($key, $lng, $lat, $member, ...$more)));

        return $reply;
    }

    public function &geodist($key, $src, $dest, ...$more): \RedisCluster|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::geodist($key, $src, $dest, ...$more)));

        return $reply;
    }

    public function &geohash($key, $member, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::geohash($key, $member, ...$more)));

        return $reply;
    }

    public function &geopos($key, $member, ...$more): \RedisCluster|array|false
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

    public function &geosearch($key, $position, $shape, $unit, ...$more): \RedisCluster|array
    {
        $reply = [];
        $late = new Late($reply, $this->larder->plain(parent::geosearch($key, $position, $shape, $unit, ...$more)));

        return $reply;
    }

    public function &geosearchstore($dst, $src, $position, $shape, $unit, ...$more): \RedisCluster|array|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::geosearchstore($dst, $src, $position, $shape, $unit, ...$more)));

        return $reply;
    }

    public function get($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::get($key, ...$more), $key);
    }

    public function &getbit($key, $value, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::getbit($key, $value, ...$more)));

        return $reply;
    }

    public function getoption($option, ...$more): mixed
    {
        return $this->larder->getOption($option) ?? parent::getOption($option);
    }

    public function &getrange($key, $start, $end, ...$more): \RedisCluster|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::getrange($key, $start, $end, ...$more)));

        return $reply;
    }

    public function &lcs($key1, $key2, ...$more): \RedisCluster|array|string|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lcs($key1, $key2, ...$more)));

        return $reply;
    }

    public function &getset($key, $value, ...$more): \RedisCluster|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::getset($key, $this->larder->value($value), ...$more), $key));

        return $reply;
    }

    public function &hdel($key, $member, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hdel($key, $member, ...$more)));

        return $reply;
    }

    public function &hexists($key, $member, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hexists($key, $member, ...$more)));

        return $reply;
    }

    public function hget($key, $member, ...$more): mixed
    {
        return $this->larder->decoded(parent::hget($key, $member, ...$more), $key);
    }

    public function &hgetall($key, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->fields(parent::hgetall($key, ...$more), $key));

        return $reply;
    }

    public function &hincrby($key, $member, $value, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hincrby($key, $member, $value, ...$more)));

        return $reply;
    }

    public function &hincrbyfloat($key, $member, $value, ...$more): \RedisCluster|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hincrbyfloat($key, $member, $value, ...$more)));

        return $reply;
    }

    public function &hkeys($key, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hkeys($key, ...$more)));

        return $reply;
    }

    public function &hlen($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hlen($key, ...$more)));

        return $reply;
    }

    public function &hmget($key, $keys, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->fields(parent::hmget($key, $keys, ...$more), $key));

        return $reply;
    }

    public function &hmset($key, $key_values, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hmset($key, $this->larder->values($key_values), ...$more)));

        return $reply;
    }

    public function &hscan($key, &$iterator, ...$more): array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->fields(parent::hscan($key, $iterator, ...$more), $key));

        return $reply;
    }

    public function &hrandfield($key, ...$more): \RedisCluster|array|string
    {
        $reply = [];
        $late = new Late($reply, $this->larder->picked(parent::hrandfield($key, ...$more), $key, ...$more));

        return $reply;
    }

    public function &hset($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hset(...$this->larder->pairs([$key, ...$more]))));

        return $reply;
    }

    public function &hsetnx($key, $member, $value, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hsetnx($key, $member, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &hstrlen($key, $field, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::hstrlen($key, $field, ...$more)));

        return $reply;
    }

    public function &hvals($key, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::hvals($key, ...$more), $key));

        return $reply;
    }

    public function &incr($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::incr($key, ...$more)));

        return $reply;
    }

    public function &incrby($key, $value, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::incrby($key, $value, ...$more)));

        return $reply;
    }

    public function &incrbyfloat($key, $value, ...$more): \RedisCluster|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::incrbyfloat($key, $value, ...$more)));

        return $reply;
    }

    public function &info($key_or_address, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::info($key_or_address, ...$more)));

        return $reply;
    }

    public function &keys($pattern, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::keys($pattern, ...$more)));

        return $reply;
    }

    public function &lastsave($key_or_address, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lastsave($key_or_address, ...$more)));

        return $reply;
    }

    public function &lget($key, $index, ...$more): \RedisCluster|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::lget($key, $index, ...$more), $key));

        return $reply;
    }

    public function lindex($key, $index, ...$more): mixed
    {
        return $this->larder->decoded(parent::lindex($key, $index, ...$more), $key);
    }

    public function &linsert($key, $pos, $pivot, $value, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::linsert($key, $pos, $this->larder->value($pivot), $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &llen($key, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::llen($key, ...$more)));

        return $reply;
    }

    public function &lpop($key, ...$more): \RedisCluster|array|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::lpop($key, ...$more), $key));

        return $reply;
    }

    public function &lpos($key, $value, ...$more): \Redis|array|int|bool|null
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lpos($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &lpush($key, $value, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lpush($key, $this->larder->value($value), ...$this->larder->values($more))));

        return $reply;
    }

    public function &lpushx($key, $value, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lpushx($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &lrange($key, $start, $end, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::lrange($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &lrem($key, $value, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lrem($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &lset($key, $index, $value, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::lset($key, $index, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &ltrim($key, $start, $end, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::ltrim($key, $start, $end, ...$more)));

        return $reply;
    }

    public function &mget($keys, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::mget($keys, ...$more), $keys));

        return $reply;
    }

    public function &mset($key_values, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::mset($this->larder->values($key_values), ...$more)));

        return $reply;
    }

    public function &msetnx($key_values, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::msetnx($this->larder->values($key_values), ...$more)));

        return $reply;
    }

    public function &multi(...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->began(parent::getMode(), parent::multi(...$more), ...$more));

        return $reply;
    }

    public function &object($subcommand, $key, ...$more): \RedisCluster|string|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::object($subcommand, $key, ...$more)));

        return $reply;
    }

    public function &persist($key, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::persist($key, ...$more)));

        return $reply;
    }

    public function &pexpire($key, $timeout, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pexpire($key, $timeout, ...$more)));

        return $reply;
    }

    public function &pexpireat($key, $timestamp, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pexpireat($key, $timestamp, ...$more)));

        return $reply;
    }

    public function &pfadd($key, $elements, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pfadd($key, $this->larder->members($elements), ...$more)));

        return $reply;
    }

    public function &pfcount($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pfcount($key, ...$more)));

        return $reply;
    }

    public function &pfmerge($key, $keys, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pfmerge($key, $keys, ...$more)));

        return $reply;
    }

    public function ping($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::ping($key_or_address, ...$more));
    }

    public function &psetex($key, $timeout, $value, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::psetex($key, $timeout, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &pttl($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::pttl($key, ...$more)));

        return $reply;
    }

    public function &publish($channel, $message, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::publish($channel, $message, ...$more)));

        return $reply;
    }

    public function pubsub($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::pubsub($key_or_address, ...$more));
    }

    public function &punsubscribe($pattern, ...$more): array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::punsubscribe($pattern, ...$more)));

        return $reply;
    }

    public function &randomkey($key_or_address, ...$more): \RedisCluster|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::randomkey($key_or_address, ...$more)));

        return $reply;
    }

    public function rawcommand($key_or_address, $command, ...$more): mixed
    {
        return $this->larder->plain(parent::rawcommand($key_or_address, $command, ...$more));
    }

    public function &rename($key_src, $key_dst, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::rename($key_src, $key_dst, ...$more)));

        return $reply;
    }

    public function &renamenx($key, $newkey, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::renamenx($key, $newkey, ...$more)));

        return $reply;
    }

    public function &restore($key, $timeout, $value, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::restore($key, $timeout, $value, ...$more)));

        return $reply;
    }

    public function role($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::role($key_or_address, ...$more));
    }

    public function &rpop($key, ...$more): \RedisCluster|array|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::rpop($key, ...$more), $key));

        return $reply;
    }

    public function &rpoplpush($src, $dst, ...$more): \RedisCluster|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::rpoplpush($src, $dst, ...$more), $src));

        return $reply;
    }

    public function &rpush($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::rpush($key, ...$this->larder->values($more))));

        return $reply;
    }

    public function &rpushx($key, $value, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::rpushx($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &sadd($key, $value, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sadd($key, $this->larder->member($value), ...$this->larder->members($more))));

        return $reply;
    }

    public function &saddarray($key, $values, ...$more): \RedisCluster|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::saddarray($key, $this->larder->members($values), ...$more)));

        return $reply;
    }

    public function &save($key_or_address, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::save($key_or_address, ...$more)));

        return $reply;
    }

    public function &scan(&$iterator, $key_or_address, ...$more): array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::scan($iterator, $key_or_address, ...$more)));

        return $reply;
    }

    public function &scard($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::scard($key, ...$more)));

        return $reply;
    }

    public function script($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::script($key_or_address, ...$more));
    }

    public function &sdiff($key, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sdiff($key, ...$more), $key));

        return $reply;
    }

    public function &sdiffstore($dst, $key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sdiffstore($dst, $key, ...$more)));

        return $reply;
    }

    public function &set($key, $value, ...$more): \RedisCluster|string|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->previous(parent::set($key, $this->larder->value($value), ...$more), $key));

        return $reply;
    }

    public function &setbit($key, $offset, $onoff, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::setbit($key, $offset, $onoff, ...$more)));

        return $reply;
    }

    public function &setex($key, $expire, $value, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::setex($key, $expire, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &setnx($key, $value, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::setnx($key, $this->larder->value($value), ...$more)));

        return $reply;
    }

    public function &setoption($option, $value, ...$more): bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->setOption($option, $value) ?? parent::setOption($option, $value));

        return $reply;
    }

    public function &setrange($key, $offset, $value, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::setrange($key, $offset, $value, ...$more)));

        return $reply;
    }

    public function &sinter($key, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sinter($key, ...$more), $key));

        return $reply;
    }

    public function &sintercard($keys, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sintercard($keys, ...$more)));

        return $reply;
    }

    public function &sinterstore($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sinterstore($key, ...$more)));

        return $reply;
    }

    public function &sismember($key, $value, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sismember($key, $this->larder->member($value), ...$more)));

        return $reply;
    }

    public function &smismember($key, $member, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::smismember($key, $this->larder->member($member), ...$this->larder->members($more))));

        return $reply;
    }

    public function slowlog($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::slowlog($key_or_address, ...$more));
    }

    public function &smembers($key, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::smembers($key, ...$more), $key));

        return $reply;
    }

    public function &smove($src, $dst, $member, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::smove($src, $dst, $this->larder->member($member), ...$more)));

        return $reply;
    }

    public function &sort($key, ...$more): \RedisCluster|array|string|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sort($key, ...$more), $key));

        return $reply;
    }

    public function &sort_ro($key, ...$more): \RedisCluster|array|string|int|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sort_ro($key, ...$more), $key));

        return $reply;
    }

    public function &spop($key, ...$more): \RedisCluster|array|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::spop($key, ...$more), $key));

        return $reply;
    }

    public function &srandmember($key, ...$more): \RedisCluster|array|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::srandmember($key, ...$more), $key));

        return $reply;
    }

    public function &srem($key, $value, ...$more): \RedisCluster|int|false
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

    public function &strlen($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::strlen($key, ...$more)));

        return $reply;
    }

    public function &sunion($key, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->decoded(parent::sunion($key, ...$more), $key));

        return $reply;
    }

    public function &sunionstore($dst, $key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::sunionstore($dst, $key, ...$more)));

        return $reply;
    }

    public function &time($key_or_address, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::time($key_or_address, ...$more)));

        return $reply;
    }

    public function &ttl($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::ttl($key, ...$more)));

        return $reply;
    }

    public function &type($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::type($key, ...$more)));

        return $reply;
    }

    public function &unsubscribe($channels, ...$more): array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::unsubscribe($channels, ...$more)));

        return $reply;
    }

    public function &unlink($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::unlink($key, ...$more)));

        return $reply;
    }

    public function &unwatch(...$more): bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::unwatch(...$more)));

        return $reply;
    }

    public function &watch($key, ...$more): \RedisCluster|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::watch($key, ...$more)));

        return $reply;
    }

    public function &xack($key, $group, $ids, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xack($key, $group, $ids, ...$more)));

        return $reply;
    }

    public function &xadd($key, $id, $values, ...$more): \RedisCluster|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xadd($key, $id, $this->larder->values($values), ...$more)));

        return $reply;
    }

    public function &xclaim($key, $group, $consumer, $min_iddle, $ids, $options, ...$more): \RedisCluster|array|string|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->messages(parent::xclaim($key, $group, $consumer, $min_iddle, $ids, $options, ...$more), $key));

        return $reply;
    }

    public function &xdel($key, $ids, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xdel($key, $ids, ...$more)));

        return $reply;
    }

    public function xgroup($operation, ...$more): mixed
    {
        return $this->larder->plain(parent::xgroup($operation, ...$more));
    }

    public function &xautoclaim($key, $group, $consumer, $min_idle, $start, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->claimed(parent::xautoclaim($key, $group, $consumer, $min_idle, $start, ...$more), $key));

        return $reply;
    }

    public function xinfo($operation, ...$more): mixed
    {
        return $this->larder->plain(parent::xinfo($operation, ...$more));
    }

    public function &xlen($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xlen($key, ...$more)));

        return $reply;
    }

    public function &xpending($key, $group, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xpending($key, $group, ...$more)));

        return $reply;
    }

    public function &xrange($key, $start, $end, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->messages(parent::xrange($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &xread($streams, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->streams(parent::xread($streams, ...$more), $streams));

        return $reply;
    }

    public function &xreadgroup($group, $consumer, $streams, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->streams(parent::xreadgroup($group, $consumer, $streams, ...$more), $group));

        return $reply;
    }

    public function &xrevrange($key, $start, $end, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->messages(parent::xrevrange($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &xtrim($key, $maxlen, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::xtrim($key, $maxlen, ...$more)));

        return $reply;
    }

    public function &zadd($key, ...$more): \RedisCluster|int|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zadd(...$this->larder->scored([$key, ...$more]))));

        return $reply;
    }

    public function &zcard($key, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zcard($key, ...$more)));

        return $reply;
    }

    public function &zcount($key, $start, $end, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zcount($key, $start, $end, ...$more)));

        return $reply;
    }

    public function &zincrby($key, $value, $member, ...$more): \RedisCluster|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zincrby($key, $value, $this->larder->member($member), ...$more)));

        return $reply;
    }

    public function &zinterstore($dst, $keys, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zinterstore($dst, $keys, ...$more)));

        return $reply;
    }

    public function &zintercard($keys, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zintercard($keys, ...$more)));

        return $reply;
    }

    public function &zlexcount($key, $min, $max, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zlexcount($key, $min, $max, ...$more)));

        return $reply;
    }

    public function &zpopmax($key, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zpopmax($key, ...$more), $key));

        return $reply;
    }

    public function &zpopmin($key, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zpopmin($key, ...$more), $key));

        return $reply;
    }

    public function &zrange($key, $start, $end, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zrange($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &zrangestore($dstkey, $srckey, $start, $end, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zrangestore($dstkey, $srckey, $start, $end, ...$more)));

        return $reply;
    }

    public function &zrandmember($key, ...$more): \RedisCluster|array|string
    {
        $reply = [];
        $late = new Late($reply, $this->larder->scores(parent::zrandmember($key, ...$more), $key));

        return $reply;
    }

    public function &zrangebylex($key, $min, $max, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zrangebylex($key, $min, $max, ...$more), $key));

        return $reply;
    }

    public function &zrangebyscore($key, $start, $end, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zrangebyscore($key, $start, $end, ...$more), $key));

        return $reply;
    }

    public function &zrank($key, $member, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zrank($key, $this->larder->member($member), ...$more)));

        return $reply;
    }

    public function &zrem($key, $value, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zrem($key, $this->larder->member($value), ...$this->larder->members($more))));

        return $reply;
    }

    public function &zremrangebylex($key, $min, $max, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zremrangebylex($key, $min, $max, ...$more)));

        return $reply;
    }

    public function &zremrangebyrank($key, $min, $max, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zremrangebyrank($key, $min, $max, ...$more)));

        return $reply;
    }

    public function &zremrangebyscore($key, $min, $max, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zremrangebyscore($key, $min, $max, ...$more)));

        return $reply;
    }

    public function &zrevrange($key, $min, $max, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zrevrange($key, $min, $max, ...$more), $key));

        return $reply;
    }

    public function &zrevrangebylex($key, $min, $max, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zrevrangebylex($key, $min, $max, ...$more), $key));

        return $reply;
    }

    public function &zrevrangebyscore($key, $min, $max, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zrevrangebyscore($key, $min, $max, ...$more), $key));

        return $reply;
    }

    public function &zrevrank($key, $member, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zrevrank($key, $this->larder->member($member), ...$more)));

        return $reply;
    }

    public function &zscan($key, &$iterator, ...$more): \RedisCluster|array|bool
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zscan($key, $iterator, ...$more), $key));

        return $reply;
    }

    public function &zscore($key, $member, ...$more): \RedisCluster|float|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zscore($key, $this->larder->member($member), ...$more)));

        return $reply;
    }

    public function &zmscore($key, $member, ...$more): \Redis|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zmscore($key, $this->larder->member($member), ...$this->larder->members($more))));

        return $reply;
    }

    public function &zunionstore($dst, $keys, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zunionstore($dst, $keys, ...$more)));

        return $reply;
    }

    public function &zinter($keys, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zinter($keys, ...$more), $keys));

        return $reply;
    }

    public function &zdiffstore($dst, $keys, ...$more): \RedisCluster|int|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->plain(parent::zdiffstore($dst, $keys, ...$more)));

        return $reply;
    }

    public function &zunion($keys, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zunion($keys, ...$more), $keys));

        return $reply;
    }

    public function &zdiff($keys, ...$more): \RedisCluster|array|false
    {
        $reply = false;
        $late = new Late($reply, $this->larder->scores(parent::zdiff($keys, ...$more), $keys));

        return $reply;
    }
}
