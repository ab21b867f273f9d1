//! What an object wrote itself (`C:`, PHP's `Serializable`), as far as the numbers of values go.

use super::tokens::{expect, no_value, number, quoted, string};
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;
use crate::limits::Limits;

/// What an object wrote itself, as far as numbers go.
pub enum SelfWritten {
    /// One serialized value, with this many values in all; or none.
    Values(u64),
    /// Something that may hold serialized values.
    Unknown,
}

impl SelfWritten {
    pub fn of(bytes: &[u8]) -> Self {
        Self::within(bytes, Limits::DEFAULT.max_depth)
    }

    fn within(bytes: &[u8], depth_left: u32) -> Self {
        let mut input = Input { bytes, at: 0 };
        let mut count = 0;
        if pass(&mut input, depth_left, &mut count).is_ok() && input.remaining() == 0 {
            return Self::Values(count);
        }
        let may_begin = |pair: &[u8]| {
            matches!(
                pair,
                [b'N', b';']
                    | [
                        b'b' | b'i' | b'd' | b's' | b'S' | b'a' | b'O' | b'C' | b'E' | b'r' | b'R',
                        b':'
                    ]
            )
        };
        if bytes.windows(2).any(may_begin) { Self::Unknown } else { Self::Values(0) }
    }
}

/// Skips a value, and counts it and those within.
fn pass(input: &mut Input<'_>, depth_left: u32, count: &mut u64) -> Result<()> {
    let tag = input.array()?;
    if tag[0] != b'R' {
        *count += 1;
    }
    match &tag {
        b"N;" => {}
        b"b:" | b"i:" | b"d:" | b"r:" | b"R:" => {
            input.until(b';')?;
        }
        b"s:" | b"E:" => {
            string(input)?;
        }
        b"a:" | b"O:" => {
            let depth_left = depth_left
                .checked_sub(1)
                .ok_or_else(|| input.error(ErrorKind::TooDeep, "too deep"))?;
            if tag[0] == b'O' {
                let length = number(input, b':')?;
                quoted(input, length, b':')?;
            }
            let elements = number(input, b':')?;
            expect(input, b'{')?;
            for _ in 0..elements {
                pass(input, 0, &mut 0)?;
                pass(input, depth_left, count)?;
            }
            expect(input, b'}')?;
        }
        b"C:" => {
            let depth_left = depth_left
                .checked_sub(1)
                .ok_or_else(|| input.error(ErrorKind::TooDeep, "too deep"))?;
            let length = number(input, b':')?;
            quoted(input, length, b':')?;
            let length = number(input, b':')?;
            expect(input, b'{')?;
            let bytes = input.take(usize::try_from(length).map_err(|_| input.truncated())?)?;
            expect(input, b'}')?;
            match SelfWritten::within(bytes, depth_left) {
                SelfWritten::Values(within) => *count += within,
                SelfWritten::Unknown => return Err(input.error(ErrorKind::Unsupported, "unknown")),
            }
        }
        _ => return Err(no_value(tag, input.at - 2)),
    }
    Ok(())
}
