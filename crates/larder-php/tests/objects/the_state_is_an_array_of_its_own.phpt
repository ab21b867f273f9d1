--TEST--
The state that stands beside a class is an array of its own: none of the engine's, none that is met elsewhere
--FILE--
<?php

class Takes
{
    public array $state;

    public function __unserialize(array $state): void
    {
        $this->state = $state;
        $this->state[] = 'more';
    }
}

#[AllowDynamicProperties]
class Plain
{
    public $x = 1;
}

// 0C: a class's name of five letters, and its state
$states = [
    'empty' => 'c140f301fd0c35%sf300',
    'of one value' => 'c140f301fd0c35%sf30105',
    'no array' => 'c140f301fd0c35%s05',
    'a reference' => 'c140f301fd0c35%sfd0ef30105',
    'met before' => 'c140f302fd0df30105fd0c35%sfd0f00',
    'met afterwards' => 'c140f302fd0c35%sfd0df30105fd0f00',
    'that holds itself' => 'c140f301fd0c35%sfd0df301fd0f00',
];
foreach ($states as $what => $hexadecimal) {
    foreach (['Takes', 'Plain'] as $class) {
        $bytes = hex2bin(sprintf($hexadecimal, bin2hex($class)));
        echo "$what, $class: ";
        for ($times = 0; $times < 3; $times++) {
            try {
                $seen = json_encode(larder_unserialize($bytes, ['allowed_classes' => true]));
            } catch (Larder\DecodeError $error) {
                $seen = $error->getMessage();
            }
        }
        echo "$seen\n";
    }
}
--EXPECTF--
empty, Takes: [{"state":["more"]}]
empty, Plain: [{"x":1}]
of one value, Takes: [{"state":[5,"more"]}]
of one value, Plain: [{"x":1,"0":5}]
no array, Takes: refused: an object of the class Takes whose state is not an array (at byte %d)
no array, Plain: refused: an object of the class Plain whose state is not an array (at byte %d)
a reference, Takes: refused: an object of the class Takes whose state is not an array (at byte %d)
a reference, Plain: refused: an object of the class Plain whose state is not an array (at byte %d)
met before, Takes: refused: an object whose state occurs elsewhere, too (at byte %d)
met before, Plain: refused: an object whose state occurs elsewhere, too (at byte %d)
met afterwards, Takes: refused: an object whose state occurs elsewhere, too (at byte %d)
met afterwards, Plain: refused: an object whose state occurs elsewhere, too (at byte %d)
that holds itself, Takes: unsupported: an array that holds itself without a reference, which PHP does not have (at byte %d)
that holds itself, Plain: unsupported: an array that holds itself without a reference, which PHP does not have (at byte %d)
