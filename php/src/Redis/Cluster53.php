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
abstract class Cluster53 extends \RedisCluster
{
    protected Translator $larder;

    public function _masters(...$more): mixed
    {
        return $this->larder->plain(parent::_masters(...$more));
    }

    public function _redir(...$more): mixed
    {
        return $this->larder->plain(parent::_redir(...$more));
    }

    public function _serialize($value, ...$more): mixed
    {
        return $this->larder->plain(parent::_serialize($this->larder->value($value), ...$more));
    }

    public function _unserialize($value, ...$more): mixed
    {
        return $this->larder->decoded(parent::_unserialize($value, ...$more), $value);
    }

    public function _pack($value, ...$more): mixed
    {
        return $this->larder->plain(parent::_pack($this->larder->value($value), ...$more));
    }

    public function _unpack($value, ...$more): mixed
    {
        return $this->larder->decoded(parent::_unpack($value, ...$more), $value);
    }

    public function acl($key_or_address, $subcmd, ...$more): mixed
    {
        return $this->larder->plain(parent::acl($key_or_address, $subcmd, ...$more));
    }

    public function append($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::append($key, $this->larder->value($value), ...$more));
    }

    public function bgrewriteaof($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::bgrewriteaof($key_or_address, ...$more));
    }

    public function bgsave($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::bgsave($key_or_address, ...$more));
    }

    public function bitcount($key, ...$more): mixed
    {
        return $this->larder->plain(parent::bitcount($key, ...$more));
    }

    public function bitop($operation, $ret_key, $key, ...$more): mixed
    {
        return $this->larder->plain(parent::bitop($operation, $ret_key, $key, ...$more));
    }

    public function bitpos($key, $bit, ...$more): mixed
    {
        return $this->larder->plain(parent::bitpos($key, $bit, ...$more));
    }

    public function blpop($key, $timeout_or_key, ...$more): mixed
    {
        return $this->larder->keyed(parent::blpop($key, $timeout_or_key, ...$more), $key);
    }

    public function brpop($key, $timeout_or_key, ...$more): mixed
    {
        return $this->larder->keyed(parent::brpop($key, $timeout_or_key, ...$more), $key);
    }

    public function brpoplpush($src, $dst, $timeout, ...$more): mixed
    {
        return $this->larder->decoded(parent::brpoplpush($src, $dst, $timeout, ...$more), $src);
    }

    public function bzpopmax($key, $timeout_or_key, ...$more): mixed
    {
        return $this->larder->keyed(parent::bzpopmax($key, $timeout_or_key, ...$more), $key);
    }

    public function bzpopmin($key, $timeout_or_key, ...$more): mixed
    {
        return $this->larder->keyed(parent::bzpopmin($key, $timeout_or_key, ...$more), $key);
    }

    public function client($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::client($key_or_address, ...$more));
    }

    public function cluster($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::cluster($key_or_address, ...$more));
    }

    public function command(...$more): mixed
    {
        return $this->larder->plain(parent::command(...$more));
    }

    public function config($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::config($key_or_address, ...$more));
    }

    public function dbsize($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::dbsize($key_or_address, ...$more));
    }

    public function decr($key, ...$more): mixed
    {
        return $this->larder->plain(parent::decr($key, ...$more));
    }

    public function decrby($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::decrby($key, $value, ...$more));
    }

    public function del($key, ...$more): mixed
    {
        return $this->larder->plain(parent::del($key, ...$more));
    }

    public function discard(...$more): mixed
    {
        return $this->larder->plain(parent::discard(...$more));
    }

    public function dump($key, ...$more): mixed
    {
        return $this->larder->plain(parent::dump($key, ...$more));
    }

    public function echo($msg, ...$more): mixed
    {
        return $this->larder->plain(parent::echo($msg, ...$more));
    }

    public function eval($script, ...$more): mixed
    {
        return $this->larder->plain(parent::eval($script, ...$more));
    }

    public function evalsha($script_sha, ...$more): mixed
    {
        return $this->larder->plain(parent::evalsha($script_sha, ...$more));
    }

    public function exec(...$more): mixed
    {
        return $this->larder->executed(parent::exec(...$more));
    }

    public function exists($key, ...$more): mixed
    {
        return $this->larder->plain(parent::exists($key, ...$more));
    }

    public function expire($key, $timeout, ...$more): mixed
    {
        return $this->larder->plain(parent::expire($key, $timeout, ...$more));
    }

    public function expireat($key, $timestamp, ...$more): mixed
    {
        return $this->larder->plain(parent::expireat($key, $timestamp, ...$more));
    }

    public function flushall($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::flushall($key_or_address, ...$more));
    }

    public function flushdb($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::flushdb($key_or_address, ...$more));
    }

    public function geoadd($key, $lng, $lat, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::geoadd($key, $lng, $lat, $member, ...$more));
    }

    public function geodist($key, $src, $dst, ...$more): mixed
    {
        return $this->larder->plain(parent::geodist($key, $src, $dst, ...$more));
    }

    public function geohash($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::geohash($key, $member, ...$more));
    }

    public function geopos($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::geopos($key, $member, ...$more));
    }

    public function georadius($key, $lng, $lan, $radius, $unit, ...$more): mixed
    {
        return $this->larder->plain(parent::georadius($key, $lng, $lan, $radius, $unit, ...$more));
    }

    public function georadius_ro($key, $lng, $lan, $radius, $unit, ...$more): mixed
    {
        return $this->larder->plain(parent::georadius_ro($key, $lng, $lan, $radius, $unit, ...$more));
    }

    public function georadiusbymember($key, $member, $radius, $unit, ...$more): mixed
    {
        return $this->larder->plain(parent::georadiusbymember($key, $member, $radius, $unit, ...$more));
    }

    public function georadiusbymember_ro($key, $member, $radius, $unit, ...$more): mixed
    {
        return $this->larder->plain(parent::georadiusbymember_ro($key, $member, $radius, $unit, ...$more));
    }

    public function get($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::get($key, ...$more), $key);
    }

    public function getbit($key, $offset, ...$more): mixed
    {
        return $this->larder->plain(parent::getbit($key, $offset, ...$more));
    }

    public function getoption($option, ...$more): mixed
    {
        return $this->larder->getOption($option) ?? parent::getOption($option);
    }

    public function getrange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->plain(parent::getrange($key, $start, $end, ...$more));
    }

    public function getset($key, $value, ...$more): mixed
    {
        return $this->larder->decoded(parent::getset($key, $this->larder->value($value), ...$more), $key);
    }

    public function hdel($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::hdel($key, $member, ...$more));
    }

    public function hexists($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::hexists($key, $member, ...$more));
    }

    public function hget($key, $member, ...$more): mixed
    {
        return $this->larder->decoded(parent::hget($key, $member, ...$more), $key);
    }

    public function hgetall($key, ...$more): mixed
    {
        return $this->larder->fields(parent::hgetall($key, ...$more), $key);
    }

    public function hincrby($key, $member, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::hincrby($key, $member, $value, ...$more));
    }

    public function hincrbyfloat($key, $member, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::hincrbyfloat($key, $member, $value, ...$more));
    }

    public function hkeys($key, ...$more): mixed
    {
        return $this->larder->plain(parent::hkeys($key, ...$more));
    }

    public function hlen($key, ...$more): mixed
    {
        return $this->larder->plain(parent::hlen($key, ...$more));
    }

    public function hmget($key, $keys, ...$more): mixed
    {
        return $this->larder->fields(parent::hmget($key, $keys, ...$more), $key);
    }

    public function hmset($key, $pairs, ...$more): mixed
    {
        return $this->larder->plain(parent::hmset($key, $this->larder->values($pairs), ...$more));
    }

    public function hscan($str_key, &$i_iterator, ...$more): mixed
    {
        return $this->larder->fields(parent::hscan($str_key, $i_iterator, ...$more), $str_key);
    }

    public function hset($key, ...$more): mixed
    {
        return $this->larder->plain(parent::hset(...$this->larder->pairs([$key, ...$more])));
    }

    public function hsetnx($key, $member, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::hsetnx($key, $member, $this->larder->value($value), ...$more));
    }

    public function hstrlen($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::hstrlen($key, $member, ...$more));
    }

    public function hvals($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::hvals($key, ...$more), $key);
    }

    public function incr($key, ...$more): mixed
    {
        return $this->larder->plain(parent::incr($key, ...$more));
    }

    public function incrby($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::incrby($key, $value, ...$more));
    }

    public function incrbyfloat($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::incrbyfloat($key, $value, ...$more));
    }

    public function info($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::info($key_or_address, ...$more));
    }

    public function keys($pattern, ...$more): mixed
    {
        return $this->larder->plain(parent::keys($pattern, ...$more));
    }

    public function lastsave($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::lastsave($key_or_address, ...$more));
    }

    public function lget($key, $index, ...$more): mixed
    {
        return $this->larder->decoded(parent::lget($key, $index, ...$more), $key);
    }

    public function lindex($key, $index, ...$more): mixed
    {
        return $this->larder->decoded(parent::lindex($key, $index, ...$more), $key);
    }

    public function linsert($key, $position, $pivot, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::linsert($key, $position, $this->larder->value($pivot), $this->larder->value($value), ...$more));
    }

    public function llen($key, ...$more): mixed
    {
        return $this->larder->plain(parent::llen($key, ...$more));
    }

    public function lpop($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::lpop($key, ...$more), $key);
    }

    public function lpush($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::lpush($key, $this->larder->value($value), ...$this->larder->values($more)));
    }

    public function lpushx($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::lpushx($key, $this->larder->value($value), ...$more));
    }

    public function lrange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->decoded(parent::lrange($key, $start, $end, ...$more), $key);
    }

    public function lrem($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::lrem($key, $this->larder->value($value), ...$more));
    }

    public function lset($key, $index, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::lset($key, $index, $this->larder->value($value), ...$more));
    }

    public function ltrim($key, $start, $stop, ...$more): mixed
    {
        return $this->larder->plain(parent::ltrim($key, $start, $stop, ...$more));
    }

    public function mget($keys, ...$more): mixed
    {
        return $this->larder->decoded(parent::mget($keys, ...$more), $keys);
    }

    public function mset($pairs, ...$more): mixed
    {
        return $this->larder->plain(parent::mset($this->larder->values($pairs), ...$more));
    }

    public function msetnx($pairs, ...$more): mixed
    {
        return $this->larder->plain(parent::msetnx($this->larder->values($pairs), ...$more));
    }

    public function multi(...$more): mixed
    {
        return $this->larder->began(parent::getMode(), parent::multi(...$more), ...$more);
    }

    public function object($field, $key, ...$more): mixed
    {
        return $this->larder->plain(parent::object($field, $key, ...$more));
    }

    public function persist($key, ...$more): mixed
    {
        return $this->larder->plain(parent::persist($key, ...$more));
    }

    public function pexpire($key, $timestamp, ...$more): mixed
    {
        return $this->larder->plain(parent::pexpire($key, $timestamp, ...$more));
    }

    public function pexpireat($key, $timestamp, ...$more): mixed
    {
        return $this->larder->plain(parent::pexpireat($key, $timestamp, ...$more));
    }

    public function pfadd($key, $elements, ...$more): mixed
    {
        return $this->larder->plain(parent::pfadd($key, $this->larder->members($elements), ...$more));
    }

    public function pfcount($key, ...$more): mixed
    {
        return $this->larder->plain(parent::pfcount($key, ...$more));
    }

    public function pfmerge($dstkey, $keys, ...$more): mixed
    {
        return $this->larder->plain(parent::pfmerge($dstkey, $keys, ...$more));
    }

    public function ping($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::ping($key_or_address, ...$more));
    }

    public function psetex($key, $expire, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::psetex($key, $expire, $this->larder->value($value), ...$more));
    }

    public function pttl($key, ...$more): mixed
    {
        return $this->larder->plain(parent::pttl($key, ...$more));
    }

    public function publish($channel, $message, ...$more): mixed
    {
        return $this->larder->plain(parent::publish($channel, $message, ...$more));
    }

    public function pubsub($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::pubsub($key_or_address, ...$more));
    }

    public function punsubscribe($pattern, ...$more): mixed
    {
        return $this->larder->plain(parent::punsubscribe($pattern, ...$more));
    }

    public function randomkey($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::randomkey($key_or_address, ...$more));
    }

    public function rawcommand($cmd, ...$more): mixed
    {
        return $this->larder->plain(parent::rawcommand($cmd, ...$more));
    }

    public function rename($key, $newkey, ...$more): mixed
    {
        return $this->larder->plain(parent::rename($key, $newkey, ...$more));
    }

    public function renamenx($key, $newkey, ...$more): mixed
    {
        return $this->larder->plain(parent::renamenx($key, $newkey, ...$more));
    }

    public function restore($ttl, $key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::restore($ttl, $key, $value, ...$more));
    }

    public function role(...$more): mixed
    {
        return $this->larder->plain(parent::role(...$more));
    }

    public function rpop($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::rpop($key, ...$more), $key);
    }

    public function rpoplpush($src, $dst, ...$more): mixed
    {
        return $this->larder->decoded(parent::rpoplpush($src, $dst, ...$more), $src);
    }

    public function rpush($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::rpush($key, $this->larder->value($value), ...$this->larder->values($more)));
    }

    public function rpushx($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::rpushx($key, $this->larder->value($value), ...$more));
    }

    public function sadd($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::sadd($key, $this->larder->member($value), ...$this->larder->members($more)));
    }

    public function saddarray($key, $options, ...$more): mixed
    {
        return $this->larder->plain(parent::saddarray($key, $this->larder->members($options), ...$more));
    }

    public function save($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::save($key_or_address, ...$more));
    }

    public function scan(&$i_iterator, $str_node, ...$more): mixed
    {
        return $this->larder->plain(parent::scan($i_iterator, $str_node, ...$more));
    }

    public function scard($key, ...$more): mixed
    {
        return $this->larder->plain(parent::scard($key, ...$more));
    }

    public function script($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::script($key_or_address, ...$more));
    }

    public function sdiff($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sdiff($key, ...$more), $key);
    }

    public function sdiffstore($dst, $key, ...$more): mixed
    {
        return $this->larder->plain(parent::sdiffstore($dst, $key, ...$more));
    }

    public function set($key, $value, ...$more): mixed
    {
        return $this->larder->previous(parent::set($key, $this->larder->value($value), ...$more), $key);
    }

    public function setbit($key, $offset, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::setbit($key, $offset, $value, ...$more));
    }

    public function setex($key, $expire, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::setex($key, $expire, $this->larder->value($value), ...$more));
    }

    public function setnx($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::setnx($key, $this->larder->value($value), ...$more));
    }

    public function setoption($option, $value, ...$more): mixed
    {
        return $this->larder->setOption($option, $value) ?? parent::setOption($option, $value);
    }

    public function setrange($key, $offset, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::setrange($key, $offset, $value, ...$more));
    }

    public function sinter($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sinter($key, ...$more), $key);
    }

    public function sinterstore($dst, $key, ...$more): mixed
    {
        return $this->larder->plain(parent::sinterstore($dst, $key, ...$more));
    }

    public function sismember($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::sismember($key, $this->larder->member($value), ...$more));
    }

    public function slowlog($key_or_address, ...$more): mixed
    {
        return $this->larder->plain(parent::slowlog($key_or_address, ...$more));
    }

    public function smembers($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::smembers($key, ...$more), $key);
    }

    public function smove($src, $dst, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::smove($src, $dst, $this->larder->member($value), ...$more));
    }

    public function sort($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sort($key, ...$more), $key);
    }

    public function spop($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::spop($key, ...$more), $key);
    }

    public function srandmember($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::srandmember($key, ...$more), $key);
    }

    public function srem($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::srem($key, $this->larder->member($value), ...$this->larder->members($more)));
    }

    public function sscan($str_key, &$i_iterator, ...$more): mixed
    {
        return $this->larder->decoded(parent::sscan($str_key, $i_iterator, ...$more), $str_key);
    }

    public function strlen($key, ...$more): mixed
    {
        return $this->larder->plain(parent::strlen($key, ...$more));
    }

    public function sunion($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sunion($key, ...$more), $key);
    }

    public function sunionstore($dst, $key, ...$more): mixed
    {
        return $this->larder->plain(parent::sunionstore($dst, $key, ...$more));
    }

    public function time(...$more): mixed
    {
        return $this->larder->plain(parent::time(...$more));
    }

    public function ttl($key, ...$more): mixed
    {
        return $this->larder->plain(parent::ttl($key, ...$more));
    }

    public function type($key, ...$more): mixed
    {
        return $this->larder->plain(parent::type($key, ...$more));
    }

    public function unsubscribe($channel, ...$more): mixed
    {
        return $this->larder->plain(parent::unsubscribe($channel, ...$more));
    }

    public function unlink($key, ...$more): mixed
    {
        return $this->larder->plain(parent::unlink($key, ...$more));
    }

    public function unwatch(...$more): mixed
    {
        return $this->larder->plain(parent::unwatch(...$more));
    }

    public function watch($key, ...$more): mixed
    {
        return $this->larder->plain(parent::watch($key, ...$more));
    }

    public function xack($str_key, $str_group, $arr_ids, ...$more): mixed
    {
        return $this->larder->plain(parent::xack($str_key, $str_group, $arr_ids, ...$more));
    }

    public function xadd($str_key, $str_id, $arr_fields, ...$more): mixed
    {
        return $this->larder->plain(parent::xadd($str_key, $str_id, $this->larder->values($arr_fields), ...$more));
    }

    public function xclaim($str_key, $str_group, $str_consumer, $i_min_idle, $arr_ids, ...$more): mixed
    {
        return $this->larder->messages(parent::xclaim($str_key, $str_group, $str_consumer, $i_min_idle, $arr_ids, ...$more), $str_key);
    }

    public function xdel($str_key, $arr_ids, ...$more): mixed
    {
        return $this->larder->plain(parent::xdel($str_key, $arr_ids, ...$more));
    }

    public function xgroup($str_operation, ...$more): mixed
    {
        return $this->larder->plain(parent::xgroup($str_operation, ...$more));
    }

    public function xinfo($str_cmd, ...$more): mixed
    {
        return $this->larder->plain(parent::xinfo($str_cmd, ...$more));
    }

    public function xlen($key, ...$more): mixed
    {
        return $this->larder->plain(parent::xlen($key, ...$more));
    }

    public function xpending($str_key, $str_group, ...$more): mixed
    {
        return $this->larder->plain(parent::xpending($str_key, $str_group, ...$more));
    }

    public function xrange($str_key, $str_start, $str_end, ...$more): mixed
    {
        return $this->larder->messages(parent::xrange($str_key, $str_start, $str_end, ...$more), $str_key);
    }

    public function xread($arr_streams, ...$more): mixed
    {
        return $this->larder->streams(parent::xread($arr_streams, ...$more), $arr_streams);
    }

    public function xreadgroup($str_group, $str_consumer, $arr_streams, ...$more): mixed
    {
        return $this->larder->streams(parent::xreadgroup($str_group, $str_consumer, $arr_streams, ...$more), $str_group);
    }

    public function xrevrange($str_key, $str_start, $str_end, ...$more): mixed
    {
        return $this->larder->messages(parent::xrevrange($str_key, $str_start, $str_end, ...$more), $str_key);
    }

    public function xtrim($str_key, $i_maxlen, ...$more): mixed
    {
        return $this->larder->plain(parent::xtrim($str_key, $i_maxlen, ...$more));
    }

    public function zadd($key, ...$more): mixed
    {
        return $this->larder->plain(parent::zadd(...$this->larder->scored([$key, ...$more])));
    }

    public function zcard($key, ...$more): mixed
    {
        return $this->larder->plain(parent::zcard($key, ...$more));
    }

    public function zcount($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zcount($key, $min, $max, ...$more));
    }

    public function zincrby($key, $value, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zincrby($key, $value, $this->larder->member($member), ...$more));
    }

    public function zinterstore($key, $keys, ...$more): mixed
    {
        return $this->larder->plain(parent::zinterstore($key, $keys, ...$more));
    }

    public function zlexcount($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zlexcount($key, $min, $max, ...$more));
    }

    public function zpopmax($key, ...$more): mixed
    {
        return $this->larder->scores(parent::zpopmax($key, ...$more), $key);
    }

    public function zpopmin($key, ...$more): mixed
    {
        return $this->larder->scores(parent::zpopmin($key, ...$more), $key);
    }

    public function zrange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->scores(parent::zrange($key, $start, $end, ...$more), $key);
    }

    public function zrangebylex($key, $min, $max, ...$more): mixed
    {
        return $this->larder->scores(parent::zrangebylex($key, $min, $max, ...$more), $key);
    }

    public function zrangebyscore($key, $start, $end, ...$more): mixed
    {
        return $this->larder->scores(parent::zrangebyscore($key, $start, $end, ...$more), $key);
    }

    public function zrank($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zrank($key, $this->larder->member($member), ...$more));
    }

    public function zrem($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zrem($key, $this->larder->member($member), ...$this->larder->members($more)));
    }

    public function zremrangebylex($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zremrangebylex($key, $min, $max, ...$more));
    }

    public function zremrangebyrank($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zremrangebyrank($key, $min, $max, ...$more));
    }

    public function zremrangebyscore($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zremrangebyscore($key, $min, $max, ...$more));
    }

    public function zrevrange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->scores(parent::zrevrange($key, $start, $end, ...$more), $key);
    }

    public function zrevrangebylex($key, $min, $max, ...$more): mixed
    {
        return $this->larder->scores(parent::zrevrangebylex($key, $min, $max, ...$more), $key);
    }

    public function zrevrangebyscore($key, $start, $end, ...$more): mixed
    {
        return $this->larder->scores(parent::zrevrangebyscore($key, $start, $end, ...$more), $key);
    }

    public function zrevrank($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zrevrank($key, $this->larder->member($member), ...$more));
    }

    public function zscan($str_key, &$i_iterator, ...$more): mixed
    {
        return $this->larder->scores(parent::zscan($str_key, $i_iterator, ...$more), $str_key);
    }

    public function zscore($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zscore($key, $this->larder->member($member), ...$more));
    }

    public function zunionstore($key, $keys, ...$more): mixed
    {
        return $this->larder->plain(parent::zunionstore($key, $keys, ...$more));
    }
}
