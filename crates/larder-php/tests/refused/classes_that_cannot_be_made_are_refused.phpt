--TEST--
Bytes cannot make what serialize would not write, nor abstract classes, interfaces and traits
--FILE--
<?php

require __DIR__ . '/../same.inc';

abstract class AbstractClass
{
    public $a;
}

interface SomeInterface
{
}

trait SomeTrait
{
}

$classes = [
    'Closure', 'Generator', 'WeakMap', 'WeakReference', 'ReflectionClass', 'SplFileObject', 'SplFileInfo', 'Fiber', 'HashContext', 'Larder\Profile',
    'AbstractClass', 'SomeInterface', 'SomeTrait', 'Traversable',
];
foreach ($classes as $class) {
    foreach (['O:%d:"%s":0:{}', 'a:2:{i:0;O:%d:"%s":1:{s:1:"a";i:1;}i:1;i:2;}'] as $text) {
        $bytes = larder_serialize(unmade(sprintf($text, strlen($class), $class)));
        echo "$class: ", outcome(fn () => larder_unserialize($bytes, ['allowed_classes' => true]), ...($class === 'HashContext' ? [] : [$class])), "\n";
    }
}
--EXPECT--
Closure: Larder\DecodeError refused
Closure: Larder\DecodeError refused
Generator: Larder\DecodeError refused
Generator: Larder\DecodeError refused
WeakMap: Larder\DecodeError refused
WeakMap: Larder\DecodeError refused
WeakReference: Larder\DecodeError refused
WeakReference: Larder\DecodeError refused
ReflectionClass: Larder\DecodeError refused
ReflectionClass: Larder\DecodeError refused
SplFileObject: Larder\DecodeError refused
SplFileObject: Larder\DecodeError refused
SplFileInfo: Larder\DecodeError refused
SplFileInfo: Larder\DecodeError refused
Fiber: Larder\DecodeError refused
Fiber: Larder\DecodeError refused
HashContext: Exception
HashContext: Exception
Larder\Profile: Larder\DecodeError refused
Larder\Profile: Larder\DecodeError refused
AbstractClass: Larder\DecodeError refused
AbstractClass: Larder\DecodeError refused
SomeInterface: Larder\DecodeError refused
SomeInterface: Larder\DecodeError refused
SomeTrait: Larder\DecodeError refused
SomeTrait: Larder\DecodeError refused
Traversable: Larder\DecodeError refused
Traversable: Larder\DecodeError refused
