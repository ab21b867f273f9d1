//! Copies texts and checks in the same go that they are UTF-8: each byte is read from memory once.
//! Uses nothing.

/// Copies bytes that are UTF-8, and counts those of other characters than ASCII; `None` if they are
/// not, and what is copied means nothing.
///
/// # Safety
/// There is room for as many.
#[inline]
pub unsafe fn copy_utf8(to: *mut u8, bytes: &[u8]) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
    {
        return unsafe { blocks::copy_utf8(to, bytes) };
    }
    simdutf8::basic::from_utf8(bytes).ok()?;
    unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    Some(bytes.iter().filter(|byte| !byte.is_ascii()).count())
}

/// Blocks of 64 bytes, of which a set is a word: a bit for each byte, the lowest for the first.
#[cfg(target_arch = "x86_64")]
mod blocks {
    use std::arch::asm;
    use std::arch::x86_64::*;

    const BLOCK: usize = 64;

    #[derive(Clone, Copy)]
    struct Block(__m256i, __m256i);

    /// What the end of a block asks of the next one, and what was counted.
    #[derive(Clone, Copy, Default)]
    struct Open {
        /// The bytes that go on with a character.
        continued: u64,
        /// Whether not all that may follow others may follow the last byte.
        rare: bool,
        /// How many bytes are of other characters than ASCII, so far.
        others: usize,
    }

    impl Block {
        #[target_feature(enable = "avx2")]
        #[inline]
        unsafe fn load(from: *const u8) -> Self {
            unsafe {
                Self(_mm256_loadu_si256(from.cast()), _mm256_loadu_si256(from.add(32).cast()))
            }
        }

        #[target_feature(enable = "avx2")]
        #[inline]
        unsafe fn store(self, to: *mut u8) {
            unsafe {
                _mm256_storeu_si256(to.cast(), self.0);
                _mm256_storeu_si256(to.add(32).cast(), self.1);
            }
        }

        #[target_feature(enable = "avx2")]
        #[inline]
        fn or(self, other: Self) -> Self {
            Self(_mm256_or_si256(self.0, other.0), _mm256_or_si256(self.1, other.1))
        }

        #[target_feature(enable = "avx2")]
        #[inline]
        fn is_ascii(self) -> bool {
            _mm256_movemask_epi8(_mm256_or_si256(self.0, self.1)) == 0
        }

        /// The bytes of 80 and above.
        #[target_feature(enable = "avx2")]
        #[inline]
        fn high(self) -> u64 {
            let word = |half: __m256i| {
                let set: u32;
                // The compiler would take the intrinsic apart, and work on sets bit by bit.
                unsafe {
                    asm!("vpmovmskb {:e}, {}", out(reg) set, in(ymm_reg) half,
                        options(pure, nomem, nostack, preserves_flags));
                }
                u64::from(set)
            };
            word(self.0) | word(self.1) << 32
        }

        /// The bytes from one on, which is 80 or above.
        #[target_feature(enable = "avx2")]
        #[inline]
        fn from(self, byte: u8) -> u64 {
            let less = _mm256_set1_epi8((byte - 0x80).cast_signed());
            Self(_mm256_subs_epu8(self.0, less), _mm256_subs_epu8(self.1, less)).high()
        }

        /// C0, C1, E0 and ED: not all that may follow others may follow these.
        #[target_feature(enable = "avx2")]
        #[inline]
        fn rare(self) -> u64 {
            let byte = |byte: u8| _mm256_set1_epi8(byte.cast_signed());
            let rare = |half| {
                let pair = _mm256_and_si256(half, byte(0xFE));
                let is = |one, other| _mm256_cmpeq_epi8(one, byte(other));
                let of_three = _mm256_or_si256(is(half, 0xE0), is(half, 0xED));
                _mm256_or_si256(is(pair, 0xC0), of_three)
            };
            Self(rare(self.0), rare(self.1)).high()
        }

        /// What the block asks of the next one; `None` if it is no UTF-8. The bytes that are not
        /// `new` were checked. `before` is the byte before it, which is only looked at if it is
        /// rare.
        #[target_feature(enable = "avx2,popcnt")]
        #[inline]
        fn check(self, open: Open, new: u64, before: impl Fn() -> u8) -> Option<Open> {
            let (high, first) = (self.high(), self.from(0xC0));
            let (of_three, of_four) = (self.from(0xE0), self.from(0xF0));
            let continued = first << 1 | of_three << 2 | of_four << 3 | open.continued;
            if (continued ^ high & !first) & new != 0 {
                return None;
            }
            let rare = self.rare() | of_four;
            if (rare != 0 || open.rare) && !self.follows(if open.rare { before() } else { 0 }) {
                return None;
            }
            let continued = first >> 63 | of_three >> 62 | of_four >> 61;
            let others = open.others + (high & new).count_ones() as usize;
            Some(Open { continued, rare: rare >> 63 != 0, others })
        }

        /// Whether no character is longer than it must be, a surrogate, or above U+10FFFF.
        #[cold]
        #[inline(never)]
        #[target_feature(enable = "avx2")]
        fn follows(self, before: u8) -> bool {
            let of = |byte: u8| self.from(byte) & !self.from(byte + 1);
            let after = |byte: u8| of(byte) << 1 | u64::from(before == byte);
            let high = self.high();
            let (from_90, from_a0) = (self.from(0x90), self.from(0xA0));
            let never = of(0xC0) | of(0xC1) | self.from(0xF5);
            let wrong = after(0xE0) & !from_a0
                | after(0xED) & from_a0
                | after(0xF0) & !from_90
                | after(0xF4) & from_90;
            never | wrong & high == 0
        }
    }

    /// # Safety
    /// As [`super::copy_utf8`].
    #[target_feature(enable = "avx2,popcnt")]
    pub unsafe fn copy_utf8(to: *mut u8, bytes: &[u8]) -> Option<usize> {
        const MANY: usize = 4 * BLOCK;
        let (from, length) = (bytes.as_ptr(), bytes.len());
        let (mut at, mut open) = (0, Open::default());
        // All is read within the bytes, and written as far from the start as it was.
        unsafe {
            while length - at >= BLOCK {
                if length - at >= MANY && open.continued == 0 {
                    let block = |number: usize| Block::load(from.add(at + number * BLOCK));
                    let blocks = [block(0), block(1), block(2), block(3)];
                    let all = blocks[0].or(blocks[1]).or(blocks[2].or(blocks[3]));
                    if all.is_ascii() {
                        for (number, block) in blocks.into_iter().enumerate() {
                            block.store(to.add(at + number * BLOCK));
                        }
                        at += MANY;
                        continue;
                    }
                }
                let block = Block::load(from.add(at));
                block.store(to.add(at));
                if !block.is_ascii() || open.continued != 0 {
                    open = block.check(open, u64::MAX, || *from.add(at - 1))?;
                }
                at += BLOCK;
            }
            let left = length - at;
            if left == 0 {
                // The end is that of a block.
            } else if length >= BLOCK {
                // The end once more, with bytes before it that were checked.
                let last = Block::load(from.add(length - BLOCK));
                last.store(to.add(length - BLOCK));
                if !last.is_ascii() {
                    let checked = BLOCK - left;
                    let continued = open.continued << checked;
                    let before = Open { continued, rare: false, others: open.others };
                    open = last.check(before, u64::MAX << checked, || 0)?;
                }
            } else {
                // After a character that is not whole, there are zeros.
                let mut rest = [0; BLOCK];
                rest.as_mut_ptr().copy_from_nonoverlapping(from, length);
                to.copy_from_nonoverlapping(from, length);
                let rest = Block::load(rest.as_ptr());
                if !rest.is_ascii() {
                    open = rest.check(open, u64::MAX, || 0)?;
                }
            }
            (open.continued == 0).then_some(open.others)
        }
    }
}
