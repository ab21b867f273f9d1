--TEST--
PHP itself says that Serializable alone is deprecated, when the class is declared
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Old implements Serializable
{
    public function serialize()
    {
        return 'old';
    }

    public function unserialize($text)
    {
        echo "unserialize $text\n";
    }
}

echo larder(new Old())::class, "\n";
--EXPECTF--

Deprecated: %s implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead (or in addition, if support for old PHP versions is necessary) in %s on line %d
unserialize old
Old
