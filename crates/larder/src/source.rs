//! The way out of a host: what a writer asks of a value.

use std::sync::Arc;

use crate::kind::Kind;
use crate::limits::{Costs, ValueCosts};
use crate::shape::{Key, Shape};
use crate::value::{Extended, Map, Value};

/// A host's value, as a writer sees it. A writer may look at a value more than once.
pub trait Source<'a>: Copy {
    /// A list of the host.
    type List: ListSource<'a, Self>;
    /// A map or object of the host.
    type Map: MapSource<'a, Self>;
    /// What the host's values cost those who read them again.
    type Costs: Costs;

    /// What the value is.
    fn view(self) -> View<'a, Self>;

    /// Whether the text that this value is, as [`Source::view`] gives it, is ASCII: a host may have
    /// seen it already.
    #[inline]
    fn is_ascii(self, text: &str) -> bool {
        text.is_ascii()
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

/// Keys hold no maps.
#[derive(Clone, Copy)]
pub enum NoMap {}

impl<'a> MapSource<'a, &'a Key> for NoMap {
    type Retained = ();

    fn identity(self) -> usize {
        match self {}
    }

    fn retain(self) {}

    fn shape(self) -> &'a Shape {
        match self {}
    }

    fn get(self, _: usize) -> &'a Key {
        match self {}
    }
}
