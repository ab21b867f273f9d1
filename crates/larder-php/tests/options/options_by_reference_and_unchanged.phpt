--TEST--
Options may hold references, and are not changed
--FILE--
<?php

require __DIR__ . '/../same.inc';

$allowed = ['stdClass'];
$depth = 10;
$options = ['allowed_classes' => &$allowed, 'max_depth' => &$depth, 'fallback' => ['json', 'php']];
$before = portrait($options);
var_dump(larder_unserialize(larder_serialize(new stdClass()), $options) == new stdClass(), portrait($options) === $before);
// a list of classes that changes while it is used
final class Changes
{
    public function __wakeup(): void
    {
        $GLOBALS['allowed'] = [];
    }
}

$allowed = ['Changes', 'stdClass'];
var_dump(count(larder_unserialize(larder_serialize([new Changes(), new Changes(), new stdClass()]), $options)), $allowed);
--EXPECT--
bool(true)
bool(true)
int(3)
array(0) {
}
