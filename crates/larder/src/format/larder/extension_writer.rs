//! Extensions (docs/FORMAT.md, "Extensions").

use super::scalars::{is_shortest, write_bytes};
use super::tag::{self, extension};
use super::tree_writer::{Here, TreeWriter};
use super::varint;
use crate::error::{Error, ErrorKind, Result};
use crate::source::{ExtendedView, MapSource, Source};
use crate::value::{Extended, Value};

impl<'w, R> TreeWriter<'w, R> {
    pub(super) fn extended<'a, S>(
        &mut self,
        extended: ExtendedView<'a, S>,
        here: Here<'w>,
    ) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let body = &mut self.memory.body;
        body.push(tag::EXTENSION);
        match extended {
            ExtendedView::Typed(class, value) => {
                body.push(extension::TYPED);
                self.text(class, class.is_ascii(), here);
                self.descend()?;
                self.value(value, here)?;
                self.depth -= 1;
            }
            ExtendedView::Kind(kind, value) => {
                body.extend([extension::KIND, kind.number()]);
                if let Some(name) = kind.name() {
                    self.text(name, name.is_ascii(), here);
                }
                self.descend()?;
                self.value(value, here)?;
                self.depth -= 1;
            }
            ExtendedView::Shared(value) => self.numbered(extension::SHARED, value, here)?,
            ExtendedView::Reference(value) => self.numbered(extension::REFERENCE, value, here)?,
            ExtendedView::Plain(extended) => return self.plain_extended(extended, here),
        }
        Ok(())
    }

    pub(super) fn numbered<'a, S>(&mut self, kind: u8, value: S, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.numbered += 1;
        self.memory.body.push(kind);
        self.descend()?;
        self.value(value, here)?;
        self.depth -= 1;
        Ok(())
    }

    pub(super) fn plain_extended(
        &mut self,
        extended: &Extended<Value>,
        here: Here<'_>,
    ) -> Result<()> {
        let body = &mut self.memory.body;
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
                self.text(zone, zone.is_ascii(), here);
            }
            Extended::Uuid(uuid) => {
                body.push(extension::UUID);
                body.extend_from_slice(uuid);
            }
            Extended::Enum { class, case } => {
                body.push(extension::ENUM);
                self.text(class, class.is_ascii(), here);
                self.text(case, case.is_ascii(), here);
            }
            Extended::Custom { class, bytes } => {
                body.push(extension::CUSTOM);
                self.text(class, class.is_ascii(), here);
                write_bytes(bytes, &mut self.memory.body);
            }
            Extended::Again(number) => {
                if *number >= self.numbered {
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
}

fn write_moment(kind: u8, seconds: i64, nanoseconds: u32, out: &mut Vec<u8>) {
    out.push(kind);
    varint::write(out, varint::zigzag(seconds));
    varint::write(out, u64::from(nanoseconds));
}
