<?php

declare(strict_types=1);

// The first value:
//
//     php -d extension="$PWD/target/release/liblarder_php.so" examples/php/start.php

final class User
{
    /** @param list<string> $roles */
    public function __construct(public int $id, public string $name, public array $roles)
    {
    }
}

$user = new User(7, 'Ada', ['editor', 'author']);
$bytes = larder_serialize($user);
$same = larder_unserialize($bytes, ['allowed_classes' => [User::class]]);

printf("serialize: %d bytes\nLarder: %d bytes\n", strlen(serialize($user)), strlen($bytes));
echo $same == $user ? "The value is the same.\n" : "The value differs.\n";
