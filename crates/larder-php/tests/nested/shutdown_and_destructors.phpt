--TEST--
Larder works in destructors and at the end of the script
--FILE--
<?php

require __DIR__ . '/../same.inc';

final class Last
{
    public $value = [1];

    public function __destruct()
    {
        echo portrait(larder_unserialize(larder_serialize([1, 'text', (object) []]), ['allowed_classes' => ['stdClass']])), "\n";
    }
}

register_shutdown_function(function (): void {
    echo portrait(larder([new DateTimeZone('UTC')])), "\n";
});
$last = new Last();
unset($last);
$last = new Last();
--EXPECT--
[1, "text", #1 stdClass {}]
[#1 DateTimeZone {"timezone_type" => 3, "timezone" => "UTC"}]
[1, "text", #1 stdClass {}]
