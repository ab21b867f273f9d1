<?php

declare(strict_types=1);

namespace App;

use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Kernel as BaseKernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\Cache\ItemInterface;
use Symfony\Contracts\Cache\TagAwareCacheInterface;

/** A Symfony application in the folder LARDER_SITE: ?do=PAGE answers with a serialized value. */
final class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    public function getProjectDir(): string
    {
        return (string) \getenv('LARDER_SITE');
    }

    /** All values, and which of them were made now: the others were in the cache. */
    public function page(
        Request $request,
        CacheInterface $cache,
        TagAwareCacheInterface $tagged,
    ): Response {
        $made = [];
        $make = static function (string $key, mixed $value) use (&$made): \Closure {
            return static function (ItemInterface $item) use ($key, $value, &$made): mixed {
                $made[] = $key;
                $item->expiresAfter(600);
                if (\str_starts_with($key, 'tagged')) {
                    $item->tag(['people', $key]);
                }

                return $value;
            };
        };
        if ($request->query->get('do') === 'invalidate') {
            $tagged->invalidateTags(['people']);
        }
        $session = $request->getSession();
        $session->set('visits', $session->get('visits', 0) + 1);
        $session->set('user', $session->get('user', new User(3)));
        $values = ['list' => [1, 2.5, null], 'rows' => [['id' => 1], ['id' => 2]], 'no' => false];
        $answer = [
            'list' => $cache->get('list', $make('list', $values)),
            'user' => $cache->get('user', $make('user', new User(7))),
            'ada' => $tagged->get('tagged.ada', $make('tagged.ada', ['id' => 1])),
            'bob' => $tagged->get('tagged.bob', $make('tagged.bob', ['id' => 2])),
            'session' => $session->getId(),
            'visits' => $session->get('visits'),
            'visitor' => $session->get('user'),
        ];

        return new Response(\base64_encode(\serialize($answer + ['made' => $made])));
    }

    private function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('page', '/')->controller('kernel::page');
    }
}
