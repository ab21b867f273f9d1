--TEST--
Private, protected and public properties, of parents too
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Ancestor
{
    public $public = 'ancestor public';
    protected $protected = 'ancestor protected';
    private $private = 'ancestor private';
    private $same = 'ancestor same';

    public function same(): string
    {
        return $this->same;
    }
}

class Middle extends Ancestor
{
    private $same = 'middle same';
    protected $own = [1];
}

class Last extends Middle
{
    public $protected = 'last, made public';
    private $same = 'last same';

    public function set(string $to): static
    {
        $this->same = $to;
        return $this;
    }
}

same('ancestor', new Ancestor());
same('middle', new Middle());
same('last', new Last());
same('rows of them', array_map(fn (int $n) => (new Last())->set("row $n"), range(1, 20)));
same('all kinds', [new Last(), new Ancestor(), new Middle()]);
var_dump(larder((new Last())->set('changed')));
--EXPECT--
ancestor: same
middle: same
last: same
rows of them: same
all kinds: same
object(Last)#189 (7) {
  ["public"]=>
  string(15) "ancestor public"
  ["protected"]=>
  string(17) "last, made public"
  ["private":"Ancestor":private]=>
  string(16) "ancestor private"
  ["same":"Ancestor":private]=>
  string(13) "ancestor same"
  ["same":"Middle":private]=>
  string(11) "middle same"
  ["own":protected]=>
  array(1) {
    [0]=>
    int(1)
  }
  ["same":"Last":private]=>
  string(7) "changed"
}
