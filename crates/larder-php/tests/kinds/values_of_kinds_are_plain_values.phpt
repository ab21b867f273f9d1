--TEST--
What the JVM tells apart (Long and Integer, TreeSet and List) is the plain value: bytes of vectors/larder/accepted/kinds.json
--FILE--
<?php

$vectors = [
    'kinds-003, a Long' => 'c140 fd1003 05',
    'kinds-006, a Character' => 'c140 fd1004 3161',
    'kinds-013, an Optional' => 'c140 fd1008 f3013178',
    'kinds-027, a TreeSet' => 'c140 fd1042 f3 02 35616c706861 3462657461',
    'kinds-038, a kind of null' => 'c140 fd1003 e8',
    'kinds-045, an EnumSet' => 'c140 fd1081 396170702e436f6c6f72 f302 33524544 35475245454e',
    'kinds-055, a TreeMap with keys of Long' => 'c140 f505 04 3131 3132 fd1060 fd1083 3e6a6176612e6c616e672e4c6f6e67 d0 3161 3162',
    'kinds-061, Longs in a column' => 'c140 f104 1303 01 02 02 e4',
    'kinds-079, TreeMaps in a column' => 'c140 f505 04 3161 3162 f104 1360 1000 010002e4 00 0a 30 3178 327878 33787878',
    'kinds-091, rows with Longs and nulls' => 'c140 f506 04 326964 3176 f105 1000 0100038846 1303 81 0a 00 03 1001',
    'kinds-099, rows with TreeSets' => 'c140 f506 04 326964 3176 f105 1000 0100038846 1342 00 14 f300 f30100 f3020001 f303000102 f30400010203',
    'kinds-115, a shared TreeSet' => 'c140 f302 fd0d fd1042 f30101 fd0f00',
];
foreach ($vectors as $name => $bytes) {
    $value = larder_unserialize(hex2bin(str_replace(' ', '', $bytes)));
    echo $name, ': ', json_encode($value), "\n";
}

// A million Longs of no bits: PHP keeps nothing for their kind, and so has room for them.
echo count(larder_unserialize("\xC1\x40\xF1\xC0\x84\x3D\x13\x03\x01\x00\x00")), "\n";

$broken = [
    'a kind with a name in a column' => 'c140 f104 1380 3143 010000',
    'a name that is an integer' => 'c140 fd1080 05 f300',
    'a key of a kind' => 'c140 f201 00 04 fd100305 010000',
    'no value' => 'c140 fd1003',
];
foreach ($broken as $name => $bytes) {
    try {
        var_dump(larder_unserialize(hex2bin(str_replace(' ', '', $bytes))));
    } catch (Larder\DecodeError $error) {
        echo $name, ': ', $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
kinds-003, a Long: 5
kinds-006, a Character: "a"
kinds-013, an Optional: ["x"]
kinds-027, a TreeSet: ["alpha","beta"]
kinds-038, a kind of null: null
kinds-045, an EnumSet: ["RED","GREEN"]
kinds-055, a TreeMap with keys of Long: {"1":"a","2":"b"}
kinds-061, Longs in a column: [1,2,3,4]
kinds-079, TreeMaps in a column: [{"a":0,"b":""},{"a":1,"b":"x"},{"a":2,"b":"xx"},{"a":3,"b":"xxx"}]
kinds-091, rows with Longs and nulls: [{"id":0,"v":0},{"id":1,"v":null},{"id":2,"v":2},{"id":3,"v":null},{"id":4,"v":4}]
kinds-099, rows with TreeSets: [{"id":0,"v":[]},{"id":1,"v":[0]},{"id":2,"v":[0,1]},{"id":3,"v":[0,1,2]},{"id":4,"v":[0,1,2,3]}]
kinds-115, a shared TreeSet: [[1],[1]]
1000000
a kind with a name in a column: bad-column: a column of a kind that has a name (at byte 5)
a name that is an integer: bad-tag: a name is expected (at byte 5)
a key of a kind: bad-tag: what is no scalar cannot be a key (at byte 10)
no value: truncated: the bytes end within the value (at byte 5)
