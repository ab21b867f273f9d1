--TEST--
Larder\Profile cannot be constructed, cloned, extended or written
--FILE--
<?php

require __DIR__ . '/../same.inc';

class_exists('Larder\Profile') || exit('no class');
$class = new ReflectionClass('Larder\Profile');
var_dump($class->isFinal(), $class->isInstantiable(), $class->isCloneable());
echo outcome(fn () => new Larder\Profile(), 'private', 'Larder\Profile'), "\n";
echo outcome(fn () => Larder\Profile::fromFile(__DIR__ . '/no such file'), 'no such file'), "\n";
echo outcome(fn () => Larder\Profile::fromFile(__FILE__)), "\n";
echo outcome(fn () => Larder\Profile::fromFile(__DIR__)), "\n";
echo outcome(fn () => Larder\Profile::fromFile('')), "\n";
echo outcome(fn () => Larder\Profile::fromFile("a\0b")), "\n";
echo outcome(fn () => $class->newInstanceWithoutConstructor()), "\n";
echo outcome(fn () => unserialize('O:14:"Larder\Profile":0:{}'), 'Larder\Profile'), "\n";
eval('class Own extends Larder\Profile {}');
--EXPECTF--
bool(true)
bool(false)
bool(false)
Error
RuntimeException
Larder\DecodeError not-larder
RuntimeException
%s
%s
ReflectionException
Exception

Fatal error: Class Own %s final class%SLarder\Profile%S in %s on line %d
