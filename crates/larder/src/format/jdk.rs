//! Jdk.

use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::format::reading::{Format, Reading};

pub struct Jdk;

impl Format for Jdk {
    fn read<B: Builder>(reading: &mut Reading<'_, '_>, _: &mut B, _: &mut B::Values) -> Result<()> {
        Err(reading.error(ErrorKind::Unsupported, "not read yet"))
    }
}
