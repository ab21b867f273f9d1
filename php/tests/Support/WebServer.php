<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** PHP's built-in web server with one page. */
final class WebServer extends LocalServer
{
    /**
     * @param array<string, string> $settings
     *
     * @throws \RuntimeException if it does not start
     */
    public function __construct(string $page, array $settings)
    {
        parent::__construct(static fn (string $port): array => [
            ...Php::command($settings, '-S', "127.0.0.1:$port", $page),
        ]);
    }

    /** @throws \RuntimeException if the page fails or does not exist */
    public function get(string $query, string $cookie): string
    {
        $context = \stream_context_create(
            ['http' => ['header' => "Cookie: $cookie", 'timeout' => 30]]
        );
        $body = @\file_get_contents("http://127.0.0.1:{$this->port}/?$query", false, $context);

        return $body === false ? throw new \RuntimeException(
            (string) \error_get_last()['message']
        ) : $body;
    }
}
