//! What the writers of all foreign formats share: depth, losses, values that come again, and what
//! becomes of values that a format does not have.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::Hash;

use foldhash::quality::RandomState;

use crate::error::{Error, ErrorKind, Result};
use crate::format::loss::{Loss, Losses};
use crate::format::number;
use crate::limits::Limits;
use crate::shape::Key;
use crate::source::{ExtendedView, Source};
use crate::value::{Extended, Value};

/// Where nobody says how much may be written: copies of shared values end here.
pub const MAX_WRITTEN: usize = 256 << 20;

/// The state of a writer of values of a host.
pub struct Writing<'w, S> {
    pub out: &'w mut Vec<u8>,
    pub losses: &'w mut Losses,
    /// Shared values and references by their number, and whether each has ended.
    shared: Vec<(S, bool)>,
    /// Copies of shared values within one another: what they hold has its numbers already.
    copies: u32,
    depth_left: u32,
    /// Beyond this many bytes nothing is copied.
    most: usize,
}

/// A scalar that most formats have, for one that this format does not have.
pub enum Plain<'a> {
    Text(Cow<'a, str>),
    Bytes(&'a [u8]),
    Float(f64),
}

impl<'a, 'w, S: Source<'a>> Writing<'w, S> {
    /// A writer that copies shared values, where the format cannot refer to them, until `out` has
    /// `most` bytes.
    pub fn new(out: &'w mut Vec<u8>, losses: &'w mut Losses, most: usize) -> Self {
        Self { out, losses, shared: Vec::new(), copies: 0, depth_left: Limits::MAX_DEPTH, most }
    }

    /// An error if there is no room for a copy of a shared value.
    pub fn may_copy(&self) -> Result<()> {
        if self.out.len() > self.most {
            return Err(Error::new(
                ErrorKind::TooLarge,
                "copies of shared values: this format has no references to them",
            ));
        }
        Ok(())
    }

    /// Goes one level down; [`Writing::ascend`] comes back.
    #[inline]
    pub fn descend(&mut self) -> Result<()> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                Ok(())
            }
            None => Err(Error::new(
                ErrorKind::TooDeep,
                format!("a value is at most {} levels deep", Limits::MAX_DEPTH),
            )),
        }
    }

    #[inline]
    pub fn ascend(&mut self) {
        self.depth_left += 1;
    }

    /// Notes a loss.
    #[inline]
    pub fn lose(&mut self, loss: Loss, example: impl FnOnce() -> String) {
        self.losses.note(loss, example);
    }

    /// Notes that the class or the kind of a value is lost.
    pub fn lose_class(&mut self, extended: &ExtendedView<'_, S>) {
        match extended {
            ExtendedView::Typed(class, _) => self.lose(Loss::Class, || (*class).to_owned()),
            ExtendedView::Kind(kind, _) => self.lose(Loss::Kind, || kind.label()),
            _ => {}
        }
    }

    /// Writes what holds another value, in a format without classes of values and without
    /// references: as the value within, by `write`. `None` is given back for what holds none.
    pub fn within(
        &mut self,
        extended: ExtendedView<'a, S>,
        write: impl FnOnce(&mut Self, S) -> Result<()>,
    ) -> Result<Option<&'a Extended<Value>>> {
        match extended {
            ExtendedView::Plain(Extended::Again(number)) => self.copy(*number, write)?,
            ExtendedView::Plain(plain) => return Ok(Some(plain)),
            ExtendedView::Typed(_, value) | ExtendedView::Kind(_, value) => {
                self.lose_class(&extended);
                self.descend()?;
                write(self, value)?;
                self.ascend();
            }
            ExtendedView::Shared(value) | ExtendedView::Reference(value) => {
                self.descend()?;
                if self.copies > 0 {
                    write(self, value)?;
                } else {
                    let number = self.shared.len();
                    self.shared.push((value, false));
                    write(self, value)?;
                    self.shared[number].1 = true;
                }
                self.ascend();
            }
        }
        Ok(None)
    }

    fn copy(&mut self, number: u64, write: impl FnOnce(&mut Self, S) -> Result<()>) -> Result<()> {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let Some(&(value, ended)) = self.shared.get(at) else {
            return Err(Error::new(
                ErrorKind::UnknownReference,
                "a shared value that has not begun",
            ));
        };
        if !ended {
            return Err(Error::new(
                ErrorKind::Refused,
                "a value that holds itself: this format has no references",
            ));
        }
        self.may_copy()?;
        self.lose(Loss::Shared, || format!("shared value {number}"));
        self.descend()?;
        self.copies += 1;
        let before = std::mem::replace(&mut self.shared[at].1, false);
        write(self, value)?;
        self.shared[at].1 = before;
        self.copies -= 1;
        self.ascend();
        Ok(())
    }

    /// What becomes of a scalar that the format does not have, with the loss noted.
    pub fn plain(&mut self, extended: &'a Extended<Value>) -> Result<Plain<'a>> {
        let (loss, text) = match extended {
            Extended::Float32(float) => {
                self.lose(Loss::FloatWidth, || float.to_string());
                return Ok(Plain::Float(f64::from(*float)));
            }
            Extended::Custom { class, bytes } => {
                self.lose(Loss::Class, || class.to_string());
                return Ok(Plain::Bytes(bytes));
            }
            Extended::Enum { class, case } => {
                self.lose(Loss::Class, || format!("{class}::{case}"));
                return Ok(Plain::Text(Cow::Borrowed(case)));
            }
            Extended::BigInt(bytes) => (Loss::Number, number::digits(bytes)),
            Extended::Decimal { unscaled, scale } => {
                (Loss::Number, number::decimal(unscaled, *scale))
            }
            Extended::Uuid(uuid) => (Loss::Type, Some(super::time::uuid(uuid))),
            Extended::Date(_)
            | Extended::Time(_)
            | Extended::DateTime(..)
            | Extended::Instant(..)
            | Extended::Zoned(..)
            | Extended::Duration(..) => (Loss::Time, super::time::iso(extended)),
            Extended::Typed { .. }
            | Extended::Shared(_)
            | Extended::Reference(_)
            | Extended::Again(_)
            | Extended::Kind { .. } => (Loss::Type, None),
        };
        let text = text.ok_or_else(|| {
            Error::new(ErrorKind::Refused, "a number too long to be written as text")
        })?;
        self.lose(loss, || text.clone());
        Ok(Plain::Text(Cow::Owned(text)))
    }
}

/// Two keys of a map that are one key to those who read the format: they would have one of the
/// values, or none.
pub fn same_key(to: &str) -> Error {
    Error::new(ErrorKind::Refused, format!("two keys of a map that are one key to {to}"))
}

/// Checks that keys are still different as they are written.
///
/// # Errors
/// [`same_key`].
pub fn check_distinct<K: Eq + Hash>(
    to: &str,
    keys: impl ExactSizeIterator<Item = K>,
) -> Result<()> {
    let mut seen = HashSet::with_capacity_and_hasher(keys.len(), RandomState::default());
    for key in keys {
        if !seen.insert(key) {
            return Err(same_key(to));
        }
    }
    Ok(())
}

/// A key as text, as most languages would write it.
pub fn key_text(key: &Key) -> Cow<'_, str> {
    use base64::Engine;
    match key {
        Key::Text(text) => Cow::Borrowed(text),
        Key::Int(int) => Cow::Owned(int.to_string()),
        Key::Null => Cow::Borrowed("null"),
        Key::Bool(bool) => Cow::Borrowed(if *bool { "true" } else { "false" }),
        Key::Float(float) => Cow::Owned(format!("{float:?}")),
        Key::Bytes(bytes) => Cow::Owned(base64::engine::general_purpose::STANDARD.encode(bytes)),
    }
}
