--TEST--
Options with a profile are given back when the request ends, before a session's handler is called
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php

/** Reads values whenever PHP calls it, under a profile that only its options hold. */
final class Handler implements SessionHandlerInterface
{
    public static string $file = '';

    public function open(string $path, string $name): bool
    {
        return true;
    }

    public function close(): bool
    {
        $reads = $this->reads('close');
        unlink(self::$file);
        return $reads;
    }

    public function read(string $id): string|false
    {
        return '';
    }

    public function write(string $id, string $data): bool
    {
        return $this->reads('write');
    }

    public function destroy(string $id): bool
    {
        return true;
    }

    public function gc(int $lifetime): int|false
    {
        return 0;
    }

    /** PHP 8.6 asks every handler for this method and the next. */
    public function create_sid(): string
    {
        return 'one';
    }

    public function validateId(string $id): bool
    {
        return true;
    }

    private function reads(string $when): bool
    {
        $options = ['profile' => [Larder\Profile::fromFile(self::$file)], 'allowed_classes' => ['Point']];
        echo $when, ' ', larder_unserialize(larder_serialize('text', $options['profile'][0]), $options), "\n";
        return true;
    }
}

// A profile without shapes and texts (docs/FORMAT.md, "Profiles").
$file = Handler::$file = tempnam(sys_get_temp_dir(), 'profile');
register_shutdown_function(function () use ($file) {
    $options = ['profile' => Larder\Profile::fromFile($file)];
    echo 'shutdown ', larder_unserialize(larder_serialize(1.5, $options['profile']), $options), "\n";
});
file_put_contents($file, hex2bin('4c5244500200000000000000d3bd86ddb5982308c90538819b564ae9f3e6d5b0325fe0895473f27130a4dece'));
session_set_save_handler(new Handler(), false);
session_start();
$_SESSION['a'] = 1;
echo "end\n";
--EXPECT--
end
shutdown 1.5
write text
close text
