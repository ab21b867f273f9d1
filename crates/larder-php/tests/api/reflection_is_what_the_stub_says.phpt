--TEST--
Functions, classes, parameters, types and defaults are those of larder.stub.php
--EXTENSIONS--
tokenizer
--FILE--
<?php

require __DIR__ . '/../same.inc';

/** What a stub declares: the functions and methods by name, with the text of their parameters and of what they return; and properties. */
function declared(string $source): array
{
    $tokens = array_values(array_filter(PhpToken::tokenize($source), fn (PhpToken $token) => !$token->isIgnorable()));
    [$namespace, $class, $declared] = ['', null, []];
    for ($at = 0; $at < count($tokens); $at++) {
        $token = $tokens[$at];
        if ($token->id === T_NAMESPACE) {
            $namespace = $tokens[$at + 1]->id === T_STRING ? $tokens[++$at]->text . '\\' : '';
        } elseif ($token->id === T_CLASS) {
            $class = $namespace . $tokens[++$at]->text;
            $parent = $tokens[$at + 1]->id === T_EXTENDS ? ' extends ' . $tokens[$at + 2]->text : '';
            $declared[$class] = ($tokens[$at - 2]->id === T_FINAL ? 'final ' : '') . "class$parent";
        } elseif ($token->id === T_FUNCTION) {
            for ($from = $at; in_array($tokens[$from - 1]->id, [T_PUBLIC, T_PRIVATE, T_PROTECTED, T_STATIC], true); $from--) {
            }
            for ($to = $at; $tokens[$to]->text !== '{'; $to++) {
            }
            $text = implode(' ', array_column(array_slice($tokens, $from, $to - $from), 'text'));
            $declared[($class === null ? $namespace : "$class::") . $tokens[$at + 1]->text . '()'] = $text;
            $at = $to;
        } elseif ($token->id === T_VARIABLE) {
            for ($from = $at; !in_array($tokens[$from - 1]->text, ['{', '}', ';'], true); $from--) {
            }
            $declared["$class::$token->text"] = implode(' ', array_column(array_slice($tokens, $from, $at - $from + 1), 'text'));
        }
    }
    return $declared;
}

/** The same, of what is loaded. */
function loaded(ReflectionExtension $extension): array
{
    $loaded = [];
    foreach ($extension->getFunctions() as $function) {
        $loaded[$function->name . '()'] = signature($function);
    }
    foreach ($extension->getClasses() as $class) {
        $parent = $class->getParentClass() ? ' extends \\' . $class->getParentClass()->name : '';
        $loaded[$class->name] = ($class->isFinal() ? 'final ' : '') . "class$parent";
        foreach ($class->getMethods() as $method) {
            if ($method->class === $class->name) {
                $loaded["$class->name::$method->name()"] = implode(' ', Reflection::getModifierNames($method->getModifiers())) . ' ' . signature($method);
            }
        }
        foreach ($class->getProperties() as $property) {
            if ($property->class === $class->name) {
                // As of PHP 8.4, reflection also says who may set a readonly property.
                $modifiers = array_diff(Reflection::getModifierNames($property->getModifiers()), ['protected(set)']);
                $modifiers = implode(' ', $modifiers);
                $loaded["$class->name::\$$property->name"] = "$modifiers {$property->getType()} \$$property->name";
            }
        }
    }
    return $loaded;
}

function signature(ReflectionFunctionAbstract $function): string
{
    $parameters = array_map(function (ReflectionParameter $parameter): string {
        $default = $parameter->isDefaultValueAvailable() ? ' = ' . strtolower(portrait($parameter->getDefaultValue())) : '';
        return "{$parameter->getType()} \$$parameter->name$default";
    }, $function->getParameters());
    return "function $function->name(" . implode(', ', $parameters) . ')' . ($function->hasReturnType() ? ": {$function->getReturnType()}" : '');
}

/** One spelling of what both say. */
function plain(string $text): string
{
    return str_replace(['Larder\\', '\\', ' ', ',)', '"'], ['', '', '', ')', "'"], $text);
}

$stub = file_get_contents(dirname(__DIR__, 2) . '/larder.stub.php');
$declared = array_map(plain(...), declared($stub));
$loaded = array_map(plain(...), loaded(new ReflectionExtension('larder')));
foreach ($declared + $loaded as $name => $ignored) {
    if (($declared[$name] ?? null) !== ($loaded[$name] ?? null)) {
        echo "$name\n  stub:   ", $declared[$name] ?? 'nothing', "\n  loaded: ", $loaded[$name] ?? 'nothing', "\n";
    }
}
echo count($declared), " declarations\n";
--EXPECT--
20 declarations
