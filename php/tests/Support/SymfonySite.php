<?php

declare(strict_types=1);

namespace Larder\Tests\Support;

/** A Symfony application in a folder of its own, served by PHP's web server. */
final class SymfonySite
{
    private readonly WebServer $server;

    private readonly string $folder;

    /**
     * @param string $services config/services.yaml
     * @param string $packages config/packages/cache.yaml
     * @param array<string, string> $settings of PHP
     *
     * @throws \RuntimeException if it does not start
     */
    public function __construct(string $services, string $packages, array $settings)
    {
        $this->folder = Folder::create();
        \mkdir("{$this->folder}/config/packages", 0700, true);
        $files = [
            'bundles.php' => '<?php return [Symfony\Bundle\FrameworkBundle\FrameworkBundle::class'
                . " => ['all' => true]];",
            'services.yaml' => $services,
            'packages/cache.yaml' => $packages,
            // Otherwise the names of keys depend on the folder.
            'packages/framework.yaml' => "framework:\n    secret: secret\n    cache:\n"
                . "        prefix_seed: shop\n    session:\n"
                . "        storage_factory_id: session.storage.factory.native\n",
        ];
        foreach ($files as $name => $text) {
            \file_put_contents("{$this->folder}/config/$name", $text);
        }
        \putenv("LARDER_SITE={$this->folder}");
        $this->server = new WebServer(__DIR__ . '/../programs/symfony.php', $settings + [
            'display_errors' => '0',
            'error_log' => "{$this->folder}/log",
        ]);
    }

    /**
     * @param string $session the visitor's, which an answer has at `session`
     *
     * @return array<string, mixed> what App\Kernel answers
     *
     * @throws \RuntimeException if it fails
     */
    public function visit(string $session = '', string $page = ''): array
    {
        $answer = $this->server->get("do=$page", "PHPSESSID=$session");
        $decoded = \base64_decode($answer, true);

        return $decoded !== false
            ? \unserialize($decoded)
            : throw new \RuntimeException('the page failed: ' . \substr($answer, 0, 2000));
    }

    public function stop(): void
    {
        $this->server->stop();
        Folder::delete($this->folder);
    }
}
