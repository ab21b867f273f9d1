--TEST--
Arguments are checked as PHP's own are
--FILE--
<?php

require __DIR__ . '/../same.inc';

echo seen(fn () => larder_serialize()), "\n";
echo seen(fn () => larder_serialize(1, 'profile')), "\n";
echo seen(fn () => larder_serialize(1, null, [])), "\n";
echo seen(fn () => larder_serialize(1, null, 'Fast')), "\n";
echo seen(fn () => larder_serialize(1, level: '')), "\n";
echo seen(fn () => larder_serialize(1, null, 'fast', 4)), "\n";
echo seen(fn () => larder_unserialize()), "\n";
echo seen(fn () => larder_unserialize([])), "\n";
echo seen(fn () => larder_unserialize(larder_serialize(1), 5)), "\n";
echo seen(fn () => larder_unserialize(larder_serialize(1), [], 3)), "\n";
echo seen(fn () => larder_export(1)), "\n";
echo seen(fn () => larder_export(1, [])), "\n";
echo seen(fn () => larder_unserialize(options: [], data: larder_serialize(value: 5, profile: null))), "\n";
echo seen(fn () => Larder\Profile::fromFile()), "\n";
--EXPECT--
ArgumentCountError: larder_serialize() expects at least 1 argument, 0 given
TypeError: larder_serialize(): Argument #2 ($profile) must be of type ?Larder\Profile, string given
TypeError: larder_serialize(): Argument #3 ($level) must be of type string, array given
ValueError: larder_serialize(): Argument #3 ($level) must be one of fast, balanced, small
ValueError: larder_serialize(): Argument #3 ($level) must be one of fast, balanced, small
ArgumentCountError: larder_serialize() expects at most 3 arguments, 4 given
ArgumentCountError: larder_unserialize() expects at least 1 argument, 0 given
TypeError: larder_unserialize(): Argument #1 ($data) must be of type string, array given
TypeError: larder_unserialize(): Argument #2 ($options) must be of type array, int given
ArgumentCountError: larder_unserialize() expects at most 2 arguments, 3 given
ArgumentCountError: larder_export() expects exactly 2 arguments, 1 given
TypeError: larder_export(): Argument #2 ($format) must be of type string, array given
value: 5
ArgumentCountError: Larder\Profile::fromFile() expects exactly 1 argument, 0 given
