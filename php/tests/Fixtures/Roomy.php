<?php

declare(strict_types=1);

namespace Larder\Tests\Fixtures;

/** An object of twenty properties, of which a value may name none. */
#[\AllowDynamicProperties]
final class Roomy
{
    public int $a;
    public int $b;
    public int $c;
    public int $d;
    public int $e;
    public int $f;
    public int $g;
    public int $h;
    public int $i;
    public int $j;
    public int $k;
    public int $l;
    public int $m;
    public int $n;
    public int $o;
    public int $p;
    public int $q;
    public int $r;
    public int $s;
    public int $t;
}
