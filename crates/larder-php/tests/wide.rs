//! Wide texts, written and read in wide registers. The modules need nothing of PHP, so they are
//! tested without it, against those of the library.

#![allow(unsafe_code)]

use larder::raw;

#[path = "../src/zend/write/wide.rs"]
mod write;

#[path = "../src/zend/read/wide.rs"]
mod read;

/// Wide bytes, as the library makes them.
fn expected(text: &str) -> Option<Vec<u8>> {
    let mut wide = vec![0; text.len() + 8];
    let length = raw::wide_of(text, &mut wide)?;
    wide.truncate(length);
    Some(wide)
}

fn check(text: &str) {
    // Where no more room is than was promised, what is behind it stays.
    let mut wide = vec![0xAA; text.len() + 8];
    let length = write::wide_of(text, &mut wide);
    let wide = length.map(|length| &wide[..length]);
    assert_eq!(wide, expected(text).as_deref(), "{text:?}");
    check_bytes(text.as_bytes());
    if let Some(wide) = wide {
        check_read(wide, Some(text));
    }
}

fn check_bytes(bytes: &[u8]) {
    let mut wide = vec![0; bytes.len() + 8];
    let made = write::wide_of_utf8(bytes, &mut wide);
    let others = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let expected = str::from_utf8(bytes).ok().and_then(expected).map(|wide| (wide, others));
    let made = made.map(|made| (wide[..made.length].to_vec(), made.others));
    assert_eq!(made, expected, "{bytes:X?}");
}

fn check_read(wide: &[u8], expected: Option<&str>) {
    let mut out = Vec::new();
    let text = read::format_wide(wide, &mut out).map(|length| &out[..length]);
    assert_eq!(text, expected.map(str::as_bytes), "{wide:X?}");
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("ssse3") {
        let mut out = vec![0; raw::wide_room(wide.len()) + read::SPARE];
        let length = unsafe { read::in_eights(wide, &mut out) };
        let text = length.map(|length| &out[..length]);
        assert_eq!(text, expected.map(str::as_bytes), "{wide:X?}, by eight characters");
    }
}

#[test]
fn bytes_that_are_no_utf_8_are_not_wide() {
    let text = "包a中，b·한글€“中文字符 and ASCII".repeat(12);
    let all = text.as_bytes();
    for start in 0..80 {
        for length in (0..90).chain(120..140).chain(180..200) {
            check_bytes(&all[start..start + length]);
        }
    }
    for at in 0..200 {
        for byte in [0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xE4, 0xED, 0xEF, 0xF0, 0xF8, 0xFF] {
            let mut bytes = all[..200].to_vec();
            bytes[at] = byte;
            check_bytes(&bytes);
            bytes.truncate(at + 1);
            check_bytes(&bytes);
            bytes.extend(b"bcd");
            check_bytes(&bytes);
        }
    }
}

/// Characters of all ranges, their neighbours that no range has, and those that are alone.
fn characters() -> Vec<char> {
    let ranges = raw::WIDE.iter().flat_map(|(first, count)| {
        let edge = |at: u32| at.saturating_sub(2)..at + 2;
        edge(*first)
            .chain(edge(first + count))
            .chain(edge(first & !0xFF))
            .chain([first + count / 2])
    });
    let alone =
        [0xA5, 0xB0, 0xB1, 0xB7, 0xD7, 0xF7, 0x20AC, 0x2103, 0x2116, 0x2122, 0x2192, 0x2605];
    let others = [0x00, 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x1_F600];
    ranges.chain(alone).chain(others).filter_map(char::from_u32).collect()
}

#[test]
fn each_character_of_two_or_three_bytes_stands_anywhere() {
    for code in 0..0x1_0000 {
        let Some(character) = char::from_u32(code) else { continue };
        let before = code as usize % 67;
        check(&format!("{}{character}中文字符和 more", "包".repeat(before)));
        check(&format!("{}{character}", "a".repeat(before + 24)));
    }
}

#[test]
fn characters_of_all_ranges_stand_side_by_side() {
    let all = characters();
    for (stride, most) in [(1, 400), (7, 63), (13, 130), (29, 200), (5, 24)] {
        for start in 0..2000 {
            let text = |of: &[char]| -> String {
                let at = |at: usize| of[(start + at * stride * (1 + start % 3)) % of.len()];
                (0..start % most + 1).map(at).collect()
            };
            check(&text(&all));
            // Nothing that cannot be wide, and runs of ASCII.
            let wide = all.iter().filter(|one| expected(&one.to_string()).is_some());
            let wide: Vec<char> = wide.chain(&['a'; 9]).copied().collect();
            check(&text(&wide));
        }
    }
}

#[test]
fn any_bytes_are_read_as_the_library_reads_them() {
    let mut state = 1_u64;
    for round in 0..20_000 {
        let mut next = || {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            (state >> 33) as usize
        };
        // Runs of high bytes of all lengths, many of the last ranges, and of ASCII.
        let length = next() % 700;
        let mut wide = Vec::new();
        while wide.len() < length {
            let run = next() % (1 + round % 40);
            for _ in 0..run {
                wide.push(match next() % 4 {
                    0 => 0xFA + (next() % 6) as u8,
                    1 => 0x80 + (next() % 128) as u8,
                    _ => next() as u8,
                });
            }
            wide.resize(wide.len() + next() % 24, b'z');
        }
        let mut out = vec![0; raw::wide_room(wide.len())];
        let text = raw::text_of_wide(&wide, &mut out).map(|length| &out[..length]);
        let text = text.map(|text| std::str::from_utf8(text).expect("UTF-8"));
        check_read(&wide, text);
    }
}
