//! Hexadecimal text (docs/FORMAT.md, "Packed text").

use crate::format::digits::{hex_bytes, hex_digits, hex_letters};

/// Whether all of `text` is hex in one case, of an even length: `Some(upper)`.
pub fn hex_case(text: &[u8]) -> Option<bool> {
    if !text.len().is_multiple_of(2) || text.is_empty() {
        return None;
    }
    let Some(last) = text.last_chunk() else { return case_of(hex_letters(padded(text))?) };
    // Most texts that are not hex show it in their last bytes; these are what is left after all
    // others, too.
    let mut seen = hex_letters(*last)?;
    for eight in text.as_chunks().0 {
        let [lower, upper] = hex_letters(*eight)?;
        seen = [seen[0] | lower, seen[1] | upper];
    }
    case_of(seen)
}

/// Whether letters in lower case and in upper, of which some are seen, are all in upper.
fn case_of([lower, upper]: [u64; 2]) -> Option<bool> {
    (lower == 0 || upper == 0).then_some(upper != 0)
}

/// Fewer than eight digits, and zeros after them.
fn padded(digits: &[u8]) -> [u8; 8] {
    let mut eight = [b'0'; 8];
    eight[..digits.len()].copy_from_slice(digits);
    eight
}

/// Appends the bytes of hex, of which [`hex_case`] knows that it is.
pub fn write_hex(text: &[u8], out: &mut Vec<u8>) {
    out.reserve(text.len() / 2 + size_of::<u32>());
    let (eights, rest) = text.as_chunks();
    for digits in eights {
        out.extend_from_slice(&hex_bytes(*digits));
    }
    out.extend_from_slice(&hex_bytes(padded(rest))[..rest.len() / 2]);
}

/// Fills `out`, twice as long as `bytes`.
pub fn format_hex(bytes: &[u8], upper: bool, out: &mut [u8]) {
    let ((words, rest), (out, out_rest)) = (bytes.as_chunks::<4>(), out.as_chunks_mut::<8>());
    for (word, out) in words.iter().zip(out) {
        *out = hex_digits(*word, upper);
    }
    let mut last = [0; 4];
    last[..rest.len()].copy_from_slice(rest);
    out_rest.copy_from_slice(&hex_digits(last, upper)[..2 * rest.len()]);
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

    #[test]
    fn every_byte_is_told_from_hex() {
        for template in [*b"01a9f0fe23b4", *b"A1900FE23B4C"] {
            for length in [2, 8, 10, 12] {
                for at in 0..length {
                    for byte in 0..=255 {
                        let mut text = template;
                        text[at] = byte;
                        let text = &text[..length];
                        let case = |digit: &u8| matches!(digit, b'A'..=b'F');
                        let uppers = text.iter().filter(|digit| case(digit)).count();
                        let letters = text.iter().filter(|digit| digit.is_ascii_alphabetic());
                        let is_hex = text.iter().all(u8::is_ascii_hexdigit)
                            && (uppers == 0 || uppers == letters.count());
                        let expected = is_hex.then_some(uppers > 0);
                        assert_eq!(hex_case(text), expected, "{text:?}");
                    }
                }
            }
        }
    }
}
