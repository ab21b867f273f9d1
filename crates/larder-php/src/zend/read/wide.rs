//! Wide texts (docs/FORMAT.md, "Wide text") into UTF-8, eight characters at a time.
//!
//! Uses nothing.

use larder::raw;

/// Shorter texts are made faster without wide registers.
#[cfg(target_arch = "x86_64")]
const LONG: usize = 256;

/// See [`larder::FormatWide`].
#[inline]
pub fn format_wide(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    let room = raw::wide_room(bytes.len()) + BLOCK;
    if out.len() < room {
        out.resize(room, 0);
    }
    #[cfg(target_arch = "x86_64")]
    if bytes.len() >= LONG && std::is_x86_feature_detected!("ssse3") {
        return unsafe { in_blocks(bytes, out) };
    }
    raw::text_of_wide(bytes, out)
}

/// Bytes that are read at once. Behind a text, twice as many may be written.
const BLOCK: usize = 16;

/// Writes the text of blocks, and of what is left of the last one.
///
/// # Safety
/// The processor has SSSE3.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3")]
unsafe fn in_blocks(bytes: &[u8], out: &mut [u8]) -> Option<usize> {
    use std::arch::x86_64::{_mm_loadu_si128, _mm_movemask_epi8};

    let (mut rest, mut end) = (bytes, 0);
    while let Some(block) = rest.first_chunk::<BLOCK>() {
        let to: &mut [u8; 2 * BLOCK] = out[end..].first_chunk_mut()?;
        // Both are as long as what is read and written.
        let wide = unsafe { _mm_loadu_si128(block.as_ptr().cast()) };
        let high = _mm_movemask_epi8(wide).cast_unsigned();
        // Whole blocks are the rule: what comes next does not wait for how long this one is.
        if high == 0 {
            *to.first_chunk_mut()? = *block;
            (rest, end) = (&rest[BLOCK..], end + BLOCK);
            continue;
        }
        let ascii = high.trailing_zeros() as usize;
        if ascii > 0 {
            *to.first_chunk_mut()? = *block;
            (rest, end) = (&rest[ascii..], end + ascii);
            continue;
        }
        match unsafe { eight(wide, high, to) } {
            // One of those that are alone.
            0 => {
                end += raw::text_of_wide(&rest[..2], to)?;
                rest = &rest[2..];
            }
            8 => (rest, end) = (&rest[BLOCK..], end + 24),
            characters => (rest, end) = (&rest[2 * characters..], end + 3 * characters),
        }
    }
    Some(end + raw::text_of_wide(rest, &mut out[end..])?)
}

/// Writes a block's characters before the first that is ASCII or rare, and gives their number; each
/// takes three bytes. `high` has the highest bit of each byte.
///
/// # Safety
/// The processor has SSSE3.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3")]
#[inline]
unsafe fn eight(block: std::arch::x86_64::__m128i, high: u32, out: &mut [u8; 2 * BLOCK]) -> usize {
    use std::arch::x86_64::*;

    /// The indices where ranges of characters begin, and what the indices of each lack to be codes.
    const RANGES: ([i16; RANGE_COUNT + 1], [i16; RANGE_COUNT]) = {
        let (mut starts, mut lacks) = ([0; RANGE_COUNT + 1], [0; RANGE_COUNT]);
        let mut at = 0;
        while at < RANGE_COUNT {
            let (first, count) = raw::WIDE[at];
            // All of them take three bytes in UTF-8.
            assert!(first >= 0x800 && first + count <= 0x1_0000);
            lacks[at] = (first as u16).wrapping_sub(starts[at] as u16) as i16;
            starts[at + 1] = starts[at] + count as i16;
            at += 1;
        }
        (starts, lacks)
    };
    const RANGE_COUNT: usize = raw::WIDE.len();
    const { assert!(RANGE_COUNT == 5) };

    let swapped = _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
    let index = _mm_and_si128(_mm_shuffle_epi8(block, swapped), _mm_set1_epi16(0x7FFF));
    let (starts, lacks) = RANGES;
    let from = |start: i16| _mm_cmpgt_epi16(index, _mm_set1_epi16(start - 1));
    let rare = _mm_movemask_epi8(from(starts[RANGE_COUNT])).cast_unsigned();
    // The first byte of each character has an even number.
    let others = (!high | rare) & 0x5555 | 1 << BLOCK;

    let mut lack = _mm_set1_epi16(lacks[0]);
    for at in 1..RANGE_COUNT {
        let more = _mm_set1_epi16(lacks[at].wrapping_sub(lacks[at - 1]));
        lack = _mm_add_epi16(lack, _mm_and_si128(from(starts[at]), more));
    }
    let code = _mm_add_epi16(index, lack);
    let first = _mm_srli_epi16(code, 12);
    let second = _mm_and_si128(_mm_slli_epi16(code, 2), _mm_set1_epi16(0x3F00));
    let marks = _mm_set1_epi16(0x80E0_u16.cast_signed());
    let two = _mm_or_si128(_mm_or_si128(first, second), marks);
    let third = _mm_or_si128(_mm_and_si128(code, _mm_set1_epi16(0x3F)), _mm_set1_epi16(0x80));
    // Four characters in words of four bytes each become twelve bytes.
    let packed = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    let (four, others_four) = (_mm_unpacklo_epi16(two, third), _mm_unpackhi_epi16(two, third));
    // Bytes 0 to 15 and 12 to 27 of 32.
    unsafe {
        _mm_storeu_si128(out.as_mut_ptr().cast(), _mm_shuffle_epi8(four, packed));
        _mm_storeu_si128(out.as_mut_ptr().add(12).cast(), _mm_shuffle_epi8(others_four, packed));
    }
    others.trailing_zeros() as usize / 2
}
