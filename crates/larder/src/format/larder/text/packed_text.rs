//! What a text may be packed as (docs/FORMAT.md, "Packed text").

use super::base64_text::MIN_BASE64;

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
