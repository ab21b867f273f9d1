//! Cbor.

use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::reading::{Format, Reading};
use crate::format::writing::Writing;
use crate::source::Source;

pub struct Cbor;

impl Format for Cbor {
    fn read<B: Builder>(reading: &mut Reading<'_, '_>, _: &mut B, _: &mut B::Values) -> Result<()> {
        Err(reading.error(ErrorKind::Unsupported, "not read yet"))
    }
}

pub fn write<'a, S: Source<'a>>(_: &mut Writing<'_, S>, _: S) -> Result<()> {
    Err(Error::new(ErrorKind::Unsupported, "not written yet"))
}
