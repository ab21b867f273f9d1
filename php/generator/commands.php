<?php

declare(strict_types=1);

// What phpredis serializes, by method, in lower case: how a method passes values, then how its
// reply holds them. The words are methods of Larder\Redis\Translator. All other methods do neither.
//
// Arguments, one word for each, `-` for what is no value: `value` and `values` (an array of them),
// `member` and `members` of a set, whose bytes must be the same each time, as Redis finds them by
// those. The last word may be `value...` or `member...` for all further arguments, or `pairs`
// (fields and values) or `scored` (scores and members).
//
// Replies: `decoded` is a value or an array of them, `previous` a value or whether one was set,
// `fields` an array of values by field, `picked` that or fields, `scores` members or their scores
// by member, `keyed` has a key before the value, `messages`, `streams` and `claimed` are those of
// streams.
return [
    '_pack' => ['value', 'plain'],
    '_serialize' => ['value', 'plain'],
    '_unpack' => ['-', 'decoded'],
    '_unserialize' => ['-', 'decoded'],

    // Strings
    'append' => ['- value', 'plain'],
    'get' => ['-', 'decoded'],
    'getdel' => ['-', 'decoded'],
    'getex' => ['-', 'decoded'],
    'getmultiple' => ['-', 'decoded'],
    'getset' => ['- value', 'decoded'],
    'mget' => ['-', 'decoded'],
    'mset' => ['values', 'plain'],
    'msetnx' => ['values', 'plain'],
    'psetex' => ['- - value', 'plain'],
    'set' => ['- value', 'previous'],
    'setex' => ['- - value', 'plain'],
    'setnx' => ['- value', 'plain'],

    // Hashes
    'hget' => ['-', 'decoded'],
    'hgetall' => ['-', 'fields'],
    'hmget' => ['-', 'fields'],
    'hmset' => ['- values', 'plain'],
    'hscan' => ['-', 'fields'],
    'hset' => ['- pairs', 'plain'],
    'hsetnx' => ['- - value', 'plain'],
    'hvals' => ['-', 'decoded'],

    // Lists
    'blmove' => ['-', 'decoded'],
    'blmpop' => ['-', 'keyed'],
    'blpop' => ['-', 'keyed'],
    'brpop' => ['-', 'keyed'],
    'brpoplpush' => ['-', 'decoded'],
    'lget' => ['-', 'decoded'],
    'lgetrange' => ['-', 'decoded'],
    'lindex' => ['-', 'decoded'],
    'linsert' => ['- - value value', 'plain'],
    'lmove' => ['-', 'decoded'],
    'lmpop' => ['-', 'keyed'],
    'lpop' => ['-', 'decoded'],
    'lpos' => ['- value', 'plain'],
    'lpush' => ['- value...', 'plain'],
    'lpushx' => ['- value', 'plain'],
    'lrange' => ['-', 'decoded'],
    'lrem' => ['- value', 'plain'],
    'lremove' => ['- value', 'plain'],
    'lset' => ['- - value', 'plain'],
    'rpop' => ['-', 'decoded'],
    'rpoplpush' => ['-', 'decoded'],
    'rpush' => ['- value...', 'plain'],
    'rpushx' => ['- value', 'plain'],

    // phpredis does not decode what these return.
    'hrandfield' => ['-', 'picked'],
    'sort' => ['-', 'decoded'],
    'sort_ro' => ['-', 'decoded'],
    'sortasc' => ['-', 'decoded'],
    'sortascalpha' => ['-', 'decoded'],
    'sortdesc' => ['-', 'decoded'],
    'sortdescalpha' => ['-', 'decoded'],

    // Sets and HyperLogLogs
    'pfadd' => ['- members', 'plain'],
    'sadd' => ['- member...', 'plain'],
    'saddarray' => ['- members', 'plain'],
    'scontains' => ['- member', 'plain'],
    'sdiff' => ['-', 'decoded'],
    'sgetmembers' => ['-', 'decoded'],
    'sinter' => ['-', 'decoded'],
    'sismember' => ['- member', 'plain'],
    'smembers' => ['-', 'decoded'],
    'smismember' => ['- member...', 'plain'],
    'smove' => ['- - member', 'plain'],
    'spop' => ['-', 'decoded'],
    'srandmember' => ['-', 'decoded'],
    'srem' => ['- member...', 'plain'],
    'sremove' => ['- member...', 'plain'],
    'sscan' => ['-', 'decoded'],
    'sunion' => ['-', 'decoded'],

    // Sorted sets
    'bzmpop' => ['-', 'keyed'],
    'bzpopmax' => ['-', 'keyed'],
    'bzpopmin' => ['-', 'keyed'],
    'zadd' => ['- scored', 'plain'],
    'zdelete' => ['- member...', 'plain'],
    'zdiff' => ['-', 'scores'],
    'zincrby' => ['- - member', 'plain'],
    'zinter' => ['-', 'scores'],
    'zmpop' => ['-', 'keyed'],
    'zmscore' => ['- member...', 'plain'],
    'zpopmax' => ['-', 'scores'],
    'zpopmin' => ['-', 'scores'],
    'zrandmember' => ['-', 'scores'],
    'zrange' => ['-', 'scores'],
    'zrangebylex' => ['-', 'scores'],
    'zrangebyscore' => ['-', 'scores'],
    'zrank' => ['- member', 'plain'],
    'zrem' => ['- member...', 'plain'],
    'zremove' => ['- member...', 'plain'],
    'zreverserange' => ['-', 'scores'],
    'zrevrange' => ['-', 'scores'],
    'zrevrangebylex' => ['-', 'scores'],
    'zrevrangebyscore' => ['-', 'scores'],
    'zrevrank' => ['- member', 'plain'],
    'zscan' => ['-', 'scores'],
    'zscore' => ['- member', 'plain'],
    'zunion' => ['-', 'scores'],

    // Streams
    'xadd' => ['- - values', 'plain'],
    'xautoclaim' => ['-', 'claimed'],
    'xclaim' => ['-', 'messages'],
    'xrange' => ['-', 'messages'],
    'xread' => ['-', 'streams'],
    'xreadgroup' => ['-', 'streams'],
    'xrevrange' => ['-', 'messages'],
];
