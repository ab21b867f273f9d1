//! Varints: seven bits per byte, the lowest first; and zigzag for signed ones.

use crate::error::{ErrorKind, Result};
use crate::format::input::Input;

/// Appends a varint.
#[inline]
pub fn write(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The bytes of a varint below 2^56, the first one lowest, and how many they are.
#[inline]
pub fn word(mut value: u64) -> (u64, usize) {
    let (mut word, mut bytes) = (0, 0);
    while value >= 0x80 {
        word |= (value & 0x7F | 0x80) << (8 * bytes);
        value >>= 7;
        bytes += 1;
    }
    (word | value << (8 * bytes), bytes + 1)
}

/// Bytes of a varint.
pub fn size(value: u64) -> usize {
    (64 - (value | 1).leading_zeros() as usize).div_ceil(7)
}

/// A signed integer as one whose varint is short if it is near zero.
#[inline]
pub fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}

#[inline]
pub fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

impl Input<'_> {
    #[inline]
    pub fn varint(&mut self) -> Result<u64> {
        let first = self.byte()?;
        if first < 0x80 { Ok(u64::from(first)) } else { self.long_varint(first) }
    }

    fn long_varint(&mut self, first: u8) -> Result<u64> {
        let mut value = u64::from(first & 0x7F);
        for shift in (7..=63).step_by(7) {
            let byte = self.byte()?;
            if shift == 63 && byte > 1 {
                return Err(self.error(ErrorKind::BadVarint, "a varint beyond 64 bits"));
            }
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return if byte == 0 {
                    Err(self.error(ErrorKind::BadVarint, "a varint longer than it must be"))
                } else {
                    Ok(value)
                };
            }
        }
        Err(self.error(ErrorKind::BadVarint, "a varint beyond 64 bits"))
    }

    #[inline]
    pub fn zigzag(&mut self) -> Result<i64> {
        Ok(unzigzag(self.varint()?))
    }

    /// A length of things of which each takes at least one byte here.
    #[inline]
    pub fn length(&mut self) -> Result<usize> {
        let length = self.varint()?;
        match usize::try_from(length) {
            Ok(length) if length <= self.remaining() => Ok(length),
            _ => Err(self.truncated()),
        }
    }
}
