--TEST--
Floats keep sign, limits and every digit
--FILE--
<?php

require __DIR__ . '/../same.inc';

$floats = [
    0.0, -0.0, 0.1, -0.1, 1.0, 1.5, 1 / 3, M_PI, 1e15, 1e16, 123456789.25, 0.1 + 0.2, 19.99, 1e22, 1e23, 1e308, 2.0 ** 53, 2.0 ** 53 + 2, 2.0 ** 63, -2.0 ** 63,
    PHP_FLOAT_MAX, -PHP_FLOAT_MAX, PHP_FLOAT_MIN, PHP_FLOAT_EPSILON, 4.9406564584124654e-324, 2.2250738585072011e-308, NAN, INF, -INF,
];
foreach ($floats as $float) {
    same(var_export($float, true), $float);
}
same('all', $floats);
same('prices', [0.99, 1.99, 10.0, 12.5, 100.0, 0.1, 0.25, 7.05]);
same('whole', [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
same('a negative zero among decimals', [0.5, -0.0, 1.5, 0.0, -0.5, 2.5, 3.5, 4.5]);
same('between integers', [1, 1.0, 2, 2.0]);
--EXPECT--
0.0: same
-0.0: same
0.1: same
-0.1: same
1.0: same
1.5: same
0.3333333333333333: same
3.141592653589793: same
1000000000000000.0: same
10000000000000000.0: same
123456789.25: same
0.30000000000000004: same
19.99: same
1.0E+22: same
1.0E+23: same
1.0E+308: same
9007199254740992.0: same
9007199254740994.0: same
9.223372036854776E+18: same
-9.223372036854776E+18: same
1.7976931348623157E+308: same
-1.7976931348623157E+308: same
2.2250738585072014E-308: same
2.220446049250313E-16: same
5.0E-324: same
2.225073858507201E-308: same
NAN: same
INF: same
-INF: same
all: same
prices: same
whole: same
a negative zero among decimals: same
between integers: same
