//! The library's own host: a value as a tree.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::kind::Kind;
use crate::shape::{Key, Shape};

/// Any value that a cache holds, of PHP or the JVM, exactly.
///
/// Equality is exact too: floats are equal if their bits are, maps if their keys are in the same
/// order.
///
/// ```
/// use larder::{Extended, Key, Map, Value};
///
/// let user = Map::from_pairs([
///     (Key::from("name"), Value::from("Ada")),
///     (Key::from("born"), Value::from(Extended::Date(-56_270))),
/// ]);
/// let user = user.expect("the keys differ");
/// assert_eq!(user.get(&Key::from("name")), Some(&Value::from("Ada")));
/// let users = Value::List(vec![Value::Map(user)]);
/// assert_eq!(users.clone(), users);
/// ```
#[derive(Clone, Debug)]
pub enum Value {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// An integer of 64 bits; larger ones are [`Extended::BigInt`].
    Int(i64),
    /// A float of 64 bits.
    Float(f64),
    /// UTF-8 text. One of up to 23 bytes stands in the value itself; longer ones can be shared.
    Text(SmolStr),
    /// Bytes that are no text, or are not to be taken for text.
    Bytes(Arc<[u8]>),
    /// A list.
    List(Vec<Value>),
    /// A map, or an object.
    Map(Map),
    /// What is less common.
    Extended(Box<Extended<Value>>),
}

/// Keys in order, each with a value; with a class, an object.
#[derive(Clone, Debug)]
pub struct Map {
    shape: Arc<Shape>,
    values: Box<[Value]>,
}

/// Values beyond JSON's; `V` is the host's value.
#[derive(Clone, Debug)]
pub enum Extended<V> {
    /// An integer beyond 64 bits, in two's complement, most significant byte first, as short as it
    /// can be.
    BigInt(Box<[u8]>),
    /// A float of 32 bits.
    Float32(f32),
    /// A decimal number: an integer as in [`Extended::BigInt`] (of any size), divided by ten to the
    /// power of `scale`.
    Decimal {
        /// The integer.
        unscaled: Box<[u8]>,
        /// Digits after the point; may be negative.
        scale: i32,
    },
    /// A date: days since 1970-01-01.
    Date(i64),
    /// A time of day, in nanoseconds since midnight.
    Time(u64),
    /// A date and time of no zone: seconds since 1970-01-01 00:00:00, and nanoseconds below a
    /// second.
    DateTime(i64, u32),
    /// A moment: seconds since 1970-01-01 00:00:00 UTC, and nanoseconds below a second.
    Instant(i64, u32),
    /// A moment in a zone: local seconds and nanoseconds as in [`Extended::DateTime`], the offset
    /// from UTC in seconds, and the zone's name, empty if it has none.
    Zoned(i64, u32, i32, Arc<str>),
    /// A length of time: seconds, and nanoseconds below a second.
    Duration(i64, u32),
    /// A UUID.
    Uuid([u8; 16]),
    /// A case of an enumeration, by name.
    Enum {
        /// The enumeration.
        class: Arc<str>,
        /// The case.
        case: Arc<str>,
    },
    /// An object that wrote itself as bytes (PHP's `Serializable`).
    Custom {
        /// Its class.
        class: Arc<str>,
        /// What it wrote.
        bytes: Arc<[u8]>,
    },
    /// A value of a class that is known by the class's name alone: a collection's concrete type,
    /// the state of an object that serializes itself.
    Typed {
        /// The class.
        class: Arc<str>,
        /// Its state.
        value: V,
    },
    /// A value that is met again as [`Extended::Again`]; such values are numbered from 0 in the
    /// order in which they begin.
    Shared(V),
    /// A PHP reference (`&`) that is met again as [`Extended::Again`]; numbered along with
    /// [`Extended::Shared`].
    Reference(V),
    /// The very object, or the very reference, of that number.
    Again(u64),
    /// A value that a host distinguishes from others that are the same here.
    Kind {
        /// What it was.
        kind: Kind,
        /// The value, as every other host takes it.
        value: V,
    },
}

impl Map {
    /// A map of this shape; `None` if the number of values is another than that of keys.
    pub fn new(shape: Arc<Shape>, values: impl Into<Box<[Value]>>) -> Option<Self> {
        let values = values.into();
        (shape.keys().len() == values.len()).then_some(Self { shape, values })
    }

    /// A map of as many values as the shape has keys.
    #[inline]
    pub(crate) fn whole(shape: Arc<Shape>, values: Vec<Value>) -> Self {
        debug_assert_eq!(shape.keys().len(), values.len());
        Self { shape, values: values.into_boxed_slice() }
    }

    /// A map with a shape of its own; `None` if two keys are equal.
    pub fn from_pairs(pairs: impl IntoIterator<Item = (Key, Value)>) -> Option<Self> {
        let (keys, values): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        Self::new(Shape::new(None, keys)?.into(), values)
    }

    /// The keys and the class.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// The values, in the order of the keys.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The value of a key.
    pub fn get(&self, key: &Key) -> Option<&Value> {
        let at = self.shape.keys().iter().position(|other| other == key)?;
        self.values.get(at)
    }

    /// Keys and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Value)> {
        self.shape.keys().iter().zip(&self.values)
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.shape, &other.shape) || self.shape == other.shape)
            && self.values == other.values
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a == b,
            (Self::Extended(a), Self::Extended(b)) => a == b,
            _ => false,
        }
    }
}

impl<V: PartialEq> PartialEq for Extended<V> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::BigInt(a), Self::BigInt(b)) => a == b,
            (Self::Float32(a), Self::Float32(b)) => a.to_bits() == b.to_bits(),
            (Self::Decimal { unscaled: a, scale: b }, Self::Decimal { unscaled: c, scale: d }) => {
                a == c && b == d
            }
            (Self::Date(a), Self::Date(b)) => a == b,
            (Self::Time(a), Self::Time(b)) | (Self::Again(a), Self::Again(b)) => a == b,
            (Self::DateTime(a, b), Self::DateTime(c, d))
            | (Self::Instant(a, b), Self::Instant(c, d))
            | (Self::Duration(a, b), Self::Duration(c, d)) => a == c && b == d,
            (Self::Zoned(a, b, c, d), Self::Zoned(e, f, g, h)) => {
                a == e && b == f && c == g && d == h
            }
            (Self::Uuid(a), Self::Uuid(b)) => a == b,
            (Self::Enum { class: a, case: b }, Self::Enum { class: c, case: d }) => {
                a == c && b == d
            }
            (Self::Custom { class: a, bytes: b }, Self::Custom { class: c, bytes: d }) => {
                a == c && b == d
            }
            (Self::Typed { class: a, value: b }, Self::Typed { class: c, value: d }) => {
                a == c && b == d
            }
            (Self::Kind { kind: a, value: b }, Self::Kind { kind: c, value: d }) => {
                a == c && b == d
            }
            (Self::Shared(a), Self::Shared(b)) | (Self::Reference(a), Self::Reference(b)) => a == b,
            _ => false,
        }
    }
}

impl From<Extended<Value>> for Value {
    fn from(extended: Extended<Value>) -> Self {
        Self::Extended(Box::new(extended))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<Key> for Value {
    fn from(key: Key) -> Self {
        match key {
            Key::Int(int) => Self::Int(int),
            Key::Text(text) => Self::Text(text.into()),
            Key::Bytes(bytes) => Self::Bytes(bytes),
            Key::Null => Self::Null,
            Key::Bool(bool) => Self::Bool(bool),
            Key::Float(float) => Self::Float(float),
        }
    }
}
