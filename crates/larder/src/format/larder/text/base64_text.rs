//! Base64 text (docs/FORMAT.md, "Packed text").

const BASE64_STANDARD: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const BASE64_URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Fewer characters are not taken for base64.
pub const MIN_BASE64: usize = 16;

/// Whether text is worth six bits per character: long, and of upper and lower case and digits, as
/// random tokens are. `Some(url)` says which of the two alphabets of RFC 4648.
pub fn base64_alphabet(text: &[u8]) -> Option<bool> {
    if text.len() < MIN_BASE64 {
        return None;
    }
    let kinds =
        |four: &[u8; 4]| four.iter().fold(0, |all, byte| all | BASE64[usize::from(*byte)] >> 8);
    // The last four first: most texts that are not base64 show it there.
    let mut seen = kinds(text.last_chunk()?);
    for four in text.as_chunks().0 {
        if seen & NONE != 0 {
            return None;
        }
        seen |= kinds(four);
    }
    const MIXED: u16 = UPPER | LOWER | DIGIT;
    let both = seen & (URL | STANDARD) == URL | STANDARD;
    (seen & (MIXED | NONE) == MIXED && !both).then_some(seen & URL != 0)
}

/// Appends base64 text of a known alphabet; four characters are three bytes, most significant
/// first, unused bits zero.
pub fn write_base64(text: &[u8], out: &mut Vec<u8>) {
    let bits = |four: [u8; 4]| {
        four.iter().fold(0, |bits, byte| bits << 6 | u32::from(BASE64[usize::from(*byte)] & 63))
            << 8
    };
    let end = out.len() + base64_bytes(text.len());
    out.reserve(base64_bytes(text.len()) + size_of::<u32>());
    let (groups, rest) = text.as_chunks();
    for four in groups {
        // As a word, of which the first three bytes stay.
        out.extend_from_slice(&bits(*four).to_be_bytes());
        out.pop();
    }
    let mut last = *b"AAAA";
    last[..rest.len()].copy_from_slice(rest);
    out.extend_from_slice(&bits(last).to_be_bytes());
    out.truncate(end);
}

const UPPER: u16 = 1;

const LOWER: u16 = 2;

const DIGIT: u16 = 4;

const URL: u16 = 8;

const STANDARD: u16 = 16;

const NONE: u16 = 32;

/// The six bits of a character, and its kind above them.
const BASE64: [u16; 256] = {
    let mut table = [NONE << 8; 256];
    let mut bits = 0;
    while bits < 64 {
        let standard = BASE64_STANDARD[bits];
        let kind = match standard {
            b'A'..=b'Z' => UPPER,
            b'a'..=b'z' => LOWER,
            b'0'..=b'9' => DIGIT,
            _ => STANDARD,
        };
        table[BASE64_URL[bits] as usize] = bits as u16 | URL << 8;
        table[standard as usize] = bits as u16 | kind << 8;
        bits += 1;
    }
    table
};

pub fn base64_bytes(characters: usize) -> usize {
    characters / 4 * 3 + (characters % 4 * 6).div_ceil(8)
}

/// Fills `out`, of which `bytes` are [`base64_bytes`]; false if unused bits are set.
pub fn format_base64(bytes: &[u8], url: bool, out: &mut [u8]) -> bool {
    let alphabet = if url { BASE64_URL } else { BASE64_STANDARD };
    let character = |value: u32| alphabet[(value & 63) as usize];
    let (out, out_rest) = out.as_chunks_mut::<4>();
    let (groups, rest) = bytes.split_at(3 * out.len());
    for (group, out) in groups.as_chunks::<3>().0.iter().zip(out) {
        let bits = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        *out = [bits >> 18, bits >> 12, bits >> 6, bits].map(character);
    }
    let mut last = [0; 4];
    last[1..=rest.len()].copy_from_slice(rest);
    let bits = u32::from_be_bytes(last);
    let text = [bits >> 18, bits >> 12, bits >> 6].map(character);
    out_rest.copy_from_slice(&text[..out_rest.len()]);
    bits & ((1 << (24 - 6 * out_rest.len())) - 1) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_comes_back() {
        for length in 0..256 {
            for url in [false, true] {
                let alphabet = if url { BASE64_URL } else { BASE64_STANDARD };
                let characters: Vec<u8> = (0..length).map(|at| alphabet[at * 7 % 64]).collect();
                let (mut packed, mut out) = (Vec::new(), vec![0; length]);
                write_base64(&characters, &mut packed);
                assert_eq!(packed.len(), base64_bytes(length));
                assert!(format_base64(&packed, url, &mut out));
                assert_eq!(out, characters);
            }
        }
    }
}
