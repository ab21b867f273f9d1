--TEST--
An option that is none is a TypeError or a ValueError that says which and why
--FILE--
<?php

require __DIR__ . '/../same.inc';

function option(mixed ...$options): string
{
    $bytes = larder_serialize([1]);
    try {
        return 'no exception, but ' . portrait(larder_unserialize($bytes, $options));
    } catch (TypeError | ValueError $error) {
        $name = (string) array_key_first($options);
        $message = $error->getMessage();
        return $error::class . (str_starts_with($message, 'larder_unserialize(): ') && str_contains($message, "\"$name\"") ? '' : ", but says: $message");
    }
}

echo "-- types\n";
foreach (['text', 5, 1.5, null, new stdClass()] as $value) {
    echo 'allowed_classes ', get_debug_type($value), ': ', option(allowed_classes: $value), "\n";
}
foreach ([5, null, ['Base'], new stdClass(), true] as $value) {
    echo 'allowed_classes of ', get_debug_type($value), ': ', option(allowed_classes: ['stdClass', $value]), "\n";
}
foreach (['text', '5', 1.5, null, [], true] as $value) {
    echo 'max_depth ', get_debug_type($value), ': ', option(max_depth: $value), "\n";
}
foreach (['php', true, null, 5] as $value) {
    echo 'fallback ', get_debug_type($value), ': ', option(fallback: $value), "\n";
}
foreach ([5, null, ['php']] as $value) {
    echo 'fallback of ', get_debug_type($value), ': ', option(fallback: [$value]), "\n";
}
foreach (['text', true, new stdClass(), ['text'], [new stdClass()]] as $value) {
    echo 'profile ', get_debug_type($value), ': ', option(profile: $value), "\n";
}
echo "-- values\n";
foreach ([-1, PHP_INT_MIN] as $value) {
    echo "max_depth $value: ", option(max_depth: $value), "\n";
}
foreach (['', 'PHP', 'xml', 'larder', 'php,json', "php\0"] as $value) {
    echo 'fallback ', portrait($value), ': ', option(fallback: [$value]), "\n";
}
echo "-- names\n";
echo option(allowed_class: true), "\n", option(Accept: ['php']), "\n", option(...['' => 1]), "\n";
echo outcome(fn () => larder_unserialize(larder_serialize(1), [5 => true])), "\n";
echo "-- good ones\n";
echo option(), ', ', option(allowed_classes: true, max_depth: 0, fallback: [], profile: []), ', ', option(max_depth: PHP_INT_MAX, fallback: ['php', 'php']), "\n";
--EXPECT--
-- types
allowed_classes string: TypeError
allowed_classes int: TypeError
allowed_classes float: TypeError
allowed_classes null: TypeError
allowed_classes stdClass: TypeError
allowed_classes of int: TypeError
allowed_classes of null: TypeError
allowed_classes of array: TypeError
allowed_classes of stdClass: TypeError
allowed_classes of bool: TypeError
max_depth string: TypeError
max_depth string: TypeError
max_depth float: TypeError
max_depth null: TypeError
max_depth array: TypeError
max_depth bool: TypeError
fallback string: TypeError
fallback bool: TypeError
fallback null: TypeError
fallback int: TypeError
fallback of int: ValueError
fallback of null: ValueError
fallback of array: ValueError
profile string: TypeError
profile bool: TypeError
profile stdClass: TypeError
profile array: TypeError
profile array: TypeError
-- values
max_depth -1: ValueError
max_depth -9223372036854775808: ValueError
fallback "": ValueError
fallback "PHP": ValueError
fallback "xml": ValueError
fallback "larder": ValueError
fallback "php,json": ValueError
fallback "php\000": ValueError
-- names
ValueError
ValueError
ValueError
ValueError
-- good ones
no exception, but [1], no exception, but [1], no exception, but [1]
