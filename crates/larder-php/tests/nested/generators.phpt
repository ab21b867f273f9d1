--TEST--
Larder works within generators, and generators within magic methods; generators themselves are refused
--FILE--
<?php

require __DIR__ . '/../same.inc';

function values(int $count): Generator
{
    for ($n = 0; $n < $count; $n++) {
        $sent = yield larder(["key $n" => [$n, 'text']]);
        if ($sent) {
            yield larder($sent);
        }
    }
}

class Collects
{
    public array $all = [];

    public function __serialize(): array
    {
        return iterator_to_array((fn () => yield from values(3))());
    }

    public function __unserialize(array $state): void
    {
        foreach (values(2) as $value) {
            $this->all[] = $value;
        }
        $this->all[] = $state;
    }
}

echo portrait(iterator_to_array(values(2))), "\n";
echo portrait(larder([new Collects(), 'end'])), "\n";
$generators = [values(3), values(2)];
foreach ([0, 1, 0, 1] as $at) {
    echo portrait($generators[$at]->current()), ' ', portrait($generators[$at]->send(['sent' => $at])), "\n";
    $generators[$at]->next();
}
try {
    larder_serialize(['a' => [values(1)]]);
} catch (Larder\EncodeError $error) {
    echo $error->getMessage(), "\n";
}
--EXPECT--
[["key 0" => [0, "text"]], ["key 1" => [1, "text"]]]
[#1 Collects {"all" => [["key 0" => [0, "text"]], ["key 1" => [1, "text"]], [["key 0" => [0, "text"]], ["key 1" => [1, "text"]], ["key 2" => [2, "text"]]]]}, "end"]
["key 0" => [0, "text"]] ["sent" => 0]
["key 0" => [0, "text"]] ["sent" => 1]
["key 1" => [1, "text"]] ["sent" => 0]
["key 1" => [1, "text"]] ["sent" => 1]
refused: Serialization of 'Generator' is not allowed, at ['a'][0]
