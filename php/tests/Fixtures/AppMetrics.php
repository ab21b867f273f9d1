<?php

declare(strict_types=1);

namespace App;

use Larder\Event;

/** What the onEvent of a site names. */
final class Metrics
{
    public static function cache(Event $event): void
    {
        $of = $event->isFallback ? 'fallback' : 'larder';
        \error_log("$event->kind $of $event->bytes B");
    }
}
