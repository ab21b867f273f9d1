<?php

declare(strict_types=1);

namespace Larder\Lab\Shop;

/** One line of an order. Amounts are in cents. */
final class Line
{
    public function __construct(
        public int $productId,
        public string $sku,
        public string $title,
        public ?string $variant,
        public int $quantity,
        public int $price,
        public float $taxRate,
        public ?int $discount,
        public ?string $note,
        public ?string $returnedAt,
        public ?string $serial,
    ) {
    }
}
