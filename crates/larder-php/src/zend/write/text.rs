//! A text that is a whole value: a name, a token, a page or a fragment of one. It is written where it
//! stays, and a long one is checked while it is.
//!
//! May use `engine`, and `wide` beside it.

use std::cell::Cell;

use larder::raw::{self, header, varint_size};

use super::wide::{Wide, wide_of, wide_of_utf8};
use crate::zend::engine::php::*;
use crate::zend::engine::utf8::copy_utf8;
use crate::zend::engine::value::*;

/// A string of so many bytes may not fit.
const TOO_LONG: usize = 256 << 10;

/// So many bytes decide what is tried first.
const FIRST: usize = 256;

/// Texts of fewer bytes are checked by words.
const SHORT: usize = 64;

/// What every message begins with.
const HEADER: [u8; 2] = [header::MAGIC, header::VERSION];

/// A header and a tag.
const HEAD: usize = HEADER.len() + 1;

/// The message of a text, as level `balanced` without a profile has it; `None` if the string is very
/// long, may be packed and is not short, or is no UTF-8.
///
/// # Safety
/// The string is alive.
pub unsafe fn message(string: *const zend_string) -> Option<*mut zend_string> {
    let text = unsafe { bytes(string) };
    if text.len() < FIRST && is_ascii(text) {
        return Some(unsafe { of_ascii(text) });
    }
    if text.len() >= FIRST {
        let may_be = raw::may_be_packed(text);
        if text.len() >= TOO_LONG || may_be.number || may_be.digits {
            return None;
        }
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

/// The message of a short text of ASCII.
unsafe fn of_ascii(text: &[u8]) -> *mut zend_string {
    let may_be_packed = text.len() >= raw::MIN_AGAIN && {
        let may_be = raw::may_be_packed(text);
        may_be.number || may_be.digits
    };
    if may_be_packed && let Some(message) = unsafe { packed(text) } {
        return message;
    }
    let start = start_of(text.len());
    unsafe {
        let message = new_string(start + text.len());
        let to = (&raw mut (*message).val).cast::<u8>();
        // The string has exactly this many bytes; they are written before anyone reads them.
        write_head(text.len(), std::slice::from_raw_parts_mut(to, start));
        copy_bytes(to.add(start), text);
        message
    }
}

/// The message of a text that is a date, a number or the like; `None` if it is not.
#[inline(never)]
unsafe fn packed(text: &[u8]) -> Option<*mut zend_string> {
    thread_local! {
        static PACKED: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }
    let mut packed = PACKED.take();
    packed.clear();
    let message = raw::pack(text, &mut packed).then(|| unsafe {
        let message = new_string(HEADER.len() + packed.len());
        let to = (&raw mut (*message).val).cast::<u8>();
        copy_bytes(to, &HEADER);
        copy_bytes(to.add(HEADER.len()), &packed);
        message
    });
    PACKED.set(packed);
    message
}

/// Where a text of this length, as it is, begins in its message.
#[inline]
fn start_of(length: usize) -> usize {
    length.checked_sub(raw::SHORT_TEXT_BYTES).map_or(HEAD, |above| HEAD + varint_size(above as u64))
}

/// Writes what stands before it.
#[inline]
fn write_head(length: usize, out: &mut [u8]) {
    match length.checked_sub(raw::SHORT_TEXT_BYTES) {
        None => {
            out[..HEADER.len()].copy_from_slice(&HEADER);
            out[HEADER.len()] = raw::TEXT + length as u8;
        }
        Some(above) => write_long_head(raw::LONG_TEXT, above, out),
    }
}

/// Writes the message, and gives its length; `None` if the text is no UTF-8.
fn write(text: &[u8], out: &mut [u8]) -> Option<usize> {
    let at = start_of(text.len());
    // There is room for them.
    let copy = |out: &mut [u8]| unsafe { copy_utf8(out[at..][..text.len()].as_mut_ptr(), text) };
    let is_enough = |others| raw::is_enough(others, text.len());
    if text.len() < SHORT {
        return write_short(text, out);
    }

    let mut copied = false;
    let first = &text[..text.len().min(FIRST)];
    let may_be_wide = raw::is_enough(raw::other_bytes(first), first.len())
        || text.len() > FIRST && {
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
            write_long_head(raw::WIDE_TEXT, length, out);
            return Some(start + length);
        }
        copied = false;
    }
    if !copied {
        copy(out)?;
    }
    write_head(text.len(), out);
    Some(at + text.len())
}

/// As [`write`], of a text that takes less time to be checked than to be looked at in blocks.
fn write_short(text: &[u8], out: &mut [u8]) -> Option<usize> {
    if !is_utf8_with_others(text) {
        return None;
    }
    // Checked just now.
    let checked = unsafe { str::from_utf8_unchecked(text) };
    // The length is a byte.
    let start = HEAD + 1;
    if raw::is_enough(raw::other_bytes(text), text.len())
        && let Some(length) = wide_of(checked, &mut out[start..])
        && length + 1 < text.len()
    {
        write_long_head(raw::WIDE_TEXT, length, out);
        return Some(start + length);
    }
    let at = start_of(text.len());
    write_head(text.len(), out);
    out[at..][..text.len()].copy_from_slice(text);
    Some(at + text.len())
}

/// Writes a header, a tag, and a number of several bytes.
#[inline]
fn write_long_head(tag: u8, mut number: usize, out: &mut [u8]) {
    out[..HEADER.len()].copy_from_slice(&HEADER);
    out[HEADER.len()] = tag;
    let mut at = HEAD;
    while number >= 0x80 {
        out[at] = number as u8 | 0x80;
        number >>= 7;
        at += 1;
    }
    out[at] = number as u8;
}
