--TEST--
Serializable objects that call serialize for one another, in a cycle, are written, each text for itself
--INI--
error_reporting=24575
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Part implements Serializable
{
    public $name;
    public $other;

    public function __construct(string $name)
    {
        $this->name = $name;
    }

    public function serialize()
    {
        return serialize(get_object_vars($this));
    }

    public function unserialize(string $text)
    {
        foreach (unserialize($text) as $name => $value) {
            $this->$name = $value;
        }
    }
}

$one = new Part('one');
$two = new Part('two');
$one->other = $two;
$two->other = $one;
$read = larder([$one, $one]);
var_dump($read[0] === $read[1], $read[0]->name, $read[0]->other->name, $read[0]->other->other->name);
// what serialize numbers within is not what Larder numbers without
var_dump($read[0]->other->other === $read[0], $read[0]->other->other->other === $read[0]->other);
--EXPECT--
bool(true)
string(3) "one"
string(3) "two"
string(3) "one"
bool(false)
bool(true)
