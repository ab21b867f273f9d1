<?php

declare(strict_types=1);

// phpcs:disable PSR1.Files.SideEffects

// A page that says what arrays take that are read, in bytes each: under a profile, and of another
// shape. Arrays of a template share its keys, others have their own. ?flood=N reads so many shapes
// before.

use Larder\Profile;

// As often as a shape is read before it has a template.

const ENOUGH = 8;

/** What an array that is read from these bytes takes, once its shape has come again. */
function taken(string $bytes, array $options): int
{
    for ($times = 0; $times < ENOUGH; $times++) {
        larder_unserialize($bytes, $options);
    }
    $before = memory_get_usage();
    for ($n = 0; $n < 1024; $n++) {
        $read[] = larder_unserialize($bytes, $options);
    }

    return intdiv(memory_get_usage() - $before, count($read));
}

$file = (string) tempnam(sys_get_temp_dir(), 'larder');
$hexadecimal = (string) file_get_contents(__DIR__ . '/../../../vectors/profiles/texts.profile.hex');
file_put_contents($file, hex2bin(preg_replace('/\s/', '', $hexadecimal)));
touch($file, 1_000_000_000);
$profile = Profile::fromFile($file);
unlink($file);

$flood = (int) ($_GET['flood'] ?? 0);
for ($n = 0; $n < $flood; $n++) {
    // The short ones take what room the long ones leave.
    $long = $n % 2 === 0 ? str_repeat('key', 150) : '';
    // Keys with digits are data, and no shape.
    $name = strtr("$n", '0123456789', 'abcdefghij') . $long;
    $bytes = larder_serialize(["a$name" => 1, "b$name" => 2]);
    for ($times = 0; $times < ENOUGH; $times++) {
        larder_unserialize($bytes);
    }
}
$value = ['id' => 1, 'title' => '', 'body' => ''];
// Keys that no value had before.
$after = strtr("$flood", '0123456789', 'abcdefghij');
$other = ["number$after" => 1, "other$after" => '', "keys$after" => ''];
echo taken(
    larder_serialize($value, $profile),
    ['profile' => $profile],
), ' ', taken(larder_serialize($other), []);
