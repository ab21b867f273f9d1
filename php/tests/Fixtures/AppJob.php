<?php

declare(strict_types=1);

namespace App;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Support\Facades\Cache;

/** A job for Laravel's queue, which leaves its order in the cache. */
final class Job implements ShouldQueue
{
    use Queueable;

    /** @param array<string, mixed> $order */
    public function __construct(public array $order)
    {
    }

    public function handle(): void
    {
        Cache::put('job', $this->order, 600);
    }
}
