<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

enum Level: int
{
    case Low = 1;
    case High = 2;
}
