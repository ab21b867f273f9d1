//! Text in Latin-1 (docs/FORMAT.md, "Latin-1 and UTF-16").

/// Writes the text of Latin-1 bytes to the start of `out`, which grows if it is too short, and
/// stays longer than the text; gives the text's length, at most twice that of `bytes`.
pub fn format_latin_1(bytes: &[u8], out: &mut Vec<u8>) -> usize {
    if out.len() < 2 * bytes.len() {
        out.resize(2 * bytes.len(), 0);
    }
    let out = out.as_mut_slice();
    let (mut rest, mut end) = (bytes, 0);
    loop {
        let ascii = rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
        out[end..end + ascii].copy_from_slice(&rest[..ascii]);
        (rest, end) = (&rest[ascii..], end + ascii);
        let [byte, after @ ..] = rest else { return end };
        end += char::from(*byte).encode_utf8(&mut out[end..]).len();
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_the_character_of_that_number() {
        let mut out = Vec::new();
        let mut check = |bytes: &[u8]| {
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            let end = format_latin_1(bytes, &mut out);
            assert_eq!(&out[..end], text.as_bytes());
        };
        check(&[]);
        check(&Vec::from_iter(0..=255));
        check(&Vec::from_iter((0..=255).rev()));
        check("naïve, Ärger".chars().map(|char| char as u8).collect::<Vec<_>>().as_slice());
    }
}
