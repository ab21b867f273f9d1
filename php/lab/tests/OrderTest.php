<?php

declare(strict_types=1);

namespace Larder\Lab\Tests;

use Larder\Lab\Difference;
use Larder\Lab\Fresh;
use Larder\Lab\Objects;
use Larder\Lab\Values;
use Larder\Tests\Support\Orders;
use PHPUnit\Framework\TestCase;

/** The datasets whose values are or have objects. */
final class OrderTest extends TestCase
{
    public function testTheValuesOfTheDatasetAreObjects(): void
    {
        $order = Orders::order();
        $path = (string) \tempnam(\sys_get_temp_dir(), 'larder');
        \file_put_contents($path, \json_encode($order, \JSON_PRESERVE_ZERO_FRACTION) . "\n");
        [$read] = Values::read($path, Objects::of('order'))->values;
        [$array] = Values::read($path, Objects::of('session'))->values;
        \unlink($path);

        self::assertSame([], Difference::between($order, $read));
        self::assertIsArray($array);
    }

    public function testTheValuesOfTheShapeObjectsAreArraysWithObjects(): void
    {
        $order = Orders::order();
        $cart = ['customer' => $order->customer, 'lines' => $order->lines, 'coupons' => []];
        $array = \json_decode((string) \json_encode($cart, \JSON_PRESERVE_ZERO_FRACTION), true);
        $made = Objects::of('objects');

        self::assertNotNull($made);
        self::assertIsArray($array);
        self::assertSame([], Difference::between($cart, $made($array)));
    }

    public function testACopyIsAnEqualOrderOfOtherObjects(): void
    {
        $order = Orders::order();
        $copy = Fresh::copy($order);

        self::assertSame([], Difference::between($order, $copy));
        self::assertNotSame($order, $copy);
        self::assertNotSame($order->customer, $copy->customer);
        self::assertNotSame($order->lines[0], $copy->lines[0]);
    }

    public function testLarderMayCreateTheObjectsOfTheDataset(): void
    {
        $order = Orders::order();
        $read = \larder_unserialize(\larder_serialize($order), Objects::OPTIONS);

        self::assertSame([], Difference::between($order, $read));
    }
}
