//! Other readers of the same formats: what they make of the same bytes. Where they may differ is
//! said at each.

use std::collections::HashSet;

use larder::format::{AnyEncoder, Format};
use larder::{ErrorKind, Extended, Key, Value};

/// Compares a value, or the error instead of it, with what another reader says.
pub fn compare(format: Format, bytes: &[u8], value: &Result<Value, ErrorKind>) {
    match format {
        Format::Json => json(bytes, value),
        Format::Msgpack => msgpack(bytes, value),
        Format::Cbor => cbor(bytes, value),
        Format::Pickle => pickle(bytes, value),
        _ => {}
    }
}

fn number_text(value: &Value) -> String {
    let bytes = AnyEncoder::new(Format::Json)
        .and_then(|mut encoder| encoder.encode(value))
        .expect("a number");
    String::from_utf8(bytes).expect("digits")
}

/// serde_json has no integers beyond 64 bits: they are floats there, and errors beyond those.
fn json(bytes: &[u8], ours: &Result<Value, ErrorKind>) {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    deserializer.disable_recursion_limit();
    let theirs: serde_json::Result<serde_json::Value> =
        serde::Deserialize::deserialize(&mut deserializer)
            .and_then(|value| deserializer.end().map(|()| value));
    match (ours, &theirs) {
        (Ok(ours), Ok(theirs)) => assert!(same_json(ours, theirs), "{ours:?}, not {theirs:?}"),
        (Ok(_), Err(error)) => {
            assert!(error.to_string().starts_with("number out of range"), "accepted, but: {error}")
        }
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
            theirs.is_f64()
                && theirs.as_f64().is_some_and(|theirs| theirs.to_bits() == ours.to_bits())
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
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|(ours, theirs)| same_json(ours, theirs))
        }
        (Value::Map(ours), Json::Object(theirs)) => {
            ours.shape().keys().len() == theirs.len()
                && ours.iter().zip(theirs).all(|((key, ours), (name, theirs))| {
                    *key == Key::from(name.as_str()) && same_json(ours, theirs)
                })
        }
        _ => false,
    }
}

/// Deeper than any value that is read here: rmpv counts some levels twice.
const MAX_DEPTH: usize = 4096;

/// rmpv takes keys of any kind, twice too, and the reserved tag for nil.
fn msgpack(bytes: &[u8], ours: &Result<Value, ErrorKind>) {
    let mut rest = bytes;
    let theirs = rmpv::decode::read_value_with_max_depth(&mut rest, MAX_DEPTH);
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => {
            assert!(rest.is_empty() && same_msgpack(ours, &theirs), "{ours:?}, not {theirs:?}")
        }
        (Ok(_), Err(error)) => panic!("accepted, but: {error}"),
        (Err(ErrorKind::TooDeep | ErrorKind::TooLarge | ErrorKind::BadTag), Ok(_)) => {}
        (Err(ErrorKind::TrailingBytes), Ok(_)) => assert!(!rest.is_empty()),
        (
            Err(kind @ (ErrorKind::Unsupported | ErrorKind::DuplicateKey | ErrorKind::BadNumber)),
            Ok(theirs),
        ) => {
            assert!(rmpv_only(&theirs), "{}, but it is {theirs:?}", kind.name());
        }
        (Err(kind), Ok(theirs)) => panic!("{}, but it is {theirs:?}", kind.name()),
        (Err(_), Err(_)) => {}
    }
}

/// Whether a value may be refused here: some key is no [`Key`] or stands twice, or a timestamp is
/// none.
fn rmpv_only(value: &rmpv::Value) -> bool {
    use rmpv::Value as Rmpv;
    match value {
        Rmpv::Array(list) => list.iter().any(rmpv_only),
        Rmpv::Map(pairs) => {
            let mut seen = HashSet::new();
            // A key that is none, or that was seen.
            pairs.iter().any(|(key, value)| {
                rmpv_key(key).is_none_or(|key| !seen.insert(key)) || rmpv_only(value)
            })
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
        12 => (
            i64::from_be_bytes(bytes[4..].try_into().ok()?),
            u32::from_be_bytes(bytes[..4].try_into().ok()?),
        ),
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
        (Value::Bytes(ours), Rmpv::String(theirs)) => {
            theirs.is_err() && *theirs.as_bytes() == **ours
        }
        (Value::Bytes(ours), Rmpv::Binary(theirs)) => **ours == **theirs,
        (Value::List(ours), Rmpv::Array(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|(ours, theirs)| same_msgpack(ours, theirs))
        }
        (Value::Map(ours), Rmpv::Map(theirs)) => {
            ours.shape().keys().len() == theirs.len()
                && ours.iter().zip(theirs).all(|((key, ours), (name, theirs))| {
                    rmpv_key(name).as_ref() == Some(key) && same_msgpack(ours, theirs)
                })
        }
        (Value::Extended(ours), theirs) => match (&**ours, theirs) {
            (Extended::BigInt(bytes), Rmpv::Integer(theirs)) => theirs
                .as_u64()
                .is_some_and(|theirs| [&[0], theirs.to_be_bytes().as_slice()].concat() == **bytes),
            (Extended::Float32(ours), Rmpv::F32(theirs)) => ours.to_bits() == theirs.to_bits(),
            (Extended::Instant(seconds, nanoseconds), Rmpv::Ext(-1, bytes)) => {
                timestamp(bytes) == Some((*seconds, *nanoseconds))
            }
            (Extended::Custom { class, bytes }, Rmpv::Ext(kind, theirs)) => {
                **class == *format!("msgpack/ext/{kind}") && **bytes == **theirs
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether `holds` is true of a value, or of one within it.
pub fn any(value: &Value, holds: &dyn Fn(&Value) -> bool) -> bool {
    holds(value)
        || match value {
            Value::List(list) => list.iter().any(|value| any(value, holds)),
            Value::Map(map) => map.values().iter().any(|value| any(value, holds)),
            Value::Extended(extended) => match &**extended {
                Extended::Typed { value, .. }
                | Extended::Kind { value, .. }
                | Extended::Shared(value)
                | Extended::Reference(value) => any(value, holds),
                _ => false,
            },
            _ => false,
        }
}

/// ciborium leaves tags as they are, but those of integers; it has no simple values, and takes keys
/// of any kind, twice too.
fn cbor(bytes: &[u8], ours: &Result<Value, ErrorKind>) {
    let mut rest = bytes;
    let theirs =
        ciborium::de::from_reader_with_recursion_limit::<ciborium::Value, _>(&mut rest, MAX_DEPTH);
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => {
            assert!(rest.is_empty() && same_cbor(ours, &theirs), "{ours:?}, not {theirs:?}")
        }
        (Ok(ours), Err(error)) => {
            let lacks = |value: &Value| {
                matches!(value, Value::Extended(extended)
                    if !matches!(**extended, Extended::Float32(_)))
            };
            assert!(any(ours, &lacks), "{ours:?}, but: {error}");
        }
        (Err(ErrorKind::TooDeep | ErrorKind::TooLarge), Ok(_)) => {}
        (Err(ErrorKind::TrailingBytes), Ok(_)) => assert!(!rest.is_empty()),
        // Chunks of a string that have chunks themselves: RFC 8949 has none, section 3.2.3.
        (Err(ErrorKind::BadSyntax), Ok(_))
            if bytes.iter().any(|byte| matches!(byte, 0x5F | 0x7F)) => {}
        // A simple value that is longer than it must be: section 3.3.
        (Err(ErrorKind::BadTag), Ok(_)) if bytes.contains(&0xF8) => {}
        // An integer in a tag, as a key: there it is any other integer.
        (Err(ErrorKind::Unsupported), Ok(_))
            if bytes.iter().any(|byte| matches!(byte, 0xC0..0xDC)) => {}
        (Err(kind), Ok(theirs)) => {
            assert!(ciborium_only(&theirs), "{}, but it is {theirs:?}", kind.name())
        }
        (Err(_), Err(_)) => {}
    }
}

/// Whether a value may be refused here: some key is no [`Key`] or stands twice, or some tag has a
/// meaning that its content has not.
fn ciborium_only(value: &ciborium::Value) -> bool {
    use ciborium::Value as Cbor;
    match value {
        Cbor::Tag(..) => true,
        Cbor::Array(list) => list.iter().any(ciborium_only),
        Cbor::Map(pairs) => {
            let mut seen = HashSet::new();
            // `undefined` is null there.
            let key_of = |key| cbor_key(key).filter(|key| *key != Key::Null);
            pairs.iter().any(|(key, value)| {
                key_of(key).is_none_or(|key| !seen.insert(key)) || ciborium_only(value)
            })
        }
        _ => false,
    }
}

/// A key; of floats the width is not known.
fn cbor_key(key: &ciborium::Value) -> Option<Key> {
    use ciborium::Value as Cbor;
    Some(match key {
        Cbor::Null => Key::Null,
        Cbor::Bool(bool) => Key::Bool(*bool),
        Cbor::Integer(int) => Key::Int(i64::try_from(*int).ok()?),
        Cbor::Text(text) => Key::from(text.as_str()),
        Cbor::Bytes(bytes) => Key::Bytes(bytes.as_slice().into()),
        _ => return None,
    })
}

fn same_cbor(ours: &Value, theirs: &ciborium::Value) -> bool {
    use ciborium::Value as Cbor;
    let same_float = |ours: f64, theirs: f64| {
        ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan()
    };
    match (ours, theirs) {
        (_, Cbor::Tag(..)) => true,
        (Value::Null, Cbor::Null) => true,
        (Value::Bool(ours), Cbor::Bool(theirs)) => ours == theirs,
        (Value::Int(ours), Cbor::Integer(theirs)) => i128::from(*ours) == i128::from(*theirs),
        (Value::Float(ours), Cbor::Float(theirs)) => same_float(*ours, *theirs),
        (Value::Text(ours), Cbor::Text(theirs)) => **ours == **theirs,
        (Value::Bytes(ours), Cbor::Bytes(theirs)) => **ours == **theirs,
        (Value::List(ours), Cbor::Array(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|(ours, theirs)| same_cbor(ours, theirs))
        }
        (Value::Map(ours), Cbor::Map(theirs)) => {
            let same_key = |ours: &Key, theirs: &Cbor| match (ours, theirs) {
                (Key::Float(ours), Cbor::Float(theirs)) => same_float(*ours, *theirs),
                (_, Cbor::Tag(..)) => true,
                _ => cbor_key(theirs).as_ref() == Some(ours),
            };
            ours.shape().keys().len() == theirs.len()
                && ours.iter().zip(theirs).all(|((key, ours), (name, theirs))| {
                    same_key(key, name) && same_cbor(ours, theirs)
                })
        }
        (Value::Extended(extended), theirs) => match (&**extended, theirs) {
            (Extended::BigInt(_), Cbor::Integer(theirs)) => {
                number_text(ours) == i128::from(*theirs).to_string()
            }
            (Extended::Float32(ours), Cbor::Float(theirs)) => same_float(f64::from(*ours), *theirs),
            // `undefined`, which ciborium takes for null.
            (Extended::Enum { .. }, Cbor::Null) => true,
            _ => false,
        },
        _ => false,
    }
}

/// serde-pickle has plain data alone, its dicts and sets in an order of its own. What it treats as
/// no Python does is left out here, wherever its bytes stand: numbers of the memo (PUT and its
/// kin), of which it has one value for all times, calls and objects, and a carriage return that
/// ends a line.
fn pickle(bytes: &[u8], ours: &Result<Value, ErrorKind>) {
    let Ok(ours) = ours else { return };
    let has = |any: &[u8]| bytes.iter().any(|byte| any.contains(byte));
    // It sorts keys, and panics where floats make its order none.
    if has(b"pqr\rRbcio\x81\x92\x93") || has(b"dsu\x90\x91") && has(b"FG") {
        return;
    }
    let is_odd = |value: &Value| match value {
        Value::Map(map) => map.shape().class().is_some(),
        Value::Extended(extended) => match &**extended {
            Extended::BigInt(_) => false,
            // The classes are called with what is no list, too.
            Extended::Typed { class, value: Value::List(_) } => {
                !matches!(&**class, "tuple" | "set" | "frozenset")
            }
            Extended::Typed { class, value: Value::Bytes(_) } => **class != *"bytearray",
            _ => true,
        },
        _ => false,
    };
    if any(ours, &is_odd) {
        return;
    }
    if let Ok(theirs) = serde_pickle::value_from_slice(bytes, serde_pickle::DeOptions::new()) {
        assert!(same_pickle(ours, &theirs), "{ours:?}, not {theirs:?}");
    }
}

fn same_pickle(ours: &Value, theirs: &serde_pickle::Value) -> bool {
    use serde_pickle::Value as Pickle;
    let same_list = |ours: &[Value], theirs: &[Pickle]| {
        ours.len() == theirs.len()
            && ours.iter().zip(theirs).all(|(ours, theirs)| same_pickle(ours, theirs))
    };
    match (ours, theirs) {
        (Value::Null, Pickle::None) => true,
        (Value::Bool(ours), Pickle::Bool(theirs)) => ours == theirs,
        (Value::Int(ours), Pickle::I64(theirs)) => ours == theirs,
        (Value::Int(ours), Pickle::Int(theirs)) => ours.to_string() == theirs.to_string(),
        (Value::Float(ours), Pickle::F64(theirs)) => ours.to_bits() == theirs.to_bits(),
        (Value::Text(ours), Pickle::String(theirs)) => **ours == **theirs,
        // A `str` of Python 2.
        (Value::Text(ours), Pickle::Bytes(theirs)) => ours.as_bytes() == theirs.as_slice(),
        (Value::Bytes(ours), Pickle::Bytes(theirs)) => **ours == **theirs,
        (Value::List(ours), Pickle::List(theirs)) => same_list(ours, theirs),
        // Keys that are equal in Python are one there.
        (Value::Map(ours), Pickle::Dict(theirs)) => theirs.len() <= ours.shape().keys().len(),
        (Value::Extended(extended), theirs) => match (&**extended, theirs) {
            (Extended::BigInt(_), Pickle::Int(theirs)) => number_text(ours) == theirs.to_string(),
            (Extended::Typed { class, value }, theirs) => match (&**class, value, theirs) {
                ("tuple", Value::List(ours), Pickle::Tuple(theirs)) => same_list(ours, theirs),
                ("set", Value::List(ours), Pickle::Set(theirs)) => theirs.len() <= ours.len(),
                ("frozenset", Value::List(ours), Pickle::FrozenSet(theirs)) => {
                    theirs.len() <= ours.len()
                }
                ("bytearray", Value::Bytes(ours), Pickle::Bytes(theirs)) => **ours == **theirs,
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}
