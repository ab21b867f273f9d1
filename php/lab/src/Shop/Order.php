<?php

declare(strict_types=1);

namespace Larder\Lab\Shop;

/** An order with its customer, addresses and lines. Amounts are in cents. */
final class Order
{
    /** @param list<Line> $lines */
    public function __construct(
        public int $id,
        public string $number,
        public string $status,
        public string $currency,
        public Customer $customer,
        public Address $address,
        public ?Address $billing,
        public array $lines,
        public int $subtotal,
        public int $shipping,
        public int $total,
        public ?float $weightKg,
        public ?string $coupon,
        public ?string $note,
        public ?string $giftMessage,
        public ?string $tracking,
        public ?string $invoice,
        public string $createdAt,
        public ?string $paidAt,
        public ?string $shippedAt,
        public ?string $cancelledAt,
    ) {
    }

    /** @param array<string, mixed> $order a value of the dataset, as json_decode returns it */
    public static function of(array $order): self
    {
        $billing = $order['billing'];

        return new self(...[
            'customer' => new Customer(...$order['customer']),
            'address' => new Address(...$order['address']),
            'billing' => $billing === null ? null : new Address(...$billing),
            'lines' => \array_map(
                static fn (array $line): Line => new Line(...$line),
                $order['lines'],
            ),
        ] + $order);
    }
}
