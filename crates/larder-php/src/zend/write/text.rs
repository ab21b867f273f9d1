//! A long text that is a whole value: a page, or a fragment of one. It is checked while it is
//! written where it stays.
//!
//! May use `engine`, and `wide` beside it.

use std::ops::Range;

use larder::raw::{self, header, varint_size};

use super::wide::{Wide, wide_of_utf8};
use crate::zend::engine::php::*;
use crate::zend::engine::utf8::copy_utf8;
use crate::zend::engine::value::*;

/// Texts of these lengths: of fewer bytes, what else a writer does hardly matters; a string of more
/// may not fit.
const LENGTHS: Range<usize> = 256..256 << 10;

/// How many bytes decide what is tried first.
const FIRST: usize = LENGTHS.start;

/// A header and a tag.
const HEAD: usize = 3;

/// The message of a text, as level `balanced` without a profile has it; `None` if the string is not
/// of these, may be packed, or is no UTF-8.
///
/// # Safety
/// The string is alive.
pub unsafe fn message(string: *const zend_string) -> Option<*mut zend_string> {
    let text = unsafe { bytes(string) };
    if !LENGTHS.contains(&text.len()) {
        return None;
    }
    let may_be = raw::may_be_packed(text);
    if may_be.number || may_be.digits {
        return None;
    }
    let room = HEAD + varint_size(text.len() as u64) + text.len() + size_of::<u64>();
    unsafe {
        let message = new_string(room);
        // Nothing of it is read before it is written.
        let out = std::slice::from_raw_parts_mut((&raw mut (*message).val).cast(), room);
        match write(text, out) {
            Some(length) => Some(shortened(message, length)),
            None => {
                release_string(message);
                None
            }
        }
    }
}

/// Writes the message, and gives its length; `None` if the text is no UTF-8.
fn write(text: &[u8], out: &mut [u8]) -> Option<usize> {
    let above = text.len() - raw::SHORT_TEXT_BYTES;
    let at = HEAD + varint_size(above as u64);
    // There is room for them.
    let copy = |out: &mut [u8]| unsafe { copy_utf8(out[at..][..text.len()].as_mut_ptr(), text) };
    let is_enough = |others| raw::is_enough(others, text.len());

    let mut copied = false;
    let may_be_wide = raw::is_enough(raw::other_bytes(&text[..FIRST]), FIRST) || {
        copied = true;
        is_enough(copy(out)?)
    };
    if may_be_wide {
        // Most are two thirds of the text.
        let at = HEAD + varint_size(text.len() as u64 * 2 / 3);
        if let Some(Wide { length, others }) = wide_of_utf8(text, &mut out[at..])
            && is_enough(others)
            && length + 1 < text.len()
        {
            let start = HEAD + varint_size(length as u64);
            if start != at {
                out.copy_within(at..at + length, start);
            }
            head(raw::WIDE_TEXT, length, out);
            return Some(start + length);
        }
        copied = false;
    }
    if !copied {
        copy(out)?;
    }
    head(raw::LONG_TEXT, above, out);
    Some(at + text.len())
}

/// Writes what stands before a text.
fn head(tag: u8, mut number: usize, out: &mut [u8]) {
    out[..HEAD].copy_from_slice(&[header::MAGIC, header::VERSION, tag]);
    let mut at = HEAD;
    while number >= 0x80 {
        out[at] = number as u8 | 0x80;
        number >>= 7;
        at += 1;
    }
    out[at] = number as u8;
}
