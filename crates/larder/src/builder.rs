//! The way into a host: the events of a decoder.

use std::marker::PhantomData;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::error::{Error, ErrorKind, Result};
use crate::kind::Kind;
use crate::limits::{Costs, Limits, ValueCosts};
use crate::shape::{Gaps, Key, KeyRef, NewKeys, Shape};
use crate::value::{Extended, Map, Value};

/// Writes the text of some bytes to the start of a vector, which grows if it is too short, and
/// stays longer than the text. Gives the text's length, or `None` if a character is cut.
pub type FormatWide = fn(&[u8], &mut Vec<u8>) -> Option<usize>;

/// Takes a decoder's events, in the order of the value, and makes the host's own value of them.
///
/// Each event appends what it makes to the values `to` which it belongs, so a host needs no stack
/// and nothing is moved. A host that only writes (text, for example) has `()` for values.
///
/// [`ValueBuilder`] builds a [`Value`], and [`Discard`] builds nothing:
///
/// ```
/// use larder::{Decoder, Discard, Encoder, Value, ValueBuilder, ValueCosts};
///
/// let bytes = Encoder::new().encode(&Value::Bool(true))?;
/// let mut decoder = Decoder::new();
/// let value = decoder.decode_with(&bytes, &mut ValueBuilder::new())?;
/// assert_eq!(value, Value::Bool(true));
///
/// // Whether the bytes are a valid value that fits the limits.
/// decoder.decode_with(&bytes, &mut Discard::<ValueCosts>::default())?;
/// # Ok::<(), larder::Error>(())
/// ```
pub trait Builder {
    /// The host's value, when it is whole.
    type Value;
    /// The values of a list or map that is being filled, or the one value of all.
    type Values;
    /// A text that was made before it has a place, as it may have many.
    type Text;
    /// What the host's values take: readers charge it before they give a value.
    type Costs: Costs;

    /// Whether several maps of one list can be filled side by side: each gets its first value, then
    /// each its second. A reader may do so if no object is among the values.
    const SIDE_BY_SIDE: bool = false;

    /// What writes the text of wide bytes (docs/FORMAT.md, "Wide text") for readers, if the host
    /// has faster means than they.
    const FORMAT_WIDE: Option<FormatWide> = None;

    /// Whether maps of keys that no map had lately begin with these ([`Builder::new_map`]). A host
    /// that needs their shape has none of it.
    const TAKES_NEW_KEYS: bool = false;

    /// Bytes that were taken beyond [`Builder::Costs`] since this was asked last: by a class, say,
    /// which costs do not know. Readers ask after each map, object and [`Extended`].
    #[inline]
    fn taken(&mut self) -> usize {
        0
    }

    /// Where the one value goes.
    fn root(&mut self) -> Self::Values;
    /// The one value.
    fn finish(&mut self, root: Self::Values) -> Result<Self::Value>;

    /// Nothing.
    fn null(&mut self, to: &mut Self::Values) -> Result<()>;
    /// True or false.
    fn bool(&mut self, to: &mut Self::Values, bool: bool) -> Result<()>;
    /// An integer.
    fn int(&mut self, to: &mut Self::Values, int: i64) -> Result<()>;
    /// A float.
    fn float(&mut self, to: &mut Self::Values, float: f64) -> Result<()>;
    /// Text.
    fn text(&mut self, to: &mut Self::Values, text: &str) -> Result<()>;
    /// Text, if the bytes are UTF-8; else false, and nothing was put. A host whose texts may be any
    /// bytes need not look at them.
    #[inline]
    fn utf8(&mut self, to: &mut Self::Values, bytes: &[u8]) -> Result<bool> {
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => self.text(to, text).map(|()| true),
            Err(_) => Ok(false),
        }
    }
    /// Text that a reader has made, so that it need not be looked at: UTF-8, without which it is an
    /// error.
    #[inline]
    fn made_text(&mut self, to: &mut Self::Values, bytes: &[u8]) -> Result<()> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.text(to, text),
            Err(_) => Err(Error::new(ErrorKind::InvalidUtf8, "text that is not UTF-8")),
        }
    }
    /// Text that many values have, before the first of them; `None` if the bytes are not UTF-8,
    /// which a host whose texts are bytes need not see.
    fn make_text(&mut self, utf8: &[u8]) -> Result<Option<Self::Text>>;
    /// A text that was made.
    fn copy_text(&mut self, to: &mut Self::Values, text: &Self::Text) -> Result<()>;
    /// Text that many values share: a host that can will share it as well.
    fn shared_text(&mut self, to: &mut Self::Values, text: &SmolStr) -> Result<()> {
        self.text(to, text)
    }
    /// Bytes.
    fn bytes(&mut self, to: &mut Self::Values, bytes: &[u8]) -> Result<()>;
    /// A value that holds no other.
    fn extended(&mut self, to: &mut Self::Values, extended: Extended<Value>) -> Result<()>;

    /// A list of `len` values begins.
    fn list(&mut self, len: usize) -> Result<Self::Values>;
    /// It ends.
    fn end_list(&mut self, to: &mut Self::Values, list: Self::Values) -> Result<()>;

    /// A map or object begins.
    fn map(&mut self, shape: &Arc<Shape>) -> Result<Self::Values>;
    /// The value of the key at this index follows.
    #[inline]
    fn key(&mut self, _map: &mut Self::Values, _at: usize) -> Result<()> {
        Ok(())
    }
    /// The map or object ends; it has a value for each key.
    fn end_map(
        &mut self,
        to: &mut Self::Values,
        shape: &Arc<Shape>,
        map: Self::Values,
    ) -> Result<()>;

    /// A map or object begins that has only some keys of a shape, in its order. [`Builder::key`]
    /// follows for each of them, with the index that it has in the shape.
    fn gap_map(&mut self, shape: &Arc<Shape>, gaps: Gaps<'_>) -> Result<Self::Values>;
    /// It ends; it has a value for each key that is no gap.
    fn end_gap_map(
        &mut self,
        to: &mut Self::Values,
        shape: &Arc<Shape>,
        gaps: Gaps<'_>,
        map: Self::Values,
    ) -> Result<()>;

    /// A map of these keys begins, if the host [takes](Builder::TAKES_NEW_KEYS) them; its values
    /// follow, and [`Builder::end_keyed_map`]. A host that takes them tells whether they differ.
    #[inline]
    fn new_map(&mut self, keys: NewKeys<'_>) -> Result<Self::Values> {
        self.keyed_map(keys.len())
    }

    /// A map of `len` keys begins that other maps do not have: each comes before its value.
    fn keyed_map(&mut self, len: usize) -> Result<Self::Values>;
    /// The value of this key follows. A key that the map has already is
    /// [`ErrorKind::DuplicateKey`], here or when the map ends.
    fn keyed(&mut self, map: &mut Self::Values, key: KeyRef<'_>) -> Result<()>;
    /// As [`Builder::keyed`] with a text, if the bytes are UTF-8; else false, and there is no key.
    #[inline]
    fn keyed_utf8(&mut self, map: &mut Self::Values, bytes: &[u8]) -> Result<bool> {
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => self.keyed(map, KeyRef::Text(text)).map(|()| true),
            Err(_) => Ok(false),
        }
    }
    /// It ends.
    fn end_keyed_map(&mut self, to: &mut Self::Values, map: Self::Values) -> Result<()>;

    /// A map or object begins whose keys come one by one; about `len` of them, or 0 if that is not
    /// known. It ends with [`Builder::end_map`].
    fn open_map(&mut self, class: Option<&Arc<str>>, len: usize) -> Result<Self::Values>;
    /// The value of this key follows.
    #[inline]
    fn open_key(&mut self, _map: &mut Self::Values, _key: &Key) -> Result<()> {
        Ok(())
    }
    /// Keys came twice in such a map: of its values only those at these indices stay, in this
    /// order. The keys of the shape are theirs.
    fn keep(&mut self, map: &mut Self::Values, kept: &[usize]) -> Result<()>;

    /// A value with a class of its own begins; see [`Extended::Typed`].
    fn typed(&mut self, class: &Arc<str>) -> Result<Self::Values>;
    /// It ends.
    fn end_typed(
        &mut self,
        to: &mut Self::Values,
        class: &Arc<str>,
        value: Self::Values,
    ) -> Result<()>;
    /// A shared value (or, with `reference`, a PHP reference) of this number begins.
    fn shared(&mut self, number: u64, reference: bool) -> Result<Self::Values>;
    /// It ends.
    fn end_shared(
        &mut self,
        to: &mut Self::Values,
        number: u64,
        reference: bool,
        value: Self::Values,
    ) -> Result<()>;

    /// The value that was put last is of this kind. A host without kinds leaves it as it is.
    #[inline]
    fn kind(&mut self, _to: &mut Self::Values, _kind: &Kind) -> Result<()> {
        Ok(())
    }
}

/// A map has a key twice.
#[cold]
fn duplicate_key() -> Error {
    Error::new(ErrorKind::DuplicateKey, "a map has a key twice")
}

/// Builds a [`Value`].
#[derive(Debug, Default)]
pub struct ValueBuilder {
    /// Kept for the next root.
    spare: Vec<Value>,
    /// Keys of the keyed maps that have begun and not ended, those of the innermost last.
    keys: Vec<Key>,
    gap_shape: Option<GapShape>,
}

/// The last shape of which a map lacked keys, those that it lacked, and the shape of the others.
#[derive(Debug)]
struct GapShape {
    of: Arc<Shape>,
    gaps: Box<[u8]>,
    shape: Arc<Shape>,
}

const _: () = assert!(size_of::<Value>() == Limits::VALUE_BYTES);

impl ValueBuilder {
    /// A builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// The shape of the keys that are no gaps.
    fn shape_without(&mut self, shape: &Arc<Shape>, gaps: Gaps<'_>) -> Arc<Shape> {
        match &mut self.gap_shape {
            Some(last) if Arc::ptr_eq(&last.of, shape) => {
                if *last.gaps != *gaps.bits() {
                    last.gaps.copy_from_slice(gaps.bits());
                    last.shape = Arc::new(shape.without(gaps));
                }
                last.shape.clone()
            }
            other => {
                let without = Arc::new(shape.without(gaps));
                *other = Some(GapShape {
                    of: shape.clone(),
                    gaps: gaps.bits().into(),
                    shape: without.clone(),
                });
                without
            }
        }
    }
}

impl Builder for ValueBuilder {
    type Value = Value;
    type Values = Vec<Value>;
    type Text = SmolStr;
    type Costs = ValueCosts;

    const SIDE_BY_SIDE: bool = true;

    #[inline]
    fn root(&mut self) -> Vec<Value> {
        /// More keys are not kept for another value.
        const MAX_KEYS: usize = 256;
        if self.gap_shape.as_ref().is_some_and(|last| last.of.keys().len() > MAX_KEYS) {
            self.gap_shape = None;
        }
        self.keys.clear();
        self.keys.shrink_to(MAX_KEYS);
        std::mem::take(&mut self.spare)
    }

    #[inline]
    fn finish(&mut self, mut root: Vec<Value>) -> Result<Value> {
        let value = root.pop().unwrap_or(Value::Null);
        self.spare = root;
        Ok(value)
    }

    #[inline]
    fn null(&mut self, to: &mut Vec<Value>) -> Result<()> {
        to.push(Value::Null);
        Ok(())
    }

    #[inline]
    fn bool(&mut self, to: &mut Vec<Value>, bool: bool) -> Result<()> {
        to.push(Value::Bool(bool));
        Ok(())
    }

    #[inline]
    fn int(&mut self, to: &mut Vec<Value>, int: i64) -> Result<()> {
        to.push(Value::Int(int));
        Ok(())
    }

    #[inline]
    fn float(&mut self, to: &mut Vec<Value>, float: f64) -> Result<()> {
        to.push(Value::Float(float));
        Ok(())
    }

    #[inline]
    fn text(&mut self, to: &mut Vec<Value>, text: &str) -> Result<()> {
        to.push(Value::Text(text.into()));
        Ok(())
    }

    fn make_text(&mut self, utf8: &[u8]) -> Result<Option<SmolStr>> {
        Ok(simdutf8::basic::from_utf8(utf8).ok().map(SmolStr::from))
    }

    #[inline]
    fn copy_text(&mut self, to: &mut Vec<Value>, text: &SmolStr) -> Result<()> {
        self.shared_text(to, text)
    }

    #[inline]
    fn shared_text(&mut self, to: &mut Vec<Value>, text: &SmolStr) -> Result<()> {
        to.push(Value::Text(text.clone()));
        Ok(())
    }

    fn bytes(&mut self, to: &mut Vec<Value>, bytes: &[u8]) -> Result<()> {
        to.push(Value::Bytes(bytes.into()));
        Ok(())
    }

    fn extended(&mut self, to: &mut Vec<Value>, extended: Extended<Value>) -> Result<()> {
        to.push(extended.into());
        Ok(())
    }

    #[inline]
    fn list(&mut self, len: usize) -> Result<Vec<Value>> {
        Ok(Vec::with_capacity(len))
    }

    #[inline]
    fn end_list(&mut self, to: &mut Vec<Value>, list: Vec<Value>) -> Result<()> {
        to.push(Value::List(list));
        Ok(())
    }

    #[inline]
    fn map(&mut self, shape: &Arc<Shape>) -> Result<Vec<Value>> {
        Ok(Vec::with_capacity(shape.keys().len()))
    }

    #[inline]
    fn end_map(&mut self, to: &mut Vec<Value>, shape: &Arc<Shape>, map: Vec<Value>) -> Result<()> {
        to.push(Value::Map(Map::whole(shape.clone(), map)));
        Ok(())
    }

    fn gap_map(&mut self, shape: &Arc<Shape>, gaps: Gaps<'_>) -> Result<Vec<Value>> {
        Ok(Vec::with_capacity(shape.keys().len().saturating_sub(gaps.count())))
    }

    fn end_gap_map(
        &mut self,
        to: &mut Vec<Value>,
        shape: &Arc<Shape>,
        gaps: Gaps<'_>,
        map: Vec<Value>,
    ) -> Result<()> {
        to.push(Value::Map(Map::whole(self.shape_without(shape, gaps), map)));
        Ok(())
    }

    #[inline]
    fn keyed_map(&mut self, len: usize) -> Result<Vec<Value>> {
        Ok(Vec::with_capacity(len))
    }

    #[inline]
    fn keyed(&mut self, _: &mut Vec<Value>, key: KeyRef<'_>) -> Result<()> {
        self.keys.push(key.into());
        Ok(())
    }

    fn end_keyed_map(&mut self, to: &mut Vec<Value>, map: Vec<Value>) -> Result<()> {
        let first = self.keys.len() - map.len();
        let keys: Vec<Key> = self.keys.drain(first..).collect();
        let shape = Shape::new(None, keys).ok_or_else(duplicate_key)?;
        to.push(Value::Map(Map::whole(shape.into(), map)));
        Ok(())
    }

    #[inline]
    fn open_map(&mut self, _: Option<&Arc<str>>, len: usize) -> Result<Vec<Value>> {
        Ok(Vec::with_capacity(len))
    }

    fn keep(&mut self, map: &mut Vec<Value>, kept: &[usize]) -> Result<()> {
        *map = kept.iter().map(|at| std::mem::replace(&mut map[*at], Value::Null)).collect();
        Ok(())
    }

    fn typed(&mut self, _: &Arc<str>) -> Result<Vec<Value>> {
        Ok(Vec::with_capacity(1))
    }

    fn end_typed(
        &mut self,
        to: &mut Vec<Value>,
        class: &Arc<str>,
        mut value: Vec<Value>,
    ) -> Result<()> {
        let value = value.pop().unwrap_or(Value::Null);
        to.push(Extended::Typed { class: class.clone(), value }.into());
        Ok(())
    }

    fn shared(&mut self, _: u64, _: bool) -> Result<Vec<Value>> {
        Ok(Vec::with_capacity(1))
    }

    fn end_shared(
        &mut self,
        to: &mut Vec<Value>,
        _: u64,
        reference: bool,
        mut value: Vec<Value>,
    ) -> Result<()> {
        let value = value.pop().unwrap_or(Value::Null);
        to.push(
            if reference { Extended::Reference(value) } else { Extended::Shared(value) }.into(),
        );
        Ok(())
    }

    fn kind(&mut self, to: &mut Vec<Value>, kind: &Kind) -> Result<()> {
        if let Some(value) = to.last_mut() {
            let plain = std::mem::replace(value, Value::Null);
            *value = Extended::Kind { kind: kind.clone(), value: plain }.into();
        }
        Ok(())
    }
}

/// Takes a decoder's events and keeps nothing. What remains is whether the bytes are a valid value
/// that costs a host no more than the limits allow.
#[derive(Debug)]
pub struct Discard<C = ValueCosts> {
    taken: usize,
    costs: PhantomData<C>,
}

impl<C> Default for Discard<C> {
    fn default() -> Self {
        Self { taken: 0, costs: PhantomData }
    }
}

impl<C: Costs> Builder for Discard<C> {
    type Value = ();
    /// The keys of a keyed map.
    type Values = Vec<Key>;
    type Text = ();
    type Costs = C;

    #[inline]
    fn taken(&mut self) -> usize {
        std::mem::take(&mut self.taken)
    }

    fn root(&mut self) -> Vec<Key> {
        Vec::new()
    }

    fn finish(&mut self, _: Vec<Key>) -> Result<()> {
        Ok(())
    }

    fn null(&mut self, _: &mut Vec<Key>) -> Result<()> {
        Ok(())
    }

    fn bool(&mut self, _: &mut Vec<Key>, _: bool) -> Result<()> {
        Ok(())
    }

    fn int(&mut self, _: &mut Vec<Key>, _: i64) -> Result<()> {
        Ok(())
    }

    fn float(&mut self, _: &mut Vec<Key>, _: f64) -> Result<()> {
        Ok(())
    }

    fn text(&mut self, _: &mut Vec<Key>, _: &str) -> Result<()> {
        Ok(())
    }

    fn made_text(&mut self, _: &mut Vec<Key>, _: &[u8]) -> Result<()> {
        Ok(())
    }

    fn make_text(&mut self, utf8: &[u8]) -> Result<Option<()>> {
        Ok(simdutf8::basic::from_utf8(utf8).ok().map(|_| ()))
    }

    fn copy_text(&mut self, _: &mut Vec<Key>, (): &()) -> Result<()> {
        Ok(())
    }

    fn bytes(&mut self, _: &mut Vec<Key>, _: &[u8]) -> Result<()> {
        Ok(())
    }

    fn extended(&mut self, _: &mut Vec<Key>, _: Extended<Value>) -> Result<()> {
        Ok(())
    }

    fn list(&mut self, _: usize) -> Result<Vec<Key>> {
        Ok(Vec::new())
    }

    fn end_list(&mut self, _: &mut Vec<Key>, _: Vec<Key>) -> Result<()> {
        Ok(())
    }

    fn map(&mut self, shape: &Arc<Shape>) -> Result<Vec<Key>> {
        self.taken = shape.class().map_or(0, |class| C::object(class));
        Ok(Vec::new())
    }

    fn end_map(&mut self, _: &mut Vec<Key>, _: &Arc<Shape>, _: Vec<Key>) -> Result<()> {
        Ok(())
    }

    fn gap_map(&mut self, shape: &Arc<Shape>, _: Gaps<'_>) -> Result<Vec<Key>> {
        self.map(shape)
    }

    fn end_gap_map(
        &mut self,
        _: &mut Vec<Key>,
        _: &Arc<Shape>,
        _: Gaps<'_>,
        _: Vec<Key>,
    ) -> Result<()> {
        Ok(())
    }

    fn keyed_map(&mut self, len: usize) -> Result<Vec<Key>> {
        Ok(Vec::with_capacity(len))
    }

    fn keyed(&mut self, map: &mut Vec<Key>, key: KeyRef<'_>) -> Result<()> {
        map.push(key.into());
        Ok(())
    }

    fn end_keyed_map(&mut self, _: &mut Vec<Key>, map: Vec<Key>) -> Result<()> {
        Shape::new(None, map).map(drop).ok_or_else(duplicate_key)
    }

    fn open_map(&mut self, _: Option<&Arc<str>>, _: usize) -> Result<Vec<Key>> {
        Ok(Vec::new())
    }

    fn keep(&mut self, _: &mut Vec<Key>, _: &[usize]) -> Result<()> {
        Ok(())
    }

    fn typed(&mut self, class: &Arc<str>) -> Result<Vec<Key>> {
        self.taken = C::object(class);
        Ok(Vec::new())
    }

    fn end_typed(&mut self, _: &mut Vec<Key>, _: &Arc<str>, _: Vec<Key>) -> Result<()> {
        Ok(())
    }

    fn shared(&mut self, _: u64, _: bool) -> Result<Vec<Key>> {
        Ok(Vec::new())
    }

    fn end_shared(&mut self, _: &mut Vec<Key>, _: u64, _: bool, _: Vec<Key>) -> Result<()> {
        Ok(())
    }
}
