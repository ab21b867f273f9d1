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
// Symfony 6 asks Composer which packages there are, and Debian's are not Composer's.
if (!class_exists(Composer\InstalledVersions::class)) {
    eval('namespace Composer; class InstalledVersions {
        public static function isInstalled(): bool { return false; }
    }');
}
$kernel = new Kernel('prod', false);
$request = Request::createFromGlobals();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
