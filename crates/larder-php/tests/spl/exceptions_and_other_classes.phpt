--TEST--
Exceptions, and other classes of PHP that have properties
--FILE--
<?php

require __DIR__ . '/../same.inc';

class Own extends RuntimeException
{
    public $context = ['a'];
}

$error = new Own('message', 7, new LogicException('cause'));
$read = larder([$error, $error]);
var_dump($read[0] === $read[1], $read[0]->getMessage(), $read[0]->getCode(), $read[0]->getPrevious()->getMessage(), $read[0]->context);
var_dump($read[0]->getLine() === $error->getLine(), $read[0]->getFile() === __FILE__, $read[0]->getTrace() === $error->getTrace());
same('error', new Error('message'));
same('empty iterator', new EmptyIterator());
same('limit', new ArrayIterator([new EmptyIterator()]));
same('user filter', new php_user_filter());
--EXPECT--
bool(true)
string(7) "message"
int(7)
string(5) "cause"
array(1) {
  [0]=>
  string(1) "a"
}
bool(true)
bool(true)
bool(true)
error: same
empty iterator: same
limit: same
user filter: same
