//! Shape definitions of a message and of a profile, as a reader takes them (docs/FORMAT.md,
//! "Shapes").

use std::cell::{Cell, OnceCell, RefCell};
use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::scalars::{long_length, read_int};
use super::tag;
use super::text::{packed_names, wide_text};
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::limits::Limits;
use crate::shape::{Key, NewKey, NewKeys, NewText, Shape};

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

    /// The name as others share it.
    fn name(&mut self, name: &str) -> Arc<str> {
        if self.slots.is_empty() || name.len() > Self::MAX_BYTES {
            return name.into();
        }
        let slot = self.slot(name.as_bytes());
        match &self.slots[slot] {
            Some(known) if **known == *name => known.clone(),
            _ => self.slots[slot].insert(name.into()).clone(),
        }
    }
}

/// Definitions that were read, with a shape for each.
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
    budget: &mut usize,
) -> Result<Definitions> {
    let mut new = NewDefinitions::default();
    new.read(input, length, names, known, budget)?;
    new.definitions(known)
}

/// Definitions that were read, of which shapes are made when they are needed: what never comes
/// again needs none. Another message's can take their place.
#[derive(Default)]
pub struct NewDefinitions {
    shapes: Vec<NewShape>,
    /// Those of all shapes, one after another.
    keys: Vec<NewKey>,
    /// All texts that are no names of the profile, one after another.
    texts: String,
    /// Where in `texts` the names stand that have numbers.
    names: Vec<NewText>,
    recent: RefCell<RecentNames>,
}

struct NewShape {
    /// Where its definition begins.
    at: usize,
    class: Option<NewKey>,
    /// Where in [`NewDefinitions::keys`] its keys begin and end.
    keys: Range<usize>,
    /// How many times its keys were given to a builder, which found them to differ.
    given: Cell<u8>,
    shape: OnceCell<Arc<Shape>>,
}

impl NewDefinitions {
    /// So many maps are read by their keys.
    const FEW: u8 = 4;

    /// Keeps names that come again, so that shapes share them.
    pub fn with_recent_names() -> Self {
        Self { recent: RefCell::new(RecentNames::new()), ..Self::default() }
    }

    /// Reads definitions of `length` bytes; the names before theirs are `known`. Whether the keys
    /// of a shape differ is not looked at yet.
    pub fn read(
        &mut self,
        input: &mut Input<'_>,
        length: usize,
        names: Names,
        known: &[Arc<str>],
        budget: &mut usize,
    ) -> Result<()> {
        self.clear();
        let end = input.at + length;
        let block = Input { bytes: &input.bytes[..end], at: input.at };
        let texts = std::mem::take(&mut self.texts).into_bytes();
        let mut reader = DefinitionReader { input: block, names, known, new: self, texts, budget };
        let mut read = Ok(());
        while read.is_ok() && reader.input.at < end {
            read = reader.shape();
        }
        // Each of them is UTF-8.
        self.texts = String::from_utf8(reader.texts)
            .map_err(|_| input.error(ErrorKind::InvalidUtf8, "a key or class"))?;
        if read.is_err() {
            // What stands before it is wrong first.
            self.check(known)?;
            return read;
        }
        input.at = end;
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Forgets them, and gives back what only a large message needed.
    pub fn clear(&mut self) {
        const KEPT: usize = 256 << 10;
        self.shapes.clear();
        self.shapes.shrink_to(KEPT / size_of::<NewShape>());
        self.keys.clear();
        self.keys.shrink_to(KEPT / size_of::<NewKey>());
        self.texts.clear();
        self.texts.shrink_to(KEPT);
        self.names.clear();
        self.names.shrink_to(KEPT / size_of::<NewText>());
    }

    /// The keys of a shape without a class, if they were not given often: many maps are better read
    /// by their shape. The names of the profile are `known`. Once a builder found the keys to
    /// differ, it is to be told by [`NewDefinitions::give`].
    #[inline]
    pub fn keys_of_few<'d>(&'d self, number: usize, known: &'d [Arc<str>]) -> Option<NewKeys<'d>> {
        let new = self.shapes.get(number)?;
        let are_few =
            new.given.get() < Self::FEW && new.class.is_none() && new.shape.get().is_none();
        are_few.then(|| self.keys(new, known))
    }

    /// A builder found the keys of this shape to differ.
    #[inline]
    pub fn give(&self, number: usize) {
        let given = &self.shapes[number].given;
        given.set(given.get() + 1);
    }

    #[inline]
    fn keys<'d>(&'d self, new: &NewShape, known: &'d [Arc<str>]) -> NewKeys<'d> {
        NewKeys::new(&self.keys[new.keys.clone()], &self.texts, known)
    }

    /// The shape of this number, if there is one.
    pub fn shape(&self, number: usize, known: &[Arc<str>]) -> Result<Option<&Arc<Shape>>> {
        let Some(new) = self.shapes.get(number) else { return Ok(None) };
        if let Some(shape) = new.shape.get() {
            return Ok(Some(shape));
        }
        let shape = self.make(new, known)?;
        Ok(Some(new.shape.get_or_init(|| shape)))
    }

    #[inline(never)]
    fn make(&self, new: &NewShape, known: &[Arc<str>]) -> Result<Arc<Shape>> {
        let recent = &mut *self.recent.borrow_mut();
        let mut name = |key| match key {
            NewKey::Known(number) => known[number as usize].clone(),
            key => recent.name(key.name(&self.texts, known)),
        };
        let class = new.class.map(&mut name);
        let keys = self.keys[new.keys.clone()].iter().map(|key| match key {
            NewKey::Int(int) => Key::Int(*int),
            key => Key::Text(name(*key)),
        });
        let keys: Box<[Key]> = keys.collect();
        let shape = if new.given.get() > 0 {
            Shape::of_distinct(class, keys)
        } else {
            Shape::new(class, keys).ok_or_else(|| duplicate_key(new))?
        };
        Ok(shape.into())
    }

    /// Whether one of them is of objects.
    pub fn have_classes(&self) -> bool {
        self.shapes.iter().any(|new| new.class.is_some())
    }

    /// The shapes of all of them.
    pub fn make_all(&self, known: &[Arc<str>]) -> Result<Box<[Arc<Shape>]>> {
        let all = (0..self.shapes.len()).map(|number| self.shape(number, known));
        all.filter_map(|shape| shape.map(|shape| shape.cloned()).transpose()).collect()
    }

    fn definitions(&self, known: &[Arc<str>]) -> Result<Definitions> {
        let shapes = self.make_all(known)?;
        let mut recent = self.recent.borrow_mut();
        let name = |text: &NewText| recent.name(text.of(&self.texts));
        Ok(Definitions { shapes, names: self.names.iter().map(name).collect() })
    }

    /// Whether the keys of each shape differ, as far as that was not seen yet.
    pub fn check(&self, known: &[Arc<str>]) -> Result<()> {
        let unseen = |new: &&NewShape| new.given.get() == 0 && new.shape.get().is_none();
        self.shapes.iter().filter(unseen).try_for_each(|new| self.make(new, known).map(drop))
    }
}

#[cold]
fn duplicate_key(new: &NewShape) -> Error {
    Error::at(ErrorKind::DuplicateKey, new.at, "a shape has a key twice")
}

struct DefinitionReader<'a, 'd> {
    input: Input<'a>,
    names: Names,
    /// Names before those of these definitions.
    known: &'d [Arc<str>],
    new: &'d mut NewDefinitions,
    /// See [`NewDefinitions::texts`]; each is UTF-8.
    texts: Vec<u8>,
    budget: &'d mut usize,
}

impl DefinitionReader<'_, '_> {
    fn charge(&mut self, at: Input<'_>, bytes: usize) -> Result<()> {
        *self.budget = self.budget.checked_sub(bytes).ok_or_else(|| too_long(at))?;
        Ok(())
    }

    fn shape(&mut self) -> Result<()> {
        let start = self.input;
        self.charge(start, SHAPE_BYTES)?;
        let head = self.input.varint()?;
        let class = if head & 1 != 0 {
            self.charge(start, KEY_BYTES)?;
            let tag = self.input.byte()?;
            Some(self.name(tag)?)
        } else {
            None
        };
        let count = usize::try_from(head >> 1).unwrap_or(usize::MAX);
        let first = self.new.keys.len();
        // A run gives many keys for few bytes, so the count may be beyond the bytes that are left.
        self.new.keys.reserve(count.min(self.input.remaining()));
        loop {
            let left = count - (self.new.keys.len() - first);
            if left == 0 {
                break;
            }
            let at = self.input;
            self.charge(at, KEY_BYTES)?;
            match self.input.byte()? {
                kind @ (tag::INT_RUN | tag::TEXT_RUN) => {
                    let (from, run) = (self.input.varint()?, self.input.varint()?);
                    let run = usize::try_from(run).unwrap_or(usize::MAX);
                    let most = from
                        .checked_add(run as u64)
                        .is_some_and(|end| end <= i64::MAX.cast_unsigned());
                    if run == 0 || !most || run > left {
                        return Err(
                            at.error(ErrorKind::BadShape, "a run of keys beyond the shape's count")
                        );
                    }
                    self.charge(at, run.saturating_mul(KEY_BYTES))?;
                    let ints = from.cast_signed()..(from + run as u64).cast_signed();
                    if kind == tag::INT_RUN {
                        self.new.keys.extend(ints.map(NewKey::Int));
                    } else {
                        for int in ints {
                            let text = self.text(at, int.to_string().as_bytes())?;
                            self.new.keys.push(NewKey::Text(text));
                        }
                    }
                }
                tag::NAMES if self.names == Names::Packed => {
                    let run = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
                    if run == 0 || run > left {
                        return Err(
                            at.error(ErrorKind::BadShape, "a run of keys beyond the shape's count")
                        );
                    }
                    self.charge(at, run.saturating_mul(KEY_BYTES))?;
                    let rest = &self.input.bytes[self.input.at..];
                    let (texts, NewDefinitions { keys, names, .. }) =
                        (&mut self.texts, &mut *self.new);
                    let packed = packed_names::read_names(rest, run, texts, |name| {
                        let text = NewText { start: name.start as u32, end: name.end as u32 };
                        names.push(text);
                        keys.push(NewKey::Text(text));
                    });
                    if texts.len() > u32::MAX as usize {
                        return Err(too_long(at));
                    }
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
                    Some(int) => self.new.keys.push(NewKey::Int(int)),
                    None => {
                        let name = self.name(byte)?;
                        self.new.keys.push(name);
                    }
                },
            }
        }
        self.new.shapes.push(NewShape {
            at: start.at,
            class,
            keys: first..self.new.keys.len(),
            given: Cell::new(0),
            shape: OnceCell::new(),
        });
        Ok(())
    }

    /// A text that has no number.
    fn text(&mut self, at: Input<'_>, text: &[u8]) -> Result<NewText> {
        append(&mut self.texts, text).ok_or_else(|| too_long(at))
    }

    /// A name that is spelled out, and takes the next number.
    fn new_name(&mut self, at: Input<'_>, name: &[u8]) -> Result<NewKey> {
        let text = self.text(at, name)?;
        self.new.names.push(text);
        Ok(NewKey::Text(text))
    }

    /// A name of this tag, which is spelled out or has a number.
    fn name(&mut self, tag: u8) -> Result<NewKey> {
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
                return self.new_name(at, utf8(&text[..length])?.as_bytes());
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
        if !bytes.is_ascii() {
            utf8(bytes)?;
        }
        self.new_name(at, bytes)
    }

    /// The name of this number.
    fn known_name(&self, number: usize) -> Result<NewKey> {
        if number < self.known.len() {
            return Ok(NewKey::Known(number as u32));
        }
        match self.new.names.get(number - self.known.len()) {
            Some(text) => Ok(NewKey::Text(*text)),
            None => Err(self
                .input
                .error(ErrorKind::UnknownReference, "a name that no definition has spelled out")),
        }
    }
}

/// Where a text stands that is appended; `None` if there would be 4 GiB or more.
#[inline]
fn append(texts: &mut Vec<u8>, text: &[u8]) -> Option<NewText> {
    let start = texts.len() as u32;
    let end = u32::try_from(texts.len() + text.len()).ok()?;
    texts.extend_from_slice(text);
    Some(NewText { start, end })
}

#[cold]
fn too_long(at: Input<'_>) -> Error {
    at.error(ErrorKind::TooLarge, "more memory than the limits allow")
}
