<?php

declare(strict_types=1);

// A Laravel application in the folder LARDER_SITE: ?do=PAGE answers with a serialized value.

use App\Job;
use App\User;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Foundation\Http\Kernel;
use Illuminate\Http\Request;
use Illuminate\Queue\WorkerOptions;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Queue;
use Illuminate\Support\Facades\RateLimiter;
use Illuminate\Support\Facades\Redis;
use Illuminate\Support\Facades\Route;

require_once __DIR__ . '/../../src/autoload.php';
require_once 'Illuminate/autoload.php';
require_once __DIR__ . '/../Fixtures/AppUser.php';
require_once __DIR__ . '/../Fixtures/AppJob.php';
require_once __DIR__ . '/../Fixtures/AppMetrics.php';

$pages = [
    'fill' => static function (Request $request): array {
        Cache::put('array', ['id' => 7, 'names' => ['Ada', 'Łukasz'], 'ok' => true], 600);
        Cache::put('user', new User(7), 600);
        Cache::forever('list', [1, 2.5, null, 'text']);
        Cache::putMany(['text' => 'text', 'false' => false, 'empty' => ''], 600);
        Cache::put('count', 41, 600);
        Cache::put('float', 1.5, 600);
        Cache::tags(['people', 'staff'])->put('ada', ['id' => 1], 600);
        Cache::tags(['people'])->put('bob', ['id' => 2], 600);
        $request->session()->put('cart', [['id' => 3, 'price' => '9.50']]);

        return [];
    },
    'read' => static fn (Request $request): array => [
        'array' => Cache::get('array'),
        'user' => Cache::get('user'),
        'list' => Cache::get('list'),
        'many' => Cache::many(['text', 'false', 'empty', 'nothing']),
        'float' => (float) Cache::get('float'),
        'count' => (int) Cache::get('count'),
        'ada' => Cache::tags(['people', 'staff'])->get('ada'),
        'bob' => Cache::tags(['people'])->get('bob'),
        'cart' => $request->session()->get('cart'),
    ],
    'write' => static function (Request $request): bool {
        Cache::put('array', ['id' => 8], 600);
        Cache::put('user', new User(8), 600);
        $request->session()->push('cart', ['id' => 4, 'price' => '0.99']);

        return true;
    },
    'calls' => static function (): array {
        $lock = Cache::lock('lock', 30);
        $calls = [
            'add' => [Cache::add('new', ['a' => 1], 60), Cache::add('new', ['a' => 2], 60)],
            'added' => Cache::get('new'),
            'remember' => Cache::remember('remembered', 60, static fn () => ['made' => 1]),
            'again' => Cache::remember('remembered', 60, static fn () => ['made' => 2]),
            'pull' => [Cache::pull('new'), Cache::get('new', 'default')],
            'increment' => [
                (int) Cache::increment('visits'),
                (int) Cache::increment('visits', 5),
                (int) Cache::decrement('visits', 2),
                (int) Cache::get('visits'),
            ],
            'counted' => [Cache::put('set', 10, 60), Cache::increment('set')],
            'lock' => [$lock->get(), Cache::lock('lock', 30)->get(), $lock->release()],
            'free' => Cache::lock('lock', 30)->get(static fn (): string => 'held'),
            'limit' => [
                RateLimiter::attempt('login', 1, static fn (): string => 'in'),
                RateLimiter::attempt('login', 1, static fn (): string => 'in'),
                RateLimiter::remaining('login', 1),
            ],
            'multiple' => [
                Cache::setMultiple(['x' => [1], 'y' => [2]], 60),
                Cache::getMultiple(['x', 'y', 'z'], 'none'),
                Cache::deleteMultiple(['x', 'y']),
                Cache::has('x'),
            ],
        ];
        Cache::tags(['red', 'big'])->put('rose', ['thorns' => 3], 60);
        Cache::tags(['red'])->forever('poppy', 'here');
        Cache::tags(['blue'])->put('sky', 'wide', 60);
        $calls['tags'] = [
            Cache::tags(['red', 'big'])->get('rose'),
            Cache::tags(['red'])->increment('petals', 4),
            Cache::tags(['red'])->flush(),
            Cache::tags(['red', 'big'])->get('rose'),
            Cache::tags(['red'])->get('poppy'),
            Cache::tags(['blue'])->get('sky'),
        ];
        $calls['forget'] = [Cache::forget('remembered'), Cache::has('remembered')];

        return $calls;
    },
    'flushTag' => static fn (): bool => Cache::tags(['people'])->flush(),
    'queue' => static function (): array {
        Queue::push(new Job(['id' => 1]));
        Queue::later(0, new Job(['id' => 2]));
        $done = [];
        for ($job = 0; $job < 2; $job++) {
            app('queue.worker')->runNextJob('redis', 'jobs', new WorkerOptions());
            $done[] = Cache::pull('job')['id'];
        }
        sort($done);

        return $done;
    },
    'objects' => static function (): array {
        $redis = Redis::connection('objects');
        $old = $redis->get('old');
        $redis->set('user:7', new User(7));
        $redis->hmset('hash', ['user' => new User(8), 'count' => 3]);
        $redis->set('short', ['lives' => true], 'EX', 100, 'NX');

        return [
            get_class($redis->client()),
            get_class(Redis::connection('default')->client()),
            $old,
            $redis->get('user:7'),
            $redis->hgetall('hash'),
            $redis->mget(['user:7', 'nothing']),
            $redis->pipeline(static fn ($pipe) => $pipe->get('short')->ttl('short')),
        ];
    },
];

$app = new Application((string) getenv('LARDER_SITE'));
if (method_exists($app, 'dontMergeFrameworkConfiguration')) {
    // From 11 on. Debian does not have that configuration.
    $app->dontMergeFrameworkConfiguration();
}
$app->singleton(ExceptionHandler::class, Handler::class);
$kernel = new class ($app, $app['router']) extends Kernel {
    protected $middleware = [StartSession::class];
};
$request = Request::capture();
$app->booted(static function () use ($pages): void {
    Route::get('/', static fn (Request $request): string => base64_encode(
        serialize($pages[$request->query('do')]($request))
    ));
});
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
