//! What a value in Redis is, where there must be no doubt.

use larder::detect::{Confidence, ContentKind, Detection};
use larder::format::Format;

/// Text of an integer, which Redis keeps as a number and counts with: it stays as it is.
pub fn is_integer(bytes: &[u8]) -> bool {
    let text = str::from_utf8(bytes).unwrap_or_default();
    text.parse::<i64>().is_ok_and(|number| number.to_string() == text)
}

/// The format of bytes, if there is no doubt.
pub fn format(detection: &Detection<'_>) -> Option<Format> {
    let best = detection.best().filter(|best| best.confidence >= Confidence::Likely)?;
    match best.kind {
        ContentKind::Format(format) if !detection.is_ambiguous() => Some(format),
        _ => None,
    }
}
