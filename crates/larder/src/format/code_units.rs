//! Text in which each UTF-16 code unit is encoded for itself, as Java writes it: a character beyond
//! the basic plane is two surrogates of three bytes each ("The Java Virtual Machine Specification",
//! section 4.4.7, modified UTF-8; the same in CESU-8, Unicode Technical Report 26).

/// Code units that are joined to text as they come.
#[derive(Default)]
pub struct CodeUnits {
    /// UTF-8; where a surrogate has no partner, its three bytes ("WTF-8", section 2).
    bytes: Vec<u8>,
    /// A high surrogate that waits for its partner.
    high: Option<u16>,
    /// Whether a surrogate had no partner.
    is_broken: bool,
}

impl CodeUnits {
    /// None yet, with room for this many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ..Self::default() }
    }

    /// The next one.
    #[inline]
    pub fn push(&mut self, unit: u16) {
        match (self.high.take(), unit) {
            (Some(high), 0xDC00..=0xDFFF) => {
                let point =
                    0x1_0000 + (u32::from(high) - 0xD800) * 0x400 + (u32::from(unit) - 0xDC00);
                self.push_character(point);
                return;
            }
            (Some(high), _) => self.push_broken(high),
            (None, _) => {}
        }
        match unit {
            0xD800..=0xDBFF => self.high = Some(unit),
            0xDC00..=0xDFFF => self.push_broken(unit),
            _ => self.push_character(u32::from(unit)),
        }
    }

    /// The next character, if it is one.
    pub fn push_character(&mut self, point: u32) {
        if let Some(high) = self.high.take() {
            self.push_broken(high);
        }
        if let Some(character) = char::from_u32(point) {
            self.bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }

    fn push_broken(&mut self, unit: u16) {
        self.is_broken = true;
        let low = |bits: u16| 0x80 | (bits & 0x3F) as u8;
        self.bytes.extend_from_slice(&[0xE0 | (unit >> 12) as u8, low(unit >> 6), low(unit)]);
    }

    /// Text, or if it is none the bytes in which broken surrogates have three.
    pub fn finish(mut self) -> Result<String, Vec<u8>> {
        if let Some(high) = self.high.take() {
            self.push_broken(high);
        }
        if self.is_broken {
            return Err(self.bytes);
        }
        String::from_utf8(self.bytes).map_err(std::string::FromUtf8Error::into_bytes)
    }
}

/// The text of bytes that are the same in UTF-8: all of its characters are in the basic plane, and
/// none is a surrogate.
#[inline]
pub fn as_utf8(bytes: &[u8]) -> Option<&str> {
    let text = simdutf8::basic::from_utf8(bytes).ok()?;
    (!bytes.iter().any(|byte| *byte >= 0xF0)).then_some(text)
}

/// The next code unit of `bytes` after `at`, and where the one after that begins; `None` if it is
/// no code unit. Longer forms than are needed are none, but for `C0 80`, as which Java writes NUL.
#[inline]
pub fn unit_at(bytes: &[u8], at: usize) -> Option<(u16, usize)> {
    let rest = bytes.get(at..)?;
    let follows = |byte: u8| (byte & 0xC0 == 0x80).then_some(u16::from(byte & 0x3F));
    match *rest {
        [byte @ 0..0x80, ..] => Some((u16::from(byte), at + 1)),
        [0xC0, 0x80, ..] => Some((0, at + 2)),
        [first @ 0xC2..=0xDF, second, ..] => {
            Some((u16::from(first & 0x1F) << 6 | follows(second)?, at + 2))
        }
        [first @ 0xE0..=0xEF, second, third, ..] => {
            let unit = u16::from(first & 0x0F) << 12 | follows(second)? << 6 | follows(third)?;
            (unit >= 0x800).then_some((unit, at + 3))
        }
        _ => None,
    }
}

/// The text of modified UTF-8, or its bytes if surrogates in it are broken; where it is no modified
/// UTF-8 at all, the index of the byte at fault.
pub fn decode(bytes: &[u8]) -> Result<Result<String, Vec<u8>>, usize> {
    let mut units = CodeUnits::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (unit, next) = unit_at(bytes, at).ok_or(at)?;
        units.push(unit);
        at = next;
    }
    Ok(units.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrogates_become_characters() {
        assert_eq!(
            decode(b"a\xC0\x80\xC3\xA9\xED\xA0\xBD\xED\xB8\x80z"),
            Ok(Ok("a\0é😀z".to_owned()))
        );
        assert_eq!(decode(b"\xE2\x82\xAC"), Ok(Ok("€".to_owned())));
    }

    #[test]
    fn broken_surrogates_stay_as_they_are() {
        for bytes in [
            b"\xED\xA0\xBD".as_slice(),
            b"\xED\xB8\x80",
            b"\xED\xB8\x80\xED\xA0\xBD",
            b"a\xED\xA0\xBDb",
        ] {
            assert_eq!(decode(bytes), Ok(Err(bytes.to_vec())));
        }
        let twice = b"\xED\xA0\xBD\xED\xA0\xBD\xED\xB8\x80";
        assert_eq!(decode(twice), Ok(Err([b"\xED\xA0\xBD".as_slice(), "😀".as_bytes()].concat())));
    }

    #[test]
    fn what_is_no_code_unit_is_found() {
        for (bytes, at) in [
            (b"a\xF0\x9F\x98\x80".as_slice(), 1),
            (b"\xC1\x81", 0),
            (b"\xE0\x81\x81", 0),
            (b"ab\x80", 2),
            (b"\xC3", 0),
            (b"\xE2\x82", 0),
            (b"\xE2\x28\xA1", 0),
        ] {
            assert_eq!(decode(bytes), Err(at), "{bytes:02x?}");
        }
        assert_eq!(as_utf8("é€".as_bytes()), Some("é€"));
        assert_eq!(as_utf8("😀".as_bytes()), None);
    }
}
