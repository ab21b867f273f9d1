--TEST--
What php-msgpack writes for objects is read as objects, if their class is allowed
--EXTENSIONS--
msgpack
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Plain
{
    public $public = 1;
    protected $protected = [2];
    private $private = null;
}

class Wakes
{
    public $a = 'written';
    public $b = 'not written';

    public function __sleep(): array
    {
        return ['a'];
    }

    public function __wakeup(): void
    {
        $this->b = 'woken';
    }
}

function read(string $bytes, mixed $allowed): mixed
{
    return larder_unserialize($bytes, ['fallback' => ['msgpack'], 'allowed_classes' => $allowed]);
}

foreach ([new Plain(), (object) ['a' => 1], new Wakes(), [1, ['x' => new Plain()]], [new Plain(), new Plain()]] as $value) {
    $bytes = msgpack_pack($value);
    $class = is_object($value) ? $value::class : Plain::class;
    echo get_debug_type($value), ': ', portrait(read($bytes, [$class])) === portrait(msgpack_unpack($bytes)) ? 'same' : portrait(read($bytes, [$class])),
        ', not allowed: ', outcome(fn () => read($bytes, false), 'allowed_classes'), "\n";
}

// elsewhere null is no key of an array
echo outcome(fn () => read("\x82\xA1a\x01\xC0\xA5Plain", true)), "\n";
// what it writes for references, objects that are met again among them, and for Serializable
echo outcome(fn () => read("\x81\xC0\x01", true)), "\n";
$again = new Plain();
echo outcome(fn () => read(msgpack_pack([$again, $again]), true)), "\n";
--EXPECT--
Plain: same, not allowed: Larder\DecodeError refused
stdClass: same, not allowed: Larder\DecodeError refused
Wakes: same, not allowed: Larder\DecodeError refused
array: same, not allowed: Larder\DecodeError refused
array: same, not allowed: Larder\DecodeError refused
Larder\DecodeError refused
Larder\DecodeError unsupported
Larder\DecodeError unsupported
