<?php

declare(strict_types=1);

// A Symfony application: App\Kernel.

use App\Kernel;
use Symfony\Component\HttpFoundation\Request;

require_once __DIR__ . '/../../src/autoload.php';
require_once 'Symfony/Bundle/FrameworkBundle/autoload.php';
require_once 'Symfony/Component/Yaml/autoload.php';
require_once __DIR__ . '/../Fixtures/ValueWrapper.php';
require_once __DIR__ . '/../Fixtures/AppUser.php';
require_once __DIR__ . '/../Fixtures/AppKernel.php';

Larder\Tests\Fixtures\ValueWrapper::define();
$kernel = new Kernel('prod', false);
$request = Request::createFromGlobals();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
