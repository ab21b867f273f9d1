--TEST--
Rows that lack some keys come back, however many rows and keys, with their next key
--FILE--
<?php

require __DIR__ . '/../same.inc';

mt_srand(4);
$wrong = [];
foreach ([2, 4, 5, 63, 64, 65, 130] as $rows) {
    foreach ([3, 8, 9, 20, 70] as $width) {
        foreach (['names', 'integers', 'both'] as $kind) {
            $keys = array_map(fn (int $n) => match (true) {
                $kind === 'names' || $kind === 'both' && $n % 2 => "name$n",
                default => $n * 3 - 5,
            }, range(0, $width - 1));
            $list = [];
            for ($row = 0; $row < $rows; $row++) {
                foreach ($keys as $at => $key) {
                    if ($at === 0 || mt_rand(0, 1)) {
                        $list[$row][$key] = match ($at % 7) {
                            0 => $row,
                            1 => "text $row",
                            2 => $row / 4,
                            3 => $row % 3 ? 'one' : 'other',
                            4 => $row % 5 ? ['a', 'b'] : [],
                            5 => $row % 2 ? null : true,
                            6 => $row % 4 ? 'mixed' : ['x' => $row],
                        };
                    }
                }
            }
            foreach (LEVELS as $level) {
                for ($time = 0; $time < 3; $time++) {
                    $read = larder($list, $level);
                    $same = $read === $list;
                    foreach ($list as $at => $row) {
                        $row[] = $read[$at][] = 'next';
                        $same = $same && $read[$at] === $row;
                        foreach (array_keys($row) as $key) {
                            $same = $same && array_key_exists($key, $read[$at]);
                        }
                    }
                    if (!$same) {
                        $wrong[] = "$rows rows of $width $kind at $level";
                    }
                }
            }
        }
    }
}
echo 'wrong: ', implode(', ', array_unique($wrong)) ?: 'none', "\n";

// Objects among them are made, and woken, one row after another.
class Woken
{
    public function __construct(public int $n)
    {
    }

    public function __wakeup(): void
    {
        echo $this->n, ' ';
    }
}

$list = array_map(fn (int $n) => $n % 3 ? ['id' => $n, 'it' => new Woken($n)] : ['id' => $n, 'it' => new Woken($n), 'too' => new Woken($n + 100)], range(0, 9));
alike('woken', fn (callable $write, callable $read) => count($read($write($list))));
--EXPECT--
wrong: none
-- woken
0 100 1 2 3 103 4 5 6 106 7 8 9 109 value: 10
