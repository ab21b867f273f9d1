--TEST--
__wakeup may replace, add and remove properties, without harm to others
--FILE--
<?php

require __DIR__ . '/../same.inc';

#[AllowDynamicProperties]
class Changes
{
    public $self;
    public $list;
    public $other;

    public function __construct(public string $to)
    {
    }

    public function __wakeup(): void
    {
        match ($this->to) {
            'replace' => [$this->self, $this->list] = [null, 'replaced'],
            'add' => [$this->{'new' . spl_object_id($this) * 0}, $this->another] = ['added', [1]],
            'remove' => (function () {
                unset($this->self, $this->list, $this->other);
            })(),
            'global' => $GLOBALS['kept'] = $this,
            'sort' => sort($this->list),
            'other' => $this->other->list = "changed by $this->to",
        };
    }
}

foreach (['replace', 'add', 'remove', 'global', 'sort', 'other'] as $to) {
    alike($to, function (callable $write, callable $read) use ($to) {
        $changes = new Changes($to);
        $same = [3, 1, 2];
        $changes->list = [3, 2, 1];
        $changes->self = [$changes];
        $changes->other = (object) ['list' => &$changes->list];
        return $read($write([$same, $changes, $changes->list, $changes->other, $changes]));
    });
}
alike('a reference is changed for all', function (callable $write, callable $read) {
    $changes = new Changes('replace');
    return $read($write([&$changes->list, $changes, 'row' => ['x' => &$changes->list]]));
});
--EXPECT--
-- replace
value: [[3, 1, 2], #1 Changes {"self" => NULL, "list" => &1 "replaced", "other" => #2 stdClass {"list" => &1}, "to" => "replace"}, [3, 2, 1], #2, #1]
-- add
value: [[3, 1, 2], #1 Changes {"self" => [#1], "list" => &1 [3, 2, 1], "other" => #2 stdClass {"list" => &1}, "to" => "add", "new0" => "added", "another" => [1]}, [3, 2, 1], #2, #1]
-- remove
value: [[3, 1, 2], #1 Changes {"to" => "remove"}, [3, 2, 1], #2 stdClass {"list" => [3, 2, 1]}, #1]
-- global
value: [[3, 1, 2], #1 Changes {"self" => [#1], "list" => &1 [3, 2, 1], "other" => #2 stdClass {"list" => &1}, "to" => "global"}, [3, 2, 1], #2, #1]
-- sort
value: [[3, 1, 2], #1 Changes {"self" => [#1], "list" => &1 [1, 2, 3], "other" => #2 stdClass {"list" => &1}, "to" => "sort"}, [3, 2, 1], #2, #1]
-- other
value: [[3, 1, 2], #1 Changes {"self" => [#1], "list" => &1 "changed by other", "other" => #2 stdClass {"list" => &1}, "to" => "other"}, [3, 2, 1], #2, #1]
-- a reference is changed for all
value: [0 => &1 "replaced", 1 => #1 Changes {"self" => NULL, "list" => &1, "other" => NULL, "to" => "replace"}, "row" => ["x" => &1]]
