//! The spelling of a number (docs/FORMAT.md, "Integers" and "Floats"), and the number of a
//! spelling.

use std::ops::Deref;

use super::decimals::{decimal_float, float_of_decimal};
use super::level::Level;
use super::{scalars, tag, varint};
use crate::format::input::Input;

/// A number.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float of 64 bits.
    Float(f64),
}

/// A number's tag and what follows it, at most nine bytes.
pub struct Spelling {
    bytes: [u8; ROOM],
    length: usize,
}

/// A tag, a scale and a word.
const ROOM: usize = 10;

impl Deref for Spelling {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Spelling {
    /// A tag, and so many of the first bytes of a word.
    #[inline(always)]
    fn new(tag: u8, word: u64, bytes: usize) -> Self {
        let mut all = [0; ROOM];
        all[0] = tag;
        all[1..9].copy_from_slice(&word.to_le_bytes());
        Self { bytes: all, length: 1 + bytes }
    }

    /// The spelling of an integer, the same at all levels.
    #[inline]
    pub fn of_int(int: i64) -> Self {
        let (tag, word, bytes) = scalars::spelled_int(int);
        Self::new(tag, word, bytes)
    }

    /// The spelling of a float at a level.
    #[inline]
    pub fn of_float(float: f64, level: Level) -> Self {
        let whole = Self::new(tag::FLOAT, float.to_bits(), 8);
        if level == Level::Fast {
            return whole;
        }
        let Some((digits, scale)) = decimal_float(float) else { return whole };
        // Digits are below 2^48: with their sign, seven bytes.
        let (word, bytes) = varint::word(varint::zigzag(digits));
        match scale {
            1 => Self::new(tag::DECIMAL_1, word, bytes),
            2 => Self::new(tag::DECIMAL_2, word, bytes),
            _ if bytes < 7 => Self::new(tag::DECIMAL, u64::from(scale) | word << 8, 1 + bytes),
            _ => whole,
        }
    }
}

/// The number that a value is; `None` if the bytes are no spelling of a number.
#[inline]
pub fn number_of(bytes: &[u8]) -> Option<Number> {
    let mut input = Input { bytes, at: 0 };
    let tag = input.byte().ok()?;
    let decimal = |input: &mut Input<'_>, scale| float_of_decimal(input.zigzag().ok()?, scale);
    let number = match tag {
        tag::FLOAT => Number::Float(f64::from_le_bytes(input.array().ok()?)),
        tag::DECIMAL_1 => Number::Float(decimal(&mut input, 1)?),
        tag::DECIMAL_2 => Number::Float(decimal(&mut input, 2)?),
        tag::DECIMAL => {
            let scale = input.byte().ok()?;
            Number::Float(decimal(&mut input, scale)?)
        }
        _ => Number::Int(scalars::read_int(&mut input, tag).ok()??),
    };
    (input.remaining() == 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::format::larder::{Decoder, Encoder};

    #[test]
    fn numbers_are_spelled_as_the_writer_spells_them() {
        let mut random = 1u64;
        let mut ints = vec![0, 47, 48, 303, 304, 65_839, 65_840, i64::MIN, i64::MAX, -1, 1 << 48];
        let mut floats = vec![0.0, -0.0, f64::NAN, f64::INFINITY, 0.1, 12.5, 1e15, 1e300, 5e-324];
        for at in 0..20_000u32 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let int = random.cast_signed() >> (at % 64);
            ints.extend([int, -(int >> 1)]);
            floats.extend([f64::from_bits(random), int as f64 / 10f64.powi((at % 18) as i32)]);
        }
        for level in Level::ALL {
            let mut encoder = Encoder::new().level(level);
            let mut check = |value: Value, spelling: Spelling| {
                let bytes = encoder.encode(&value).unwrap();
                assert_eq!(bytes[2..], *spelling, "{value:?} at {level:?}");
                let read = match number_of(&spelling) {
                    Some(Number::Int(int)) => Value::Int(int),
                    Some(Number::Float(float)) => Value::Float(float),
                    None => Value::Null,
                };
                let decoded = Decoder::new().decode(&bytes).unwrap();
                assert_eq!(format!("{decoded:?}"), format!("{read:?}"));
                for end in 0..spelling.len() {
                    assert!(number_of(&spelling[..end]).is_none());
                }
                assert!(number_of(&[&*spelling, &[0]].concat()).is_none());
            };
            ints.iter().for_each(|int| check(Value::Int(*int), Spelling::of_int(*int)));
            for float in &floats {
                check(Value::Float(*float), Spelling::of_float(*float, level));
            }
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for bytes in [
            &[][..],
            &[tag::NULL],
            &[tag::DECIMAL, 23, 2],
            &[tag::DECIMAL_1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
            &[tag::NEGATIVE, 0x80, 0x00],
        ] {
            assert!(number_of(bytes).is_none(), "{bytes:x?}");
        }
    }
}
