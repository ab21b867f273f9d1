//! Text of which most characters take two bytes (docs/FORMAT.md, "Wide text").

use crate::source::WideOf;

/// Two bytes per character: ranges of (first character, how many).
pub const WIDE: [(u32, u32); 5] =
    [(0x4E00, 20_992), (0xAC00, 11_172), (0x3000, 256), (0xFF00, 240), (0x2010, 96)];

/// And single characters after them.
const WIDE_SINGLES: [u16; 12] =
    [0xA5, 0xB0, 0xB1, 0xB7, 0xD7, 0xF7, 0x20AC, 0x2103, 0x2116, 0x2122, 0x2192, 0x2605];

const WIDE_SINGLES_FROM: u32 = 32_756;

fn wide_index(code: u32) -> Option<u32> {
    let mut from = 0;
    for (first, count) in WIDE {
        if code.wrapping_sub(first) < count {
            return Some(from + code - first);
        }
        from += count;
    }
    WIDE_SINGLES
        .iter()
        .position(|single| u32::from(*single) == code)
        .map(|at| WIDE_SINGLES_FROM + at as u32)
}

const fn wide_code(index: u32) -> u32 {
    let (mut left, mut at) = (index, 0);
    while at < WIDE.len() {
        let (first, count) = WIDE[at];
        if left < count {
            return first + left;
        }
        left -= count;
        at += 1;
    }
    WIDE_SINGLES[left as usize] as u32
}

/// Wide bytes of the first of 64 characters that begin with the same two bytes of three, by the low
/// bits of these; 0 if not all of them can be wide.
const WIDE_OF_64: [u16; 16 << 6] = {
    let mut of_64 = [0; 16 << 6];
    let (mut at, mut from) = (0, 0);
    while at < WIDE.len() {
        let (first, count) = WIDE[at];
        let mut block = first.div_ceil(64);
        while (block + 1) * 64 <= first + count {
            of_64[block as usize] = (0x8000 | (from + block * 64 - first)) as u16;
            block += 1;
        }
        from += count;
        at += 1;
    }
    of_64
};

/// Whether so many of a text's UTF-8 bytes are of other characters than ASCII that writers try
/// whether it can be wide: a third.
#[inline]
pub fn is_worth_trying(text: &[u8]) -> bool {
    if text.len() > SOME {
        return is_long_worth_trying(text);
    }
    is_enough(other_bytes(text), text.len())
}

/// So many bytes are counted before it is asked whether that is enough.
const SOME: usize = 1024;

/// As [`is_worth_trying`]; looks at no more than decides it.
fn is_long_worth_trying(text: &[u8]) -> bool {
    let (mut others, mut left) = (0, text.len());
    for some in text.chunks(SOME) {
        others += other_bytes(some);
        left -= some.len();
        // What is left decides nothing, be it all ASCII or none of it.
        if is_enough(others, text.len()) || !is_enough(others + left, text.len()) {
            break;
        }
    }
    is_enough(others, text.len())
}

/// Whether texts of so many bytes in all may be shorter as wide text, if so many of them are
/// [`other_bytes`].
pub fn is_enough(others: usize, bytes: usize) -> bool {
    others > 0 && others.saturating_mul(3) >= bytes
}

/// How many UTF-8 bytes of a text are of other characters than ASCII.
pub fn other_bytes(text: &[u8]) -> usize {
    /// Few enough for their sum to be a byte.
    const FEW: usize = 128;
    const EACH: u64 = 0x0101_0101_0101_0101;
    let ones = |word: u64| word >> 7 & EACH;
    let of_few = |few: &[u8]| {
        let (words, rest) = few.as_chunks();
        let words = words.iter().map(|word| ones(u64::from_le_bytes(*word)));
        let sums = words.fold(ones(first_word(rest)), |sums, ones| sums + ones);
        (sums.wrapping_mul(EACH) >> 56) as usize
    };
    text.chunks(FEW).map(of_few).sum()
}

/// Appends text as ASCII and two-byte characters (Chinese, Korean, kana, their punctuation); false,
/// with `out` as it was, if it has others.
#[inline]
pub fn write_wide(text: &str, wide_of: WideOf, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    // Wide text is never longer than UTF-8; whole words are written, the last of them behind the
    // text's end.
    out.resize(start + text.len() + size_of::<u64>(), 0);
    let length = wide_of(text, &mut out[start..]);
    out.truncate(start + length.unwrap_or(0));
    length.is_some()
}

/// Writes the wide bytes of text into `out`, which has room for a word more than the text; gives
/// their length.
pub fn wide_of(text: &str, out: &mut [u8]) -> Option<usize> {
    let (mut rest, mut end) = (text.as_bytes(), 0);
    loop {
        let mut characters = 0;
        for ([first, second, third], wide) in
            rest.as_chunks::<3>().0.iter().zip(out[end..].as_chunks_mut::<2>().0)
        {
            let of_64 = WIDE_OF_64[usize::from(first & 0x0F) << 6 | usize::from(second & 0x3F)];
            if first & 0xF0 != 0xE0 || of_64 == 0 {
                break;
            }
            *wide = (of_64 + u16::from(third & 0x3F)).to_be_bytes();
            characters += 1;
        }
        (rest, end) = (&rest[3 * characters..], end + 2 * characters);
        if let [0x80..=0xFF, ..] = rest {
            let character = text[text.len() - rest.len()..].chars().next()?;
            let index = wide_index(character.into())?;
            *out[end..].first_chunk_mut()? = (0x8000 | index as u16).to_be_bytes();
            (rest, end) = (&rest[character.len_utf8()..], end + 2);
        }
        if rest.is_empty() {
            return Some(end);
        }
        let word = first_word(rest);
        let ascii = rest.len().min((word & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8);
        *out[end..].first_chunk_mut()? = word.to_le_bytes();
        (rest, end) = (&rest[ascii..], end + ascii);
    }
}

/// How many of the last first bytes are of ranges of [`WIDE`] that do not begin with a first byte.
const WIDE_MIXED: usize = 3;

/// UTF-8 of a wide character's first byte, and what the second adds to it: three bytes, as a
/// little-endian integer. 0 for [`WIDE_MIXED`].
const WIDE_FIRST: [u32; 256] = {
    let mut first = [0; 256];
    let mut high = 0;
    while high < 0x80 - WIDE_MIXED {
        first[0x80 + high] = utf8_of(wide_code((high as u32) << 8));
        high += 1;
    }
    first
};

const WIDE_SECOND: [u32; 256] = {
    let mut second = [0; 256];
    let mut low = 0;
    while low < 256 {
        second[low] = (low as u32 >> 6) << 8 | (low as u32 & 0x3F) << 16;
        low += 1;
    }
    second
};

/// UTF-8 of the characters of [`WIDE_MIXED`], and how long it is.
const WIDE_LAST: [[(u32, u8); 256]; WIDE_MIXED] = {
    let mut last = [[(0, 0); 256]; WIDE_MIXED];
    let mut at = 0;
    while at < WIDE_MIXED * 256 {
        let code = wide_code(((0x80 - WIDE_MIXED) * 256 + at) as u32);
        last[at / 256][at % 256] = (utf8_of(code), if code < 0x800 { 2 } else { 3 });
        at += 1;
    }
    last
};

/// A character of two or three bytes.
const fn utf8_of(code: u32) -> u32 {
    if code < 0x800 {
        0x80C0 | code >> 6 | (code & 0x3F) << 8
    } else {
        0x80_80E0 | code >> 12 | (code & 0xFC0) << 2 | (code & 0x3F) << 16
    }
}

/// Writes the text of wide bytes into `out`, which grows if it is too short, and stays longer than
/// the text; gives the text's length, or `None` if a character is cut.
pub fn format_wide(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    if out.len() < wide_room(bytes.len()) {
        out.resize(wide_room(bytes.len()), 0);
    }
    text_of_wide(bytes, out)
}

/// Writes the text of wide bytes into [`wide_room`] bytes; gives its length, or `None` if the bytes
/// end within a character or stand for no text.
pub fn text_of_wide(bytes: &[u8], out: &mut [u8]) -> Option<usize> {
    let (mut rest, mut end) = (bytes, 0);
    loop {
        while let Some(([high @ 0x80..=0xFF, low], after)) = rest.split_first_chunk() {
            let window: &mut [u8; 4] = out[end..].first_chunk_mut()?;
            let (mut utf8, mut length) = (WIDE_FIRST[usize::from(*high)], 3);
            if utf8 != 0 {
                utf8 |= WIDE_SECOND[usize::from(*low)];
            } else {
                (utf8, length) =
                    WIDE_LAST[usize::from(*high) - (0x100 - WIDE_MIXED)][usize::from(*low)];
            }
            *window = utf8.to_le_bytes();
            (rest, end) = (after, end + usize::from(length));
        }
        match rest {
            [] => return Some(end),
            [0x80..=0xFF, ..] => return None,
            _ => {}
        }
        let word = first_word(rest);
        let ascii = rest.len().min((word & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8);
        let window: &mut [u8; 8] = out[end..].first_chunk_mut()?;
        *window = word.to_le_bytes();
        (rest, end) = (&rest[ascii..], end + ascii);
    }
}

/// How many bytes the text of this many wide bytes needs while it is written: whole words are, the
/// last of them behind the text's end.
pub fn wide_room(bytes: usize) -> usize {
    bytes * 3 / 2 + 16
}

/// The first eight bytes, or all, and zeros.
#[inline]
fn first_word(bytes: &[u8]) -> u64 {
    if let Some(word) = bytes.first_chunk() {
        return u64::from_le_bytes(*word);
    }
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first))
                | u64::from(u32::from_le_bytes(*last)) << (8 * (bytes.len() - 4))
        }
        _ => bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_texts_come_back() {
        let all: Vec<char> = WIDE
            .iter()
            .flat_map(|(first, count)| (*first..first + count).filter_map(char::from_u32))
            .chain(WIDE_SINGLES.iter().filter_map(|single| char::from_u32(u32::from(*single))))
            .chain((0..0x80).map(char::from))
            .collect();
        let (mut wide, mut out) = (Vec::new(), Vec::new());
        // Neighbours, and characters of all ranges side by side; texts of all lengths up to 24
        // characters.
        for (stride, length) in
            [(1, 24), (7919, 24), (13, 3), (1, 1), (104_729, 9), (101, 17), (1009, 4)]
        {
            for start in 0..all.len() {
                let text: String = (0..start % length + 1)
                    .map(|at| all[(start + at * stride) % all.len()])
                    .collect();
                wide.clear();
                assert!(write_wide(&text, wide_of, &mut wide));
                let end = format_wide(&wide, &mut out).expect("whole characters");
                assert_eq!(std::str::from_utf8(&out[..end]), Ok(text.as_str()));
                if !text.ends_with(|last: char| last.is_ascii()) {
                    assert_eq!(format_wide(&wide[..wide.len() - 1], &mut out), None, "{text}");
                }
            }
        }
    }

    #[test]
    fn a_third_of_a_long_text_is_found_wherever_it_stands() {
        for others in [0, 999, 1000, 1001] {
            let (ascii, wide) = (vec![b'a'; 3000 - others], vec![0xE4; others]);
            for text in [[&*ascii, &wide].concat(), [&*wide, &ascii].concat()] {
                assert_eq!(is_worth_trying(&text), others >= 1000, "{others} of 3,000");
            }
        }
    }

    #[test]
    fn bytes_of_other_characters_are_counted() {
        for length in 0..400 {
            let text: Vec<u8> = (0..length).map(|at| (at * 89 % 256) as u8).collect();
            let others = text.iter().filter(|byte| !byte.is_ascii()).count();
            assert_eq!(other_bytes(&text), others, "{length} bytes");
        }
        assert_eq!(other_bytes(&[0xFF; 300]), 300);
    }
}
