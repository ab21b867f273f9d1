<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

use Larder\Tests\Fixtures\User;
use PHPUnit\Framework\Assert;

/** Calls of each method in which phpredis serializes, and what they return. */
final class Calls
{
    /** Their replies are in no order. */
    private const UNORDERED = [
        'hgetall', 'hscan', 'hvals', 'sdiff', 'sgetmembers', 'sinter', 'smembers',
        'spop', 'srandmember', 'sscan', 'sunion', 'zrandmember',
    ];

    private const NOT_IN_MULTI = ['hscan', 'sscan', 'zscan'];

    /** A cluster needs to know the server. */
    private const OF_ONE_SERVER = ['dbSize', 'ping'];

    /** phpredis reads their replies wrongly in a MULTI of a cluster, and what follows. */
    private const NOT_IN_MULTI_OF_CLUSTER = ['blmpop', 'bzmpop', 'lmpop', 'zmpop'];

    /** @return array<string, string> what each step returns, as PHP code */
    public static function results(
        \Redis|\RedisCluster $redis,
        string $mode,
        string $prefix,
        int $compression,
    ): array {
        $redis->setOption(\Redis::OPT_PREFIX, $prefix);
        $redis->setOption(\Redis::OPT_COMPRESSION, $compression);
        $without = [
            ...$mode === 'atomic' ? [] : self::NOT_IN_MULTI,
            ...$redis instanceof \RedisCluster ? self::OF_ONE_SERVER : [],
            ...$redis instanceof \RedisCluster && $mode === 'multi'
                ? self::NOT_IN_MULTI_OF_CLUSTER
                : [],
        ];
        $steps = \array_filter(
            self::steps(),
            static fn (array $step): bool =>
                \method_exists($redis, $step[0]) && !\in_array($step[0], $without, true),
        );
        if ($mode !== 'atomic') {
            Assert::assertSame($redis, $redis->$mode());
        }
        $replies = [];
        foreach ($steps as $step) {
            $method = \array_shift($step);
            if (\in_array(\strtolower($method), self::NOT_IN_MULTI, true)) {
                $cursor = null;
                $replies[] = $redis->$method($step[0], $cursor, ...\array_slice($step, 1));
                Assert::assertSame(0, $cursor);
            } else {
                // Some are deprecated.
                $replies[] = @$redis->$method(...$step);
            }
        }
        if ($mode !== 'atomic') {
            Assert::assertSame(\array_fill(0, \count($steps), $redis), $replies);
            $replies = $redis->exec();
            Assert::assertCount(\count($steps), $replies);
        }
        $results = [];
        foreach (\array_values($steps) as $i => $step) {
            $reply = $replies[$i];
            if (\in_array(\strtolower($step[0]), self::UNORDERED, true)) {
                $reply = self::ordered($reply);
            }
            $results["$i. " . \json_encode($step, \JSON_PARTIAL_OUTPUT_ON_ERROR)] =
                \var_export($reply, true);
        }

        return $results;
    }

    private static function ordered(mixed $reply): mixed
    {
        if (\is_array($reply) && \array_is_list($reply)) {
            \usort($reply, static fn ($a, $b): int => \serialize($a) <=> \serialize($b));
        } elseif (\is_array($reply)) {
            \ksort($reply);
        }

        return $reply;
    }

    /** @return list<list<mixed>> calls, which follow one another: the method, and its arguments */
    public static function steps(): array
    {
        $user = new User(7);
        // Before version 6 these were other names of zInterStore and zUnionStore.
        $merged = \version_compare(\phpversion('redis'), '6', '<') ? [
            ['zInter', 'z5', ['z2']], ['zUnion', 'z5', ['z2']], ['zRange', 'z5', 0, -1],
        ] : [
            ['zinter', ['z2', 'z'], null, ['withscores' => true]],
            ['zunion', ['z2'], null, ['withscores' => true]],
        ];
        // phpredis 6.2.0 crashes where members with scores are other than texts.
        $number = \phpversion('redis') === '6.2.0' ? 'seven' : 7;
        $long = \array_fill(0, 50, ['name' => 'text text text', 'n' => 5]);

        return [
            ['set', 's', $user], ['get', 's'], ['get', 'none'], ['ping'],
            ['getSet', 's', [1, 'two', null]], ['get', 's'], ['getSet', 'first', false],
            ['setex', 'text', 100, 'text'], ['psetex', 'float', 100_000, 1.5],
            ['setnx', 'text', 1], ['setnx', 'true', true], ['set', 'long', $long], ['get', 'long'],
            ['mset', ['m1' => $user, 'm2' => '42', 'm3' => -7, 'm4' => null]],
            ['msetnx', ['m1' => 1, 'm9' => 2]], ['msetnx', ['m8' => 1, 'm9' => [2]]],
            ['mget', ['m1', 'm2', 'm3', 'none', 'm4', 'true', 'm9']],
            ['getMultiple', ['float', 'text']], ['mget', ['float', 'text']], ['exists', 'm1'],
            ['set', 'text', 'new', ['XX', 'EX' => 100]], ['set', 'text', 'no', ['NX']],
            ['getDel', 'm1'], ['getEx', 'm2', ['EX' => 100]], ['get', 'm1'], ['ttl', 'm2'],

            ['hSet', 'h', 'a', 1], ['hSet', 'h', 'a', $user], ['hSetNx', 'h', 'b', [1]],
            ['hSetNx', 'h', 'b', 2], ['hMset', 'h', ['c' => 'C', 'd' => null, 7 => 1.5]],
            ['hGet', 'h', 'a'], ['hGet', 'h', 'none'], ['hMget', 'h', ['a', 'b', 'none', '7']],
            ['hVals', 'h'], ['hGetAll', 'h'], ['hGetAll', 'none'], ['hKeys', 'none'],
            ['hscan', 'h'], ['hscan', 'h', 'a*', 10],
            ['hDel', 'h', 'a', 'b'], ['hExists', 'h', 'c'], ['hLen', 'h'],

            ['rPush', 'l', $user, 1, 'two', [3]], ['lPush', 'l', null, 0.5], ['lLen', 'l'],
            ['lrange', 'l', 0, -1], ['lGetRange', 'l', 0, 1], ['lindex', 'l', 2], ['lGet', 'l', 1],
            ['lPushx', 'l', 'x'], ['rPushx', 'l', 'y'], ['lPushx', 'none', 'x'],
            ['lSet', 'l', 1, ['set']], ['lInsert', 'l', 'before', [3], 'in'],
            ['lPos', 'l', 'in'], ['lrem', 'l', 'in', 0], ['lRemove', 'l', 'y', 1],
            ['lrange', 'l', 0, -1], ['lPop', 'l'], ['rPop', 'l'], ['lPop', 'none'],
            ['rpoplpush', 'l', 'l2'], ['brpoplpush', 'l', 'l2', 1],
            ['lMove', 'l', 'l2', 'LEFT', 'RIGHT'], ['blmove', 'l', 'l2', 'LEFT', 'RIGHT', 1.0],
            ['rPush', 'l3', 'a', [2], 3, $user], ['blPop', 'l3', 1], ['brPop', ['l3', 'none'], 1],
            ['lmpop', ['none', 'l3'], 'LEFT'], ['blmpop', 1.0, ['l3'], 'LEFT'],
            ['lrange', 'l', 0, -1], ['lrange', 'l2', 0, -1], ['ltrim', 'l', 0, 0],

            ['sAdd', 'a', 'x', 7, [1], $user, 1.5], ['sAdd', 'a', 'x'],
            ['sAddArray', 'b', ['x', 7, 'b']], ['sMembers', 'a'], ['sGetMembers', 'b'],
            ['sismember', 'a', $user], ['sContains', 'a', 'x'], ['scard', 'a'],
            ['sMisMember', 'a', 'x', 'none'], ['sInter', 'a', 'b'], ['sUnion', 'a', 'b'],
            ['sDiff', 'a', 'b'], ['sInterStore', 'both', 'a', 'b'], ['sMembers', 'both'],
            ['sMove', 'a', 'c', $user], ['sRandMember', 'c'], ['sRandMember', 'a', 9],
            ['sscan', 'a'], ['srem', 'a', 'x', 'none', 7], ['sRemove', 'b', 'x'], ['sPop', 'c'],
            ['sPop', 'a', 9], ['sPop', 'none'], ['pfadd', 'log', ['a', 'b', [1]]],
            ['pfadd', 'log', ['a']], ['pfcount', 'log'], ['pfadd', 'log', [$user]],
            ['pfadd', 'log', [[1, 2]]], ['pfadd', 'log', [['a' => 1]]],

            ['zAdd', 'z', 1, 'one', 2.5, $number, 3, 'three'],
            ['zAdd', 'z', ['XX'], 2, $number, 9, 'none'],
            ['zRange', 'z', 0, 1], ['zRange', 'z', 0, 1, true], ['zRange', 'z', 0, -1],
            ['zRevRange', 'z', 1, -1], ['zRevRange', 'z', 1, -1, true],
            ['zReverseRange', 'z', 1, -1], ['zRangeByScore', 'z', '-inf', '2'],
            ['zRangeByScore', 'z', '1', '2', ['withscores' => true, 'limit' => [0, 2]]],
            ['zRevRangeByScore', 'z', '2', '1'], ['zRangeByLex', 'z', '-', '+'],
            ['zRevRangeByLex', 'z', '+', '-'], ['zScore', 'z', 'three'],
            ['zScore', 'z', 'none'], ['zMscore', 'z', 'one', 'none'],
            ['zRank', 'z', 'three'], ['zRevRank', 'z', 'three'], ['zIncrBy', 'z', 0.5, 'one'],
            ['zCard', 'z'], ['zCount', 'z', '0', '9'],
            ['zunionstore', 'z2', ['z']], ['zRem', 'z2', 'three', 'none'],
            ['zAdd', 'z2', 8, 'eight', 9, 'nine', 10, 'ten'], ['zDelete', 'z2', 'none', 'eight'],
            ['zRemove', 'z2', 'nine'],
            ['zRange', 'z2', 0, -1, true], ['zscan', 'z2'], ...$merged,
            ['zdiff', ['z2', 'none'], ['withscores' => true]],
            ['zRandMember', 'z2', ['count' => 5, 'withscores' => true]],
            ['zunionstore', 'z3', ['z2']], ['zPopMax', 'z3'], ['zPopMin', 'z3', 2],
            ['zunionstore', 'z4', ['z2']], ['bzPopMax', 'z4', 1], ['bzPopMin', ['z4'], 1],
            ['zAdd', 'z6', 1, 'a', 2, 'b'], ['zmpop', ['z6'], 'MIN'],
            ['bzmpop', 1.0, ['z6'], 'MIN'], ['zRemRangeByRank', 'z', 0, 0],

            ['xadd', 'x', '1-1', ['a' => $user, 'b' => 5]], ['xadd', 'x', '2-1', ['c' => [1]]],
            ['xrange', 'x', '-', '+'], ['xrevrange', 'x', '+', '-', 1], ['xlen', 'x'],
            ['xread', ['x' => '0']], ['xread', ['x' => '9']],
            ['xgroup', 'CREATE', 'x', 'g', '0'],
            ['xreadgroup', 'g', 'me', ['x' => '>']],
            ['xclaim', 'x', 'g', 'you', 0, ['1-1'], ['RETRYCOUNT' => 1]],
            ['xclaim', 'x', 'g', 'you', 0, ['1-1'], ['JUSTID']],
            ['xautoclaim', 'x', 'g', 'me', 0, '0'],
            ['xack', 'x', 'g', ['1-1']], ['type', 'x'], ['dbSize'],
        ];
    }
}
