//! Decimal and hexadecimal digits in text.

pub fn digit(byte: u8) -> Option<i64> {
    let digit = byte.wrapping_sub(b'0');
    (digit < 10).then_some(i64::from(digit))
}

pub fn two(text: &[u8]) -> Option<i64> {
    Some(digit(text[0])? * 10 + digit(text[1])?)
}

/// The two digits of 0 to 99.
pub const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut at = 0;
    while at < 100 {
        pairs[at] = [b'0' + (at / 10) as u8, b'0' + (at % 10) as u8];
        at += 1;
    }
    pairs
};

#[inline]
pub fn put_two(out: &mut [u8], value: u32) {
    out[..2].copy_from_slice(&PAIRS[value as usize]);
}

/// The digits of eight bytes that are digits where the template has 0, and else what it has; 0
/// there.
#[inline]
pub fn digits_like(text: [u8; 8], template: [u8; 8]) -> Option<[u8; 8]> {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // Where the template has a digit: up to nine stays below the high bit.
    let (mut most, mut exact) = ([0; 8], [0; 8]);
    for at in 0..8 {
        if template[at] == b'0' {
            most[at] = 0x7F - 9;
        } else {
            exact[at] = 0xFF;
        }
    }
    let word = u64::from_le_bytes(text) ^ u64::from_le_bytes(template);
    let beyond = (word & !HIGH).wrapping_add(u64::from_le_bytes(most)) | word;
    (beyond & HIGH == 0 && word & u64::from_le_bytes(exact) == 0).then(|| word.to_le_bytes())
}

/// Fills `out` with the digits of `value`, zeros in front.
pub fn write_digits(mut value: u64, out: &mut [u8]) {
    // Divisions depend on one another: two digits at a time halve them.
    let (rest, pairs) = out.as_rchunks_mut::<2>();
    for pair in pairs.iter_mut().rev() {
        *pair = PAIRS[(value % 100) as usize];
        value /= 100;
    }
    for byte in rest {
        *byte = b'0' + (value % 10) as u8;
        value /= 10;
    }
}

pub fn parse_digits(text: &[u8]) -> Option<u64> {
    text.iter().try_fold(0, |sum: u64, byte| Some(sum * 10 + digit(*byte)?.cast_unsigned()))
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// Of eight hexadecimal digits, which are letters in lower case, and which in upper: the high bits
/// of their bytes; `None` if one is no hexadecimal digit.
#[inline]
pub fn hex_letters(eight: [u8; 8]) -> Option<[u64; 2]> {
    const HIGH: u64 = 0x80 * EACH;
    const CASE: u64 = 0x20 * EACH;
    let word = u64::from_le_bytes(eight);
    // The high bit of each byte says whether it is this one or a later one.
    let from = |word: u64, first: u8| word + EACH * u64::from(0x80 - first);
    let ascii = word & !HIGH;
    let digits = from(ascii, b'0') & !from(ascii, b'9' + 1);
    let letters = from(ascii | CASE, b'a') & !from(ascii | CASE, b'f' + 1) & HIGH;
    let lower = (ascii & CASE) << 2;
    ((digits | letters) & !word & HIGH == HIGH).then_some([letters & lower, letters & !lower])
}

/// The bytes of eight hexadecimal digits.
#[inline]
pub fn hex_bytes(eight: [u8; 8]) -> [u8; 4] {
    let word = u64::from_le_bytes(eight);
    // A letter's low bits are 9 less than its value.
    let values = (word & (15 * EACH)) + (word >> 6 & EACH) * 9;
    let word = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF;
    let word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
    ((word | word >> 16) as u32).to_le_bytes()
}

/// The eight hexadecimal digits of four bytes, letters in upper or lower case.
#[inline]
pub fn hex_digits(bytes: [u8; 4], upper: bool) -> [u8; 8] {
    const FOUR_BITS: u64 = 0x000F_000F_000F_000F;
    let to_letter = if upper { b'A' - b'9' - 1 } else { b'a' - b'9' - 1 };
    let word = u64::from(u32::from_le_bytes(bytes));
    let word = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
    let word = (word | word << 8) & 0x00FF_00FF_00FF_00FF;
    let values = word >> 4 & FOUR_BITS | (word & FOUR_BITS) << 8;
    let letters = (values + 6 * EACH) >> 4 & EACH;
    (values + u64::from(b'0') * EACH + letters * u64::from(to_letter)).to_le_bytes()
}
