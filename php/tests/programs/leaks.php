<?php

declare(strict_types=1);

// phpcs:disable PSR1.Files.SideEffects

// php leaks.php COUNT: writes and reads so many values in one process, and fails if its memory
// grows. scripts/leaks runs it.

use Larder\Profile;
use Larder\Lab\Corpus\Account;
use Larder\Lab\Corpus\Magic;
use Larder\Lab\Corpus\Sleeper;
use Larder\Lab\Corpus\Suit;
use Larder\Lab\Corpus\Wrapped;
use Larder\Tests\Fixtures\Throwing;

require __DIR__ . '/../../lab/src/autoload.php';
require __DIR__ . '/../Fixtures/Throwing.php';

/**
 * What PHP's memory may grow by in the end, and the process, in bytes: nothing, but for how the
 * allocators place things.
 */
const MAX_GROWTH = 16 << 10;
const MAX_PROCESS_GROWTH = 4 << 20;
/**
 * What is remembered of shapes is bounded: 1 MiB of those that are written, some of those that are
 * read, and their keys.
 */
const MAX_SHAPES_GROWTH = 4 << 20;
const MAX_SHAPES_PROCESS_GROWTH = 32 << 20;
const SHAPES = 1_000_000;

error_reporting(E_ALL & ~E_DEPRECATED);

/**
 * @return array{int, int} what PHP has allocated, and what of the process is in memory, in bytes
 */
function memory(): array
{
    gc_collect_cycles();
    preg_match('/^VmRSS:\s+(\d+) kB/m', (string) file_get_contents('/proc/self/status'), $resident);

    return [memory_get_usage(), (int) $resident[1] << 10];
}

function inMebibytes(int $bytes): string
{
    return number_format($bytes / (1 << 20), 2) . ' MiB';
}

/**
 * Prints by how much memory has grown.
 *
 * @param array{int, int} $before
 *
 * @return bool whether it has grown by no more than it may
 */
function check(string $what, array $before, int $most, int $mostOfProcess): bool
{
    [$php, $process] = memory();
    [$php, $process] = [$php - $before[0], $process - $before[1]];
    $good = $php <= $most && $process <= $mostOfProcess;
    $verdict = $good ? '' : ', more than ' . inMebibytes($most) . ' and '
        . inMebibytes($mostOfProcess);
    $grown = sprintf('%+d', $php);
    echo "$what: PHP $grown bytes, the process ", inMebibytes($process), "$verdict\n";

    return $good;
}

/**
 * What is done in turn: pieces of work, each with how many values it writes or reads.
 *
 * @return list<array{int, Closure(): mixed}>
 */
function operations(): array
{
    $file = (string) tempnam(sys_get_temp_dir(), 'larder');
    $hexadecimal = (string) file_get_contents(
        __DIR__ . '/../../../vectors/profiles/small.profile.hex'
    );
    file_put_contents($file, hex2bin(preg_replace('/\s/', '', $hexadecimal)));
    $profile = Profile::fromFile($file);
    unlink($file);

    $row = static fn (int $n): array => [
        'id' => $n,
        'name' => "name $n",
        'price' => $n / 4,
        'tags' => ["tag $n", null, true],
        'at' => '2024-05-01',
    ];
    $number = 5;
    $cycle = new stdClass();
    $cycle->self = $cycle;
    $cycle->list = [$cycle, &$number, &$number];
    $account = new Account();
    $account->public = ['x' => 1, 'text' => 'a text'];
    $magic = new Magic();
    $magic->data = ['a' => [1, $account], 'b' => $account];
    $wrapped = new Wrapped();
    $wrapped->value = [1, 'text'];
    $values = [
        'text' => 'a short text',
        'row' => $row(7),
        'rows' => array_map($row, range(1, 10)),
        'references' => [&$number, [&$number], 'x' => &$number],
        'cycle' => $cycle,
        'objects' => [$account, $magic, new Sleeper(), $wrapped, Suit::cases()[0], $account],
        'engine' => [
            new ArrayObject([1, 'a' => $account]),
            new DateTimeImmutable('2024-01-01 UTC'),
            new SplObjectStorage(),
        ],
    ];
    $operations = [];
    $all = ['allowed_classes' => true];
    $expect = static function (Closure $call): Closure {
        return static function () use ($call): void {
            try {
                $call();
                throw new LogicException('no exception');
            } catch (Larder\DecodeError | Larder\EncodeError | DomainException) {
            }
        };
    };
    foreach ($values as $what => $value) {
        $operations[] = [
            2,
            static fn (): mixed => larder_unserialize(larder_serialize($value), $all),
        ];
        $operations[] = [
            2,
            static fn (): mixed => larder_unserialize(
                larder_serialize($value, $profile),
                $all + ['profile' => $profile],
            ),
        ];
        $bytes = larder_serialize($value);
        $foreign = ['php' => serialize($value)];
        $cases = ['igbinary' => 'igbinary_serialize', 'msgpack' => 'msgpack_pack'];
        foreach ($cases as $format => $write) {
            $writes = $format === 'igbinary' || in_array($what, ['text', 'row', 'rows'], true);
            if (function_exists($write) && $writes) {
                $foreign[$format] = $write($value);
            }
        }
        foreach ($foreign as $format => $written) {
            $operations[] = [
                1,
                static fn (): mixed => larder_unserialize(
                    $written,
                    $all + ['fallback' => [$format]],
                ),
            ];
            $cut = substr($written, 0, -2);
            $operations[] = [
                1,
                $expect(
                    static fn (): mixed => larder_unserialize(
                        $cut,
                        $all + ['fallback' => [$format]],
                    )
                ),
            ];
        }
        foreach (['json', 'hprose', 'cbor', 'php', 'igbinary'] as $format) {
            try {
                larder_export($value, $format);
                $operations[] = [
                    2,
                    static fn (): mixed => larder_unserialize(
                        larder_export($value, $format),
                        $all + ['fallback' => [$format]],
                    ),
                ];
            } catch (Larder\EncodeError) {
                $operations[] = [
                    1,
                    $expect(static fn (): string => larder_export($value, $format)),
                ];
            }
        }
        foreach ([-1, -3, intdiv(-strlen($bytes), 2)] as $end) {
            $cut = substr($bytes, 0, $end);
            $operations[] = [1, $expect(static fn (): mixed => larder_unserialize($cut, $all))];
        }
        if (str_contains($bytes, 'Account')) {
            $operations[] = [1, $expect(static fn (): mixed => larder_unserialize($bytes))];
            $operations[] = [
                1,
                $expect(
                    static fn (): mixed => larder_unserialize(
                        $bytes,
                        ['allowed_classes' => ['stdClass']],
                    )
                ),
            ];
        }
    }
    $closure = static fn (): int => 1;
    $operations[] = [
        1,
        $expect(static fn (): string => larder_serialize([$row(1), $account, [$closure]])),
    ];
    foreach (['__serialize', '__unserialize'] as $method) {
        $value = [$row(1), $account, new Throwing(''), new Throwing($method), $magic];
        $operations[] = [
            $method === '__serialize' ? 1 : 2,
            $expect(static fn (): mixed => larder_unserialize(larder_serialize($value), $all)),
        ];
    }
    $missing = larder_serialize(
        unserialize('a:2:{i:0;O:5:"NoOne":1:{s:1:"a";i:5;}i:1;r:2;}', ['allowed_classes' => false])
    );
    $operations[] = [1, static fn (): mixed => larder_unserialize($missing, $all)];
    $operations[] = [
        1,
        $expect(
            static fn (): mixed => larder_unserialize(
                "\x82\xA1a\x01\xA1a\x02",
                ['fallback' => ['msgpack']],
            )
        ),
    ];

    return $operations;
}

$count = (int) ($argv[1] ?? 10_000_000);
$operations = operations();
$warmUp = max(intdiv($count, 20), 20_000);
$done = 0;
$before = memory();
$good = true;
while ($done < $count + $warmUp) {
    $isWarm = $done >= $warmUp;
    foreach ($operations as [$values, $call]) {
        $call();
        $done += $values;
    }
    if (!$isWarm && $done >= $warmUp) {
        $before = memory();
        [$php, $process] = array_map(inMebibytes(...), $before);
        $shown = number_format($done);
        echo "before, after $shown operations: PHP $php, the process $process\n";
    }
    // Cycles that are thrown away wait for the collector.
    if ($done % 10_000 < 200) {
        gc_collect_cycles();
    }
}
$good = check(
    'after ' . number_format($done) . ' operations',
    $before,
    MAX_GROWTH,
    MAX_PROCESS_GROWTH,
);

$floods = [
    'written' => static fn (int $n): mixed => larder_serialize(["key $n" => $n, 'id' => 1]),
    'of objects written' => static fn (int $n): mixed => larder_serialize(
        (object) ["key $n" => $n, "other $n" => 1]
    ),
    'written and read' => static fn (int $n): mixed => larder_unserialize(
        larder_serialize(["id $n" => $n, 'x' => ["y $n" => 1]])
    ),
    'read twice' => static function (int $n): void {
        $bytes = larder_serialize(["twice $n" => $n, 'id' => 1]);
        larder_unserialize($bytes);
        larder_unserialize($bytes);
    },
    'of no array read twice' => static function (int $n): void {
        $bytes = "\x83\xA8" . sprintf('%08d', $n) . "\x01\x01\x02\xA11\x03";
        for ($times = 0; $times < 2; $times++) {
            try {
                larder_unserialize($bytes, ['fallback' => ['msgpack']]);
            } catch (Larder\DecodeError) {
            }
        }
    },
    'of JSON read' => static fn (int $n): mixed => larder_unserialize(
        "{\"key $n\":1,\"id\":{\"k$n\":2}}",
        ['fallback' => ['json']],
    ),
    'of classes that do not exist' => static fn (int $n): mixed => larder_unserialize(
        'O:' . strlen("None$n") . ":\"None$n\":1:{s:1:\"a\";i:1;}",
        ['fallback' => ['php'], 'allowed_classes' => true],
    ),
];
$shapes = min(SHAPES, $count);
foreach ($floods as $what => $call) {
    $before = memory();
    for ($n = 0; $n < $shapes; $n++) {
        $call($n);
    }
    $good = check(
        number_format($shapes) . " shapes $what",
        $before,
        MAX_SHAPES_GROWTH,
        MAX_SHAPES_PROCESS_GROWTH,
    ) && $good;
}
exit($good ? 0 : 1);
