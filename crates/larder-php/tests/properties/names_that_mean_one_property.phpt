--TEST--
Bytes that name one property twice, as no writer does, leave nothing half done
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Typed
{
    public ?Typed $own = null;
    public int $number = 0;
    public $free;
    public readonly array $fixed;
}

$texts = [
    'plain' => "O:5:\"Typed\":2:{s:4:\"free\";a:1:{i:0;i:1;}s:7:\"\0*\0free\";a:1:{i:0;i:2;}}",
    'typed' => "O:5:\"Typed\":2:{s:6:\"number\";i:1;s:13:\"\0Typed\0number\";i:2;}",
    'objects' => "O:5:\"Typed\":2:{s:3:\"own\";O:5:\"Typed\":0:{}s:6:\"\0*\0own\";N;}",
    'readonly' => "O:5:\"Typed\":2:{s:5:\"fixed\";a:1:{i:0;i:1;}s:8:\"\0*\0fixed\";a:1:{i:0;i:2;}}",
    'wrong the second time' => "O:5:\"Typed\":2:{s:6:\"number\";i:1;s:9:\"\0*\0number\";s:1:\"x\";}",
];
foreach ($texts as $what => $text) {
    alike($what, fn (callable $write, callable $read) => $read($write(unmade($text))));
}
// with references PHP and Larder may differ, but not fail otherwise than by an exception
$texts = [
    "a:2:{i:0;O:5:\"Typed\":2:{s:6:\"number\";i:1;s:9:\"\0*\0number\";i:2;}i:1;R:3;}",
    "a:2:{i:0;O:5:\"Typed\":2:{s:3:\"own\";r:2;s:6:\"\0*\0own\";N;}i:1;R:3;}",
    "O:5:\"Typed\":3:{s:3:\"own\";R:1;s:6:\"\0*\0own\";R:1;s:10:\"\0Typed\0own\";R:1;}",
    "O:5:\"Typed\":3:{s:6:\"number\";i:1;s:9:\"\0*\0number\";R:2;s:4:\"free\";R:2;}",
];
foreach ($texts as $text) {
    try {
        $read = larder(unmade($text));
        unset($read);
    } catch (TypeError | Larder\DecodeError) {
    }
    gc_collect_cycles();
}
echo "done\n";
--EXPECT--
-- plain
value: #1 Typed {"own" => NULL, "number" => 0, "free" => [2]}
-- typed
value: #1 Typed {"own" => NULL, "number" => 2, "free" => NULL}
-- objects
value: #1 Typed {"own" => NULL, "number" => 0, "free" => NULL}
-- readonly
value: #1 Typed {"own" => NULL, "number" => 0, "free" => NULL, "fixed" => [2]}
-- wrong the second time
TypeError: Cannot assign string to property Typed::$number of type int
done
