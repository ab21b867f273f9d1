<?php

declare(strict_types=1);

namespace Larder\Generator;

/** Writes the classes of php/src/Redis/ that override the methods of the installed phpredis. */
final class Generator
{
    /** Methods that send no command whose reply could come later. */
    private const PASSED = [
        '__construct', '__destruct', 'clearlasterror', 'cleartransferredbytes', 'close', 'connect',
        'getauth', 'getdbnum', 'gethost', 'getlasterror', 'getmode', 'getpersistentid', 'getport',
        'getreadtimeout', 'gettimeout', 'gettransferredbytes', 'isconnected', 'open', 'pconnect',
        'popen', 'psubscribe', 'reset', 'ssubscribe', 'subscribe', '_compress', '_prefix',
        '_uncompress',
    ];

    /** What a method returns, if that is no translated reply. */
    private const SPECIAL = [
        'exec' => '$this->larder->executed(parent::exec(...$more))',
        'multi' => '$this->larder->began(parent::getMode(), parent::multi(...$more), ...$more)',
        'pipeline' =>
            '$this->larder->began(parent::getMode(), parent::pipeline(...$more), \Redis::PIPELINE)',
        'getoption' => '$this->larder->getOption($option) ?? parent::getOption($option)',
        'setoption' => '$this->larder->setOption($option, $value)'
            . ' ?? parent::setOption($option, $value)',
    ];

    /**
     * @param class-string $phpredis Redis or RedisCluster
     * @param array<string, array{string, string}> $commands as in commands.php
     */
    public function __construct(
        private readonly string $phpredis,
        private readonly array $commands,
    ) {
    }

    /**
     * @param string $name of the class in Larder\Redis
     * @param ?string $older the class of an older phpredis: only what it does not have is written
     */
    public function class(string $name, ?string $older): string
    {
        $methods = [];
        $phpredis = new \ReflectionClass($this->phpredis);
        foreach ($phpredis->getMethods(\ReflectionMethod::IS_PUBLIC) as $method) {
            $known = $older !== null
                && (new \ReflectionMethod("Larder\\Redis\\$older", $method->name))->class
                    !== $this->phpredis;
            if (!$known && !\in_array(\strtolower($method->name), self::PASSED, true)) {
                $methods[] = $this->method($method);
            }
        }
        $parent = $older ?? "\\{$this->phpredis}";
        $which = $older === null ? '' : ' that are new in this phpredis';
        $property = $older === null ? "    protected Translator \$larder;\n\n" : '';
        $body = $property . \implode("\n", $methods);

        return <<<PHP
            <?php

            declare(strict_types=0);

            namespace Larder\\Redis;

            /**
             * The commands of {$this->phpredis}$which, translated. Written by `php/generator`.
             *
             * phpredis checks the types of arguments. It does not keep the return types that it
             * declares, which a method that overrides its own has to, too: so replies are returned
             * by reference, and set after PHP has checked the type.
             *
             * @internal
             */
            abstract class $name extends $parent
            {
            $body}

            PHP;
    }

    /** A method that calls that of phpredis. */
    private function method(\ReflectionMethod $method): string
    {
        $name = $method->name;
        [$words, $reply] = $this->commands[\strtolower($name)] ?? ['-', 'plain'];
        [$parameters, $call] = self::call($method, $words);
        // The first parameter is the key, as a rule: failures name it.
        $key = \preg_match('/^\$\w+/', $parameters, $first) === 1 ? $first[0] : 'null';
        $value = self::SPECIAL[\strtolower($name)] ?? match ($reply) {
            'plain' => "\$this->larder->plain($call)",
            'picked' => "\$this->larder->picked($call, $key, ...\$more)",
            default => "\$this->larder->$reply($call, $key)",
        };
        $type = (string) $method->getReturnType();
        if ($type === '' || $type === 'mixed') {
            return "    public function $name($parameters): mixed\n    {\n"
                . "        return $value;\n    }\n";
        }
        $type = \preg_replace('/\bRedis(Cluster)?\b/', '\\\\$0', $type);
        $checked = match (true) {
            \preg_match('/\b(bool|false)\b/', $type) === 1 => 'false',
            \str_contains($type, 'array') => '[]',
            \str_contains($type, 'int') => '0',
            default => "''",
        };

        return "    public function &$name($parameters): $type\n    {\n"
            . "        \$reply = $checked;\n"
            . "        \$late = new Late(\$reply, $value);\n\n"
            . "        return \$reply;\n    }\n";
    }

    /** @return array{string, string} the parameters, and what calls phpredis with them */
    private static function call(\ReflectionMethod $method, string $words): array
    {
        $words = \explode(' ', $words);
        $last = \end($words);
        if ($last === 'pairs' || $last === 'scored') {
            $call = "parent::{$method->name}(...\$this->larder->$last([\$key, ...\$more]))";

            return ['$key, ...$more', $call];
        }
        $parameters = $arguments = [];
        foreach ($method->getParameters() as $parameter) {
            if ($parameter->isOptional() && !$parameter->isPassedByReference()) {
                break;
            }
            $name = '$' . $parameter->name;
            $word = \rtrim($words[\count($parameters)] ?? '-', '.');
            $parameters[] = ($parameter->isPassedByReference() ? '&' : '') . $name;
            $arguments[] = $word === '-' ? $name : "\$this->larder->$word($name)";
        }
        // Before version 6 phpredis does not declare all that it takes, and a newer one may take
        // more than this.
        $parameters[] = '...$more';
        $arguments[] = \str_ends_with($last, '...')
            ? '...$this->larder->' . \rtrim($last, '.') . 's($more)'
            : '...$more';

        return [
            \implode(', ', $parameters),
            "parent::{$method->name}(" . \implode(', ', $arguments) . ')',
        ];
    }
}
