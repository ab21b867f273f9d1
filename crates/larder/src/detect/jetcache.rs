//! What JetCache puts before a value: four bytes that say how it was encoded, so that its readers
//! find the decoder (`com.alicp.jetcache.support.DecoderMap`).

/// How JetCache encoded a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JetCache {
    /// Java serialization.
    Java,
    /// Kryo 4.
    Kryo4,
    /// Kryo 5.
    Kryo5,
    /// JSON of Fastjson 2, of each part by itself.
    Fastjson2,
    /// JSON of Jackson 3, of each part by itself.
    Jackson3,
}

impl JetCache {
    const ALL: [Self; 5] = [Self::Java, Self::Kryo4, Self::Kryo5, Self::Fastjson2, Self::Jackson3];

    /// The name of the encoder.
    pub fn name(self) -> &'static str {
        match self {
            Self::Java => "java",
            Self::Kryo4 => "kryo",
            Self::Kryo5 => "kryo5",
            Self::Fastjson2 => "fastjson2",
            Self::Jackson3 => "jackson3",
        }
    }

    /// The bytes that values of the encoder begin with.
    pub fn number(self) -> [u8; 4] {
        match self {
            Self::Java => [0x4A, 0x95, 0x3A, 0x80],
            Self::Kryo4 => [0x4A, 0x95, 0x3A, 0x82],
            Self::Kryo5 => [0xF6, 0xE0, 0xA5, 0xC0],
            Self::Fastjson2 => [0xF6, 0xE0, 0xA5, 0xC1],
            Self::Jackson3 => [0xF6, 0xE0, 0xA5, 0xC2],
        }
    }

    /// The encoder whose number bytes begin with, and what follows it: of JSON, what the program
    /// cached, without JetCache's own parts.
    pub fn open(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let encoder = Self::ALL.into_iter().find(|encoder| bytes.starts_with(&encoder.number()))?;
        let content = &bytes[4..];
        match encoder {
            Self::Java | Self::Kryo4 | Self::Kryo5 => Some((encoder, content)),
            Self::Fastjson2 | Self::Jackson3 => Some((encoder, cached_json(content)?)),
        }
    }
}

/// The last of the parts that stand one after another: how many there are, then of each the name of
/// its class after two bytes of length, and its JSON after four (`AbstractJsonEncoder`). The one
/// before is when the value expires.
fn cached_json(bytes: &[u8]) -> Option<&[u8]> {
    let (count, mut rest) = bytes.split_first_chunk()?;
    let mut last = None;
    for _ in 0..u16::from_be_bytes(*count) {
        let (length, after) = rest.split_first_chunk()?;
        rest = after;
        let length = u16::from_be_bytes(*length);
        // FFFF stands for no part at all: null.
        if length == u16::MAX {
            last = None;
            continue;
        }
        let (_, after) = rest.split_at_checked(length.into())?;
        let (length, after) = after.split_first_chunk()?;
        let (json, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        (last, rest) = (Some(json), after);
    }
    last.filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_that_a_program_cached_is_found_behind_that_of_jetcache() {
        let mut value = vec![0xF6, 0xE0, 0xA5, 0xC1, 0, 2];
        for (class, json) in [("com.alicp.jetcache.CacheValueHolder", "{}"), ("a.B", "{\"c\":1}")] {
            value.extend((class.len() as u16).to_be_bytes());
            value.extend(class.as_bytes());
            value.extend((json.len() as u32).to_be_bytes());
            value.extend(json.as_bytes());
        }
        assert_eq!(JetCache::open(&value), Some((JetCache::Fastjson2, &b"{\"c\":1}"[..])));
        for end in 4..value.len() {
            assert_eq!(JetCache::open(&value[..end]), None, "{end}");
        }
        value.push(0);
        assert_eq!(JetCache::open(&value), None);
    }
}
