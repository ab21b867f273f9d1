//! Bytes that are being written, with room made once for several of them.
//!
//! May use `engine`.

use larder::raw::{self, varint_size};

use crate::zend::engine::php::*;
use crate::zend::engine::utf8::copy_utf8;
use crate::zend::engine::value::*;

/// The room that scalars and heads need at most: each of them takes fewer bytes, and is written as
/// one or two words.
const ROOM: usize = 32;
/// Texts of this many bytes or more are not copied until the message is put together.
const LARGE: usize = 4 << 10;
/// Memory that only a large value needed is given back.
const KEPT: usize = 1 << 20;

/// Bytes that are being written, and large texts between them.
#[derive(Default)]
pub struct Bytes {
    written: Vec<u8>,
    large: Vec<Large>,
    /// The bytes of all large texts.
    large_bytes: usize,
}

/// A large text, or large bytes, which live until the message is put together (rule 1).
struct Large {
    /// What was written before it.
    at: usize,
    from: *const u8,
    length: usize,
    /// Whether nobody has found yet that it is UTF-8, as it must be.
    unchecked: bool,
}

impl Bytes {
    /// Begins in memory that was used before.
    pub fn of(mut memory: Vec<u8>) -> Self {
        memory.clear();
        Self { written: memory, ..Self::default() }
    }

    /// What was written, if there is no large text.
    pub fn into_written(self) -> Vec<u8> {
        self.written
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        if self.written.capacity() > KEPT {
            self.written = Vec::new();
        }
        self.written.clear();
        self.large.clear();
        self.large_bytes = 0;
    }

    /// How many bytes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.written.len() + self.large_bytes
    }

    /// Copies all of them; false if a large text turns out to be no UTF-8.
    ///
    /// # Safety
    /// There is room for [`Bytes::len`] bytes, and large texts are alive.
    pub unsafe fn copy_to(&self, mut to: *mut u8) -> bool {
        unsafe {
            let mut start = 0;
            for large in &self.large {
                let before = large.at - start;
                to.copy_from_nonoverlapping(self.written.as_ptr().add(start), before);
                let bytes = std::slice::from_raw_parts(large.from, large.length);
                to = to.add(before);
                if !large.unchecked {
                    to.copy_from_nonoverlapping(large.from, large.length);
                } else if copy_utf8(to, bytes).is_none() {
                    return false;
                }
                to = to.add(large.length);
                start = large.at;
            }
            to.copy_from_nonoverlapping(
                self.written.as_ptr().add(start),
                self.written.len() - start,
            );
        }
        true
    }

    /// The end, where there is room for so many bytes and [`ROOM`] more; [`Bytes::advance`] says
    /// how many were written.
    #[inline(always)]
    fn room(&mut self, bytes: usize) -> *mut u8 {
        let length = self.written.len();
        if self.written.capacity() - length < bytes + ROOM {
            self.grow(bytes + ROOM);
        }
        // Within the capacity.
        unsafe { self.written.as_mut_ptr().add(length) }
    }

    #[cold]
    fn grow(&mut self, bytes: usize) {
        self.written.reserve(bytes);
    }

    /// # Safety
    /// So many bytes were written at [`Bytes::room`], which had room for them.
    #[inline(always)]
    unsafe fn advance(&mut self, bytes: usize) {
        unsafe { self.written.set_len(self.written.len() + bytes) };
    }

    #[inline(always)]
    pub fn byte(&mut self, byte: u8) {
        unsafe {
            self.room(1).write(byte);
            self.advance(1);
        }
    }

    pub fn slice(&mut self, bytes: &[u8]) {
        self.written.extend_from_slice(bytes);
    }

    /// What was written from here on, which is no large text.
    pub fn since(&mut self, start: usize) -> &mut [u8] {
        &mut self.written[start..]
    }

    /// The lowest bits, as many as said, to a whole byte.
    #[inline(always)]
    pub fn bits(&mut self, bits: u64, count: usize) {
        unsafe {
            self.room(8).cast::<u64>().write_unaligned(bits.to_le());
            self.advance(count.div_ceil(8));
        }
    }

    #[inline(always)]
    pub fn varint(&mut self, mut value: u64) {
        let mut to = self.room(0);
        let mut length = 1;
        unsafe {
            while value >= 0x80 {
                to.write(value as u8 | 0x80);
                to = to.add(1);
                value >>= 7;
                length += 1;
            }
            to.write(value as u8);
            self.advance(length);
        }
    }

    #[inline(always)]
    pub fn int(&mut self, int: i64) {
        if (0..i64::from(raw::SMALL_INTS)).contains(&int) {
            self.byte(int as u8);
        } else {
            self.larger_int(int);
        }
    }

    fn larger_int(&mut self, int: i64) {
        let (tag, from, bytes) = match int {
            0..304 => (raw::INT_1, 48, 1),
            304..65_840 => (raw::INT_2, 304, 2),
            65_840..16_843_056 => (raw::INT_3, 65_840, 3),
            16_843_056..=0xFFFF_FFFF => (raw::INT_4, 0, 4),
            _ if int < 0 && varint_size(!int.cast_unsigned()) < 8 => {
                self.byte(raw::NEGATIVE);
                return self.varint(!int.cast_unsigned());
            }
            _ => return self.word(raw::INT_8, int.cast_unsigned()),
        };
        let word = u64::from(tag) | (int - from).cast_unsigned() << 8;
        unsafe {
            self.room(8).cast::<u64>().write_unaligned(word.to_le());
            self.advance(1 + bytes);
        }
    }

    #[inline(always)]
    pub fn float(&mut self, float: f64) {
        self.word(raw::FLOAT, float.to_bits());
    }

    #[inline(always)]
    fn word(&mut self, tag: u8, word: u64) {
        unsafe {
            let to = self.room(9);
            to.write(tag);
            to.add(1).cast::<u64>().write_unaligned(word.to_le());
            self.advance(9);
        }
    }

    /// A name of a definition, which is UTF-8.
    pub fn name(&mut self, name: &[u8]) {
        if name.len() < raw::SHORT_TEXT_BYTES {
            self.byte(raw::TEXT + name.len() as u8);
        } else {
            self.byte(raw::LONG_TEXT);
            self.varint((name.len() - raw::SHORT_TEXT_BYTES) as u64);
        }
        self.slice(name);
    }

    /// A string, as text if it is UTF-8, else as bytes.
    ///
    /// # Safety
    /// The string is alive, and stays so until the bytes are copied.
    #[inline(always)]
    pub unsafe fn string(&mut self, string: *const zend_string) {
        unsafe {
            if (*string).len >= raw::SHORT_TEXT_BYTES {
                self.long_string(string);
            } else if !self.short_text(string) {
                self.no_text(bytes(string));
            }
        }
    }

    /// A string of less than 48 bytes, if it is UTF-8; else false, and nothing is written.
    #[inline(always)]
    unsafe fn short_text(&mut self, string: *const zend_string) -> bool {
        unsafe {
            let bytes = bytes(string);
            let to = self.room(bytes.len());
            to.write(raw::TEXT + bytes.len() as u8);
            let ascii = copy_short(to.add(1), bytes);
            if !ascii && !is_valid_utf8(string) && !is_utf8_with_others(bytes) {
                return false;
            }
            self.advance(1 + bytes.len());
            true
        }
    }

    /// A string that is copied at once, if it is UTF-8; else false, and nothing is written.
    ///
    /// # Safety
    /// The string is alive.
    pub unsafe fn text(&mut self, string: *const zend_string) -> bool {
        unsafe {
            if (*string).len < raw::SHORT_TEXT_BYTES {
                return self.short_text(string);
            }
            self.long_text(bytes(string))
        }
    }

    #[inline(never)]
    unsafe fn long_string(&mut self, string: *const zend_string) {
        unsafe {
            let bytes = bytes(string);
            let known = is_valid_utf8(string);
            if bytes.len() >= LARGE && (known || may_be_utf8(bytes)) {
                self.byte(raw::LONG_TEXT);
                self.varint((bytes.len() - raw::SHORT_TEXT_BYTES) as u64);
                self.copy(bytes, !known);
            } else if bytes.len() >= LARGE || !self.long_text(bytes) {
                self.no_text(bytes);
            }
        }
    }

    /// A string of 48 bytes or more, if it is UTF-8; else false, and nothing is written.
    #[inline(always)]
    unsafe fn long_text(&mut self, bytes: &[u8]) -> bool {
        let start = self.written.len();
        self.byte(raw::LONG_TEXT);
        self.varint((bytes.len() - raw::SHORT_TEXT_BYTES) as u64);
        unsafe {
            let is_text = copy_utf8(self.room(bytes.len()), bytes).is_some();
            if is_text {
                self.advance(bytes.len());
            } else {
                self.written.truncate(start);
            }
            is_text
        }
    }

    #[cold]
    unsafe fn no_text(&mut self, bytes: &[u8]) {
        self.byte(raw::BYTES);
        self.varint(bytes.len() as u64);
        unsafe { self.copy(bytes, false) };
    }

    /// Bytes of a string that stays alive until all are copied; large ones may still have to be
    /// checked.
    unsafe fn copy(&mut self, bytes: &[u8], unchecked: bool) {
        if bytes.len() < LARGE {
            return self.slice(bytes);
        }
        let (at, from, length) = (self.written.len(), bytes.as_ptr(), bytes.len());
        self.large.push(Large { at, from, length, unchecked });
        self.large_bytes += length;
    }

    /// `values`, each of `width` bytes (0, 1, 2, 4 or 8), the lowest byte first.
    pub fn fixed(&mut self, width: usize, values: impl Iterator<Item = u64>) {
        for value in values {
            unsafe {
                self.room(8).cast::<u64>().write_unaligned(value.to_le());
                self.advance(width);
            }
        }
    }
}

/// Whether the first of many bytes are UTF-8: binary data rarely is.
fn may_be_utf8(bytes: &[u8]) -> bool {
    const FIRST: usize = 256;
    match std::str::from_utf8(&bytes[..FIRST]) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    }
}
