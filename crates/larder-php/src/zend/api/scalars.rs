//! Values that are one scalar, which programs cache most: they are written and read without all
//! that others need.
//!
//! May use `engine`, `write` and `read`.

use larder::Level;
use larder::raw::{self, Number, Spelling, header};

use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::read::wide;
use crate::zend::write::text;

/// What every message of one scalar begins with.
const HEAD: [u8; 2] = [header::MAGIC, header::VERSION];

/// The bytes of a scalar, of strings only of texts at level `balanced`; `None` of all else.
///
/// # Safety
/// The value is alive during the call.
#[inline]
pub unsafe fn encode(value: *const zval, level: Level) -> Option<*mut zend_string> {
    unsafe {
        Some(match kind(value) {
            IS_NULL => message(&[raw::NULL]),
            IS_FALSE => message(&[raw::FALSE]),
            IS_TRUE => message(&[raw::TRUE]),
            IS_LONG => message(&Spelling::of_int((*value).value.lval)),
            IS_DOUBLE => message(&Spelling::of_float((*value).value.dval, level)),
            IS_STRING if level == Level::Balanced => return text::message((*value).value.str_),
            _ => return None,
        })
    }
}

#[inline]
unsafe fn message(scalar: &[u8]) -> *mut zend_string {
    let length = HEAD.len() + scalar.len();
    unsafe {
        let message = new_string(length);
        // The string has exactly this many bytes; they are written before anyone reads them.
        let to = std::slice::from_raw_parts_mut((&raw mut (*message).val).cast::<u8>(), length);
        to[..HEAD.len()].copy_from_slice(&HEAD);
        to[HEAD.len()..].copy_from_slice(scalar);
        message
    }
}

/// Reads a scalar that a message is without a profile; false of all else.
///
/// # Safety
/// `to` is a slot without a value that needs to be released; `data` is not changed by it.
#[inline]
pub unsafe fn decode(data: &[u8], to: *mut zval) -> bool {
    let [header::MAGIC, header::VERSION, value @ ..] = data else { return false };
    let [tag, rest @ ..] = value else { return false };
    unsafe {
        match (*tag, rest) {
            (raw::NULL, []) => set_null(to),
            (raw::FALSE | raw::TRUE, []) => set_bool(to, *tag == raw::TRUE),
            (raw::TEXT..raw::SYMBOLS, text) if text.len() == usize::from(*tag - raw::TEXT) => {
                set_string(to, string(text));
            }
            (raw::LONG_TEXT, rest) => match long(rest, raw::SHORT_TEXT_BYTES) {
                Some(text) => set_string(to, string(text)),
                None => return false,
            },
            (raw::WIDE_TEXT, rest) => match long(rest, 0).and_then(|text| wide_string(text)) {
                Some(text) => set_string(to, text),
                None => return false,
            },
            (raw::HEX_TEXT, [length @ 2..0x80, bytes @ ..])
                if bytes.len() == usize::from(*length >> 1) =>
            {
                set_string(to, hex_string(bytes, *length & 1 != 0));
            }
            _ => match raw::number_of(value) {
                Some(Number::Int(int)) => set_int(to, int),
                Some(Number::Float(float)) => set_float(to, float),
                None => return false,
            },
        }
    }
    true
}

/// The text of which these are the length, above a least one, and the bytes, and of which
/// `memory_limit` surely leaves room for a copy.
#[inline]
fn long(bytes: &[u8], least: usize) -> Option<&[u8]> {
    const MAX_LENGTH: usize = 128 << 10;
    const MAX_LENGTH_BYTES: usize = 3;
    let (mut above, mut at) = (0, 0);
    loop {
        let byte = *bytes.get(at)?;
        above |= usize::from(byte & 0x7F) << (7 * at);
        at += 1;
        if byte < 0x80 {
            break;
        }
        if at == MAX_LENGTH_BYTES {
            return None;
        }
    }
    let shortest = at == 1 || bytes[at - 1] != 0;
    let text = &bytes[at..];
    (shortest && text.len() <= MAX_LENGTH && text.len() == above + least).then_some(text)
}

/// The string of hexadecimal digits.
unsafe fn hex_string(bytes: &[u8], upper: bool) -> *mut zend_string {
    let length = 2 * bytes.len();
    unsafe {
        let string = new_string(length);
        // The string has exactly this many bytes.
        let out = std::slice::from_raw_parts_mut((&raw mut (*string).val).cast(), length);
        raw::format_hex(bytes, upper, out);
        string
    }
}

/// The string of a wide text; `None` if it is cut, or so short that it is one of the engine's own.
unsafe fn wide_string(bytes: &[u8]) -> Option<*mut zend_string> {
    /// From here on a string is made where it stays.
    const LONG: usize = 64;
    match bytes.len() {
        0..2 => return None,
        2..LONG => {
            let mut text = [0; LONG * 3];
            let length = wide::text_of_wide(bytes, &mut text)?;
            return Some(unsafe { string(&text[..length]) });
        }
        _ => {}
    }
    let room = raw::wide_room(bytes.len()) + wide::SPARE;
    unsafe {
        let string = new_string(room);
        // Nothing of it is read before it is written.
        let out = std::slice::from_raw_parts_mut((&raw mut (*string).val).cast(), room);
        match wide::text_of_wide(bytes, out) {
            Some(length) => Some(shortened(string, length)),
            None => {
                release_string(string);
                None
            }
        }
    }
}
