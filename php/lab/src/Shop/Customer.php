<?php

declare(strict_types=1);

namespace Larder\Lab\Shop;

/** Whoever ordered. */
final class Customer
{
    public function __construct(
        public int $id,
        public string $email,
        public string $firstName,
        public string $lastName,
        public ?string $company,
        public ?string $vatId,
        public ?string $phone,
        public ?string $birthday,
        public string $locale,
        public bool $newsletter,
        public ?string $group,
        public ?string $lastLogin,
    ) {
    }
}
