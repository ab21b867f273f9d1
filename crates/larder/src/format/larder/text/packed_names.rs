//! Names of keys, in six bits per character (docs/FORMAT.md, "Shapes").

use std::ops::Range;

use crate::format::larder::bits;

const NAME_END: u64 = 63;

/// So many values are put together.
const AT_ONCE: usize = 8;

/// The characters of the values below [`NAME_END`].
const CHARACTERS: &[u8; 63] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// What stands for a byte that no packed name has.
const NO_VALUE: u8 = u8::MAX;

/// What stands for each byte.
const VALUES: [u8; 256] = {
    let mut values = [NO_VALUE; 256];
    let mut value = 0;
    while value < CHARACTERS.len() {
        values[CHARACTERS[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// Whether a name is of ASCII letters, digits and `_` alone.
pub fn is_packable_name(name: &[u8]) -> bool {
    name.iter().all(|byte| VALUES[usize::from(*byte)] != NO_VALUE)
}

/// Bytes of names with this many characters in all.
pub fn names_bytes(names: usize, characters: usize) -> usize {
    ((names + characters) * 6).div_ceil(8)
}

/// Appends names of six bits a character, each ended by 63, the lowest bits first.
pub fn write_names<'n>(names: impl Iterator<Item = &'n [u8]>, out: &mut Vec<u8>) {
    let (mut word, mut bits) = (0_u64, 0);
    let mut put = |values: u64, count: usize, out: &mut Vec<u8>| {
        // Fewer than eight bits are there before.
        word |= values << bits;
        bits += 6 * count;
        out.extend_from_slice(&word.to_le_bytes());
        out.truncate(out.len() - size_of::<u64>() + bits / 8);
        word >>= bits - bits % 8;
        bits %= 8;
    };
    for name in names {
        for some in name.chunks(AT_ONCE) {
            let value = |values, byte: &u8| values << 6 | u64::from(VALUES[usize::from(*byte)]);
            put(some.iter().rev().fold(0, value), some.len(), out);
        }
        put(NAME_END, 1, out);
    }
    if bits > 0 {
        out.push(word as u8);
    }
}

/// Appends `count` names to `texts`, with a byte after each, and tells `each` where they stand;
/// gives the bytes that they took, or `None` if these end before, or bits after the last are not
/// zero.
pub fn read_names(
    bytes: &[u8],
    count: usize,
    texts: &mut Vec<u8>,
    mut each: impl FnMut(Range<usize>),
) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let all = bytes.len() * 8 / 6;
    let (mut read, mut left, mut start) = (0, count, texts.len());
    while left > 0 {
        let some = AT_ONCE.min(all - read);
        if some == 0 {
            return None;
        }
        let values = by_bytes(bits::unpack(bytes, read * 6, 6 * some as u8));
        let characters =
            values.to_le_bytes().map(|value| *CHARACTERS.get(usize::from(value)).unwrap_or(&0));
        let at = texts.len();
        texts.extend_from_slice(&characters);
        // Only the highest value plus one has this bit.
        let mut ends = (values + ONES) & ONES << 6;
        while ends != 0 && left > 0 {
            let end = at + ends.trailing_zeros() as usize / 8;
            each(start..end);
            (start, left, ends) = (end + 1, left - 1, ends & (ends - 1));
        }
        read += if left > 0 { some } else { start - at };
    }
    texts.truncate(start);
    let used = (read * 6).div_ceil(8);
    bits::padding_is_zero(&bytes[..used], read, 6).then_some(used)
}

/// Eight integers of six bits, each in a byte of its own.
fn by_bytes(word: u64) -> u64 {
    let halves = word & 0xFF_FFFF | (word & 0xFFFF_FF00_0000) << 8;
    let quarters = halves & 0x0000_0FFF_0000_0FFF | (halves & 0x00FF_F000_00FF_F000) << 4;
    quarters & 0x003F_003F_003F_003F | (quarters & 0x0FC0_0FC0_0FC0_0FC0) << 2
}
