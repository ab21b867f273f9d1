//! Extensions (docs/FORMAT.md, "Extensions").

use super::scalars::{is_shortest, write_bytes};
use super::tag::{self, extension};
use super::value_writer::ValueWriter;
use super::varint;
use crate::error::{Error, ErrorKind, Result};
use crate::source::{ExtendedView, MapSource, Source};
use crate::value::{Extended, Value};

/// Writes an extension.
pub(super) fn write_extended<'a, W, S>(
    writer: &mut W,
    extended: ExtendedView<'a, S>,
    here: W::Here,
) -> Result<()>
where
    W: ValueWriter,
    S: Source<'a>,
    S::Map: MapSource<'a, S, Retained = W::Retained>,
{
    let body = &mut writer.memory().body;
    body.push(tag::EXTENSION);
    let value = match extended {
        ExtendedView::Typed(class, value) => {
            body.push(extension::TYPED);
            writer.text(class, class.is_ascii(), here);
            value
        }
        ExtendedView::Kind(kind, value) => {
            body.extend([extension::KIND, kind.number()]);
            if let Some(name) = kind.name() {
                writer.text(name, name.is_ascii(), here);
            }
            value
        }
        ExtendedView::Shared(value) => {
            body.push(extension::SHARED);
            writer.memory().numbered += 1;
            value
        }
        ExtendedView::Reference(value) => {
            body.push(extension::REFERENCE);
            writer.memory().numbered += 1;
            value
        }
        ExtendedView::Plain(extended) => return write_plain(writer, extended, here),
    };
    writer.memory().descend()?;
    writer.value(value, here)?;
    writer.memory().depth -= 1;
    Ok(())
}

/// Writes an extension that holds no other value.
fn write_plain<W: ValueWriter>(
    writer: &mut W,
    extended: &Extended<Value>,
    here: W::Here,
) -> Result<()> {
    let numbered = writer.memory().numbered;
    let body = &mut writer.memory().body;
    match extended {
        Extended::BigInt(bytes) => {
            if bytes.len() <= 8 || !is_shortest(bytes) {
                return Err(Error::new(
                    ErrorKind::BadNumber,
                    "a big integer that fits 64 bits, or is longer than it must be",
                ));
            }
            body.push(extension::BIG_INT);
            write_bytes(bytes, body);
        }
        Extended::Float32(float) => {
            body.push(extension::FLOAT_32);
            body.extend_from_slice(&float.to_le_bytes());
        }
        Extended::Decimal { unscaled, scale } => {
            if !is_shortest(unscaled) {
                return Err(Error::new(
                    ErrorKind::BadNumber,
                    "a decimal's integer that is longer than it must be",
                ));
            }
            body.push(extension::DECIMAL);
            varint::write(body, varint::zigzag(i64::from(*scale)));
            write_bytes(unscaled, body);
        }
        Extended::Date(days) => {
            body.push(extension::DATE);
            varint::write(body, varint::zigzag(*days));
        }
        Extended::Time(nanoseconds) => {
            body.push(extension::TIME);
            varint::write(body, *nanoseconds);
        }
        Extended::DateTime(seconds, nanoseconds) => {
            write_moment(extension::DATE_TIME, *seconds, *nanoseconds, body)
        }
        Extended::Instant(seconds, nanoseconds) => {
            write_moment(extension::INSTANT, *seconds, *nanoseconds, body)
        }
        Extended::Duration(seconds, nanoseconds) => {
            write_moment(extension::DURATION, *seconds, *nanoseconds, body)
        }
        Extended::Zoned(seconds, nanoseconds, offset, zone) => {
            write_moment(extension::ZONED, *seconds, *nanoseconds, body);
            varint::write(body, varint::zigzag(i64::from(*offset)));
            writer.text(zone, zone.is_ascii(), here);
        }
        Extended::Uuid(uuid) => {
            body.push(extension::UUID);
            body.extend_from_slice(uuid);
        }
        Extended::Enum { class, case } => {
            body.push(extension::ENUM);
            writer.text(class, class.is_ascii(), here);
            writer.text(case, case.is_ascii(), here);
        }
        Extended::Custom { class, bytes } => {
            body.push(extension::CUSTOM);
            writer.text(class, class.is_ascii(), here);
            write_bytes(bytes, &mut writer.memory().body);
        }
        Extended::Again(number) => {
            if *number >= numbered {
                return Err(Error::new(
                    ErrorKind::UnknownReference,
                    "an earlier object that does not exist",
                ));
            }
            body.push(extension::AGAIN);
            varint::write(body, *number);
        }
        Extended::Typed { .. }
        | Extended::Shared(_)
        | Extended::Reference(_)
        | Extended::Kind { .. } => {
            return Err(Error::new(
                ErrorKind::Refused,
                "a value within a value that holds no other",
            ));
        }
    }
    let out_of_range = match extended {
        Extended::Time(nanoseconds) => *nanoseconds >= 86_400_000_000_000,
        Extended::DateTime(_, below)
        | Extended::Instant(_, below)
        | Extended::Duration(_, below)
        | Extended::Zoned(_, below, ..) => *below >= 1_000_000_000,
        _ => false,
    };
    if out_of_range {
        return Err(Error::new(
            ErrorKind::BadNumber,
            "nanoseconds beyond a second, or a time of day beyond a day",
        ));
    }
    Ok(())
}
fn write_moment(kind: u8, seconds: i64, nanoseconds: u32, out: &mut Vec<u8>) {
    out.push(kind);
    varint::write(out, varint::zigzag(seconds));
    varint::write(out, u64::from(nanoseconds));
}
