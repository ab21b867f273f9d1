//! Text in UTF-16 (docs/FORMAT.md, "Latin-1 and UTF-16").

/// Writes the text of UTF-16 code units, low bytes first, to the start of `out`, which grows if it
/// is too short, and stays longer than the text; gives the text's length, at most three for each
/// unit. `None` if a surrogate is not one of a pair.
pub fn format_utf_16(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    let units = bytes.as_chunks().0;
    if out.len() < 3 * units.len() {
        out.resize(3 * units.len(), 0);
    }
    let mut end = 0;
    for character in char::decode_utf16(units.iter().map(|unit| u16::from_le_bytes(*unit))) {
        end += character.ok()?.encode_utf8(&mut out[end..]).len();
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(units: &[u16]) -> Option<String> {
        let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let mut out = Vec::new();
        let end = format_utf_16(&bytes, &mut out)?;
        Some(String::from_utf8(out[..end].to_vec()).expect("UTF-8"))
    }

    #[test]
    fn texts_come_back_and_lone_surrogates_are_none() {
        for expected in ["", "a", "ü包", "包含中文", "😀", "a😀\u{10FFFF}\u{FFFF}z"] {
            let units: Vec<u16> = expected.encode_utf16().collect();
            assert_eq!(text(&units).as_deref(), Some(expected));
        }
        for lone in [&[0xD800][..], &[0xDC00], &[0xDFFF, 0xD800], &[0x61, 0xDBFF, 0x62]] {
            assert_eq!(text(lone), None, "{lone:04x?}");
        }
    }
}
