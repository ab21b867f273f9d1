<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

use PHPUnit\Framework\TestCase;

/** Stands for the tests of a contract where they are not installed. */
abstract class MissingContract extends TestCase
{
    public function testTheContractIsInstalled(): void
    {
        self::markTestSkipped(
            'needs php-cache/integration-tests: apt-get install php-cache-integration-tests'
        );
    }
}
