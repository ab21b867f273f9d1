//! A position in the bytes that are read.

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

    /// The next byte, if there is one; it stays.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The bytes up to the next `end`, which is taken as well.
    #[inline]
    pub fn until(&mut self, end: u8) -> Result<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        match rest.iter().position(|byte| *byte == end) {
            Some(length) => {
                self.at += length + 1;
                Ok(&rest[..length])
            }
            None => Err(self.truncated()),
        }
    }
}
