//! Texts that are copied and checked in one go. The module needs nothing of PHP, so it is tested
//! without it.

#![allow(unsafe_code)]

#[path = "../src/zend/engine/utf8.rs"]
mod utf8;

use utf8::copy_utf8;

fn copied(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut copy = vec![0; bytes.len()];
    let others = unsafe { copy_utf8(copy.as_mut_ptr(), bytes) }?;
    Some((copy, others))
}

fn check(bytes: &[u8]) {
    let others = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let expected = std::str::from_utf8(bytes).ok().map(|_| (bytes.to_vec(), others));
    assert_eq!(copied(bytes), expected, "{bytes:X?}");
}

#[test]
fn what_is_copied_is_what_rust_takes_for_utf_8() {
    let ends = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF];
    let firsts: Vec<u8> = (0x80..=0xFF).chain([0x00, 0x7F]).collect();
    for before in [0, 29, 30, 31, 58, 59, 60, 61, 62, 63, 64, 125, 127, 253, 255, 256, 300] {
        for after in [0, 1, 3, 70, 300] {
            for first in &firsts {
                for second in ends {
                    for rest in [&[][..], &[0x80], &[0xBF, 0x80], &[0x80, 0x80, 0x80]] {
                        let mut bytes = vec![b'a'; before];
                        bytes.extend([*first, second]);
                        bytes.extend(rest);
                        bytes.resize(bytes.len() + after, b'z');
                        check(&bytes);
                    }
                }
            }
        }
    }
}

#[test]
fn characters_of_each_length_stand_anywhere() {
    let text = "aé包😀߿ࠀ퟿\u{FFFF}\u{10FFFF}".repeat(40);
    for start in 0..60 {
        for end in text.len() - 300..text.len() {
            check(&text.as_bytes()[start..end]);
            check(&text.as_bytes()[start..start + text.len() - end]);
        }
    }
    for at in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = 0xFF;
        check(&bytes);
        bytes.truncate(at);
        check(&bytes);
    }
}
