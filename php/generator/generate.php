<?php

declare(strict_types=1);

// Writes the class of php/src/Redis/ for the installed phpredis:
//     php php/generator/generate.php Redis Phpredis60 >php/src/Redis/Phpredis60.php
//     php php/generator/generate.php RedisCluster Cluster60 >php/src/Redis/Cluster60.php
// With the class of an older phpredis, only the methods that this does not have:
//     php php/generator/generate.php Redis Phpredis61 Phpredis60 >php/src/Redis/Phpredis61.php

require __DIR__ . '/../src/autoload.php';
require __DIR__ . '/Generator.php';

echo (new Larder\Generator\Generator($argv[1], require __DIR__ . '/commands.php'))
    ->class($argv[2], $argv[3] ?? null);
