--TEST--
Long texts of Chinese, Korean, kana, rare characters and ASCII come back, and cut ones do not
--FILE--
<?php

require __DIR__ . '/../same.inc';

$pieces = ['好', '中文', '가', '힣', '。', '，', '“', '…', '€', '·', '★', 'a', '<p>', ' 12 ', '一', '鿿', '～', '　', '缓存与序列化的性能比较'];
mt_srand(17);
$wrong = 0;
$wide = 0;
for ($round = 0; $round < 1500; $round++) {
    $text = '';
    $some = array_map(fn () => $pieces[mt_rand(0, count($pieces) - 1)], range(1, mt_rand(1, 6)));
    $most = mt_rand(1, 1200);
    while (strlen($text) < $most) {
        $text .= $some[mt_rand(0, count($some) - 1)];
    }
    $text = mt_rand(0, 3) ? $text : str_repeat('文', $round) . $text;
    $bytes = larder_serialize($text);
    $wide += $bytes[2] === "\xF6" ? 1 : 0;
    $wrong += larder_unserialize($bytes) === $text ? 0 : 1;
}
echo $wide > 500 ? 'many' : 'few', " are wide; $wrong differ\n";
foreach ([10, 300, 301, 1000] as $length) {
    $bytes = larder_serialize(str_repeat('a好', $length));
    // The last character, without its second byte.
    $start = "\xC1\x40\xF6";
    $cut = substr($bytes, 5, -1);
    $varint = chr(strlen($cut) & 127 | 128) . chr(strlen($cut) >> 7);
    echo $length, ' ', outcome(fn () => larder_unserialize(strlen($cut) > 127 ? "$start$varint$cut" : "\xC1\x40\xF6" . chr(3 * $length - 1) . substr($bytes, 4, -1)), 'ends within'), "\n";
}
--EXPECT--
many are wide; 0 differ
10 Larder\DecodeError bad-text
300 Larder\DecodeError bad-text
301 Larder\DecodeError bad-text
1000 Larder\DecodeError bad-text
