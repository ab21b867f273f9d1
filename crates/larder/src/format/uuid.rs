//! UUIDs as text (RFC 9562).

use super::digits::{hex_bytes, hex_digits, hex_letters};

/// Where a UUID has its hyphens.
pub const HYPHENS: [usize; 4] = [8, 13, 18, 23];
/// Where each four of its digits begin.
const FOURS: [[usize; 2]; 4] = [[0, 4], [9, 14], [19, 24], [28, 32]];

/// A UUID in lower case.
#[inline(never)]
pub fn parse_uuid(text: &[u8]) -> Option<[u8; 16]> {
    if text.len() != 36 || HYPHENS.iter().any(|at| text[*at] != b'-') {
        return None;
    }
    let mut uuid = [0; 16];
    for ([first, second], bytes) in FOURS.iter().zip(uuid.as_chunks_mut::<4>().0) {
        let mut eight = [0; 8];
        eight[..4].copy_from_slice(&text[*first..first + 4]);
        eight[4..].copy_from_slice(&text[*second..second + 4]);
        let [_, upper] = hex_letters(eight)?;
        if upper != 0 {
            return None;
        }
        *bytes = hex_bytes(eight);
    }
    Some(uuid)
}

pub fn format_uuid(uuid: &[u8; 16]) -> [u8; 36] {
    let mut text = [b'-'; 36];
    for ([first, second], bytes) in FOURS.iter().zip(uuid.as_chunks::<4>().0) {
        let eight = hex_digits(*bytes, false);
        text[*first..first + 4].copy_from_slice(&eight[..4]);
        text[*second..second + 4].copy_from_slice(&eight[4..]);
    }
    text
}
