//! Shape definitions of a message and of a profile, as a reader takes them (docs/FORMAT.md,
//! "Shapes").

use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::scalars::{long_length, read_int};
use super::tag;
use super::text::{packed_names, wide_text};
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;
use crate::limits::Limits;
use crate::shape::{Key, Shape};

/// What a shape costs, beside its class and its keys.
const SHAPE_BYTES: usize = 4 * Limits::VALUE_BYTES;

/// What a class or a key costs, beside its text.
const KEY_BYTES: usize = 4 * Limits::VALUE_BYTES;

/// How names are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// As short as they can be.
    Packed,
    /// As UTF-8.
    Literal,
}

/// Names that were read lately, so that definitions share them.
#[derive(Default)]
pub struct RecentNames {
    /// By their hashes; empty if none are kept.
    slots: Box<[Option<Arc<str>>]>,
    hasher: RandomState,
}

impl RecentNames {
    const SLOTS: usize = 512;
    /// Longer names are not kept.
    const MAX_BYTES: usize = 64;

    /// Keeps names; the default keeps none.
    pub fn new() -> Self {
        Self { slots: (0..Self::SLOTS).map(|_| None).collect(), hasher: RandomState::default() }
    }

    fn slot(&self, name: &[u8]) -> usize {
        self.hasher.hash_one(name) as usize % Self::SLOTS
    }

    fn find(&self, name: &[u8]) -> Option<Arc<str>> {
        if self.slots.is_empty() || name.len() > Self::MAX_BYTES {
            return None;
        }
        self.slots[self.slot(name)].as_ref().filter(|known| known.as_bytes() == name).cloned()
    }

    fn keep(&mut self, name: &str) -> Arc<str> {
        let kept: Arc<str> = name.into();
        if !self.slots.is_empty() && name.len() <= Self::MAX_BYTES {
            let slot = self.slot(name.as_bytes());
            self.slots[slot] = Some(kept.clone());
        }
        kept
    }
}

/// Definitions that were read.
#[derive(Default)]
pub struct Definitions {
    pub shapes: Box<[Arc<Shape>]>,
    /// The names that they spell out, by number.
    pub names: Vec<Arc<str>>,
}

/// Reads definitions of `length` bytes; the names before theirs are `known`.
pub fn read(
    input: &mut Input<'_>,
    length: usize,
    names: Names,
    known: &[Arc<str>],
    recent: &mut RecentNames,
    budget: &mut usize,
) -> Result<Definitions> {
    let end = input.at + length;
    let block = Input { bytes: &input.bytes[..end], at: input.at };
    let mut reader =
        DefinitionReader { input: block, names, known, recent, own: Vec::new(), budget };
    let mut shapes = Vec::new();
    while reader.input.at < end {
        reader.charge(reader.input, SHAPE_BYTES)?;
        shapes.push(Arc::new(reader.shape()?));
    }
    input.at = end;
    Ok(Definitions { shapes: shapes.into(), names: reader.own })
}

struct DefinitionReader<'a, 'd> {
    input: Input<'a>,
    names: Names,
    /// Names before those of these definitions.
    known: &'d [Arc<str>],
    recent: &'d mut RecentNames,
    /// Names that these definitions have spelled out.
    own: Vec<Arc<str>>,
    budget: &'d mut usize,
}

impl DefinitionReader<'_, '_> {
    fn charge(&mut self, at: Input<'_>, bytes: usize) -> Result<()> {
        *self.budget = self
            .budget
            .checked_sub(bytes)
            .ok_or_else(|| at.error(ErrorKind::TooLarge, "more memory than the limits allow"))?;
        Ok(())
    }

    fn shape(&mut self) -> Result<Shape> {
        let start = self.input;
        let head = self.input.varint()?;
        let class = if head & 1 != 0 {
            self.charge(start, KEY_BYTES)?;
            let tag = self.input.byte()?;
            Some(self.name(tag)?)
        } else {
            None
        };
        let count = usize::try_from(head >> 1).unwrap_or(usize::MAX);
        // A run gives many keys for few bytes, so the count may be beyond the bytes that are left.
        let mut keys = Vec::with_capacity(count.min(self.input.remaining()));
        while keys.len() < count {
            let at = self.input;
            self.charge(at, KEY_BYTES)?;
            match self.input.byte()? {
                kind @ (tag::INT_RUN | tag::TEXT_RUN) => {
                    let (from, run) = (self.input.varint()?, self.input.varint()?);
                    let run = usize::try_from(run).unwrap_or(usize::MAX);
                    let most = from
                        .checked_add(run as u64)
                        .is_some_and(|end| end <= i64::MAX.cast_unsigned());
                    if run == 0 || !most || run > count - keys.len() {
                        return Err(
                            at.error(ErrorKind::BadShape, "a run of keys beyond the shape's count")
                        );
                    }
                    self.charge(at, run.saturating_mul(KEY_BYTES))?;
                    let ints = from.cast_signed()..(from + run as u64).cast_signed();
                    if kind == tag::INT_RUN {
                        keys.extend(ints.map(Key::Int));
                    } else {
                        keys.extend(ints.map(|int| Key::Text(int.to_string().into())));
                    }
                }
                tag::NAMES if self.names == Names::Packed => {
                    let run = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
                    if run == 0 || run > count - keys.len() {
                        return Err(
                            at.error(ErrorKind::BadShape, "a run of keys beyond the shape's count")
                        );
                    }
                    self.charge(at, run.saturating_mul(KEY_BYTES))?;
                    let rest = &self.input.bytes[self.input.at..];
                    let packed = packed_names::read_names(rest, run, |name| {
                        let name: Arc<str> = name.into();
                        self.own.push(name.clone());
                        keys.push(Key::Text(name));
                    });
                    let Some(used) = packed else {
                        return Err(at.error(
                            ErrorKind::BadShape,
                            "packed names that end within a name, or bits that are not zero after \
                             them",
                        ));
                    };
                    self.charge(at, 2 * used)?;
                    self.input.at += used;
                }
                byte => match read_int(&mut self.input, byte)? {
                    Some(int) => keys.push(Key::Int(int)),
                    None => keys.push(Key::Text(self.name(byte)?)),
                },
            }
        }
        Shape::new(class, keys)
            .ok_or_else(|| start.error(ErrorKind::DuplicateKey, "a shape has a key twice"))
    }

    /// A name of this tag, which is spelled out or has a number.
    fn name(&mut self, tag: u8) -> Result<Arc<str>> {
        let at = self.input;
        let utf8 = |bytes| {
            simdutf8::basic::from_utf8(bytes)
                .map_err(|_| at.error(ErrorKind::InvalidUtf8, "a key or class"))
        };
        let length = match tag {
            tag::TEXT..tag::SYMBOLS => usize::from(tag - tag::TEXT),
            tag::LONG_TEXT => long_length(&mut self.input)?,
            tag::WIDE_TEXT if self.names == Names::Packed => {
                let length = self.input.length()?;
                let mut text = Vec::with_capacity(wide_text::wide_room(length));
                let bytes = self.input.take(length)?;
                let Some(length) = wide_text::format_wide(bytes, &mut text) else {
                    return Err(
                        at.error(ErrorKind::BadText, "wide text that ends within a character")
                    );
                };
                self.charge(at, length)?;
                let name: Arc<str> = utf8(&text[..length])?.into();
                self.own.push(name.clone());
                return Ok(name);
            }
            tag::ENTRY..tag::RECORD => return self.known_name(usize::from(tag - tag::ENTRY)),
            tag::LONG_ENTRY..tag::NULL => {
                let number = tag::long_entry(tag, self.input.byte()?);
                return self.known_name(number);
            }
            _ => {
                return Err(
                    Input { at: at.at - 1, ..at }.error(ErrorKind::BadTag, "a key is expected")
                );
            }
        };
        self.charge(at, length)?;
        let bytes = self.input.take(length)?;
        let name = match self.recent.find(bytes) {
            Some(name) => name,
            None => self.recent.keep(utf8(bytes)?),
        };
        self.own.push(name.clone());
        Ok(name)
    }

    /// The name of this number.
    fn known_name(&self, number: usize) -> Result<Arc<str>> {
        let own = || self.own.get(number - self.known.len());
        match self.known.get(number).or_else(own) {
            Some(name) => Ok(name.clone()),
            None => Err(self
                .input
                .error(ErrorKind::UnknownReference, "a name that no definition has spelled out")),
        }
    }
}
