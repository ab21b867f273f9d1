//! What every foreign format keeps to, whatever the bytes.

use larder::format::{AnyDecoder, AnyEncoder, Format, Losses};
use larder::{ErrorKind, Extended, Limits, Value};

use crate::losses;
use crate::peers::{self, any};
use crate::values::without_idle_marks;
use crate::{KEPT_BYTES, bounded, generous, peak_of, tight};

/// Bytes as a value of a foreign format: a value or an error within the input, and within the
/// memory. A value survives the Larder format, and its own format wherever nothing is lost. What
/// another reader of the format makes of the bytes is the same.
pub fn check(format: Format, bytes: &[u8]) {
    let value = read(format, bytes, Limits::DEFAULT);
    let strict = read(format, bytes, tight());
    match (&value, &strict) {
        (Ok(value), Ok(strict)) => {
            assert_eq!(value, strict, "the limits make another value of {bytes:02x?}")
        }
        // Less memory may only end in this.
        (Ok(_), Err(kind)) => assert_eq!(*kind, ErrorKind::TooLarge),
        (Err(_), Ok(_)) => panic!("more memory, and no value"),
        (Err(_), Err(_)) => {}
    }
    if let Ok(value) = &value {
        through_larder(value);
        if format.is_written() {
            written(format, value);
        }
    }
    peers::compare(format, bytes, &value);
}

fn read(format: Format, bytes: &[u8], limits: Limits) -> Result<Value, ErrorKind> {
    let mut decoder = AnyDecoder::new(format).with_limits(limits);
    let (decoded, peak) = peak_of(|| bounded(bytes.len(), || decoder.decode(bytes)));
    let most = limits.memory(bytes.len()) + KEPT_BYTES;
    assert!(peak <= most, "{peak} bytes of memory for {} bytes, of at most {most}", bytes.len());
    decoded.map_err(|error| {
        assert!(
            error.offset().is_some_and(|offset| offset <= bytes.len()),
            "{error} of {} bytes",
            bytes.len()
        );
        assert_ne!(error.kind(), ErrorKind::Refused, "readers refuse nothing: {error}");
        error.kind()
    })
}

fn through_larder(value: &Value) {
    let bytes = match larder::Encoder::new().encode(value) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::TooLarge => return,
        Err(error) => {
            // The one value that the format does not have: docs/FORMAT.md, "Values".
            let odd = |value: &Value| {
                matches!(value, Value::Map(map)
                    if map.shape().class().is_some() && !map.shape().is_plain())
            };
            return assert!(
                error.kind() == ErrorKind::Refused && any(value, &odd),
                "{error}: {value:?}"
            );
        }
    };
    let read = larder::Decoder::new().decode(&bytes);
    assert_eq!(&read.expect("what was written can be read"), value);
}

/// A value in a format that is written: what comes back is the same, or its losses are noted.
pub fn written(format: Format, value: &Value) {
    let mut losses = Losses::new();
    let bytes =
        match AnyEncoder::new(format).expect("it is written").encode_lossy(value, &mut losses) {
            Ok(bytes) => bytes,
            Err(error) => {
                let expected = match error.kind() {
                    ErrorKind::Refused | ErrorKind::TooLarge | ErrorKind::TooDeep => true,
                    ErrorKind::UnknownReference => any(value, &is_only_itself),
                    _ => false,
                };
                return assert!(expected, "{error}");
            }
        };
    match AnyDecoder::new(format).with_limits(generous()).decode(&bytes) {
        Ok(read) if losses.is_empty() => assert_eq!(
            without_idle_marks(&read),
            without_idle_marks(value),
            "{format}: {bytes:02x?}"
        ),
        Ok(read) => {
            losses::check(format, value, &read, &losses);
            // What it has become is nothing that the format lacks.
            let mut again = Losses::new();
            let bytes = AnyEncoder::new(format)
                .expect("it is written")
                .encode_lossy(&read, &mut again)
                .expect("what was read is written");
            assert!(again.is_empty(), "{format}: {losses}, then {again}: {read:?}");
            let same = AnyDecoder::new(format).with_limits(generous()).decode(&bytes);
            assert_eq!(same.as_ref(), Ok(&read), "{format}: {losses}");
        }
        // Copies of shared values can be more than there was.
        Err(error) => {
            let expected = matches!(error.kind(), ErrorKind::TooLarge | ErrorKind::TooDeep)
                && !losses.is_empty();
            assert!(expected, "{error}: {bytes:02x?}");
        }
    }
}

/// Whether it may be a shared value that consists only of itself.
fn is_only_itself(value: &Value) -> bool {
    let Value::Extended(extended) = value else { return false };
    match &**extended {
        Extended::Shared(value) | Extended::Reference(value) => any(value, &|value| {
            matches!(value, Value::Extended(extended)
                if matches!(**extended, Extended::Again(_)))
        }),
        _ => false,
    }
}
