--TEST--
The properties of errors cannot be changed, and errors can be written themselves
--INI--
zend.exception_ignore_args=1
--FILE--
<?php

require __DIR__ . '/../same.inc';

function caught(callable $act): Throwable
{
    try {
        $act();
    } catch (Throwable $error) {
        return $error;
    }
}

$error = caught(fn () => larder_unserialize('nothing'));
echo outcome(function () use ($error) {
    $error->kind = 'other';
}, 'readonly'), "\n";
echo outcome(function () use ($error) {
    $error->offset = 7;
}, 'readonly'), "\n";
$read = larder(caught(fn () => larder_unserialize('nothing', [])));
var_dump($read::class, $read->kind, $read->offset, $read->getMessage() === $error->getMessage());
$error = caught(fn () => larder_serialize([1, [2, fn () => 3]]));
var_dump($error::class, $error->kind, $error->offset, $error->getMessage() !== '');
var_dump((new ReflectionClass($error))->isFinal(), (new ReflectionClass($read))->isFinal());
--EXPECTF--
Error
Error
string(18) "Larder\DecodeError"
string(10) "not-larder"
int(0)
bool(true)
string(18) "Larder\EncodeError"
string(7) "refused"
%s(%d)
bool(true)
bool(true)
bool(true)
