//! UTF-8 into wide texts (docs/FORMAT.md, "Wide text"), 64 bytes at a time.
//!
//! No character's wide bytes are more than its bytes in UTF-8, so they are made where these stand,
//! and what is left over is squeezed out: nothing depends on where characters end.
//!
//! Uses nothing.

use larder::raw;

/// See [`larder::source::WideOf`].
#[inline]
pub fn wide_of(text: &str, out: &mut [u8]) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    if has_blocks(text.len()) {
        return Some(unsafe { blocks::wide_of(text.as_bytes(), out) }?.0);
    }
    raw::wide_of(text, out)
}

/// As [`wide_of`], of bytes that may be no UTF-8: then there are no wide ones, either.
pub fn wide_of_utf8(bytes: &[u8], out: &mut [u8]) -> Option<Wide> {
    #[cfg(target_arch = "x86_64")]
    if has_blocks(bytes.len()) {
        let (length, others) = unsafe { blocks::wide_of(bytes, out) }?;
        return Some(Wide { length, others });
    }
    let length = raw::wide_of(simdutf8::basic::from_utf8(bytes).ok()?, out)?;
    Some(Wide { length, others: raw::other_bytes(bytes) })
}

/// Wide bytes that were made.
pub struct Wide {
    /// How many there are.
    pub length: usize,
    /// How many bytes of UTF-8 are of other characters than ASCII.
    pub others: usize,
}

/// Whether the processor makes the wide bytes of a text of this length in blocks.
#[cfg(target_arch = "x86_64")]
#[inline]
fn has_blocks(length: usize) -> bool {
    /// Shorter texts are made faster without wide registers.
    const LONG: usize = 24;
    length >= LONG
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512vbmi")
        && std::is_x86_feature_detected!("avx512vbmi2")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("popcnt")
}

/// Blocks of 64 bytes, of which a set is a word: a bit for each byte, the lowest for the first.
#[cfg(target_arch = "x86_64")]
mod blocks {
    use std::arch::x86_64::*;

    use larder::raw;

    const BLOCK: usize = 64;

    /// What is known of a character of three bytes by the lower six bits of its first one; its code
    /// is two bytes, high and low.
    struct Ranges {
        /// The least high byte, and how many there are.
        high_from: [u8; BLOCK],
        high_count: [u8; BLOCK],
        /// The least low byte, and how much more it may be.
        low_from: [u8; BLOCK],
        low_more: [u8; BLOCK],
        /// What a code lacks to be wide bytes; a low byte may carry.
        high_lack: [u8; BLOCK],
        low_lack: [u8; BLOCK],
    }

    /// The characters of [`raw::WIDE`], but those of a range's last 256 that are not whole and have
    /// others like them before.
    static RANGES: Ranges = {
        let none = [0; BLOCK];
        let mut ranges = Ranges {
            high_from: none,
            high_count: none,
            low_from: none,
            low_more: none,
            high_lack: none,
            low_lack: none,
        };
        let (mut at, mut index) = (0, 0x8000);
        while at < raw::WIDE.len() {
            let (first, count) = raw::WIDE[at];
            let (low, last) = (first & 0xFF, first + count - 1);
            let lack = index - first as i32;
            let mut high = first >> 8;
            while high <= last >> 8 {
                // The first byte is E0 and the code's highest bits.
                let by = 0x20 | (high >> 4) as usize;
                let is_only = first >> 8 == last >> 8;
                if is_only || (high << 8 | 0xFF) <= last {
                    assert!(is_only || low == 0);
                    if ranges.high_count[by] == 0 {
                        ranges.high_from[by] = high as u8;
                    }
                    ranges.high_count[by] += 1;
                    ranges.low_from[by] = low as u8;
                    ranges.low_more[by] = if is_only { (count - 1) as u8 } else { 0xFF };
                    ranges.high_lack[by] = (lack >> 8) as u8;
                    ranges.low_lack[by] = lack as u8;
                }
                high += 1;
            }
            index += count as i32;
            at += 1;
        }
        ranges
    };

    /// See [`super::wide_of_utf8`]; gives the two numbers of what is made.
    #[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt")]
    pub fn wide_of(bytes: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
        /// For each byte the one before it, and for the first the last of another block.
        const BEFORE: [u8; BLOCK] = {
            let (mut before, mut at) = ([BLOCK as u8 + 63; BLOCK], 1);
            while at < BLOCK {
                before[at] = at as u8 - 1;
                at += 1;
            }
            before
        };
        let all = |of: &[u8; BLOCK]| unsafe { _mm512_loadu_si512(of.as_ptr().cast()) };
        let byte = |byte: u8| _mm512_set1_epi8(byte.cast_signed());
        let high_from = all(&RANGES.high_from);
        let high_count = all(&RANGES.high_count);
        let low_from = all(&RANGES.low_from);
        let low_more = all(&RANGES.low_more);
        let high_lack = all(&RANGES.high_lack);
        let low_lack = all(&RANGES.low_lack);
        let before = all(&BEFORE);

        let (mut at, mut end, mut above) = (0, 0, 0);
        // The first bytes of characters in the block before, and the second wide bytes there.
        let (mut begun, mut seconds) = (0_u64, _mm512_setzero_si512());
        while at < bytes.len() {
            // What is behind the text is not read: it is zeros.
            let rest = &bytes[at..];
            let load = |skip: usize| {
                let is_there =
                    _bzhi_u64(u64::MAX, rest.len().saturating_sub(skip).min(BLOCK) as u32);
                unsafe {
                    _mm512_maskz_loadu_epi8(is_there, rest.as_ptr().wrapping_add(skip).cast())
                }
            };
            let first = load(0);
            let count = rest.len().min(BLOCK);
            let out = out.get_mut(end..)?;
            let is_above = _mm512_movepi8_mask(first);
            if is_above | begun >> 62 == 0 {
                store(first, count, out)?;
                (at, end, begun) = (at + count, end + count, 0);
                continue;
            }
            let (second, third) = (load(1), load(2));
            // Bits of whole words are taken where they are within bytes.
            let high = _mm512_ternarylogic_epi32::<SELECT>(
                byte(0xF0),
                _mm512_slli_epi16::<4>(first),
                _mm512_srli_epi16::<2>(second),
            );
            let low = _mm512_ternarylogic_epi32::<SELECT>(
                byte(0xC0),
                _mm512_slli_epi16::<6>(second),
                _mm512_and_si512(third, byte(0x3F)),
            );
            let of = |table| _mm512_permutexvar_epi8(first, table);
            let is_wide =
                _mm512_cmplt_epu8_mask(_mm512_sub_epi8(high, of(high_from)), of(high_count))
                    & _mm512_cmple_epu8_mask(_mm512_sub_epi8(low, of(low_from)), of(low_more));
            let low_sum = _mm512_add_epi8(low, of(low_lack));
            let carried = _mm512_cmplt_epu8_mask(low_sum, low);
            let high_sum = _mm512_add_epi8(high, of(high_lack));
            let high_sum = _mm512_mask_add_epi8(high_sum, carried, high_sum, byte(1));

            let firsts = _mm512_cmpge_epu8_mask(first, byte(0xC0));
            let of_three = firsts & _mm512_cmpge_epu8_mask(first, byte(0xE0));
            let others = firsts & !(of_three & is_wide);
            let (seconds_of, thirds) = (of_three << 1 | begun >> 63, of_three << 2 | begun >> 62);
            // What stands where characters go on, and what does not.
            let wrong = is_above & !firsts ^ (seconds_of | thirds);
            let low_after = _mm512_permutex2var_epi8(low_sum, before, seconds);
            let made = _mm512_mask_mov_epi8(first, of_three, high_sum);
            let made = _mm512_mask_mov_epi8(made, seconds_of, low_after);
            if others | wrong == 0 {
                // What comes next does not wait for this block.
                let kept = _bzhi_u64(!thirds, count as u32);
                store(_mm512_maskz_compress_epi8(kept, made), kept.count_ones() as usize, out)?;
                (at, end) = (at + count, end + kept.count_ones() as usize);
                above += is_above.count_ones() as usize;
                (begun, seconds) = (of_three, low_sum);
                continue;
            }
            // Up to the first that is not wide, or is one of those that are alone. What stands
            // there, or behind the text, ends all characters before.
            let whole = count.min(others.trailing_zeros() as usize);
            if others == 0 || _bzhi_u64(wrong, whole as u32 + 1) != 0 {
                return None;
            }
            let kept = _bzhi_u64(!thirds, whole as u32);
            let length = kept.count_ones() as usize;
            store(_mm512_maskz_compress_epi8(kept, made), length, out)?;
            (at, end) = (at + whole, end + length);
            above += _bzhi_u64(is_above, whole as u32).count_ones() as usize;
            let few = &bytes[at..bytes.len().min(at + 4)];
            let other = few.utf8_chunks().next()?.valid().chars().next()?.len_utf8();
            let other = str::from_utf8(&few[..other]).ok()?;
            end += raw::wide_of(other, &mut out[length..])?;
            (at, above, begun) = (at + other.len(), above + other.len(), 0);
        }
        (begun >> 62 == 0).then_some((end, above))
    }

    /// Where the first has bits, those of the second, else of the third.
    const SELECT: i32 = 0xCA;

    /// Writes the first bytes of a block: more, where there is room.
    #[target_feature(enable = "avx512bw,bmi2")]
    #[inline]
    fn store(block: __m512i, length: usize, out: &mut [u8]) -> Option<()> {
        if let Some(to) = out.first_chunk_mut::<BLOCK>() {
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), block) };
        } else {
            let to = out.get_mut(..length)?;
            let is_there = _bzhi_u64(u64::MAX, length as u32);
            unsafe { _mm512_mask_storeu_epi8(to.as_mut_ptr().cast(), is_there, block) };
        }
        Some(())
    }
}
