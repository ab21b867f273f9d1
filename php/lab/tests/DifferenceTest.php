<?php

declare(strict_types=1);

namespace Larder\Lab\Tests;

use Larder\Lab\Difference;
use Larder\Tests\Support\Orders;
use PHPUnit\Framework\TestCase;

final class DifferenceTest extends TestCase
{
    /** @dataProvider same */
    public function testTellsNoDifferenceBetweenEqualValues(mixed $value): void
    {
        self::assertSame([], Difference::between($value, \unserialize(\serialize($value))));
    }

    /** @return iterable<string, array{mixed}> */
    public static function same(): iterable
    {
        yield 'null' => [null];
        yield 'NaN' => [[\NAN]];
        yield 'minus zero' => [['a' => -0.0]];
        yield 'invalid UTF-8' => ["\xff\xfe"];
        yield 'objects' => [[Orders::order()]];
        yield 'nested' => [['a' => [1, 2.5, ['b' => null, 7 => false]], '']];
    }

    /** @dataProvider differences */
    public function testSaysWhatDiffersAndWhere(
        mixed $was,
        mixed $is,
        string $kind,
        string $path,
        string $change,
    ): void {
        $differences = Difference::between($was, $is);

        self::assertCount(1, $differences);
        self::assertSame(
            [$kind, $path, $change],
            [$differences[0]->kind, $differences[0]->path, $differences[0]->change],
        );
    }

    /** @return iterable<string, array{mixed, mixed, string, string, string}> */
    public static function differences(): iterable
    {
        yield 'float to int' => [
            [3 => ['price' => 1.0]], [3 => ['price' => 1]], 'float became int', '[3].price',
            '1.0 → 1',
        ];
        yield 'sign of zero' => [[-0.0], [0.0], 'float changed', '[0]', '-0.0 → 0.0'];
        yield 'one bit of a float' => [
            0.1 + 0.2,
            0.3,
            'float changed',
            'the top',
            '0.30000000000000004 → 0.3',
        ];
        yield 'NaN' => [\NAN, null, 'float became null', 'the top', 'nan → null'];
        yield 'int to string' => [['键' => 1], ['键' => '1'], 'int became string', '.键', '1 → "1"'];
        yield 'string' => [
            ['a b' => 'x'],
            ['a b' => 'y'],
            'string changed',
            '["a b"]',
            '"x" → "y"',
        ];
        yield 'bytes' => [
            ['a' => "\xff"],
            ['a' => '?'],
            'string changed',
            '.a',
            "\"\u{fffd}\" → \"?\"",
        ];
        yield 'array to object' => [
            ['a' => [1, 2]], ['a' => new \stdClass()], 'array became stdClass', '.a',
            'array of 2 → stdClass',
        ];
        yield 'object to array' => [
            ['a' => (object) ['b' => 1]], ['a' => ['b' => 1]],
            'stdClass became array', '.a', 'stdClass → array of 1',
        ];
        yield 'property of an object in an object' => [
            [Orders::order()], [Orders::order(first: 'Bob')],
            'string changed', '[0].customer.firstName', '"Ada" → "Bob"',
        ];
        yield 'object lost' => [
            Orders::order(), Orders::order(billing: false),
            'Larder\Lab\Shop\Address became null', '.billing', 'Larder\Lab\Shop\Address → null',
        ];
        yield 'key lost' => [['a' => ['b' => 1]], ['a' => []], 'key lost', '.a.b', '1 → nothing'];
        yield 'key added' => [[], ['b' => true], 'key added', '.b', 'nothing → true'];
        yield 'order' => [
            ['a' => 1, 'b' => 2, 'c' => 3], ['a' => 1, 'c' => 3, 'b' => 2],
            'order of keys changed', 'the top', '"b" → "c"',
        ];
    }

    public function testKeepsTheFirstDifferenceOfEachKind(): void
    {
        $kinds = [];
        $cases = Difference::between([1.0, 2.0, 'a', 3.0, 'b'], [1, 2, 'A', 3, 'B']);
        foreach ($cases as $difference) {
            $kinds[$difference->kind] = $difference->path;
        }

        self::assertSame(['float became int' => '[0]', 'string changed' => '[2]'], $kinds);
    }

    public function testKeepsWordsShort(): void
    {
        $long = \str_repeat('长', 1000);
        [$difference] = Difference::between([$long => $long], [$long => '']);

        self::assertLessThanOrEqual(80, \preg_match_all('/./u', $difference->path));
        self::assertLessThanOrEqual(80, \preg_match_all('/./u', $difference->change));
    }
}
