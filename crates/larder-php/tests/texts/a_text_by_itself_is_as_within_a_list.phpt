--TEST--
A text by itself is written as it is within a list, and comes back
--FILE--
<?php
$html = '<p class="comment">a text of a page</p>';
$chinese = '春天，我们自己的问题“这个数据”我们。';
$rare = "·€℃→ °";
$parts = [
    'ascii' => [$html],
    'few others' => [$html, $html, $html, 'é'],
    'others at the start' => [$chinese, $html, $html, $html, $html],
    'others at the end' => [$html, $html, $chinese, $chinese, $chinese, $chinese],
    'wide' => [$chinese],
    'wide, with rare ones' => [$chinese, $rare],
    'not all wide' => [$chinese, 'ж'],
    'four bytes' => [$chinese, "\u{1F600}"],
    'two bytes' => ['Ελληνικά'],
    'no text' => [$html, "\xFF"],
    'no text after wide ones' => [$chinese, $chinese, $chinese, $chinese, $chinese, "\xE4\xB8"],
    'hexadecimal' => ['0123456789abcdef'],
    'base64' => ['QmFzZTY0IQ'],
    'base64 of all kinds' => ['q83vASNFZ4mrze8-_'],
    'digits' => ['1234567890'],
    'decimals' => ['12.50'],
    'date' => ['2024-02-29 12:30:45.123456+01:30'],
    'UUID' => ['01890a5d-ac96-774b-bcce-b302099a8057'],
    'slug' => ['a-text-of-a-page-'],
];
$lengths = [...range(0, 330), 4096, 16431, 16432, 16433, 40000, 262143, 262144, 300000];
foreach ($parts as $name => $part) {
    $text = str_repeat(implode('', $part), intdiv(300000, strlen(implode('', $part))) + 1);
    foreach ($lengths as $length) {
        // Most are cut within a character; then they are bytes.
        $cut = substr($text, 0, $length);
        foreach ([$cut, preg_replace('/[\xC0-\xFF][\x80-\xBF]*$/', '', $cut)] as $value) {
            $bytes = larder_serialize($value);
            // A header, and that of a list of one.
            $within = substr(larder_serialize([$value]), 4);
            if ($bytes !== "\xC1\x40$within" || larder_unserialize($bytes) !== $value) {
                echo "$name, $length: ", bin2hex(substr($bytes, 0, 16)), "\n";
            }
        }
    }
}
// Wide bytes that end within a character.
$bytes = larder_serialize(str_repeat($chinese, 40));
for ($cut = 1; $cut < 4; $cut++) {
    try {
        larder_unserialize(substr($bytes, 0, -$cut));
        echo "read\n";
    } catch (Larder\DecodeError $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
truncated: the bytes end within the value (at byte 1524)
truncated: the bytes end within the value (at byte 1523)
truncated: the bytes end within the value (at byte 1522)
