--TEST--
Rejected vectors are rejected with their kind of error; but texts of values may be any bytes, as PHP's strings are
--FILE--
<?php

require __DIR__ . '/../same.inc';

$count = 0;
$texts = [];
foreach (glob(__DIR__ . '/../../../../vectors/larder/rejected/*.json') as $file) {
    foreach (json_decode(file_get_contents($file), true, flags: JSON_THROW_ON_ERROR) as $vector) {
        // Memory and profiles are tested elsewhere.
        if ($vector['error'] === 'too-large' || isset($vector['profile'])) {
            continue;
        }
        $bytes = '';
        foreach ($vector['bytes'] as $piece) {
            $bytes .= str_repeat(hex2bin(str_replace(' ', '', $piece[0])), $piece[2] ?? 1);
        }
        $count++;
        try {
            $value = larder_unserialize($bytes, ['allowed_classes' => false]);
            $texts[] = $vector['id'];
            foreach (LEVELS as $level) {
                if ($vector['error'] !== 'invalid-utf8' || larder($value, $level) !== $value) {
                    echo $vector['id'], ': ', $vector['name'], ': ', portrait($value), "\n";
                }
            }
            // It is bytes when it is written again.
            if (is_string($value) && $value !== '' && larder_serialize($value)[2] !== "\xF0") {
                echo $vector['id'], ": no bytes\n";
            }
        } catch (Larder\DecodeError $error) {
            // Keys that PHP has not, and classes that are not allowed, may be refused first.
            if (!in_array($error->kind, [$vector['error'], 'refused'], true)) {
                echo $vector['id'], ': ', $vector['name'], ': ', $error->getMessage(), "\n";
            }
        }
    }
}
echo $count > 350 ? 'enough' : "only $count", "\n", implode("\n", $texts), "\n";
?>
--EXPECT--
enough
texts-rejected-001
texts-rejected-002
texts-rejected-003
texts-rejected-004
texts-rejected-005
texts-rejected-006
texts-rejected-007
texts-rejected-008
texts-rejected-009
texts-rejected-010
texts-rejected-014
texts-rejected-015
texts-rejected-016
texts-rejected-018
