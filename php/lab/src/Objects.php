<?php

declare(strict_types=1);

namespace Larder\Lab;

use Larder\Lab\Shop\Address;
use Larder\Lab\Shop\Customer;
use Larder\Lab\Shop\Line;
use Larder\Lab\Shop\Order;

/** The datasets whose values are objects in PHP; those of all others are arrays and scalars. */
final class Objects
{
    /** Options of `larder_unserialize`, which creates objects of no other classes. */
    public const OPTIONS = [
        'allowed_classes' => [Order::class, Customer::class, Address::class, Line::class],
    ];

    /** @return ?\Closure(array<string, mixed>): object how to make a value from what json_decode
     *     returns; null if the dataset has no objects */
    public static function of(string $dataset): ?\Closure
    {
        return $dataset === 'order' ? Order::of(...) : null;
    }
}
