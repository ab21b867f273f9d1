//! Extensions into events (docs/FORMAT.md, "Extensions").

use super::key_builder::KeyBuilder;
use super::profile::Place;
use super::tag::extension;
use super::tree_reader::TreeReader;
use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::kind::Kind;
use crate::limits::{Costs, Limits};
use crate::shape::Key;
use crate::value::Extended;
use std::sync::Arc;

impl<'a, 'd> TreeReader<'a, 'd> {
    #[inline(never)]
    pub(super) fn extension<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
    ) -> Result<()> {
        let kind = self.input.byte()?;
        // What the host keeps for it beside the value itself.
        self.charge(4 * Limits::VALUE_BYTES)?;
        let extended = match kind {
            extension::BIG_INT => {
                let bytes = self.big_int()?;
                if bytes.len() <= 8 {
                    return Err(self
                        .input
                        .error(ErrorKind::BadNumber, "a big integer that fits 64 bits"));
                }
                Extended::BigInt(bytes)
            }
            extension::FLOAT_32 => Extended::Float32(f32::from_le_bytes(self.input.array()?)),
            extension::DECIMAL => {
                let Ok(scale) = i32::try_from(self.input.zigzag()?) else {
                    return Err(self.input.error(ErrorKind::BadNumber, "a scale beyond 32 bits"));
                };
                Extended::Decimal { unscaled: self.big_int()?, scale }
            }
            extension::DATE => Extended::Date(self.input.zigzag()?),
            extension::TIME => {
                const DAY: u64 = 86_400 * 1_000_000_000;
                match self.input.varint()? {
                    nanoseconds @ 0..DAY => Extended::Time(nanoseconds),
                    _ => {
                        return Err(self
                            .input
                            .error(ErrorKind::BadNumber, "a time of day of a day or more"));
                    }
                }
            }
            extension::DATE_TIME => Extended::DateTime(self.input.zigzag()?, self.nanoseconds()?),
            extension::INSTANT => Extended::Instant(self.input.zigzag()?, self.nanoseconds()?),
            extension::ZONED => {
                let (seconds, nanoseconds) = (self.input.zigzag()?, self.nanoseconds()?);
                let Ok(offset) = i32::try_from(self.input.zigzag()?) else {
                    return Err(self.input.error(ErrorKind::BadNumber, "an offset beyond 32 bits"));
                };
                Extended::Zoned(seconds, nanoseconds, offset, self.name(place)?)
            }
            extension::DURATION => Extended::Duration(self.input.zigzag()?, self.nanoseconds()?),
            extension::UUID => Extended::Uuid(self.input.array()?),
            extension::ENUM => Extended::Enum { class: self.name(place)?, case: self.name(place)? },
            extension::CUSTOM => {
                let class = self.name(place)?;
                let length = self.input.length()?;
                self.charge(length)?;
                Extended::Custom { class, bytes: self.input.take(length)?.into() }
            }
            extension::TYPED => {
                let class = self.name(place)?;
                self.descend()?;
                let mut value = builder.typed(&class)?;
                self.charge(builder.taken())?;
                self.value(builder, &mut value, place)?;
                self.depth_left += 1;
                return builder.end_typed(to, &class, value);
            }
            extension::KIND => {
                let number = self.input.byte()?;
                let kind = match Kind::new(number) {
                    Some(kind) => kind,
                    None => Kind::named(number, self.name(place)?)
                        .unwrap_or_else(|| unreachable!("a kind has a name or none")),
                };
                self.descend()?;
                self.value(builder, to, place)?;
                self.depth_left += 1;
                return builder.kind(to, &kind);
            }
            extension::SHARED | extension::REFERENCE => {
                let number = self.numbered;
                self.no_rows()?;
                self.numbered += 1;
                self.descend()?;
                let mut value = builder.shared(number, kind == extension::REFERENCE)?;
                self.value(builder, &mut value, place)?;
                self.depth_left += 1;
                return builder.end_shared(to, number, kind == extension::REFERENCE, value);
            }
            extension::AGAIN => {
                self.no_rows()?;
                match self.input.varint()? {
                    number if number < self.numbered => Extended::Again(number),
                    _ => {
                        return Err(self.input.error(
                            ErrorKind::UnknownReference,
                            "an earlier object that does not exist",
                        ));
                    }
                }
            }
            _ => {
                return Err(self.at_tag(
                    ErrorKind::Unsupported,
                    "an extension that this release does not know",
                ));
            }
        };
        self.charge(B::Costs::extended(&extended))?;
        builder.extended(to, extended)?;
        self.charge(builder.taken())
    }

    pub(super) fn no_rows(&self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        Err(self
            .at_tag(ErrorKind::BadTag, "a shared value within records of a column, or an entry"))
    }

    /// An integer in two's complement, without needless bytes.
    pub(super) fn big_int(&mut self) -> Result<Box<[u8]>> {
        let length = self.input.length()?;
        self.charge(length)?;
        let bytes = self.input.take(length)?;
        let shortest = match bytes {
            [] => false,
            [0x00, next, ..] => *next >= 0x80,
            [0xFF, next, ..] => *next < 0x80,
            _ => true,
        };
        if !shortest {
            return Err(self
                .input
                .error(ErrorKind::BadNumber, "a big integer longer than it must be"));
        }
        Ok(bytes.into())
    }

    pub(super) fn nanoseconds(&mut self) -> Result<u32> {
        match self.input.varint()? {
            nanoseconds @ 0..1_000_000_000 => Ok(nanoseconds as u32),
            _ => Err(self.input.error(ErrorKind::BadNumber, "nanoseconds of a second or more")),
        }
    }

    /// A text that names a class, a case or a zone.
    pub(super) fn name(&mut self, place: &Place) -> Result<Arc<str>> {
        if self.holds_values() {
            return Err(self.input.error(ErrorKind::BadTag, "a name is expected"));
        }
        let at = self.input;
        let mut name = Vec::with_capacity(1);
        self.value(&mut KeyBuilder::new(), &mut name, place)?;
        match name.pop() {
            Some(Key::Text(name)) => Ok(name),
            _ => Err(at.error(ErrorKind::BadTag, "a name is expected")),
        }
    }
}
