//! What a text may be packed as (docs/FORMAT.md, "Packed text").

use super::base64_text::MIN_BASE64;
use super::date_text::DateTimeStyle;
use super::number_text::Number;
use super::{base64_text, date_text, hex_text, number_text};
use crate::format::larder::{tag, varint};
use crate::format::{calendar, digits, uuid};

/// What a text may be packed as, for all that its first, its middle and its last byte say.
pub struct MayBe {
    /// A date, a date and time, a decimal or digits.
    pub number: bool,
    /// A UUID, hexadecimal or base64.
    pub digits: bool,
}

/// Looks at a text of one byte or more: most texts can be nothing.
#[inline]
pub fn may_be(text: &[u8]) -> MayBe {
    const MIN_HEX: usize = 8;
    let length = text.len();
    let kind = |at: usize| PLACES[usize::from(text[at])];
    let first = kind(0);
    if length < MIN_BASE64 && first & (FIRST_OF_NUMBER | IN_HEX) == 0 {
        return MayBe { number: false, digits: false };
    }
    let last = kind(length - 1);
    let both = first & last;
    MayBe {
        number: first & FIRST_OF_NUMBER != 0 && last & LAST_OF_NUMBER != 0,
        // The middle of a UUID is a hyphen, which is of base64.
        digits: both & (IN_HEX | IN_BASE64) != 0
            && kind(length / 2) & IN_BASE64 != 0
            && length >= if both & IN_HEX != 0 { MIN_HEX } else { MIN_BASE64 },
    }
}

/// Appends dates, numbers and the like; false if `text`, of one byte or more, is none of them, or no
/// shorter so.
#[inline]
pub fn pack(text: &[u8], body: &mut Vec<u8>) -> bool {
    let may_be = may_be(text);
    may_be.number && pack_number(text, body) || may_be.digits && pack_digits(text, body)
}

/// Texts that begin with a digit or a minus.
#[inline(never)]
fn pack_number(text: &[u8], body: &mut Vec<u8>) -> bool {
    const MIN_DIGITS: usize = 6;
    let length = text.len();
    if length == 10
        && text[4] == b'-'
        && let Some(days) = calendar::parse_date(text)
        && let Ok(days) = u16::try_from(days)
    {
        body.push(tag::DATE_TEXT);
        body.extend_from_slice(&days.to_le_bytes());
        return true;
    }
    if length >= 19
        && text[4] == b'-'
        && let Some((seconds, fraction, style)) = date_text::parse_date_time(text)
        && let Ok(seconds) = u32::try_from(seconds)
    {
        if style == DateTimeStyle::default() {
            body.push(tag::DATE_TIME_TEXT);
            body.extend_from_slice(&seconds.to_le_bytes());
        } else {
            body.extend([tag::VARIANT_DATE_TIME_TEXT, style.code()]);
            body.extend(style.offset().map(i8::cast_unsigned));
            body.extend_from_slice(&seconds.to_le_bytes());
            body.extend_from_slice(
                &fraction.to_le_bytes()[..date_text::fraction_bytes(style.fraction_digits)],
            );
        }
        return true;
    }
    match number_text::parse_number(text) {
        Some(Number::Decimal { digits, scale, negative }) => {
            if scale == 2 && !negative {
                body.push(tag::DECIMAL_TEXT_2);
            } else {
                body.extend([tag::DECIMAL_TEXT, scale | u8::from(negative) << 7]);
            }
            varint::write(body, digits);
            return true;
        }
        Some(Number::Digits(digits)) if length >= MIN_DIGITS => {
            body.extend([tag::DIGITS_TEXT, length as u8]);
            body.extend_from_slice(&digits.to_le_bytes()[..number_text::digits_bytes(length)]);
            return true;
        }
        _ => {}
    }
    if (number_text::CHUNK_DIGITS + 1..=255).contains(&length)
        && text.iter().all(u8::is_ascii_digit)
    {
        body.extend([tag::DIGITS_TEXT, length as u8]);
        for chunk in text.chunks(number_text::CHUNK_DIGITS) {
            let digits = digits::parse_digits(chunk).unwrap_or(0);
            body.extend_from_slice(&digits.to_le_bytes()[..number_text::digits_bytes(chunk.len())]);
        }
        return true;
    }
    false
}

/// UUIDs, hexadecimal and base64.
#[inline(never)]
fn pack_digits(text: &[u8], body: &mut Vec<u8>) -> bool {
    let length = text.len();
    if length == 36
        && let Some(uuid) = uuid::parse_uuid(text)
    {
        body.push(tag::UUID_TEXT);
        body.extend_from_slice(&uuid);
        return true;
    }
    if let Some(upper) = hex_text::hex_case(text) {
        body.push(tag::HEX_TEXT);
        varint::write(body, length as u64 | u64::from(upper));
        hex_text::write_hex(text, body);
        return true;
    }
    if let Some(url) = base64_text::base64_alphabet(text) {
        body.push(tag::BASE64_TEXT);
        varint::write(body, (length as u64) << 1 | u64::from(url));
        base64_text::write_base64(text, body);
        return true;
    }
    false
}

const FIRST_OF_NUMBER: u8 = 1;

const LAST_OF_NUMBER: u8 = 2;

const IN_HEX: u8 = 4;

const IN_BASE64: u8 = 8;

/// Where in packed texts a byte may stand.
const PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        places[byte] = match byte as u8 {
            b'0'..=b'9' => FIRST_OF_NUMBER | LAST_OF_NUMBER | IN_HEX | IN_BASE64,
            b'-' => FIRST_OF_NUMBER | IN_BASE64,
            // The zone of a date and time.
            b'Z' => LAST_OF_NUMBER | IN_BASE64,
            b'a'..=b'f' | b'A'..=b'F' => IN_HEX | IN_BASE64,
            b'g'..=b'z' | b'G'..=b'Y' | b'+' | b'/' | b'_' => IN_BASE64,
            _ => 0,
        };
        byte += 1;
    }
    places
};
