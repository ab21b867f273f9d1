<?php

declare(strict_types=1);

namespace Larder\Lab\Tests;

use Larder\Lab\Fresh;
use Larder\Lab\Values;
use PHPUnit\Framework\TestCase;

final class FreshTest extends TestCase
{
    private const ROWS = '{"rows":[{"id":1,"name":"first name"},{"id":2,"name":"second name"}],'
        . '"none":[],"one":"x"}';

    /**
     * Enough of the engine's headers to see a string's hash; `zend_string` and `zval` are the same
     * from PHP 8.1 to 8.4.
     */
    private const ENGINE = <<<'C'
        typedef struct {
            uint32_t refcount; uint32_t info; uint64_t hash; size_t length; char bytes[1];
        } string;
        typedef struct { void *pointer; uint32_t type; uint32_t extra; } value;
        void *zend_rebuild_symbol_table(void);
        value *zend_hash_str_find(void *table, const char *key, size_t length);
        C;

    public function testACopyIsTheSameValue(): void
    {
        $cases = [null, 1, 1.5, '', 'x', 'text', [], [[]], \json_decode(self::ROWS, true)];
        foreach ($cases as $value) {
            self::assertSame($value, Fresh::copy($value));
        }
    }

    public function testTheStringsOfACopyAreNewAndHaveNoHashYet(): void
    {
        $original = ['name' => 'a value string of the original'];
        \array_flip($original); // hashes the value string
        $hashed = $original['name'];
        $fresh = Fresh::copy($original)['name'];

        self::assertNotSame(0, $this->hash($hashed));
        self::assertSame(0, $this->hash($fresh));
    }

    public function testEqualKeysOfADatasetAreOneString(): void
    {
        $path = (string) \tempnam(\sys_get_temp_dir(), 'larder');
        \file_put_contents($path, self::ROWS . "\n\n" . self::ROWS . "\r\n");
        $read = Values::read($path);
        \unlink($path);
        $value = \json_decode(self::ROWS, true);
        self::assertSame([$value, $value], $read->values);

        $copies = \array_map(Fresh::copy(...), $read->values);
        $keys = [];
        foreach ($copies as $copy) {
            foreach ($copy['rows'] as $row) {
                $keys[] = $this->address(\array_keys($row)[1]);
            }
        }
        self::assertCount(4, $keys);
        self::assertCount(1, \array_unique($keys));
    }

    private function hash(string $string): int
    {
        return $this->string($string)->hash;
    }

    private function address(string $string): int
    {
        $string = $this->string($string);

        return \FFI::cast('intptr_t', \FFI::addr($string))->cdata;
    }

    /** The engine's own structure of a string, found through the symbol table of this function. */
    private function string(string $probe): \FFI\CData
    {
        if (!\extension_loaded('ffi') || \PHP_INT_SIZE !== 8) {
            self::markTestSkipped('looking at strings needs the FFI extension and 64 bits');
        }
        static $ffi = null;
        $ffi ??= \FFI::cdef(self::ENGINE);
        $table = $ffi->zend_rebuild_symbol_table();
        $value = $ffi->zend_hash_str_find($table, 'probe', 5);
        while (($value->type & 0xff) === 12) { // IS_INDIRECT
            $value = $ffi->cast('value *', $value->pointer);
        }

        return $ffi->cast('string *', $value->pointer)[0];
    }
}
