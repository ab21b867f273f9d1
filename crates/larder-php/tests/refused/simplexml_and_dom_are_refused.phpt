--TEST--
XML documents and PDO are an EncodeError
--EXTENSIONS--
dom
simplexml
pdo
--FILE--
<?php

require __DIR__ . '/../same.inc';

$document = new DOMDocument();
$document->loadXML('<a><b/></a>');
echo outcome(fn () => larder_serialize(new SimpleXMLElement('<a><b/></a>')), 'SimpleXMLElement'), "\n";
// PHP's DOM says it by itself
echo outcome(fn () => larder_serialize([$document]), 'DOMDocument'), "\n";
echo outcome(fn () => larder_serialize([$document->documentElement]), 'DOMElement'), "\n";
foreach (['SimpleXMLElement', 'DOMDocument', 'PDO', 'PDOStatement'] as $class) {
    $bytes = larder_serialize(unmade(sprintf('O:%d:"%s":0:{}', strlen($class), $class)));
    echo outcome(fn () => larder_unserialize($bytes, ['allowed_classes' => true]), $class), "\n";
}
--EXPECT--
Larder\EncodeError refused
Exception
Exception
Larder\DecodeError refused
Exception
Larder\DecodeError refused
Larder\DecodeError refused
