//! Other readers of the same formats: what they make of the same bytes. Where they may differ is said at each.

use std::collections::HashSet;

use larder::format::{Encoder, Format};
use larder::{ErrorKind, Extended, Key, Value};

/// Compares a value, or the error instead of it, with what another reader says.
pub fn compare(format: Format, bytes: &[u8], value: &Result<Value, ErrorKind>) {
    match format {
        Format::Json => json(bytes, value),
        Format::Msgpack => msgpack(bytes, value),
        _ => {}
    }
}

fn number_text(value: &Value) -> String {
    let bytes = Encoder::new(Format::Json).and_then(|mut encoder| encoder.encode(value)).expect("a number");
    String::from_utf8(bytes).expect("digits")
}

/// serde_json has no integers beyond 64 bits: they are floats there, and errors beyond those.
fn json(bytes: &[u8], ours: &Result<Value, ErrorKind>) {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    deserializer.disable_recursion_limit();
    let theirs: serde_json::Result<serde_json::Value> =
        serde::Deserialize::deserialize(&mut deserializer).and_then(|value| deserializer.end().map(|()| value));
    match (ours, &theirs) {
        (Ok(ours), Ok(theirs)) => assert!(same_json(ours, theirs), "{ours:?}, not {theirs:?}"),
        (Ok(_), Err(error)) => assert!(error.to_string().starts_with("number out of range"), "accepted, but: {error}"),
        // A limit of ours.
        (Err(ErrorKind::TooDeep | ErrorKind::TooLarge), Ok(_)) => {}
        (Err(kind), Ok(theirs)) => panic!("{}, but it is {theirs:?}", kind.name()),
        (Err(_), Err(_)) => {}
    }
}

fn same_json(ours: &Value, theirs: &serde_json::Value) -> bool {
    use serde_json::Value as Json;
    match (ours, theirs) {
        (Value::Null, Json::Null) => true,
        (Value::Bool(ours), Json::Bool(theirs)) => ours == theirs,
        (Value::Int(ours), Json::Number(theirs)) => theirs.as_i64() == Some(*ours),
        (Value::Float(ours), Json::Number(theirs)) => {
            theirs.is_f64() && theirs.as_f64().is_some_and(|theirs| theirs.to_bits() == ours.to_bits())
        }
        (Value::Extended(_), Json::Number(theirs)) => {
            let digits = number_text(ours);
            match theirs.as_u64() {
                Some(theirs) => theirs.to_string() == digits,
                None => theirs.is_f64() && theirs.as_f64() == digits.parse().ok(),
            }
        }
        (Value::Text(ours), Json::String(theirs)) => **ours == **theirs,
        (Value::List(ours), Json::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same_json(ours, theirs))
        }
        (Value::Map(ours), Json::Object(theirs)) => {
            ours.shape().keys().len() == theirs.len()
                && ours
                    .iter()
                    .zip(theirs)
                    .all(|((key, ours), (name, theirs))| *key == Key::from(name.as_str()) && same_json(ours, theirs))
        }
        _ => false,
    }
}

/// Deeper than any value that is read here: rmpv counts some levels twice.
const MOST_DEPTH: usize = 4096;

/// rmpv takes keys of any kind, twice too, and the reserved tag for nil.
fn msgpack(bytes: &[u8], ours: &Result<Value, ErrorKind>) {
    let mut rest = bytes;
    let theirs = rmpv::decode::read_value_with_max_depth(&mut rest, MOST_DEPTH);
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert!(rest.is_empty() && same_msgpack(ours, &theirs), "{ours:?}, not {theirs:?}"),
        (Ok(_), Err(error)) => panic!("accepted, but: {error}"),
        (Err(ErrorKind::TooDeep | ErrorKind::TooLarge | ErrorKind::BadTag), Ok(_)) => {}
        (Err(ErrorKind::TrailingBytes), Ok(_)) => assert!(!rest.is_empty()),
        (Err(kind @ (ErrorKind::Unsupported | ErrorKind::DuplicateKey | ErrorKind::BadNumber)), Ok(theirs)) => {
            assert!(rmpv_only(&theirs), "{}, but it is {theirs:?}", kind.name());
        }
        (Err(kind), Ok(theirs)) => panic!("{}, but it is {theirs:?}", kind.name()),
        (Err(_), Err(_)) => {}
    }
}

/// Whether a value may be refused here: some key is no [`Key`] or stands twice, or a timestamp is none.
fn rmpv_only(value: &rmpv::Value) -> bool {
    use rmpv::Value as Rmpv;
    match value {
        Rmpv::Array(list) => list.iter().any(rmpv_only),
        Rmpv::Map(pairs) => {
            let mut seen = HashSet::new();
            // A key that is none, or that was seen.
            pairs.iter().any(|(key, value)| rmpv_key(key).is_none_or(|key| !seen.insert(key)) || rmpv_only(value))
        }
        Rmpv::Ext(-1, bytes) => timestamp(bytes).is_none(),
        _ => false,
    }
}

fn rmpv_key(key: &rmpv::Value) -> Option<Key> {
    use rmpv::Value as Rmpv;
    Some(match key {
        Rmpv::Nil => Key::Null,
        Rmpv::Boolean(bool) => Key::Bool(*bool),
        Rmpv::Integer(int) => Key::Int(int.as_i64()?),
        Rmpv::F64(float) => Key::Float(*float),
        Rmpv::String(text) => match text.as_str() {
            Some(text) => Key::from(text),
            None => Key::Bytes(text.as_bytes().into()),
        },
        Rmpv::Binary(bytes) => Key::Bytes(bytes.as_slice().into()),
        _ => return None,
    })
}

/// Seconds and nanoseconds, as MessagePack's specification has them ("Timestamp extension type").
fn timestamp(bytes: &[u8]) -> Option<(i64, u32)> {
    let (seconds, nanoseconds) = match bytes.len() {
        4 => (i64::from(u32::from_be_bytes(bytes.try_into().ok()?)), 0),
        8 => {
            let both = u64::from_be_bytes(bytes.try_into().ok()?);
            ((both % (1 << 34)) as i64, (both / (1 << 34)) as u32)
        }
        12 => (i64::from_be_bytes(bytes[4..].try_into().ok()?), u32::from_be_bytes(bytes[..4].try_into().ok()?)),
        _ => return None,
    };
    (nanoseconds < 1_000_000_000).then_some((seconds, nanoseconds))
}

fn same_msgpack(ours: &Value, theirs: &rmpv::Value) -> bool {
    use rmpv::Value as Rmpv;
    match (ours, theirs) {
        (Value::Null, Rmpv::Nil) => true,
        (Value::Bool(ours), Rmpv::Boolean(theirs)) => ours == theirs,
        (Value::Int(ours), Rmpv::Integer(theirs)) => theirs.as_i64() == Some(*ours),
        (Value::Float(ours), Rmpv::F64(theirs)) => ours.to_bits() == theirs.to_bits(),
        (Value::Text(ours), Rmpv::String(theirs)) => theirs.as_str() == Some(ours),
        (Value::Bytes(ours), Rmpv::String(theirs)) => theirs.is_err() && *theirs.as_bytes() == **ours,
        (Value::Bytes(ours), Rmpv::Binary(theirs)) => **ours == **theirs,
        (Value::List(ours), Rmpv::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same_msgpack(ours, theirs))
        }
        (Value::Map(ours), Rmpv::Map(theirs)) => {
            ours.shape().keys().len() == theirs.len()
                && ours
                    .iter()
                    .zip(theirs)
                    .all(|((key, ours), (name, theirs))| rmpv_key(name).as_ref() == Some(key) && same_msgpack(ours, theirs))
        }
        (Value::Extended(ours), theirs) => match (&**ours, theirs) {
            (Extended::BigInt(bytes), Rmpv::Integer(theirs)) => {
                theirs.as_u64().is_some_and(|theirs| [&[0], theirs.to_be_bytes().as_slice()].concat() == **bytes)
            }
            (Extended::Float32(ours), Rmpv::F32(theirs)) => ours.to_bits() == theirs.to_bits(),
            (Extended::Instant(seconds, nanoseconds), Rmpv::Ext(-1, bytes)) => timestamp(bytes) == Some((*seconds, *nanoseconds)),
            (Extended::Custom { class, bytes }, Rmpv::Ext(kind, theirs)) => {
                **class == *format!("msgpack/ext/{kind}") && **bytes == **theirs
            }
            _ => false,
        },
        _ => false,
    }
}
