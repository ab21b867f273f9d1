<?php

declare(strict_types=1);

namespace Larder\Lab\Corpus;

enum Suit
{
    case Hearts;
    case Spades;
    case Piques;
}
