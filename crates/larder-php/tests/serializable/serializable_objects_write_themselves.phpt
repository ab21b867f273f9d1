--TEST--
Serializable::serialize and ::unserialize, with what they give byte for byte
--INI--
error_reporting=24575
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Own implements Serializable
{
    public function __construct(public ?string $text = null)
    {
    }

    public function serialize()
    {
        return $this->text;
    }

    public function unserialize(string $text)
    {
        $this->text = $text;
    }

    public function __wakeup()
    {
        echo "__wakeup\n";
    }
}

class Heir extends Own
{
    public $extra = 'not written';
}

foreach (['', 'text', "\0\xFF", str_repeat('long ', 1000), str_repeat("\xFE", 70_000)] as $text) {
    $read = larder([new Own($text), new Heir($text)]);
    var_dump($read[0]->text === $text, $read[1]->text === $text, $read[1]::class);
}
alike('met again', function (callable $write, callable $read) {
    $own = new Own('text');
    return $read($write([$own, $own, 'again' => [$own]]));
});
alike('rows', fn (callable $write, callable $read) => $read($write(array_map(fn (int $n) => ['id' => $n, 'own' => new Own("text $n")], range(1, 9)))));
alike('many of one text', fn (callable $write, callable $read) => count($read($write(array_fill(0, 100, new Own('text'))))));
--EXPECT--
bool(true)
bool(true)
string(4) "Heir"
bool(true)
bool(true)
string(4) "Heir"
bool(true)
bool(true)
string(4) "Heir"
bool(true)
bool(true)
string(4) "Heir"
bool(true)
bool(true)
string(4) "Heir"
-- met again
value: [0 => #1 Own {"text" => "text"}, 1 => #1, "again" => [#1]]
-- rows
value: [["id" => 1, "own" => #1 Own {"text" => "text 1"}], ["id" => 2, "own" => #2 Own {"text" => "text 2"}], ["id" => 3, "own" => #3 Own {"text" => "text 3"}], ["id" => 4, "own" => #4 Own {"text" => "text 4"}], ["id" => 5, "own" => #5 Own {"text" => "text 5"}], ["id" => 6, "own" => #6 Own {"text" => "text 6"}], ["id" => 7, "own" => #7 Own {"text" => "text 7"}], ["id" => 8, "own" => #8 Own {"text" => "text 8"}], ["id" => 9, "own" => #9 Own {"text" => "text 9"}]]
-- many of one text
value: 100
