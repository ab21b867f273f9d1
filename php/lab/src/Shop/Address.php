<?php

declare(strict_types=1);

namespace Larder\Lab\Shop;

/** Where an order, or its bill, goes. */
final class Address
{
    public function __construct(
        public string $name,
        public ?string $company,
        public string $street,
        public ?string $street2,
        public string $postcode,
        public string $city,
        public ?string $state,
        public string $country,
        public ?string $phone,
    ) {
    }
}
