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
        return match ($dataset) {
            'order' => Order::of(...),
            'objects' => self::cart(...),
            default => null,
        };
    }

    /**
     * @param array<string, mixed> $cart
     *
     * @return array<string, mixed> the same, with objects in it
     */
    private static function cart(array $cart): array
    {
        return [
            'customer' => new Customer(...$cart['customer']),
            'lines' => \array_map(
                static fn (array $line): Line => new Line(...$line),
                $cart['lines'],
            ),
        ] + $cart;
    }
}
