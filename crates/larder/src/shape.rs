//! Shapes: ordered lists of keys, with an optional class name.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// The key of a map.
#[derive(Clone, Debug)]
pub enum Key {
    /// An integer, as PHP's arrays and JVM maps have them.
    Int(i64),
    /// Text.
    Text(Arc<str>),
    /// Bytes that are no text.
    Bytes(Arc<[u8]>),
    /// JVM maps may have it.
    Null,
    /// JVM maps may have it.
    Bool(bool),
    /// Compared by its bits.
    Float(f64),
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        KeyRef::from(self) == KeyRef::from(other)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        KeyRef::from(self).hash(state);
    }
}

/// A [`Key`] that is borrowed.
#[derive(Clone, Copy, Debug)]
pub enum KeyRef<'a> {
    /// See [`Key::Int`].
    Int(i64),
    /// See [`Key::Text`].
    Text(&'a str),
    /// See [`Key::Bytes`].
    Bytes(&'a [u8]),
    /// See [`Key::Null`].
    Null,
    /// See [`Key::Bool`].
    Bool(bool),
    /// See [`Key::Float`].
    Float(f64),
}

impl KeyRef<'_> {
    /// How many bytes its text or bytes have; 0 if it is neither.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            _ => 0,
        }
    }
}

impl PartialEq for KeyRef<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
            _ => false,
        }
    }
}

impl Eq for KeyRef<'_> {}

impl Hash for KeyRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Int(int) => int.hash(state),
            Self::Text(text) => text.hash(state),
            Self::Bytes(bytes) => bytes.hash(state),
            Self::Null => {}
            Self::Bool(bool) => bool.hash(state),
            Self::Float(float) => float.to_bits().hash(state),
        }
    }
}

impl<'a> From<&'a Key> for KeyRef<'a> {
    #[inline]
    fn from(key: &'a Key) -> Self {
        match key {
            Key::Int(int) => Self::Int(*int),
            Key::Text(text) => Self::Text(text),
            Key::Bytes(bytes) => Self::Bytes(bytes),
            Key::Null => Self::Null,
            Key::Bool(bool) => Self::Bool(*bool),
            Key::Float(float) => Self::Float(*float),
        }
    }
}

impl From<KeyRef<'_>> for Key {
    #[inline]
    fn from(key: KeyRef<'_>) -> Self {
        match key {
            KeyRef::Int(int) => Self::Int(int),
            KeyRef::Text(text) => Self::Text(text.into()),
            KeyRef::Bytes(bytes) => Self::Bytes(bytes.into()),
            KeyRef::Null => Self::Null,
            KeyRef::Bool(bool) => Self::Bool(bool),
            KeyRef::Float(float) => Self::Float(float),
        }
    }
}

/// Which keys of a shape a map lacks.
#[derive(Clone, Copy, Debug)]
pub struct Gaps<'a> {
    bits: &'a [u8],
}

impl<'a> Gaps<'a> {
    /// A bit for each key, 1 if the map lacks it, the first in the lowest bit of the first byte.
    pub(crate) fn new(bits: &'a [u8]) -> Self {
        Self { bits }
    }

    /// The bits, in as few bytes as there can be, the first in the lowest of the first byte; those
    /// behind the last key are 0.
    #[inline]
    pub fn bits(self) -> &'a [u8] {
        self.bits
    }

    /// The indices below `keys` of the keys that the map has.
    #[inline]
    pub fn present(self, keys: usize) -> Present<'a> {
        Present { bits: self.bits, keys, from: 0, word: 0 }
    }

    /// How many keys the map lacks.
    #[inline]
    pub fn count(self) -> usize {
        self.bits.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    /// Whether the map lacks the key at this index.
    #[inline]
    pub fn has(self, at: usize) -> bool {
        self.bits.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1)
    }
}

/// The indices of the keys that a map has; see [`Gaps::present`].
#[derive(Clone, Debug)]
pub struct Present<'a> {
    /// The bits that were not looked at.
    bits: &'a [u8],
    keys: usize,
    /// The index after the last bit of `word`.
    from: usize,
    /// Ones of the keys before it that are still to come.
    word: u64,
}

impl Iterator for Present<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        const BITS: usize = u64::BITS as usize;
        while self.word == 0 {
            if self.from >= self.keys {
                return None;
            }
            let (now, rest) = self.bits.split_at(self.bits.len().min(size_of::<u64>()));
            let mut bytes = [0; size_of::<u64>()];
            bytes[..now.len()].copy_from_slice(now);
            self.bits = rest;
            self.word = !u64::from_le_bytes(bytes);
            let left = self.keys - self.from;
            if left < BITS {
                self.word &= (1 << left) - 1;
            }
            self.from += BITS;
        }
        let at = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(self.from - BITS + at)
    }
}

/// The keys of a map that no map had lately, in order: texts and integers.
#[derive(Clone, Debug)]
pub struct NewKeys<'a> {
    keys: std::slice::Iter<'a, NewKey>,
    texts: &'a str,
    known: &'a [Arc<str>],
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NewKey {
    Int(i64),
    Text(NewText),
    /// The known name of this number.
    Known(u32),
}

/// Where a text begins and ends among others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewText {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl NewKey {
    /// The text that it is; an integer has none.
    #[inline]
    pub(crate) fn name<'a>(self, texts: &'a str, known: &'a [Arc<str>]) -> &'a str {
        match self {
            Self::Text(text) => text.of(texts),
            Self::Known(number) => &known[number as usize],
            Self::Int(_) => "",
        }
    }
}

impl NewText {
    /// The text.
    #[inline]
    pub(crate) fn of(self, texts: &str) -> &str {
        &texts[self.start as usize..self.end as usize]
    }
}

impl<'a> NewKeys<'a> {
    /// Keys whose texts stand in `texts` or are `known` names.
    #[inline]
    pub(crate) fn new(keys: &'a [NewKey], texts: &'a str, known: &'a [Arc<str>]) -> Self {
        Self { keys: keys.iter(), texts, known }
    }
}

impl<'a> Iterator for NewKeys<'a> {
    type Item = KeyRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<KeyRef<'a>> {
        self.keys.next().map(|key| match key {
            NewKey::Int(int) => KeyRef::Int(*int),
            key => KeyRef::Text(key.name(self.texts, self.known)),
        })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.keys.size_hint()
    }
}

impl ExactSizeIterator for NewKeys<'_> {}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

/// An ordered list of distinct keys, with an optional class name. Values of one shape share it.
///
/// ```
/// use std::sync::Arc;
/// use larder::{Key, Map, Shape, Value};
///
/// let keys = vec![Key::from("x"), Key::from("y")];
/// let point = Arc::new(Shape::new(Some("app.Point".into()), keys).expect("the keys differ"));
/// let map = Map::new(point, vec![Value::Int(1), Value::Int(2)]).expect("one value per key");
/// assert_eq!(map.get(&Key::from("y")), Some(&Value::Int(2)));
/// ```
#[derive(Debug)]
pub struct Shape {
    class: Option<Arc<str>>,
    keys: Box<[Key]>,
    /// See [`Shape::remembered`].
    definition: OnceLock<Option<Box<[u8]>>>,
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class && self.keys == other.keys
    }
}

impl Eq for Shape {}

impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.class.hash(state);
        self.keys.hash(state);
    }
}

/// A class and keys that may be a shape.
pub(crate) type ShapeParts = (Option<Arc<str>>, Vec<Key>);

impl Shape {
    /// `None` if two keys are equal.
    pub fn new(class: Option<Arc<str>>, keys: impl Into<Box<[Key]>>) -> Option<Self> {
        let keys = keys.into();
        distinct(&keys).then_some(Self { class, keys, definition: OnceLock::new() })
    }

    /// A shape of keys that a host knows to differ, as those of a hash table do.
    pub fn of_distinct(class: Option<Arc<str>>, keys: impl Into<Box<[Key]>>) -> Self {
        let keys = keys.into();
        debug_assert!(distinct(&keys), "the keys differ");
        Self { class, keys, definition: OnceLock::new() }
    }

    /// As [`Shape::new`], but returns class and keys if two keys are equal.
    pub(crate) fn of(class: Option<Arc<str>>, keys: Vec<Key>) -> Result<Self, ShapeParts> {
        if distinct(&keys) {
            Ok(Self { class, keys: keys.into(), definition: OnceLock::new() })
        } else {
            Err((class, keys))
        }
    }

    /// This shape without the keys that are gaps.
    pub fn without(&self, gaps: Gaps<'_>) -> Self {
        let mut keys = Vec::with_capacity(self.keys.len().saturating_sub(gaps.count()));
        keys.extend(gaps.present(self.keys.len()).map(|at| self.keys[at].clone()));
        Self { class: self.class.clone(), keys: keys.into(), definition: OnceLock::new() }
    }

    /// The class, for an object; `None` for a plain map.
    pub fn class(&self) -> Option<&Arc<str>> {
        self.class.as_ref()
    }

    /// The keys, in order.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// What `define` makes of the shape, which is asked once: a format's definition of it, if there
    /// is one.
    #[inline]
    pub(crate) fn remembered(
        &self,
        define: impl FnOnce(&Self) -> Option<Box<[u8]>>,
    ) -> Option<&[u8]> {
        self.definition.get_or_init(|| define(self)).as_deref()
    }

    /// Whether a shape definition may hold it: every key is text or an integer.
    pub fn is_plain(&self) -> bool {
        self.keys.iter().all(|key| matches!(key, Key::Int(_) | Key::Text(_)))
    }
}

fn distinct(keys: &[Key]) -> bool {
    const FEW: usize = 8;
    const MANY: usize = 256;
    if keys.len() <= FEW {
        return (1..keys.len()).all(|at| !keys[..at].contains(&keys[at]));
    }
    if keys.len() <= MANY && are_marked_alone(keys) {
        return true;
    }
    let mut seen = std::collections::HashSet::with_capacity_and_hasher(
        keys.len(),
        foldhash::quality::RandomState::default(),
    );
    keys.iter().all(|key| seen.insert(key))
}

/// Whether each key has a mark of its own, of some thousands: so they are distinct.
fn are_marked_alone(keys: &[Key]) -> bool {
    const WORDS: usize = 64;
    let mut marks = [0u64; WORDS];
    keys.iter().all(|key| {
        let (first, last, length) = match key {
            Key::Int(int) => (int.cast_unsigned(), 0, 0),
            Key::Text(text) => ends(text.as_bytes()),
            Key::Bytes(bytes) => ends(bytes),
            _ => (0, 0, 0),
        };
        let mixed =
            (first ^ last.rotate_left(23) ^ length << 56).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mark = (mixed >> 52) as usize;
        let word = &mut marks[mark / 64];
        let before = *word;
        *word |= 1 << (mark % 64);
        *word != before
    })
}

/// The first and the last bytes of a name, and its length.
fn ends(name: &[u8]) -> (u64, u64, u64) {
    let word = |bytes: Option<&[u8; 8]>| bytes.map(|bytes| u64::from_le_bytes(*bytes));
    match (word(name.first_chunk()), word(name.last_chunk())) {
        (Some(first), Some(last)) => (first, last, name.len() as u64),
        _ => {
            let all = name.iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
            (all, 0, name.len() as u64)
        }
    }
}
