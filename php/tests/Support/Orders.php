<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

use Larder\Lab\Shop\Address;
use Larder\Lab\Shop\Customer;
use Larder\Lab\Shop\Line;
use Larder\Lab\Shop\Order;

/** A value as those of the dataset `order`. */
final class Orders
{
    public static function order(string $first = 'Ada', bool $billing = true): Order
    {
        $address = new Address(
            'Ada L',
            null,
            'Mill Lane 1',
            null,
            '20095',
            'Hamburg',
            null,
            'DE',
            null,
        );

        return new Order(
            1,
            '2026-1',
            'paid',
            'EUR',
            new Customer(
                7,
                'ada@example.com',
                $first,
                'L',
                null,
                null,
                null,
                null,
                'en_GB',
                true,
                null,
                null,
            ),
            $address,
            $billing ? clone $address : null,
            [new Line(3, 'KIT-1', 'kettle', null, 1, 4990, 0.0, null, null, null, null)],
            4990,
            0,
            4990,
            2.0,
            null,
            null,
            null,
            null,
            null,
            '2026-01-01 00:00:00',
            null,
            null,
            null,
        );
    }
}
