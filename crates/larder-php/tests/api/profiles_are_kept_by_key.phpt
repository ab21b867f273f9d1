--TEST--
A process keeps which profile a key stands for; a profile of other bytes, or of another id, is an error
--FILE--
<?php

use Larder\Profile;

function tried(callable $act): void
{
    try {
        echo $act(), "\n";
    } catch (Throwable $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
}

$bytes = hex2bin(preg_replace('/\s/', '', file_get_contents(__DIR__ . '/../../../../vectors/profiles/texts.profile.hex')));
$id = bin2hex(substr($bytes, -32, 3));
$profile = Profile::fromBytes($bytes, $id);
var_dump($profile->id() === $id, $profile->bytes() === $bytes);
tried(fn () => Profile::fromBytes($bytes, 'abcdef'));
tried(fn () => Profile::fromBytes('', $id));
tried(fn () => Profile::fromBytes(substr($bytes, 1), $id));

$value = ['id' => 1, 'title' => 'a', 'body' => 'b'];
$written = larder_serialize($value, $profile);
var_dump(Profile::idOf($written) === $id, Profile::idOf(larder_serialize($value)), Profile::idOf(''));
var_dump(larder_unserialize($written, ['profile' => Profile::fromBytes($bytes, $id)]) === $value);

var_dump(Profile::kept('here', 'key'), Profile::allKept('here'));
Profile::keep('here', 'key', $profile);
Profile::keep('here', 'none', null);
Profile::keep('here', 'same', $profile);
[$kept, $age] = Profile::kept('here', 'key');
var_dump($kept->id() === $id, $age, Profile::kept('here', 'none')[0], Profile::kept('there', 'key'));
var_dump(count(Profile::allKept('here')), Profile::allKept('here')[0]->id() === $id);

// What is not there does not fill the memory, and what is stays.
for ($n = 0; $n < 5000; $n++) {
    Profile::keep('here', "none $n", null);
}
var_dump(Profile::kept('here', 'none 0'), Profile::kept('here', 'none 4999')[0]);
var_dump(Profile::kept('here', 'key')[0]->id() === $id);
--EXPECTF--
bool(true)
bool(true)
Larder\DecodeError: wrong-profile: the bytes are the profile %x, and not abcdef
Larder\DecodeError: not-larder: a profile begins with LRDP (at byte 0)
Larder\DecodeError: not-larder: a profile begins with LRDP (at byte 0)
bool(true)
NULL
NULL
bool(true)
NULL
array(0) {
}
bool(true)
int(0)
NULL
NULL
int(1)
bool(true)
NULL
NULL
bool(true)
