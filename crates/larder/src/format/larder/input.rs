//! A position in the bytes that are read.

use super::varint;
use crate::error::{Error, ErrorKind, Result};

/// Bytes and where reading has come to. Offsets of errors count from the start of `bytes`.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Input<'a> {
    #[cold]
    pub fn error(&self, kind: ErrorKind, context: &str) -> Error {
        Error::at(kind, self.at, context)
    }

    #[cold]
    pub fn truncated(&self) -> Error {
        Error::at(ErrorKind::Truncated, self.bytes.len(), "the bytes end within the value")
    }

    #[inline]
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    #[inline]
    pub fn byte(&mut self) -> Result<u8> {
        match self.bytes.get(self.at) {
            Some(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => Err(self.truncated()),
        }
    }

    #[inline]
    pub fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        match self.bytes.get(self.at..).and_then(|rest| rest.get(..count)) {
            Some(taken) => {
                self.at += count;
                Ok(taken)
            }
            None => Err(self.truncated()),
        }
    }

    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(taken) => {
                self.at += N;
                Ok(*taken)
            }
            None => Err(self.truncated()),
        }
    }

    #[inline]
    pub fn varint(&mut self) -> Result<u64> {
        let first = self.byte()?;
        if first < 0x80 { Ok(u64::from(first)) } else { self.long_varint(first) }
    }

    fn long_varint(&mut self, first: u8) -> Result<u64> {
        let mut value = u64::from(first & 0x7F);
        for shift in (7..=63).step_by(7) {
            let byte = self.byte()?;
            if shift == 63 && byte > 1 {
                return Err(self.error(ErrorKind::BadVarint, "a varint beyond 64 bits"));
            }
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return if byte == 0 {
                    Err(self.error(ErrorKind::BadVarint, "a varint longer than it must be"))
                } else {
                    Ok(value)
                };
            }
        }
        Err(self.error(ErrorKind::BadVarint, "a varint beyond 64 bits"))
    }

    #[inline]
    pub fn zigzag(&mut self) -> Result<i64> {
        Ok(varint::unzigzag(self.varint()?))
    }

    /// A length of things of which each takes at least one byte here.
    #[inline]
    pub fn length(&mut self) -> Result<usize> {
        let length = self.varint()?;
        match usize::try_from(length) {
            Ok(length) if length <= self.remaining() => Ok(length),
            _ => Err(self.truncated()),
        }
    }
}
