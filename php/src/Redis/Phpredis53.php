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
abstract class Phpredis53 extends \Redis
{
    protected Translator $larder;

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

    public function acl($subcmd, ...$more): mixed
    {
        return $this->larder->plain(parent::acl($subcmd, ...$more));
    }

    public function append($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::append($key, $this->larder->value($value), ...$more));
    }

    public function auth($auth, ...$more): mixed
    {
        return $this->larder->plain(parent::auth($auth, ...$more));
    }

    public function bgSave(...$more): mixed
    {
        return $this->larder->plain(parent::bgSave(...$more));
    }

    public function bgrewriteaof(...$more): mixed
    {
        return $this->larder->plain(parent::bgrewriteaof(...$more));
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

    public function blPop($key, $timeout_or_key, ...$more): mixed
    {
        return $this->larder->keyed(parent::blPop($key, $timeout_or_key, ...$more), $key);
    }

    public function brPop($key, $timeout_or_key, ...$more): mixed
    {
        return $this->larder->keyed(parent::brPop($key, $timeout_or_key, ...$more), $key);
    }

    public function brpoplpush($src, $dst, $timeout, ...$more): mixed
    {
        return $this->larder->decoded(parent::brpoplpush($src, $dst, $timeout, ...$more), $src);
    }

    public function bzPopMax($key, $timeout_or_key, ...$more): mixed
    {
        return $this->larder->keyed(parent::bzPopMax($key, $timeout_or_key, ...$more), $key);
    }

    public function bzPopMin($key, $timeout_or_key, ...$more): mixed
    {
        return $this->larder->keyed(parent::bzPopMin($key, $timeout_or_key, ...$more), $key);
    }

    public function client($cmd, ...$more): mixed
    {
        return $this->larder->plain(parent::client($cmd, ...$more));
    }

    public function command(...$more): mixed
    {
        return $this->larder->plain(parent::command(...$more));
    }

    public function config($cmd, $key, ...$more): mixed
    {
        return $this->larder->plain(parent::config($cmd, $key, ...$more));
    }

    public function dbSize(...$more): mixed
    {
        return $this->larder->plain(parent::dbSize(...$more));
    }

    public function debug($key, ...$more): mixed
    {
        return $this->larder->plain(parent::debug($key, ...$more));
    }

    public function decr($key, ...$more): mixed
    {
        return $this->larder->plain(parent::decr($key, ...$more));
    }

    public function decrBy($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::decrBy($key, $value, ...$more));
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

    public function expireAt($key, $timestamp, ...$more): mixed
    {
        return $this->larder->plain(parent::expireAt($key, $timestamp, ...$more));
    }

    public function flushAll(...$more): mixed
    {
        return $this->larder->plain(parent::flushAll(...$more));
    }

    public function flushDB(...$more): mixed
    {
        return $this->larder->plain(parent::flushDB(...$more));
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

    public function getBit($key, $offset, ...$more): mixed
    {
        return $this->larder->plain(parent::getBit($key, $offset, ...$more));
    }

    public function getOption($option, ...$more): mixed
    {
        return $this->larder->getOption($option) ?? parent::getOption($option);
    }

    public function getRange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->plain(parent::getRange($key, $start, $end, ...$more));
    }

    public function getSet($key, $value, ...$more): mixed
    {
        return $this->larder->decoded(parent::getSet($key, $this->larder->value($value), ...$more), $key);
    }

    public function hDel($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::hDel($key, $member, ...$more));
    }

    public function hExists($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::hExists($key, $member, ...$more));
    }

    public function hGet($key, $member, ...$more): mixed
    {
        return $this->larder->decoded(parent::hGet($key, $member, ...$more), $key);
    }

    public function hGetAll($key, ...$more): mixed
    {
        return $this->larder->fields(parent::hGetAll($key, ...$more), $key);
    }

    public function hIncrBy($key, $member, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::hIncrBy($key, $member, $value, ...$more));
    }

    public function hIncrByFloat($key, $member, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::hIncrByFloat($key, $member, $value, ...$more));
    }

    public function hKeys($key, ...$more): mixed
    {
        return $this->larder->plain(parent::hKeys($key, ...$more));
    }

    public function hLen($key, ...$more): mixed
    {
        return $this->larder->plain(parent::hLen($key, ...$more));
    }

    public function hMget($key, $keys, ...$more): mixed
    {
        return $this->larder->fields(parent::hMget($key, $keys, ...$more), $key);
    }

    public function hMset($key, $pairs, ...$more): mixed
    {
        return $this->larder->plain(parent::hMset($key, $this->larder->values($pairs), ...$more));
    }

    public function hSet($key, ...$more): mixed
    {
        return $this->larder->plain(parent::hSet(...$this->larder->pairs([$key, ...$more])));
    }

    public function hSetNx($key, $member, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::hSetNx($key, $member, $this->larder->value($value), ...$more));
    }

    public function hStrLen($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::hStrLen($key, $member, ...$more));
    }

    public function hVals($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::hVals($key, ...$more), $key);
    }

    public function hscan($str_key, &$i_iterator, ...$more): mixed
    {
        return $this->larder->fields(parent::hscan($str_key, $i_iterator, ...$more), $str_key);
    }

    public function incr($key, ...$more): mixed
    {
        return $this->larder->plain(parent::incr($key, ...$more));
    }

    public function incrBy($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::incrBy($key, $value, ...$more));
    }

    public function incrByFloat($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::incrByFloat($key, $value, ...$more));
    }

    public function info(...$more): mixed
    {
        return $this->larder->plain(parent::info(...$more));
    }

    public function keys($pattern, ...$more): mixed
    {
        return $this->larder->plain(parent::keys($pattern, ...$more));
    }

    public function lInsert($key, $position, $pivot, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::lInsert($key, $position, $this->larder->value($pivot), $this->larder->value($value), ...$more));
    }

    public function lLen($key, ...$more): mixed
    {
        return $this->larder->plain(parent::lLen($key, ...$more));
    }

    public function lPop($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::lPop($key, ...$more), $key);
    }

    public function lPush($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::lPush($key, $this->larder->value($value), ...$this->larder->values($more)));
    }

    public function lPushx($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::lPushx($key, $this->larder->value($value), ...$more));
    }

    public function lSet($key, $index, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::lSet($key, $index, $this->larder->value($value), ...$more));
    }

    public function lastSave(...$more): mixed
    {
        return $this->larder->plain(parent::lastSave(...$more));
    }

    public function lindex($key, $index, ...$more): mixed
    {
        return $this->larder->decoded(parent::lindex($key, $index, ...$more), $key);
    }

    public function lrange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->decoded(parent::lrange($key, $start, $end, ...$more), $key);
    }

    public function lrem($key, $value, $count, ...$more): mixed
    {
        return $this->larder->plain(parent::lrem($key, $this->larder->value($value), $count, ...$more));
    }

    public function ltrim($key, $start, $stop, ...$more): mixed
    {
        return $this->larder->plain(parent::ltrim($key, $start, $stop, ...$more));
    }

    public function mget($keys, ...$more): mixed
    {
        return $this->larder->decoded(parent::mget($keys, ...$more), $keys);
    }

    public function migrate($host, $port, $key, $db, $timeout, ...$more): mixed
    {
        return $this->larder->plain(parent::migrate($host, $port, $key, $db, $timeout, ...$more));
    }

    public function move($key, $dbindex, ...$more): mixed
    {
        return $this->larder->plain(parent::move($key, $dbindex, ...$more));
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

    public function pexpireAt($key, $timestamp, ...$more): mixed
    {
        return $this->larder->plain(parent::pexpireAt($key, $timestamp, ...$more));
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

    public function ping(...$more): mixed
    {
        return $this->larder->plain(parent::ping(...$more));
    }

    public function pipeline(...$more): mixed
    {
        return $this->larder->began(parent::getMode(), parent::pipeline(...$more), \Redis::PIPELINE);
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

    public function pubsub($cmd, ...$more): mixed
    {
        return $this->larder->plain(parent::pubsub($cmd, ...$more));
    }

    public function punsubscribe($pattern, ...$more): mixed
    {
        return $this->larder->plain(parent::punsubscribe($pattern, ...$more));
    }

    public function rPop($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::rPop($key, ...$more), $key);
    }

    public function rPush($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::rPush($key, $this->larder->value($value), ...$this->larder->values($more)));
    }

    public function rPushx($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::rPushx($key, $this->larder->value($value), ...$more));
    }

    public function randomKey(...$more): mixed
    {
        return $this->larder->plain(parent::randomKey(...$more));
    }

    public function rawcommand($cmd, ...$more): mixed
    {
        return $this->larder->plain(parent::rawcommand($cmd, ...$more));
    }

    public function rename($key, $newkey, ...$more): mixed
    {
        return $this->larder->plain(parent::rename($key, $newkey, ...$more));
    }

    public function renameNx($key, $newkey, ...$more): mixed
    {
        return $this->larder->plain(parent::renameNx($key, $newkey, ...$more));
    }

    public function restore($ttl, $key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::restore($ttl, $key, $value, ...$more));
    }

    public function role(...$more): mixed
    {
        return $this->larder->plain(parent::role(...$more));
    }

    public function rpoplpush($src, $dst, ...$more): mixed
    {
        return $this->larder->decoded(parent::rpoplpush($src, $dst, ...$more), $src);
    }

    public function sAdd($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::sAdd($key, $this->larder->member($value), ...$this->larder->members($more)));
    }

    public function sAddArray($key, $options, ...$more): mixed
    {
        return $this->larder->plain(parent::sAddArray($key, $this->larder->members($options), ...$more));
    }

    public function sDiff($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sDiff($key, ...$more), $key);
    }

    public function sDiffStore($dst, $key, ...$more): mixed
    {
        return $this->larder->plain(parent::sDiffStore($dst, $key, ...$more));
    }

    public function sInter($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sInter($key, ...$more), $key);
    }

    public function sInterStore($dst, $key, ...$more): mixed
    {
        return $this->larder->plain(parent::sInterStore($dst, $key, ...$more));
    }

    public function sMembers($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sMembers($key, ...$more), $key);
    }

    public function sMisMember($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::sMisMember($key, $this->larder->member($member), ...$this->larder->members($more)));
    }

    public function sMove($src, $dst, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::sMove($src, $dst, $this->larder->member($value), ...$more));
    }

    public function sPop($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sPop($key, ...$more), $key);
    }

    public function sRandMember($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sRandMember($key, ...$more), $key);
    }

    public function sUnion($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sUnion($key, ...$more), $key);
    }

    public function sUnionStore($dst, $key, ...$more): mixed
    {
        return $this->larder->plain(parent::sUnionStore($dst, $key, ...$more));
    }

    public function save(...$more): mixed
    {
        return $this->larder->plain(parent::save(...$more));
    }

    public function scan(&$i_iterator, ...$more): mixed
    {
        return $this->larder->plain(parent::scan($i_iterator, ...$more));
    }

    public function scard($key, ...$more): mixed
    {
        return $this->larder->plain(parent::scard($key, ...$more));
    }

    public function script($cmd, ...$more): mixed
    {
        return $this->larder->plain(parent::script($cmd, ...$more));
    }

    public function select($dbindex, ...$more): mixed
    {
        return $this->larder->plain(parent::select($dbindex, ...$more));
    }

    public function set($key, $value, ...$more): mixed
    {
        return $this->larder->previous(parent::set($key, $this->larder->value($value), ...$more), $key);
    }

    public function setBit($key, $offset, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::setBit($key, $offset, $value, ...$more));
    }

    public function setOption($option, $value, ...$more): mixed
    {
        return $this->larder->setOption($option, $value) ?? parent::setOption($option, $value);
    }

    public function setRange($key, $offset, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::setRange($key, $offset, $value, ...$more));
    }

    public function setex($key, $expire, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::setex($key, $expire, $this->larder->value($value), ...$more));
    }

    public function setnx($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::setnx($key, $this->larder->value($value), ...$more));
    }

    public function sismember($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::sismember($key, $this->larder->member($value), ...$more));
    }

    public function slaveof(...$more): mixed
    {
        return $this->larder->plain(parent::slaveof(...$more));
    }

    public function slowlog($arg, ...$more): mixed
    {
        return $this->larder->plain(parent::slowlog($arg, ...$more));
    }

    public function sort($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sort($key, ...$more), $key);
    }

    public function sortAsc($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sortAsc($key, ...$more), $key);
    }

    public function sortAscAlpha($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sortAscAlpha($key, ...$more), $key);
    }

    public function sortDesc($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sortDesc($key, ...$more), $key);
    }

    public function sortDescAlpha($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sortDescAlpha($key, ...$more), $key);
    }

    public function srem($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::srem($key, $this->larder->member($member), ...$this->larder->members($more)));
    }

    public function sscan($str_key, &$i_iterator, ...$more): mixed
    {
        return $this->larder->decoded(parent::sscan($str_key, $i_iterator, ...$more), $str_key);
    }

    public function strlen($key, ...$more): mixed
    {
        return $this->larder->plain(parent::strlen($key, ...$more));
    }

    public function swapdb($srcdb, $dstdb, ...$more): mixed
    {
        return $this->larder->plain(parent::swapdb($srcdb, $dstdb, ...$more));
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

    public function unlink($key, ...$more): mixed
    {
        return $this->larder->plain(parent::unlink($key, ...$more));
    }

    public function unsubscribe($channel, ...$more): mixed
    {
        return $this->larder->plain(parent::unsubscribe($channel, ...$more));
    }

    public function unwatch(...$more): mixed
    {
        return $this->larder->plain(parent::unwatch(...$more));
    }

    public function wait($numslaves, $timeout, ...$more): mixed
    {
        return $this->larder->plain(parent::wait($numslaves, $timeout, ...$more));
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

    public function zAdd($key, ...$more): mixed
    {
        return $this->larder->plain(parent::zAdd(...$this->larder->scored([$key, ...$more])));
    }

    public function zCard($key, ...$more): mixed
    {
        return $this->larder->plain(parent::zCard($key, ...$more));
    }

    public function zCount($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zCount($key, $min, $max, ...$more));
    }

    public function zIncrBy($key, $value, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zIncrBy($key, $value, $this->larder->member($member), ...$more));
    }

    public function zLexCount($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zLexCount($key, $min, $max, ...$more));
    }

    public function zPopMax($key, ...$more): mixed
    {
        return $this->larder->scores(parent::zPopMax($key, ...$more), $key);
    }

    public function zPopMin($key, ...$more): mixed
    {
        return $this->larder->scores(parent::zPopMin($key, ...$more), $key);
    }

    public function zRange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->scores(parent::zRange($key, $start, $end, ...$more), $key);
    }

    public function zRangeByLex($key, $min, $max, ...$more): mixed
    {
        return $this->larder->scores(parent::zRangeByLex($key, $min, $max, ...$more), $key);
    }

    public function zRangeByScore($key, $start, $end, ...$more): mixed
    {
        return $this->larder->scores(parent::zRangeByScore($key, $start, $end, ...$more), $key);
    }

    public function zRank($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zRank($key, $this->larder->member($member), ...$more));
    }

    public function zRem($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zRem($key, $this->larder->member($member), ...$this->larder->members($more)));
    }

    public function zRemRangeByLex($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zRemRangeByLex($key, $min, $max, ...$more));
    }

    public function zRemRangeByRank($key, $start, $end, ...$more): mixed
    {
        return $this->larder->plain(parent::zRemRangeByRank($key, $start, $end, ...$more));
    }

    public function zRemRangeByScore($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zRemRangeByScore($key, $min, $max, ...$more));
    }

    public function zRevRange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->scores(parent::zRevRange($key, $start, $end, ...$more), $key);
    }

    public function zRevRangeByLex($key, $min, $max, ...$more): mixed
    {
        return $this->larder->scores(parent::zRevRangeByLex($key, $min, $max, ...$more), $key);
    }

    public function zRevRangeByScore($key, $start, $end, ...$more): mixed
    {
        return $this->larder->scores(parent::zRevRangeByScore($key, $start, $end, ...$more), $key);
    }

    public function zRevRank($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zRevRank($key, $this->larder->member($member), ...$more));
    }

    public function zScore($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zScore($key, $this->larder->member($member), ...$more));
    }

    public function zinterstore($key, $keys, ...$more): mixed
    {
        return $this->larder->plain(parent::zinterstore($key, $keys, ...$more));
    }

    public function zscan($str_key, &$i_iterator, ...$more): mixed
    {
        return $this->larder->scores(parent::zscan($str_key, $i_iterator, ...$more), $str_key);
    }

    public function zunionstore($key, $keys, ...$more): mixed
    {
        return $this->larder->plain(parent::zunionstore($key, $keys, ...$more));
    }

    public function delete($key, ...$more): mixed
    {
        return $this->larder->plain(parent::delete($key, ...$more));
    }

    public function evaluate($script, ...$more): mixed
    {
        return $this->larder->plain(parent::evaluate($script, ...$more));
    }

    public function evaluateSha($script_sha, ...$more): mixed
    {
        return $this->larder->plain(parent::evaluateSha($script_sha, ...$more));
    }

    public function getKeys($pattern, ...$more): mixed
    {
        return $this->larder->plain(parent::getKeys($pattern, ...$more));
    }

    public function getMultiple($keys, ...$more): mixed
    {
        return $this->larder->decoded(parent::getMultiple($keys, ...$more), $keys);
    }

    public function lGet($key, $index, ...$more): mixed
    {
        return $this->larder->decoded(parent::lGet($key, $index, ...$more), $key);
    }

    public function lGetRange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->decoded(parent::lGetRange($key, $start, $end, ...$more), $key);
    }

    public function lRemove($key, $value, $count, ...$more): mixed
    {
        return $this->larder->plain(parent::lRemove($key, $this->larder->value($value), $count, ...$more));
    }

    public function lSize($key, ...$more): mixed
    {
        return $this->larder->plain(parent::lSize($key, ...$more));
    }

    public function listTrim($key, $start, $stop, ...$more): mixed
    {
        return $this->larder->plain(parent::listTrim($key, $start, $stop, ...$more));
    }

    public function renameKey($key, $newkey, ...$more): mixed
    {
        return $this->larder->plain(parent::renameKey($key, $newkey, ...$more));
    }

    public function sContains($key, $value, ...$more): mixed
    {
        return $this->larder->plain(parent::sContains($key, $this->larder->member($value), ...$more));
    }

    public function sGetMembers($key, ...$more): mixed
    {
        return $this->larder->decoded(parent::sGetMembers($key, ...$more), $key);
    }

    public function sRemove($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::sRemove($key, $this->larder->member($member), ...$this->larder->members($more)));
    }

    public function sSize($key, ...$more): mixed
    {
        return $this->larder->plain(parent::sSize($key, ...$more));
    }

    public function sendEcho($msg, ...$more): mixed
    {
        return $this->larder->plain(parent::sendEcho($msg, ...$more));
    }

    public function setTimeout($key, $timeout, ...$more): mixed
    {
        return $this->larder->plain(parent::setTimeout($key, $timeout, ...$more));
    }

    public function substr($key, $start, $end, ...$more): mixed
    {
        return $this->larder->plain(parent::substr($key, $start, $end, ...$more));
    }

    public function zDelete($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zDelete($key, $this->larder->member($member), ...$this->larder->members($more)));
    }

    public function zDeleteRangeByRank($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zDeleteRangeByRank($key, $min, $max, ...$more));
    }

    public function zDeleteRangeByScore($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zDeleteRangeByScore($key, $min, $max, ...$more));
    }

    public function zInter($key, $keys, ...$more): mixed
    {
        return $this->larder->scores(parent::zInter($key, $keys, ...$more), $key);
    }

    public function zRemove($key, $member, ...$more): mixed
    {
        return $this->larder->plain(parent::zRemove($key, $this->larder->member($member), ...$this->larder->members($more)));
    }

    public function zRemoveRangeByScore($key, $min, $max, ...$more): mixed
    {
        return $this->larder->plain(parent::zRemoveRangeByScore($key, $min, $max, ...$more));
    }

    public function zReverseRange($key, $start, $end, ...$more): mixed
    {
        return $this->larder->scores(parent::zReverseRange($key, $start, $end, ...$more), $key);
    }

    public function zSize($key, ...$more): mixed
    {
        return $this->larder->plain(parent::zSize($key, ...$more));
    }

    public function zUnion($key, $keys, ...$more): mixed
    {
        return $this->larder->scores(parent::zUnion($key, $keys, ...$more), $key);
    }
}
