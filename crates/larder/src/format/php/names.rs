//! Names of classes.

/// Whether PHP takes this for the name of a class.
pub fn is_class(name: &[u8]) -> bool {
    name.first().is_some_and(|first| *first != b'\\')
        && name.iter().all(
            |byte| matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'\\' | 0x7F..),
        )
}
