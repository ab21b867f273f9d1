--TEST--
Larder\Codec cannot be constructed, cloned, extended or written
--FILE--
<?php

require __DIR__ . '/../same.inc';

class_exists('Larder\Codec') || exit('no class');
$class = new ReflectionClass('Larder\Codec');
var_dump($class->isFinal(), $class->isInstantiable(), $class->isCloneable());
echo outcome(fn () => new Larder\Codec(), 'private', 'Larder\Codec'), "\n";
echo outcome(fn () => Larder\Codec::fromProfile(__DIR__ . '/no such file'), 'no such file'), "\n";
echo outcome(fn () => Larder\Codec::fromProfile(__FILE__)), "\n";
echo outcome(fn () => Larder\Codec::fromProfile(__DIR__)), "\n";
echo outcome(fn () => Larder\Codec::fromProfile('')), "\n";
echo outcome(fn () => Larder\Codec::fromProfile("a\0b")), "\n";
echo outcome(fn () => $class->newInstanceWithoutConstructor()), "\n";
echo outcome(fn () => unserialize('O:12:"Larder\Codec":0:{}'), 'Larder\Codec'), "\n";
eval('class Own extends Larder\Codec {}');
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

Fatal error: Class Own %s final class%SLarder\Codec%S in %s on line %d
