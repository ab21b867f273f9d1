//! Names of keys, in six bits per character (docs/FORMAT.md, "Shapes").

use crate::format::larder::bits;

const NAME_END: u64 = 63;

fn name_value(byte: u8) -> Option<u64> {
    Some(u64::from(match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'_' => 62,
        _ => return None,
    }))
}

/// Whether a name is of ASCII letters, digits and `_` alone.
pub fn is_packable_name(name: &[u8]) -> bool {
    name.iter().all(|byte| name_value(*byte).is_some())
}

/// Bytes of names with this many characters in all.
pub fn names_bytes(names: usize, characters: usize) -> usize {
    ((names + characters) * 6).div_ceil(8)
}

/// Appends names of six bits a character, each ended by 63, the lowest bits first.
pub fn write_names<'n>(names: impl Iterator<Item = &'n [u8]>, out: &mut Vec<u8>) {
    let values =
        names.flat_map(|name| name.iter().copied().filter_map(name_value).chain([NAME_END]));
    bits::pack(values, 6, out);
}

/// Reads names until `each` has had `count`; gives the bytes they took, or `None` if these end
/// before, or bits after the last are not zero.
pub fn read_names(bytes: &[u8], count: usize, mut each: impl FnMut(&str)) -> Option<usize> {
    const CHARACTERS: &[u8; 63] =
        b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    /// So many are in one word.
    const AT_ONCE: usize = 9;
    let (mut name, mut read, mut left) = (Vec::new(), 0, count);
    while left > 0 {
        let some = AT_ONCE.min(bytes.len() * 8 / 6 - read);
        if some == 0 {
            return None;
        }
        let mut word = bits::unpack(bytes, read * 6, 6 * some as u8);
        for _ in 0..some {
            let value = word & 63;
            (word, read) = (word >> 6, read + 1);
            if value != NAME_END {
                name.push(CHARACTERS[value as usize]);
                continue;
            }
            each(std::str::from_utf8(&name).ok()?);
            name.clear();
            left -= 1;
            if left == 0 {
                break;
            }
        }
    }
    let used = (read * 6).div_ceil(8);
    bits::padding_is_zero(&bytes[..used], read, 6).then_some(used)
}
