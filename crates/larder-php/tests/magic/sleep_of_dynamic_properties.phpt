--TEST--
__sleep can name dynamic properties, and those that are unset
--FILE--
<?php

require __DIR__ . '/../same.inc';

#[AllowDynamicProperties]
class Open
{
    public $declared = 1;
    public array $names = [];

    public function __sleep()
    {
        return $this->names;
    }
}

alike('dynamic', function (callable $write, callable $read) {
    $open = new Open();
    $open->extra = 'x';
    $open->{'5'} = 'five';
    $open->names = ['extra', '5'];
    return $read($write($open));
});
alike('unset', function (callable $write, callable $read) {
    $open = new Open();
    $open->names = ['declared'];
    unset($open->declared);
    return $read($write($open));
});
alike('many', function (callable $write, callable $read) {
    $open = new Open();
    for ($n = 0; $n < 1000; $n++) {
        $open->names[] = "p$n";
        $open->{"p$n"} = "value $n";
    }
    return count((array) $read($write([$open, $open]))[0]);
});
--EXPECT--
-- dynamic
value: #1 Open {"declared" => 1, "names" => [], "extra" => "x", 5 => "five"}
-- unset
Warning: serialize(): "declared" returned as member variable from __sleep() but does not exist
value: #1 Open {"declared" => 1, "names" => []}
-- many
value: 1002
