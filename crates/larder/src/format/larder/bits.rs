//! Integers of a fixed number of bits, one after another, the lowest bit of each in the lowest free
//! bit.

/// Bytes of `count` integers of `width` bits; `None` beyond the address space.
pub fn packed_bytes(count: usize, width: u8) -> Option<usize> {
    Some(count.checked_mul(usize::from(width))?.div_ceil(8))
}

/// The bits that the largest of `values` needs.
pub fn width(largest: u64) -> u8 {
    (64 - largest.leading_zeros()) as u8
}

/// Appends `values` of `width` bits each.
#[inline]
pub fn pack(values: impl Iterator<Item = u64>, width: u8, out: &mut Vec<u8>) {
    match width {
        0 => {}
        1..=32 => {
            let (mut word, mut filled) = (0u64, 0);
            for value in values {
                word |= value << filled;
                filled += u32::from(width);
                if filled >= 32 {
                    out.extend_from_slice(&(word as u32).to_le_bytes());
                    word >>= 32;
                    filled -= 32;
                }
            }
            out.extend_from_slice(&word.to_le_bytes()[..filled.div_ceil(8) as usize]);
        }
        _ => {
            let (mut word, mut filled) = (0u128, 0);
            for value in values {
                word |= u128::from(value) << filled;
                filled += u32::from(width);
                if filled >= 64 {
                    out.extend_from_slice(&(word as u64).to_le_bytes());
                    word >>= 64;
                    filled -= 64;
                }
            }
            out.extend_from_slice(&word.to_le_bytes()[..filled.div_ceil(8) as usize]);
        }
    }
}

/// The integer of `width` bits at bit `at` of `bytes`, which hold it.
#[inline]
pub fn unpack(bytes: &[u8], at: usize, width: u8) -> u64 {
    // With the bits before it in its first byte, it is in one word.
    const IN_WORD: u8 = 57;
    match bytes.get(at / 8..).and_then(<[u8]>::first_chunk) {
        Some(word) if width <= IN_WORD => {
            u64::from_le_bytes(*word) >> (at % 8) & !(u64::MAX << width)
        }
        _ => unpack_slowly(bytes, at, width),
    }
}

/// At the end of `bytes`, or of many bits.
#[cold]
fn unpack_slowly(bytes: &[u8], at: usize, width: u8) -> u64 {
    if width == 0 {
        return 0;
    }
    let rest = &bytes[at / 8..];
    let mut word = [0; 16];
    let count = rest.len().min(9);
    word[..count].copy_from_slice(&rest[..count]);
    (u128::from_le_bytes(word) >> (at % 8)) as u64 & u64::MAX >> (64 - u32::from(width))
}

/// Whether bit `at` of `bytes`, which hold it, is 1.
#[inline]
pub fn is_set(bytes: &[u8], at: usize) -> bool {
    bytes[at / 8] >> (at % 8) & 1 == 1
}

/// Whether the bits after `count` integers, to the end of the last byte, are zero.
pub fn padding_is_zero(bytes: &[u8], count: usize, width: u8) -> bool {
    match (count * usize::from(width)) % 8 {
        0 => true,
        used => bytes.last().is_none_or(|last| last >> used == 0),
    }
}

/// How many bits of `bytes` are 1.
#[inline]
pub fn ones(bytes: &[u8]) -> usize {
    bytes.iter().map(|byte| byte.count_ones() as usize).sum()
}
