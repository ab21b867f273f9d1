//! Hexadecimal text (docs/FORMAT.md, "Packed text").

const HEX_LOWER: &[u8; 16] = b"0123456789abcdef";

/// Whether all of `text` is hex in one case, of an even length: `Some(upper)`.
pub fn hex_case(text: &[u8]) -> Option<bool> {
    let cases = |some: &[u8]| some.iter().fold(0, |all, byte| all | HEX_CASES[usize::from(*byte)]);
    // Most texts that are not hex show it in their last bytes.
    let (last, rest) = (cases(&text[text.len().saturating_sub(2)..]), text.as_chunks::<4>());
    if !text.len().is_multiple_of(2) || text.is_empty() || last & NO_HEX != 0 {
        return None;
    }
    let mut seen = last | cases(rest.1);
    for four in rest.0 {
        seen |= cases(four);
        if seen & NO_HEX != 0 {
            return None;
        }
    }
    let letters = seen & (LOWER_HEX | UPPER_HEX);
    (seen & NO_HEX == 0 && letters != LOWER_HEX | UPPER_HEX).then_some(letters == UPPER_HEX)
}

/// Appends the bytes of hex, of which [`hex_case`] knows that it is.
pub fn write_hex(text: &[u8], out: &mut Vec<u8>) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Eight digits are four bytes, in a word: a letter's low bits are 9 less than its value.
    let bytes = |digits: [u8; 8]| {
        let word = u64::from_le_bytes(digits);
        let values = (word & (15 * EACH)) + (word >> 6 & EACH) * 9;
        let word = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF;
        let word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
        ((word | word >> 16) as u32).to_le_bytes()
    };
    out.reserve(text.len() / 2 + size_of::<u32>());
    let (eights, rest) = text.as_chunks();
    for digits in eights {
        out.extend_from_slice(&bytes(*digits));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    out.extend_from_slice(&bytes(last)[..rest.len() / 2]);
}

const LOWER_HEX: u8 = 1;

const UPPER_HEX: u8 = 2;

const NO_HEX: u8 = 4;

/// Of which case a digit is; 0 for both.
const HEX_CASES: [u8; 256] = {
    let mut cases = [NO_HEX; 256];
    let mut at = 0;
    while at < 16 {
        let digit = HEX_LOWER[at];
        cases[digit as usize] = LOWER_HEX;
        cases[digit.to_ascii_uppercase() as usize] =
            if digit.is_ascii_digit() { 0 } else { UPPER_HEX };
        at += 1;
    }
    cases
};

/// Fills `out`, twice as long as `bytes`.
pub fn format_hex(bytes: &[u8], upper: bool, out: &mut [u8]) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let to_letter = if upper { b'A' - b'9' - 1 } else { b'a' - b'9' - 1 };
    // Four bytes are eight digits, in a word.
    let digits = |bytes: [u8; 4]| {
        let word = u64::from(u32::from_le_bytes(bytes));
        let word = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
        let word = (word | word << 8) & 0x00FF_00FF_00FF_00FF;
        let values = word >> 4 & 0x000F_000F_000F_000F | (word & 0x000F_000F_000F_000F) << 8;
        let letters = (values + 6 * EACH) >> 4 & EACH;
        (values + u64::from(b'0') * EACH + letters * u64::from(to_letter)).to_le_bytes()
    };
    let ((words, rest), (out, out_rest)) = (bytes.as_chunks::<4>(), out.as_chunks_mut::<8>());
    for (word, out) in words.iter().zip(out) {
        *out = digits(*word);
    }
    let mut last = [0; 4];
    last[..rest.len()].copy_from_slice(rest);
    out_rest.copy_from_slice(&digits(last)[..2 * rest.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        for length in 0..bytes.len() {
            for upper in [false, true] {
                let mut hex = vec![0; 2 * length];
                format_hex(&bytes[..length], upper, &mut hex);
                let mut back = Vec::new();
                write_hex(&hex, &mut back);
                assert_eq!(back, &bytes[..length]);
                assert!(
                    length == 0
                        || hex_case(&hex) == Some(upper)
                        || hex.iter().all(u8::is_ascii_digit)
                );
            }
        }
    }
}
