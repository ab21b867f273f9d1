--TEST--
Larder\stats counts values, bytes, failures and fallbacks of every way in; it takes no time, unless it is told to
--EXTENSIONS--
session
--INI--
session.serialize_handler=larder
session.save_handler=files
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php

session_save_path(sys_get_temp_dir());
session_start();

/** What a function adds to the counts. */
function added(string $what, callable $act): void
{
    $before = Larder\stats();
    try {
        $act();
    } catch (Throwable $error) {
        $what .= ' (' . get_class($error) . ')';
    }
    $added = [];
    foreach (Larder\stats() as $name => $count) {
        if ($count !== $before[$name]) {
            $added[] = $name . ' ' . ($count - $before[$name]);
        }
    }
    echo "$what: ", implode(', ', $added) ?: 'nothing', "\n";
}

class Inner
{
    public function __serialize(): array
    {
        return [larder_serialize('inner')];
    }
}

var_dump(Larder\stats());
$bytes = larder_serialize([1, 2]);
echo strlen($bytes), ' ', strlen(larder_export(1, 'json')), "\n";
added('a scalar', fn () => larder_serialize(1));
added('an array', fn () => larder_serialize([1, 2], null, 'small'));
added('another format', fn () => larder_export(1, 'json'));
added('what cannot be written', fn () => larder_serialize([fn () => 1]));
added('an option that is none', fn () => larder_serialize(1, null, 'none'));
added('a value within another', fn () => larder_serialize(new Inner()));
added('reading', fn () => larder_unserialize($bytes));
added('reading with options', fn () => larder_unserialize($bytes, ['allowed_classes' => true]));
added('reading what is none', fn () => larder_unserialize('none'));
added('a fallback', fn () => larder_unserialize('i:5;', ['fallback' => ['igbinary', 'php']]));
added('a fallback that fails', fn () => larder_unserialize('i:5', ['fallback' => ['php']]));
added('options that are none', fn () => larder_unserialize($bytes, ['none' => 1]));
$_SESSION['a'] = 1;
added('a session', fn () => session_encode());
session_destroy();
var_dump(ini_set('larder.stats', '1'));
--EXPECTF--
array(9) {
  ["encoded"]=>
  int(0)
  ["encoded_bytes"]=>
  int(0)
  ["encode_failures"]=>
  int(0)
  ["encode_ns"]=>
  NULL
  ["decoded"]=>
  int(0)
  ["decoded_bytes"]=>
  int(0)
  ["decode_failures"]=>
  int(0)
  ["decode_ns"]=>
  NULL
  ["fallbacks"]=>
  int(0)
}
%d 1
a scalar: encoded 1, encoded_bytes %d
an array: encoded 1, encoded_bytes %d
another format: encoded 1, encoded_bytes 1
what cannot be written (Larder\EncodeError): encode_failures 1
an option that is none (ValueError): nothing
a value within another: encoded 2, encoded_bytes %d
reading: decoded 1, decoded_bytes %d
reading with options: decoded 1, decoded_bytes %d
reading what is none (Larder\DecodeError): decode_failures 1
a fallback: decoded 1, decoded_bytes 4, fallbacks 1
a fallback that fails (Larder\DecodeError): decode_failures 1
options that are none (ValueError): nothing
a session: encoded 1, encoded_bytes %d
bool(false)
