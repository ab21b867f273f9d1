//! Hessian 2.0 ("Hessian 2.0 Serialization Protocol") and 1.0 ("Hessian 1.0 Specification"), both
//! of Caucho.
//!
//! Bytes do not say of which version they are, and the same letters stand for other things in each.
//! So all the bytes are read as a value of 2.0 first, and if that fails, as one of 1.0.
//! If they are neither, the error is that of the version that came further, or of 2.0. Bytes that
//! are a value of both are taken for 2.0: what writers write so are scalars that mean the same in
//! both (`N`, `T`, `I` and four bytes).
//!
//! | in Hessian | here |
//! | --- | --- |
//! | null, booleans, integers, doubles, binary data | these |
//! | a date | [`Extended::Instant`] |
//! | a string | text; with half of a surrogate pair, bytes of the class `java.lang.String`, in
//! which the half has three bytes |
//! | XML (1.0) | text of the class `org.w3c.dom.Node` |
//! | a list without a type | a list |
//! | a list with one | a list of that class (`java.util.LinkedList`, `[int`) |
//! | a map without a type | a map |
//! | a map with one | in 2.0 a map of that class; in 1.0, which has no objects, an object if all of
//! its keys are text |
//! | a map whose keys are not all of one type, or no scalars, or come twice | a list of lists of
//! two, of the map's class; without one, of `java.util.HashMap` |
//! | an object | an object; `java.math.BigDecimal` is [`Extended::Decimal`] and `java.util.UUID` is
//! [`Extended::Uuid`], if their fields are as Caucho writes them |
//! | a remote object (1.0) | an object with `@remote` |
//! | a reference | shared |
//!
//! Calls and replies, which begin with their version, are [`ErrorKind::Unsupported`]. Caucho's
//! writer has no types for integers below 32 bits and for floats, and writes some of them as
//! doubles and others as objects of its own (`com.caucho.hessian.io.FloatHandle`): they are shown
//! as they stand.
//!
//! The tag `5F` is read as thousandths, as Caucho's own classes write and read it, not as the float
//! of 32 bits of the document's section 4.4.5.

mod tokens;

use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use foldhash::quality::RandomState;

use self::tokens::{Chunks, Token, Tokens, Version};
use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::number;
use crate::format::reading::{OpenMap, ReadFormat, Reading};
use crate::limits::Limits;
use crate::shape::KeyRef;
use crate::value::Extended;

const STRING: &str = "java.lang.String";
const HASH_MAP: &str = "java.util.HashMap";
const BIG_DECIMAL: &str = "java.math.BigDecimal";
const UUID: &str = "java.util.UUID";
const XML: &str = "org.w3c.dom.Node";

pub struct Hessian;

impl ReadFormat for Hessian {
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let (version, found) = match look(reading, Version::Two) {
            Ok(found) => (Version::Two, found),
            Err(error) => match look(reading, Version::One) {
                Ok(found) => (Version::One, found),
                Err(other) => return Err(neither(reading.input.bytes, error, other)),
            },
        };
        reading.charge(size_of::<Found>() * found.len())?;
        Emitter { tokens: Tokens::new(version), found, next: 0, begun: 0 }
            .value(reading, builder, to)
    }
}

/// Why bytes are a value of neither version.
#[cold]
fn neither(bytes: &[u8], two: Error, one: Error) -> Error {
    match bytes {
        [b'H', 2, 0, ..] | [b'c' | b'r', 1, 0, ..] => {
            return Error::at(ErrorKind::Unsupported, 0, "a call or a reply, not a value");
        }
        [0x40 | 0x45 | 0x47 | 0x50, ..] => {
            return Error::at(ErrorKind::WrongFormat, 0, "no Hessian value begins like this");
        }
        _ => {}
    }
    if one.offset() > two.offset() { one } else { two }
}

/// What a list or map turned out to be, when it was first looked at.
#[derive(Clone, Copy, Default)]
struct Found {
    count: u32,
    keys: Keys,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Keys {
    /// All are text; or there are none.
    #[default]
    Text,
    /// All are of another scalar type, or null.
    Scalar,
    /// They cannot be keys here, or come twice.
    Pairs,
}

/// Reads all bytes as a value of a version, and counts what its lists and maps hold, in the order
/// in which they begin.
fn look(reading: &mut Reading<'_, '_>, version: Version) -> Result<Box<[Found]>> {
    reading.ahead(|reading| {
        let mut looking = Looking { tokens: Tokens::new(version), found: Vec::new(), begun: 0 };
        looking.value(reading)?;
        if reading.input.remaining() > 0 {
            return Err(reading.error(ErrorKind::TrailingBytes, "bytes after the value"));
        }
        Ok(looking.found.into_boxed_slice())
    })
}

struct Looking {
    tokens: Tokens,
    found: Vec<Found>,
    /// How many lists, maps and objects have begun.
    begun: u32,
}

impl Looking {
    fn value(&mut self, reading: &mut Reading<'_, '_>) -> Result<()> {
        let at = reading.input.at;
        let token = self.tokens.next(reading)?;
        self.within(reading, &token, at)
    }

    /// What lies within the value of a token.
    fn within(
        &mut self,
        reading: &mut Reading<'_, '_>,
        token: &Token<'_>,
        at: usize,
    ) -> Result<()> {
        match token {
            Token::Null
            | Token::Bool(_)
            | Token::Int(_)
            | Token::Long(_)
            | Token::Float(_)
            | Token::Date(_)
            | Token::Text(_)
            | Token::Bytes(_)
            | Token::Xml(_)
            | Token::Remote(..) => Ok(()),
            Token::List(_, count) => self.list(reading, *count),
            Token::Map(_) => self.map(reading),
            Token::Object(class) => {
                let count = self.tokens.classes.get(*class).map_or(0, |class| class.fields.len());
                self.begun += 1;
                reading.descend()?;
                for _ in 0..count {
                    self.value(reading)?;
                }
                reading.ascend();
                Ok(())
            }
            Token::Reference(number) if *number < self.begun => Ok(()),
            Token::Reference(_) => Err(Error::at(
                ErrorKind::UnknownReference,
                at,
                "a reference to a value that has not begun",
            )),
            Token::End => {
                Err(Error::at(ErrorKind::BadTag, at, "an end marker where a value is expected"))
            }
        }
    }

    /// Notes that a list or map begins.
    fn open(&mut self, reading: &mut Reading<'_, '_>) -> Result<usize> {
        reading.descend()?;
        self.begun += 1;
        reading.charge(3 * size_of::<Found>())?;
        self.found.push(Found::default());
        Ok(self.found.len() - 1)
    }

    fn close(&mut self, reading: &mut Reading<'_, '_>, number: usize, count: u32, keys: Keys) {
        reading.ascend();
        if let Some(found) = self.found.get_mut(number) {
            *found = Found { count, keys };
        }
    }

    fn list(&mut self, reading: &mut Reading<'_, '_>, count: Option<u32>) -> Result<()> {
        let number = self.open(reading)?;
        let mut read = 0;
        match count {
            Some(count) => {
                reading.count(u64::from(count), 1)?;
                while read < count {
                    self.value(reading)?;
                    read += 1;
                }
            }
            None => {
                while !self.tokens.is_end(reading) {
                    self.value(reading)?;
                    read += 1;
                }
            }
        }
        self.close(reading, number, read, Keys::Text);
        Ok(())
    }

    fn map(&mut self, reading: &mut Reading<'_, '_>) -> Result<()> {
        let number = self.open(reading)?;
        let mut count = 0;
        let mut kind = None;
        let (mut is_pairs, mut is_text) = (false, true);
        let hasher = RandomState::default();
        let mut seen = HashSet::with_hasher(RandomState::default());
        while !self.tokens.is_end(reading) {
            let at = reading.input.at;
            let key = self.tokens.next(reading)?;
            let scalar = scalar_kind(&key);
            if let Some(of) = scalar {
                let mut hash = hasher.build_hasher();
                is_text &= hash_key(&key, reading, &mut hash)?;
                reading.charge(6 * size_of::<u64>())?;
                is_pairs |= !seen.insert(hash.finish());
                // Null is a key among keys of any type.
                is_pairs |= of != ScalarKind::Null && *kind.get_or_insert(of) != of;
            } else {
                is_pairs = true;
            }
            self.within(reading, &key, at)?;
            self.value(reading)?;
            count += 1;
        }
        let keys = match (is_pairs, is_text) {
            (true, _) => Keys::Pairs,
            (false, true) => Keys::Text,
            (false, false) => Keys::Scalar,
        };
        self.close(reading, number, count, keys);
        Ok(())
    }
}

/// The type of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScalarKind {
    Null,
    Bool,
    Int,
    Long,
    Float,
    Text,
}

fn scalar_kind(token: &Token<'_>) -> Option<ScalarKind> {
    Some(match token {
        Token::Null => ScalarKind::Null,
        Token::Bool(_) => ScalarKind::Bool,
        Token::Int(_) => ScalarKind::Int,
        Token::Long(_) => ScalarKind::Long,
        Token::Float(_) => ScalarKind::Float,
        Token::Text(_) => ScalarKind::Text,
        _ => return None,
    })
}

/// Hashes a key, and says whether it is text.
fn hash_key(
    token: &Token<'_>,
    reading: &mut Reading<'_, '_>,
    hash: &mut impl Hasher,
) -> Result<bool> {
    match token {
        Token::Text(text) => match text.as_text() {
            Some(text) => KeyRef::Text(text).hash(hash),
            None => {
                reading.charge(text.length)?;
                match text.decode(&reading.input)? {
                    Ok(text) => KeyRef::Text(&text).hash(hash),
                    Err(bytes) => {
                        KeyRef::Bytes(&bytes).hash(hash);
                        return Ok(false);
                    }
                }
            }
        },
        Token::Bool(bool) => KeyRef::Bool(*bool).hash(hash),
        Token::Int(int) => KeyRef::Int(i64::from(*int)).hash(hash),
        Token::Long(int) => KeyRef::Int(*int).hash(hash),
        Token::Float(float) => KeyRef::Float(*float).hash(hash),
        _ => KeyRef::Null.hash(hash),
    }
    Ok(matches!(token, Token::Text(_)))
}

/// Tells a builder of bytes that were looked at.
struct Emitter {
    tokens: Tokens,
    found: Box<[Found]>,
    /// The number of the next list or map among them.
    next: usize,
    /// How many lists, maps and objects have begun.
    begun: u32,
}

impl Emitter {
    fn value<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let token = self.tokens.next(reading)?;
        self.emit(reading, builder, to, token)
    }

    fn emit<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        token: Token<'_>,
    ) -> Result<()> {
        match token {
            Token::Null => builder.null(to),
            Token::Bool(bool) => builder.bool(to, bool),
            Token::Int(int) => builder.int(to, i64::from(int)),
            Token::Long(int) => builder.int(to, int),
            Token::Float(float) => builder.float(to, float),
            Token::Date(milliseconds) => {
                let nanoseconds = milliseconds.rem_euclid(1000) as u32 * 1_000_000;
                reading.extended(
                    builder,
                    to,
                    0,
                    Extended::Instant(milliseconds.div_euclid(1000), nanoseconds),
                )
            }
            Token::Text(chunks) => text(reading, builder, to, chunks),
            Token::Bytes(chunks) => match chunks.as_bytes() {
                Some(bytes) => reading.bytes(builder, to, bytes),
                None => {
                    reading.charge(chunks.length)?;
                    let bytes = chunks.join(&reading.input)?;
                    reading.bytes(builder, to, &bytes)
                }
            },
            Token::Xml(chunks) => {
                reading.typed(builder, to, &XML.into(), |reading, builder, to| {
                    text(reading, builder, to, chunks)
                })
            }
            Token::Remote(class, place) => {
                let mut map = reading.open_map(builder, Some(&class), Some(1))?;
                reading.key(builder, &mut map, KeyRef::Text("@remote"))?;
                text(reading, builder, &mut map.values, place)?;
                reading.end_map(builder, to, map)
            }
            Token::List(class, count) => {
                let slot = self.begin();
                let (found, has_end) = (self.found(), count.is_none());
                reading.shared(builder, to, slot, false, |reading, builder, to| match class {
                    None => self.list(reading, builder, to, found, has_end),
                    Some(class) => reading.typed(builder, to, &class, |reading, builder, to| {
                        self.list(reading, builder, to, found, has_end)
                    }),
                })
            }
            Token::Map(class) => {
                let slot = self.begin();
                let found = self.found();
                reading.shared(builder, to, slot, false, |reading, builder, to| {
                    self.map(reading, builder, to, class, found)
                })
            }
            Token::Object(class) => {
                let slot = self.begin();
                reading.shared(builder, to, slot, false, |reading, builder, to| {
                    self.object(reading, builder, to, class)
                })
            }
            Token::Reference(number) => reading.again(builder, to, u64::from(number), false),
            Token::End => {
                Err(reading.error(ErrorKind::BadTag, "an end marker where a value is expected"))
            }
        }
    }

    /// The slot of a list, map or object that begins.
    fn begin(&mut self) -> u64 {
        self.begun += 1;
        u64::from(self.begun - 1)
    }

    fn found(&mut self) -> Found {
        let found = self.found.get(self.next).copied().unwrap_or_default();
        self.next += 1;
        found
    }

    fn list<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        found: Found,
        has_end: bool,
    ) -> Result<()> {
        let mut list = reading.open_list(builder, Some(found.count as usize))?;
        for _ in 0..found.count {
            self.value(reading, builder, &mut list)?;
        }
        if has_end {
            self.tokens.is_end(reading);
        }
        reading.end_list(builder, to, list)
    }

    fn map<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        class: Option<Arc<str>>,
        found: Found,
    ) -> Result<()> {
        let is_object = self.tokens.version == Version::One && found.keys == Keys::Text;
        match class {
            Some(class) if is_object => {
                let count = found.count as usize;
                match self.known(reading, &class, count, |_, _| None)? {
                    Some(known) => reading.extended(builder, to, 0, known),
                    None => self.entries(reading, builder, to, Some(&class), count),
                }
            }
            None if found.keys != Keys::Pairs => {
                self.entries(reading, builder, to, None, found.count as usize)
            }
            class => {
                let class = class.unwrap_or_else(|| HASH_MAP.into());
                reading.typed(builder, to, &class, |reading, builder, to| match found.keys {
                    Keys::Pairs => self.pairs(reading, builder, to, found.count as usize),
                    _ => self.entries(reading, builder, to, None, found.count as usize),
                })
            }
        }
    }

    fn entries<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        class: Option<&Arc<str>>,
        count: usize,
    ) -> Result<()> {
        let mut map = reading.open_map(builder, class, Some(count))?;
        for _ in 0..count {
            let key = self.tokens.next(reading)?;
            self.key(reading, builder, &mut map, key)?;
            self.value(reading, builder, &mut map.values)?;
        }
        self.tokens.is_end(reading);
        reading.end_map(builder, to, map)
    }

    fn key<B: Builder>(
        &self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        map: &mut OpenMap<B::Values>,
        key: Token<'_>,
    ) -> Result<()> {
        let key = match key {
            Token::Text(chunks) => {
                reading.charge(chunks.length)?;
                if let Some(text) = chunks.as_text() {
                    return reading.key(builder, map, KeyRef::Text(text));
                }
                reading.charge(chunks.length)?;
                return match chunks.decode(&reading.input)? {
                    Ok(text) => reading.key(builder, map, KeyRef::Text(&text)),
                    Err(bytes) => reading.key(builder, map, KeyRef::Bytes(&bytes)),
                };
            }
            Token::Null => KeyRef::Null,
            Token::Bool(bool) => KeyRef::Bool(bool),
            Token::Int(int) => KeyRef::Int(i64::from(int)),
            Token::Long(int) => KeyRef::Int(int),
            Token::Float(float) => KeyRef::Float(float),
            _ => return Err(reading.error(ErrorKind::Unsupported, "a key must be a scalar")),
        };
        reading.key(builder, map, key)
    }

    fn pairs<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        count: usize,
    ) -> Result<()> {
        let mut list = reading.open_list(builder, Some(count))?;
        for _ in 0..count {
            let mut pair = reading.open_list(builder, Some(2))?;
            self.value(reading, builder, &mut pair)?;
            self.value(reading, builder, &mut pair)?;
            reading.end_list(builder, &mut list, pair)?;
        }
        self.tokens.is_end(reading);
        reading.end_list(builder, to, list)
    }

    fn object<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        class: usize,
    ) -> Result<()> {
        let Some(definition) = self.tokens.classes.get(class) else {
            return Err(reading.error(ErrorKind::UnknownReference, "a class that was not defined"));
        };
        let (name, count) = (definition.name.clone(), definition.fields.len());
        // Long names that come again and again cost time, if not memory.
        reading.charge(definition.bytes)?;
        let field = |tokens: &Tokens, at: usize| tokens.classes.get(class)?.fields.get(at).cloned();
        if let Some(known) = self.known(reading, &name, count, field)? {
            return reading.extended(builder, to, 0, known);
        }
        let mut map = reading.open_map(builder, Some(&name), Some(count))?;
        for at in 0..count {
            let field = field(&self.tokens, at).unwrap_or_else(|| "".into());
            reading.key(builder, &mut map, KeyRef::Text(&field))?;
            self.value(reading, builder, &mut map.values)?;
        }
        reading.end_map(builder, to, map)
    }

    /// An object of a class that is a value here, if its fields are as they should be: else nothing
    /// is read. `field` names a field that was defined; where there are no definitions, names stand
    /// before the values, and an end after them.
    fn known(
        &mut self,
        reading: &mut Reading<'_, '_>,
        class: &str,
        count: usize,
        field: impl Fn(&Tokens, usize) -> Option<Arc<str>>,
    ) -> Result<Option<Extended<crate::value::Value>>> {
        if !(class == BIG_DECIMAL && count == 1 || class == UUID && count == 2) {
            return Ok(None);
        }
        let start = reading.input.at;
        let (mut decimal, mut most, mut least) = (None, None, None);
        for at in 0..count {
            if !self.tokens.defines_nothing(reading) {
                break;
            }
            let defined = field(&self.tokens, at);
            let name = match &defined {
                Some(name) => Some(&**name),
                None => match self.tokens.next(reading)? {
                    Token::Text(name) => name.as_text(),
                    _ => None,
                },
            };
            match (name, self.tokens.next(reading)?) {
                (Some("value"), Token::Text(text)) => {
                    reading.charge(4 * text.length.min(number::MAX_DIGITS))?;
                    decimal = text.as_text().and_then(number::parse_decimal);
                }
                (Some("mostSigBits"), Token::Long(bits)) => most = Some(bits),
                (Some("leastSigBits"), Token::Long(bits)) => least = Some(bits),
                _ => break,
            }
        }
        let known = match (decimal, most, least) {
            (Some((unscaled, scale)), None, None) if class == BIG_DECIMAL => {
                Extended::Decimal { unscaled, scale }
            }
            (None, Some(most), Some(least)) if class == UUID => {
                let both =
                    u128::from(most.cast_unsigned()) << 64 | u128::from(least.cast_unsigned());
                Extended::Uuid(both.to_be_bytes())
            }
            _ => {
                reading.input.at = start;
                return Ok(None);
            }
        };
        if self.tokens.version == Version::One {
            self.tokens.is_end(reading);
        }
        Ok(Some(known))
    }
}

fn text<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    chunks: Chunks<'_>,
) -> Result<()> {
    reading.charge(Limits::TEXT_BYTES + chunks.length)?;
    if let Some(text) = chunks.as_text() {
        return builder.text(to, text);
    }
    reading.charge(chunks.length)?;
    match chunks.decode(&reading.input)? {
        Ok(text) => builder.text(to, &text),
        Err(bytes) => reading.typed(builder, to, &STRING.into(), |reading, builder, to| {
            reading.bytes(builder, to, &bytes)
        }),
    }
}
