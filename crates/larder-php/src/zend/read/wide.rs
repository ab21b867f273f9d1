//! Wide texts (docs/FORMAT.md, "Wide text") into UTF-8: 64 bytes at a time, or eight characters by
//! older processors.
//!
//! Uses nothing.

use larder::raw;

/// Shorter texts are made faster without wide registers.
#[cfg(target_arch = "x86_64")]
const LONG: usize = 24;

/// Shorter texts are made faster one by one than eight characters at a time.
#[cfg(target_arch = "x86_64")]
const LONG_FOR_EIGHT: usize = 256;

/// See [`larder::FormatWide`].
#[inline]
pub fn format_wide(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    let room = raw::wide_room(bytes.len()) + SPARE;
    if out.len() < room {
        out.resize(room, 0);
    }
    text_of_wide(bytes, out)
}

/// As [`raw::text_of_wide`], for which there are [`SPARE`] bytes more.
#[inline]
pub fn text_of_wide(bytes: &[u8], out: &mut [u8]) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    if bytes.len() >= LONG {
        if std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vbmi")
            && std::is_x86_feature_detected!("avx512vbmi2")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("popcnt")
        {
            return unsafe { blocks::text_of_wide(bytes, out) };
        }
        if bytes.len() >= LONG_FOR_EIGHT && std::is_x86_feature_detected!("ssse3") {
            return unsafe { in_eights(bytes, out) };
        }
    }
    raw::text_of_wide(bytes, out)
}

/// What is written behind a text at most.
pub const SPARE: usize = 64;

/// Blocks of 64 bytes, of which a set is a word: a bit for each byte, the lowest for the first.
#[cfg(target_arch = "x86_64")]
mod blocks {
    use std::arch::x86_64::*;

    use larder::raw;

    const BLOCK: usize = 64;

    /// The even bits.
    const EVEN: u64 = 0x5555_5555_5555_5555;

    /// See [`super::text_of_wide`].
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    pub fn text_of_wide(bytes: &[u8], out: &mut [u8]) -> Option<usize> {
        /// The wide bytes at which ranges begin, and what they lack to be codes: two bytes each,
        /// high and low. The last is of characters that are alone.
        const RANGES: [(u16, u16); raw::WIDE.len() + 1] = {
            let (mut ranges, mut at, mut index) = ([(0, 0); _], 0, 0x8000);
            while at < raw::WIDE.len() {
                let (first, count) = raw::WIDE[at];
                ranges[at] = (index, (first as u16).wrapping_sub(index));
                index += count as u16;
                at += 1;
            }
            ranges[at] = (index, 0);
            ranges
        };
        /// For each byte the one before it, and for the first the last of another block.
        const BEFORE: [u8; BLOCK] = {
            let (mut before, mut at) = ([BLOCK as u8 + 63; BLOCK], 1);
            while at < BLOCK {
                before[at] = at as u8 - 1;
                at += 1;
            }
            before
        };
        let byte = |byte: u8| _mm512_set1_epi8(byte.cast_signed());
        let before = unsafe { _mm512_loadu_si512(BEFORE.as_ptr().cast()) };
        let (mut at, mut end) = (0, 0);
        // Whether a character has begun in the block before, and the end of its UTF-8.
        let (mut begun, mut ends) = (0, [_mm512_setzero_si512(); 2]);
        while at < bytes.len() {
            let rest = &bytes[at..];
            let count = rest.len().min(BLOCK);
            // What is behind the text is not read: it is zeros.
            let load = |skip: usize| {
                let is_there =
                    _bzhi_u64(u64::MAX, rest.len().saturating_sub(skip).min(BLOCK) as u32);
                unsafe {
                    _mm512_maskz_loadu_epi8(is_there, rest.as_ptr().wrapping_add(skip).cast())
                }
            };
            let block = load(0);
            let above = _mm512_movepi8_mask(block) & !begun;
            if above | begun == 0 {
                store(block, &mut out[end..])?;
                (at, end) = (at + count, end + count);
                continue;
            }
            // Of bytes of 80 and above in a row, each other one begins a character.
            let begin = above & !(above << 1);
            let from_even = above & !above.wrapping_add(begin & EVEN);
            let first = from_even & EVEN | above & !from_even & !EVEN;

            let (high, low) = (block, load(1));
            let from = |of: u16| {
                let [of_high, of_low] = of.to_be_bytes();
                let is_low =
                    if of_low == 0 { !0 } else { _mm512_cmpge_epu8_mask(low, byte(of_low)) };
                _mm512_cmpgt_epu8_mask(high, byte(of_high))
                    | _mm512_cmpeq_epi8_mask(high, byte(of_high)) & is_low
            };
            let lack = |of: u16| of.to_be_bytes().map(byte);
            let [mut high_lack, mut low_lack] = lack(RANGES[0].1);
            for (start, lacks) in &RANGES[1..raw::WIDE.len()] {
                let (from, [of_high, of_low]) = (from(*start), lack(*lacks));
                high_lack = _mm512_mask_mov_epi8(high_lack, from, of_high);
                low_lack = _mm512_mask_mov_epi8(low_lack, from, of_low);
            }
            let low_code = _mm512_add_epi8(low, low_lack);
            let carried = _mm512_cmplt_epu8_mask(low_code, low);
            let high_code = _mm512_add_epi8(high, high_lack);
            let high_code = _mm512_mask_add_epi8(high_code, carried, high_code, byte(1));

            // Bits of whole words are taken where they are within bytes.
            let utf8 = [
                _mm512_ternarylogic_epi32::<AND_OR>(
                    _mm512_srli_epi16::<4>(high_code),
                    byte(0x0F),
                    byte(0xE0),
                ),
                _mm512_ternarylogic_epi32::<AND_OR>(
                    _mm512_ternarylogic_epi32::<SELECT>(
                        byte(0x3C),
                        _mm512_slli_epi16::<2>(high_code),
                        _mm512_srli_epi16::<6>(low_code),
                    ),
                    byte(0x3F),
                    byte(0x80),
                ),
                _mm512_ternarylogic_epi32::<AND_OR>(low_code, byte(0x3F), byte(0x80)),
            ];
            let alone = first & from(RANGES[raw::WIDE.len()].0);
            let second = first << 1 | begun;
            let two = _mm512_permutex2var_epi8(utf8[1], before, ends[0]);
            let three = _mm512_permutex2var_epi8(utf8[2], before, ends[1]);
            let made = _mm512_mask_mov_epi8(block, first, utf8[0]);
            let made = _mm512_mask_mov_epi8(made, second, two);
            let halves = [
                (_mm512_castsi512_si256(made), _mm512_castsi512_si256(three)),
                (_mm512_extracti64x4_epi64::<1>(made), _mm512_extracti64x4_epi64::<1>(three)),
            ];
            // Up to the first of those that are alone.
            let whole = count.min(alone.trailing_zeros() as usize);
            for (number, (made, three)) in halves.into_iter().enumerate() {
                const HALF: usize = BLOCK / 2;
                let second = u64::from((second >> (number * HALF)) as u32);
                // Behind each second byte there is room for a third one.
                let bytes = _pext_u64(EVEN, EVEN | _pdep_u64(second, !EVEN));
                let text = _mm512_maskz_expand_epi8(bytes, _mm512_castsi256_si512(made));
                let thirds = _mm512_maskz_expand_epi8(bytes << 1, _mm512_castsi256_si512(three));
                store(_mm512_mask_mov_epi8(thirds, bytes, text), &mut out[end..])?;
                let length = whole.saturating_sub(number * HALF).min(HALF);
                end += length + _bzhi_u64(second, length as u32).count_ones() as usize;
            }
            if alone == 0 {
                // What comes next does not wait for this block.
                at += count;
                (begun, ends) = (first >> (count - 1), [utf8[1], utf8[2]]);
            } else {
                at += whole;
                end += raw::text_of_wide(bytes.get(at..at + 2)?, &mut out[end..])?;
                (at, begun) = (at + 2, 0);
            }
        }
        (begun == 0).then_some(end)
    }

    /// Where the first has bits, those of the second, else of the third.
    const SELECT: i32 = 0xCA;

    /// Those that the first and the second have, or the third.
    const AND_OR: i32 = 0xEA;

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn store(block: __m512i, out: &mut [u8]) -> Option<()> {
        let to: &mut [u8; BLOCK] = out.first_chunk_mut()?;
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), block) };
        Some(())
    }
}

/// Bytes that are read at once for eight characters. Behind a text, twice as many may be written.
const BLOCK: usize = 16;

/// Writes the text of blocks, and of what is left of the last one.
///
/// # Safety
/// The processor has SSSE3.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "ssse3")]
pub unsafe fn in_eights(bytes: &[u8], out: &mut [u8]) -> Option<usize> {
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
