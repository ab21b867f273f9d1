--TEST--
A destructor that throws while a value is read or given up: its exception is the one that is seen, and nothing is lost
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Falls
{
    public static bool $throws = false;

    public function __construct(public string $name = '')
    {
    }

    public function __destruct()
    {
        larder(['within' => [$this->name]]);
        if (self::$throws) {
            throw new DomainException("destructor of $this->name");
        }
    }
}

class Gives
{
    public mixed $it = null;

    public function __serialize(): array
    {
        // what this gives is gone after the value was written
        return [new Falls('given')];
    }

    public function __unserialize(array $state): void
    {
        // the state is gone after this
    }
}

class Typed
{
    public int $number = 1;
}

function attempt(string $what, callable $act): void
{
    Falls::$throws = true;
    try {
        $result = $act();
        echo "$what: ", get_debug_type($result), "\n";
    } catch (Throwable $thrown) {
        for ($chain = []; $thrown; $thrown = $thrown->getPrevious()) {
            $chain[] = $thrown::class . ': ' . $thrown->getMessage();
        }
        echo "$what: ", implode(', before: ', $chain), "\n";
    }
    Falls::$throws = false;
    unset($result);
}

Falls::$throws = false;
$options = ['allowed_classes' => true];
$whole = larder_serialize([new Falls('first'), 'text', [new Falls('second')]]);
$given = larder_serialize([new Gives(), 'text']);
$wrong = larder_serialize(unmade('a:2:{i:0;O:5:"Falls":1:{s:4:"name";s:6:"before";}i:1;O:5:"Typed":1:{s:6:"number";a:0:{}}}'));
$twice = larder_serialize(unmade("O:5:\"Falls\":2:{s:4:\"name\";s:1:\"a\";s:7:\"\0*\0name\";O:5:\"Falls\":1:{s:4:\"name\";s:5:\"inner\";}}"));

attempt('writing what __serialize gives', fn () => larder_serialize([new Gives(), 'text']));
attempt('reading a state that is dropped', fn () => larder_unserialize($given, $options));
attempt('a cut value', fn () => larder_unserialize(substr($whole, 0, -1), $options));
attempt('a value with more behind it', fn () => larder_unserialize("$whole-", $options));
attempt('a property of a wrong type', fn () => larder_unserialize($wrong, $options));
attempt('a property twice', fn () => larder_unserialize($twice, $options));
attempt('another format, cut', fn () => larder_unserialize('a:2:{i:0;O:5:"Falls":1:{s:4:"name";s:3:"php";}i:1;', $options + ['fallback' => ['php', 'msgpack']]));
$read = larder_unserialize($whole, $options);
echo portrait([$read[0]->name, $read[1], $read[2][0]->name]), "\n";
--EXPECT--
writing what __serialize gives: DomainException: destructor of given
reading a state that is dropped: DomainException: destructor of given
a cut value: DomainException: destructor of first
a value with more behind it: DomainException: destructor of second, before: DomainException: destructor of first
a property of a wrong type: DomainException: destructor of before, before: TypeError: Cannot assign array to property Typed::$number of type int
a property twice: DomainException: destructor of inner, before: TypeError: Cannot assign Falls to property Falls::$name of type string
another format, cut: DomainException: destructor of php
["first", "text", "second"]
