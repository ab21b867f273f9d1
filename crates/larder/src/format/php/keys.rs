//! Keys of PHP's arrays and objects, as PHP casts them.

use crate::error::Result;
use crate::format::loss::Loss;
use crate::format::writing::{Writing, check_distinct};
use crate::shape::{Key, Shape};
use crate::source::Source;

/// The integer that PHP's arrays have in place of this string: `5` and `-5`, not `05`, `+5` or
/// `-0`.
#[inline]
pub fn index(string: &[u8]) -> Option<i64> {
    match string {
        [b'-' | b'0'..=b'9', ..] => digits_index(string),
        _ => None,
    }
}

fn digits_index(string: &[u8]) -> Option<i64> {
    let digits = string.strip_prefix(b"-").unwrap_or(string);
    match digits {
        [b'0'] if string.len() == 1 => Some(0),
        [b'1'..=b'9', rest @ ..] if rest.len() < 19 && rest.iter().all(u8::is_ascii_digit) => {
            std::str::from_utf8(string).ok()?.parse().ok()
        }
        _ => None,
    }
}

/// A key as PHP casts it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cast<'k> {
    Int(i64),
    String(&'k [u8]),
}

impl<'k> Cast<'k> {
    /// The key of an array, or of an object, which keeps text that looks like an integer; and what
    /// is lost.
    #[inline]
    pub fn of(key: &'k Key, is_object: bool) -> (Self, Option<Loss>) {
        let string = |bytes: &'k [u8]| match index(bytes) {
            Some(int) if !is_object => (Self::Int(int), Some(Loss::Key)),
            _ => (Self::String(bytes), None),
        };
        match key {
            Key::Int(int) => (Self::Int(*int), None),
            Key::Text(text) => string(text.as_bytes()),
            Key::Bytes(bytes) => {
                let (cast, loss) = string(bytes);
                (cast, loss.or_else(|| std::str::from_utf8(bytes).is_ok().then_some(Loss::Bytes)))
            }
            Key::Null => (Self::String(b""), Some(Loss::Key)),
            Key::Bool(bool) => (Self::Int((*bool).into()), Some(Loss::Key)),
            Key::Float(float) => (Self::Int(truncate(*float)), Some(Loss::Key)),
        }
    }
}

/// A float as an integer, as PHP casts it: what is beyond 64 bits is taken modulo 2^64, NaN and
/// infinities are 0 (Zend/zend_operators.c, `zend_dval_to_lval`).
fn truncate(float: f64) -> i64 {
    const WHOLE: f64 = 18_446_744_073_709_551_616.0;
    if !float.is_finite() {
        return 0;
    }
    let float = float.trunc();
    if (-WHOLE / 2.0..WHOLE / 2.0).contains(&float) {
        return float as i64;
    }
    (float.abs() % WHOLE) as u64 as i64 * if float < 0.0 { -1 } else { 1 }
}

/// Notes what an array or object loses by its keys; returns whether that is nothing. Keys that
/// become one are an error.
pub fn check_keys<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    shape: &Shape,
    is_object: bool,
) -> Result<bool> {
    /// Without a closer look: most keys.
    fn is_plain(key: &Key, is_object: bool) -> bool {
        match key {
            Key::Int(_) => true,
            Key::Text(text) => {
                is_object || !matches!(text.as_bytes().first(), Some(b'-' | b'0'..=b'9'))
            }
            _ => false,
        }
    }
    let keys = shape.keys();
    let casts = || keys.iter().map(|key| Cast::of(key, is_object));
    let mut is_same = true;
    if !keys.iter().all(|key| is_plain(key, is_object)) {
        for (key, (_, loss)) in keys.iter().zip(casts()) {
            if let Some(loss) = loss {
                writing.lose(loss, || format!("{key:?}"));
                is_same = false;
            }
        }
    }
    if !is_same {
        check_distinct("PHP", casts().map(|(cast, _)| cast))?;
    }
    if !is_object
        && casts()
            .enumerate()
            .all(|(at, (cast, _))| matches!(cast, Cast::Int(int) if usize::try_from(int) == Ok(at)))
    {
        writing.lose(Loss::Collection, || format!("a map of {} keys", keys.len()));
        is_same = false;
    }
    Ok(is_same)
}
