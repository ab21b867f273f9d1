//! How profiles are called in Redis, and their keys.

use std::fmt;
use std::str::FromStr;

use larder::{Profile, ProfileId};

/// All keys of profiles begin with one of these.
const PROFILE: &str = "larder:profile:";
const NAME: &str = "larder:profiles:";
/// The glob that all of them match.
pub const PATTERN: &str = "larder:profile*";
/// The field of a name that has the id of its current profile.
pub const CURRENT: &str = "current";

const MAX_NAME: usize = 64;

/// What profiles are published for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(String);

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if (1..=MAX_NAME).contains(&text.len()) && text.bytes().all(is_allowed) {
            return Ok(Self(text.to_owned()));
        }
        Err(format!("a name of profiles has 1 to {MAX_NAME} of the characters A-Z a-z 0-9 . _ -"))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Name {
    /// The hash of this name.
    pub fn key(&self) -> String {
        format!("{NAME}{self}")
    }

    /// The name whose hash this is.
    pub fn of_key(key: &[u8]) -> Option<Self> {
        str::from_utf8(key).ok()?.strip_prefix(NAME)?.parse().ok()
    }
}

/// The id of a profile in hexadecimal, as values carry it.
pub fn id(profile: &Profile) -> String {
    text(profile.id())
}

/// An id in hexadecimal.
pub fn text(id: ProfileId) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What [`text`] writes: six digits in lower case.
pub fn parse_id(text: &str) -> Option<ProfileId> {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let mut id = ProfileId::default();
    if text.len() != 2 * id.len() || !text.as_bytes().iter().all(is_digit) {
        return None;
    }
    for (at, byte) in id.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(id)
}

/// The key of a profile.
pub fn profile_key(id: ProfileId) -> String {
    format!("{PROFILE}{}", text(id))
}

/// The id of the profile that this is the key of.
pub fn id_of_key(key: &[u8]) -> Option<ProfileId> {
    parse_id(str::from_utf8(key).ok()?.strip_prefix(PROFILE)?)
}

/// Whether a key belongs to profiles, and holds no value of a program.
pub fn is_key(key: &[u8]) -> bool {
    key.starts_with(PROFILE.as_bytes()) || key.starts_with(NAME.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ids_are_those_of_the_protocol() {
        for good in ["users", "A-Z.a_z-09", &"n".repeat(64)] {
            let name: Name = good.parse().unwrap();
            assert_eq!(name.key(), format!("larder:profiles:{good}"));
            assert_eq!(Name::of_key(name.key().as_bytes()), Some(name));
        }
        for bad in ["", "a b", "a:b", "ä", &"n".repeat(65)] {
            assert!(bad.parse::<Name>().is_err(), "{bad}");
        }
        assert_eq!(parse_id("4b5a33"), Some([0x4B, 0x5A, 0x33]));
        assert_eq!(profile_key([0x4B, 0x5A, 0x03]), "larder:profile:4b5a03");
        assert_eq!(id_of_key(b"larder:profile:4b5a03"), Some([0x4B, 0x5A, 0x03]));
        for bad in ["4B5A33", "4b5a3", "4b5a333", "4b5a3g", "+b5a33"] {
            assert_eq!(parse_id(bad), None, "{bad}");
        }
        assert!(is_key(b"larder:profile:x") && is_key(b"larder:profiles:"));
        assert!(!is_key(b"larder:profile") && !is_key(b"larder:profiled:1"));
    }
}
