//! The way out of a host: what an encoder asks of a value.

use std::sync::Arc;

use crate::kind::Kind;
use crate::limits::{Costs, ValueCosts};
use crate::shape::{Key, KeyRef, Shape};
use crate::value::{Extended, Map, Value};

/// Writes the wide bytes of a text into memory that has room for eight bytes more than the text.
/// Gives their length, or `None` if not all of its characters can be wide.
pub type WideOf = fn(&str, &mut [u8]) -> Option<usize>;

/// A host's value, as an encoder sees it. An encoder may look at a value more than once.
///
/// `&Value` is a source. Another host implements this trait for a handle of its own that is cheap
/// to copy, and passes that to [`Encoder::encode`](crate::Encoder::encode).
///
/// ```
/// use larder::source::{ListSource, NoMap, View};
/// use larder::{Decoder, Encoder, Source, Value, ValueCosts};
///
/// /// A table of numbers, or one of its rows, or one number in it.
/// #[derive(Clone, Copy)]
/// enum Table<'a> {
///     Rows(&'a [Vec<i32>]),
///     Row(&'a [i32]),
///     Number(i32),
/// }
///
/// impl<'a> Source<'a> for Table<'a> {
///     type List = Self;
///     type Map = NoMap;
///     type Costs = ValueCosts;
///
///     fn view(self) -> View<'a, Self> {
///         match self {
///             Table::Number(number) => View::Int(number.into()),
///             list => View::List(list),
///         }
///     }
/// }
///
/// impl<'a> ListSource<'a, Self> for Table<'a> {
///     fn len(self) -> usize {
///         match self {
///             Table::Rows(rows) => rows.len(),
///             Table::Row(row) => row.len(),
///             Table::Number(_) => 0,
///         }
///     }
///
///     fn get(self, at: usize) -> Self {
///         match self {
///             Table::Rows(rows) => Table::Row(&rows[at]),
///             Table::Row(row) => Table::Number(row[at]),
///             Table::Number(_) => self,
///         }
///     }
/// }
///
/// let rows = [vec![1, 2], vec![3]];
/// let bytes = Encoder::make(None).encode(Table::Rows(&rows))?;
/// let list = |numbers: &[i64]| Value::List(numbers.iter().copied().map(Value::Int).collect());
/// assert_eq!(Decoder::new().decode(&bytes)?, Value::List(vec![list(&[1, 2]), list(&[3])]));
/// # Ok::<(), larder::Error>(())
/// ```
pub trait Source<'a>: Copy {
    /// A list of the host.
    type List: ListSource<'a, Self>;
    /// A map or object of the host.
    type Map: MapSource<'a, Self>;
    /// What the host's values cost those who read them again.
    type Costs: Costs;

    /// What makes the wide bytes of a text (docs/FORMAT.md, "Wide text") for writers, if the host
    /// has faster means than they.
    const WIDE_OF: Option<WideOf> = None;

    /// What the value is.
    fn view(self) -> View<'a, Self>;

    /// Whether the text that this value is, as [`Source::view`] gives it, is ASCII: a host may have
    /// seen it already.
    #[inline]
    fn is_ascii(self, text: &str) -> bool {
        text.is_ascii()
    }

    /// Whether the value is null; see [`Source::view`].
    #[inline]
    fn is_null(self) -> bool {
        matches!(self.view(), View::Null)
    }

    /// Whether it is known that nothing within is shared or refers to anything; a writer looks
    /// itself where it is not.
    #[inline]
    fn is_tree(self) -> bool {
        false
    }
}

/// What a value is.
pub enum View<'a, S: Source<'a>> {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float of 64 bits.
    Float(f64),
    /// Text.
    Text(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A list.
    List(S::List),
    /// A map or an object.
    Map(S::Map),
    /// What is less common; see [`Extended`].
    Extended(ExtendedView<'a, S>),
}

/// [`Extended`], with the host's own value within.
pub enum ExtendedView<'a, S> {
    /// A value that holds no other.
    Plain(&'a Extended<Value>),
    /// See [`Extended::Typed`].
    Typed(&'a str, S),
    /// See [`Extended::Shared`].
    Shared(S),
    /// See [`Extended::Reference`].
    Reference(S),
    /// See [`Extended::Kind`].
    Kind(&'a Kind, S),
}

/// A list of a host.
pub trait ListSource<'a, S: Source<'a>>: Copy {
    /// How many values it has.
    fn len(self) -> usize;
    /// Whether it has none.
    fn is_empty(self) -> bool {
        self.len() == 0
    }
    /// The value at an index below [`ListSource::len`].
    fn get(self, at: usize) -> S;
}

/// A map or object of a host.
pub trait MapSource<'a, S: Source<'a>>: Copy {
    /// Keeps [`MapSource::identity`] from being given to another shape.
    type Retained;

    /// A number that two maps share only if they have the same keys in the same order and the same
    /// class.
    fn identity(self) -> usize;
    /// While this is kept, the identity means this shape.
    fn retain(self) -> Self::Retained;
    /// Keys and class.
    fn shape(self) -> &'a Shape;
    /// The value of the key at an index.
    fn get(self, at: usize) -> S;

    /// Whether identity and shape are at hand. Where they are not, a host makes a shape when it is
    /// asked for one, so a writer does with the keys one by one if it can.
    #[inline]
    fn has_shape(self) -> bool {
        true
    }

    /// Whether a shape that is not at hand is worth making, as its keys came lately. A writer asks
    /// once for each map, and does without a shape if not.
    #[inline]
    fn comes_again(self) -> bool {
        true
    }

    /// How many keys it has.
    #[inline]
    fn len(self) -> usize {
        self.shape().keys().len()
    }

    /// Whether it has none.
    #[inline]
    fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The key at an index below [`MapSource::len`].
    #[inline]
    fn key(self, at: usize) -> KeyRef<'a> {
        (&self.shape().keys()[at]).into()
    }

    /// Whether a key is the same as one of another map.
    #[inline]
    fn is_key_of(self, at: usize, other: Self, other_at: usize) -> bool {
        self.key(at) == other.key(other_at)
    }

    /// The hash of a key, of a host that has it: of equal keys the same in all maps. Who chooses
    /// the keys may choose hashes that collide only as far as that costs the host itself as much.
    #[inline]
    fn key_hash(self, _at: usize) -> Option<u64> {
        None
    }

    /// The class, for an object.
    #[inline]
    fn class(self) -> Option<&'a str> {
        self.shape().class().map(|class| &**class)
    }

    /// Whether another map has the same keys in the same order, and the same class.
    #[inline]
    fn is_alike(self, other: Self) -> bool {
        self.identity() == other.identity() || self.shape() == other.shape()
    }
}

impl<'a> Source<'a> for &'a Value {
    type List = &'a [Value];
    type Map = &'a Map;
    type Costs = ValueCosts;

    #[inline]
    fn view(self) -> View<'a, Self> {
        match self {
            Value::Null => View::Null,
            Value::Bool(bool) => View::Bool(*bool),
            Value::Int(int) => View::Int(*int),
            Value::Float(float) => View::Float(*float),
            Value::Text(text) => View::Text(text),
            Value::Bytes(bytes) => View::Bytes(bytes),
            Value::List(list) => View::List(list.as_slice()),
            Value::Map(map) => View::Map(map),
            Value::Extended(extended) => View::Extended(match &**extended {
                Extended::Typed { class, value } => ExtendedView::Typed(class, value),
                Extended::Shared(value) => ExtendedView::Shared(value),
                Extended::Reference(value) => ExtendedView::Reference(value),
                Extended::Kind { kind, value } => ExtendedView::Kind(kind, value),
                plain => ExtendedView::Plain(plain),
            }),
        }
    }
}

impl<'a> ListSource<'a, &'a Value> for &'a [Value] {
    #[inline]
    fn len(self) -> usize {
        self.len()
    }

    #[inline]
    fn get(self, at: usize) -> &'a Value {
        &self[at]
    }
}

impl<'a> MapSource<'a, &'a Value> for &'a Map {
    type Retained = Arc<Shape>;

    #[inline]
    fn identity(self) -> usize {
        Arc::as_ptr(Map::shape(self)).addr()
    }

    fn retain(self) -> Arc<Shape> {
        Map::shape(self).clone()
    }

    #[inline]
    fn shape(self) -> &'a Shape {
        Map::shape(self)
    }

    #[inline]
    fn get(self, at: usize) -> &'a Value {
        &self.values()[at]
    }
}

/// A key as a value.
impl<'a> Source<'a> for &'a Key {
    type List = &'a [Key];
    type Map = NoMap;
    type Costs = ValueCosts;

    #[inline]
    fn view(self) -> View<'a, Self> {
        match self {
            Key::Int(int) => View::Int(*int),
            Key::Text(text) => View::Text(text),
            Key::Bytes(bytes) => View::Bytes(bytes),
            Key::Null => View::Null,
            Key::Bool(bool) => View::Bool(*bool),
            Key::Float(float) => View::Float(*float),
        }
    }
}

impl<'a> ListSource<'a, &'a Key> for &'a [Key] {
    fn len(self) -> usize {
        self.len()
    }

    fn get(self, at: usize) -> &'a Key {
        &self[at]
    }
}

/// The map of a host that has none.
#[derive(Clone, Copy)]
pub enum NoMap {}

impl<'a, S: Source<'a>> MapSource<'a, S> for NoMap {
    type Retained = ();

    fn identity(self) -> usize {
        match self {}
    }

    fn retain(self) {}

    fn shape(self) -> &'a Shape {
        match self {}
    }

    fn get(self, _: usize) -> S {
        match self {}
    }
}
