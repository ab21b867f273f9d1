--TEST--
Larder works in a callback of an output buffer, also one that runs while a value is written or read
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Prints
{
    public function __construct(public array $value = [])
    {
    }

    public function __serialize(): array
    {
        echo str_repeat('w', 20);
        return $this->value;
    }

    public function __unserialize(array $state): void
    {
        echo str_repeat('r', 20);
        $this->value = $state;
    }
}

$seen = [];
ob_start(function (string $output) use (&$seen): string {
    $seen[] = larder(['output' => $output, 'of' => [strlen($output)]]);
    try {
        larder_unserialize("\xC1\x40\xFF");
    } catch (Larder\DecodeError $error) {
        $seen[] = $error->kind;
    }
    return '';
}, 10);
$value = larder([1, 'text', new Prints(['key' => 'value', 'more' => new Prints([2])]), 'end']);
ob_end_clean();
echo portrait($value), "\n";
echo count($seen) > 4 ? 'called' : 'not called', ': ', portrait([$seen[0], $seen[1]]), "\n";
--EXPECT--
[1, "text", #1 Prints {"value" => ["key" => "value", "more" => #2 Prints {"value" => [2]}]}, "end"]
called: [["output" => "wwwwwwwwwwwwwwwwwwww", "of" => [20]], "truncated"]
