--TEST--
What is not written keeps its default; what the class does not know becomes dynamic
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Settings
{
    public string $colour = 'red';
    public ?int $size = null;
    public array $tags = ['default'];
    public int $never;
}

#[AllowDynamicProperties]
class Open
{
    public $known = 'default';
}

$texts = [
    'none written' => 'O:8:"Settings":0:{}',
    'some written' => 'O:8:"Settings":1:{s:4:"size";i:5;}',
    'in another order' => 'O:8:"Settings":2:{s:4:"tags";a:0:{}s:6:"colour";s:4:"blue";}',
    'one unknown' => 'O:8:"Settings":2:{s:4:"size";i:5;s:4:"gone";s:3:"old";}',
    'unknown, in a class that allows it' => 'O:4:"Open":2:{s:5:"known";i:1;s:5:"extra";i:2;}',
    'unknown and numeric' => 'O:4:"Open":2:{s:1:"0";i:1;s:2:"12";i:2;}',
    'unknown, in stdClass' => 'O:8:"stdClass":1:{s:5:"extra";i:2;}',
];
foreach ($texts as $what => $text) {
    alike($what, fn (callable $write, callable $read) => $read($write(unmade($text))));
}
alike('two that share a default', function (callable $write, callable $read) {
    $read = $read($write(unmade('a:2:{i:0;O:8:"Settings":0:{}i:1;O:8:"Settings":0:{}}')));
    $read[0]->tags[] = 'changed';
    return $read;
});
--EXPECT--
-- none written
value: #1 Settings {"colour" => "red", "size" => NULL, "tags" => ["default"]}
-- some written
value: #1 Settings {"colour" => "red", "size" => 5, "tags" => ["default"]}
-- in another order
value: #1 Settings {"colour" => "blue", "size" => NULL, "tags" => []}
-- one unknown
Deprecated: Creation of dynamic property Settings::$gone is deprecated
value: #1 Settings {"colour" => "red", "size" => 5, "tags" => ["default"], "gone" => "old"}
-- unknown, in a class that allows it
value: #1 Open {"known" => 1, "extra" => 2}
-- unknown and numeric
value: #1 Open {"known" => "default", 0 => 1, 12 => 2}
-- unknown, in stdClass
value: #1 stdClass {"extra" => 2}
-- two that share a default
value: [#1 Settings {"colour" => "red", "size" => NULL, "tags" => ["default", "changed"]}, #2 Settings {"colour" => "red", "size" => NULL, "tags" => ["default"]}]
