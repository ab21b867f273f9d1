<?php

declare(strict_types=1);

// A page whose session is written when the request has ended, and all but sessions is shut down.

use Larder\Tests\Fixtures\CheckingHandler;

require __DIR__ . '/../Fixtures/CheckingHandler.php';

session_set_save_handler(new CheckingHandler(), false);
session_start();
$_SESSION = CheckingHandler::session();
