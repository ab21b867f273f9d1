//! The Java Object Serialization Stream Protocol, version 2: "Java Object Serialization
//! Specification", chapter 6.
//!
//! Classes are names here. What a stream says of its classes is enough to read it, but for two
//! kinds of classes: those that write themselves under protocol 1 ([`ErrorKind::Unsupported`]), and
//! those whose `writeObject` leaves out the default fields, against section 2.3 of the
//! specification: these look damaged.
//!
//! | in Java | here |
//! | --- | --- |
//! | `null`, `boolean`, `double`, and their classes | these |
//! | an integer of any width, an `Integer`, a `BigInteger` | an integer: no integer has a width
//! here |
//! | a `Byte`, `Short`, and a `Long` that fits 32 bits | an integer of that [`crate::Kind`]; as a
//! key of a map an integer |
//! | `float`, `Float` | [`Extended::Float32`] |
//! | `char`, `Character` | text of one character, of the kind `Character` if it is one; half of a
//! surrogate pair is an integer of that kind |
//! | `String` | text; with half of a surrogate pair, bytes of the class `java.lang.String`, in
//! which the half has three bytes |
//! | `byte[]` | bytes |
//! | other arrays | a list of the array's kind (`int[]`, `String[]`, array of a class), without the
//! kind where a field or an array around it has that very type |
//! | `char[]` | text of the class `[C`, without the class likewise; with half of a surrogate pair,
//! bytes |
//! | `ArrayList` | a list |
//! | other lists, sets and queues | a list of the collection's kind (`LinkedList`, `TreeSet`), or
//! of its class if it has no kind |
//! | `HashMap`, `LinkedHashMap` | a map |
//! | other maps | a map of the map's kind (`TreeMap`), or of its class |
//! | a map whose keys are not all of one of the classes that can be keys (text, an integer,
//! `Double`, `Boolean`, `Character`), or null | a list of lists of two, of the map's class |
//! | a collection with an order of its own, or a class with more fields below a collection's | an
//! object with `@list` or `@map` |
//! | what `List.of`, `Set.of`, `Map.of` and `Stream.toList` make | of the kinds `List.of`, `Set.of`
//! and `Map.of`, whichever their size |
//! | a wrapper: unmodifiable, synchronized, `Arrays.asList`, an `AtomicReference` | the value
//! within, of the wrapper's class |
//! | `java.time.Instant` | [`Extended::Instant`] |
//! | `java.util.Date`, `java.sql.Timestamp` | the same, of their kind; the other classes of
//! `java.sql` are of their class |
//! | `LocalDate`, `LocalTime`, `LocalDateTime`, `OffsetDateTime`, `ZonedDateTime`, `Duration` |
//! [`Extended`]'s; in a zone that is an offset the zone's name is the offset's |
//! | the other classes of `java.time` | integers of the class, as the class has them |
//! | `BigDecimal`, `UUID` | [`Extended::Decimal`], [`Extended::Uuid`] |
//! | `URI`, `AtomicLong` and the like | text, an integer or a boolean of their kind |
//! | `Locale` | text of the class |
//! | an enum's constant | [`Extended::Enum`] |
//! | a `Class` | its name, of the class `java.lang.Class` |
//! | any other object | an object with the fields of the highest class first; a field of a name
//! that is taken is called `the.Class.name` |
//! | what a class wrote beside its fields | a list under `@data`: bytes, and objects |
//! | a proxy | an object of the class `java.lang.reflect.Proxy` with `@interfaces` |
//! | several values one after another | a list of the class `java.io.ObjectOutputStream` |
//!
//! A class of the JDK that is not as it writes itself is an object like any other. Mutable objects
//! that are met again are shared; immutable ones (texts, numbers, dates of `java.time`, names) are
//! the same wherever they stand. What a stream's writer says of a class beside its fields (for RMI,
//! say) is passed over.

mod kinds;
mod stream;
mod types;

use std::sync::Arc;

use self::kinds::{ClassKind, kind_of, kind_of_array};
use self::stream::{Class, Field, Item, Node, Part, Range, Span, Stream, View, width};
use self::types::{Content, Scalar};
use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::code_units;
use crate::format::number;
use crate::format::reading::{OpenMap, ReadFormat, Reading};
use crate::kind;
use crate::limits::{Costs, Limits};
use crate::shape::KeyRef;
use crate::value::Extended;

const STRING: &str = "java.lang.String";
const CHARACTER: &str = "java.lang.Character";
const DATA: &str = "@data";

pub struct Jdk;

impl ReadFormat for Jdk {
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let stream = Stream::read(reading)?;
        reading.charge(stream.node_count() / 8 + 16 * size_of::<u64>())?;
        let begun = vec![0; stream.node_count() / 64 + 1];
        let mut emitter =
            Emitter { stream: &stream, begun, names: Vec::new(), names_of: Vec::new() };
        match stream.top() {
            [] => Err(reading.input.truncated()),
            [item] => emitter.item(reading, builder, to, *item, None),
            items => reading.typed(
                builder,
                to,
                &"java.io.ObjectOutputStream".into(),
                |reading, builder, to| emitter.list(reading, builder, to, items, None),
            ),
        }
    }
}

/// Tells a builder of a stream that was read.
struct Emitter<'s, 'a> {
    stream: &'s Stream<'a>,
    /// A bit for each node: whether its value has begun.
    begun: Vec<u64>,
    /// The keys of objects of a class, for the classes of which there are any.
    names: Vec<Arc<str>>,
    /// Where a class's keys are among them, and their bytes.
    names_of: Vec<Option<(Range, usize)>>,
}

/// The type of a place, as its surroundings say it.
type Declared<'s> = Option<&'s [u8]>;

/// Names of classes that are longer are not looked at for being declared.
const MAX_COMPARED: usize = 256;

impl<'s, 'a> Emitter<'s, 'a> {
    fn item<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        item: Item,
        declared: Declared<'_>,
    ) -> Result<()> {
        let number = match item.view() {
            View::Null => return builder.null(to),
            View::Block(block) => return self.block(reading, builder, to, block),
            View::Node(number) => number,
        };
        match self.stream.node(number) {
            Node::Text(span) => text(reading, builder, to, self.stream.span(span), span),
            Node::Descriptor(class) => self.descriptor(reading, builder, to, class),
            Node::Class(class) => self.class(reading, builder, to, class),
            Node::Enum { class, name } => self.enum_constant(reading, builder, to, class, name),
            Node::Object { class, parts } => {
                if let Some(scalar) = self.stream.immutable(class, parts) {
                    return match self.boxed(class, &scalar) {
                        Some(kind) => {
                            reading.of_kind(builder, to, &kind, |reading, builder, to| {
                                emit_scalar(reading, builder, to, scalar)
                            })
                        }
                        None => emit_scalar(reading, builder, to, scalar),
                    };
                }
                if self.has_begun(number) {
                    return reading.again(builder, to, u64::from(number), false);
                }
                reading.shared(builder, to, u64::from(number), false, |reading, builder, to| {
                    self.object(reading, builder, to, number, class, parts)
                })
            }
            Node::Array { class, start, count } => {
                if self.has_begun(number) {
                    return reading.again(builder, to, u64::from(number), false);
                }
                reading.shared(builder, to, u64::from(number), false, |reading, builder, to| {
                    self.array(reading, builder, to, class, Range { start, count }, declared)
                })
            }
        }
    }

    /// The kind of a boxed number or character; an `Integer` has none, nor has a `Long` that is no
    /// other number.
    fn boxed(&self, class: u32, scalar: &Scalar<'_>) -> Option<kind::Kind> {
        match scalar {
            Scalar::Int(int) if i32::try_from(*int).is_ok() => {}
            Scalar::Character(unit) if char::from_u32(u32::from(*unit)).is_some() => {}
            _ => return None,
        }
        kind_of(&self.stream.class_at(class).name).and_then(kind::Kind::new)
    }

    /// Whether a node's value has begun; from now on it has.
    fn has_begun(&mut self, number: u32) -> bool {
        let Some(bits) = self.begun.get_mut(number as usize / 64) else { return true };
        let bit = 1 << (number % 64);
        let has = *bits & bit != 0;
        *bits |= bit;
        has
    }

    fn block<B: Builder>(
        &self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        block: u32,
    ) -> Result<()> {
        let mut pieces = self.stream.block(block);
        match (pieces.next(), pieces.next()) {
            (Some(whole), None) => reading.bytes(builder, to, whole),
            _ => {
                let length = self.stream.block(block).map(<[u8]>::len).sum();
                reading.charge(length)?;
                let mut bytes = Vec::with_capacity(length);
                self.stream.block(block).for_each(|piece| bytes.extend_from_slice(piece));
                reading.bytes(builder, to, &bytes)
            }
        }
    }

    #[cold]
    fn descriptor<B: Builder>(
        &self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        class: u32,
    ) -> Result<()> {
        let class = self.stream.class_at(class);
        let mut map =
            reading.open_map(builder, Some(&"java.io.ObjectStreamClass".into()), Some(2))?;
        reading.key(builder, &mut map, KeyRef::Text("name"))?;
        reading.charge(B::Costs::text(class.name.len()))?;
        builder.text(&mut map.values, &class.name)?;
        reading.key(builder, &mut map, KeyRef::Text("serialVersionUID"))?;
        builder.int(&mut map.values, class.serial_version)?;
        reading.end_map(builder, to, map)
    }

    #[cold]
    fn class<B: Builder>(
        &self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        class: u32,
    ) -> Result<()> {
        let class = self.stream.class_at(class);
        reading.typed(builder, to, &"java.lang.Class".into(), |reading, builder, to| {
            match &class.interfaces {
                None => {
                    reading.charge(B::Costs::text(class.name.len()))?;
                    builder.text(to, &class.name)
                }
                Some(interfaces) => names(reading, builder, to, interfaces),
            }
        })
    }

    fn enum_constant<B: Builder>(
        &self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        class: u32,
        name: Item,
    ) -> Result<()> {
        let class = self.stream.class_at(class).name.clone();
        let Some(span) = self.stream.text_of(name) else {
            return Err(reading.error(ErrorKind::BadSyntax, "a constant without a name"));
        };
        let bytes = self.stream.span(span);
        reading.charge(Limits::TEXT_BYTES + 2 * bytes.len())?;
        let case = match code_units::as_utf8(bytes) {
            Some(text) => text.into(),
            None => match decode(bytes, span)? {
                Ok(text) => text.into(),
                Err(_) => {
                    return Err(Error::at(
                        ErrorKind::InvalidUtf8,
                        span.at as usize,
                        "a name with half of a surrogate pair",
                    ));
                }
            },
        };
        reading.extended(builder, to, 0, Extended::Enum { class, case })
    }

    fn array<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        class: u32,
        place: Range,
        declared: Declared<'_>,
    ) -> Result<()> {
        let stream = self.stream;
        let (name, component) =
            (&stream.class_at(class).name, stream.component(class).unwrap_or_default());
        if component == "B" {
            return reading.bytes(
                builder,
                to,
                stream.span(Span { at: place.start, length: place.count }),
            );
        }
        if is_declared(name, declared) {
            return self.array_items(reading, builder, to, component, place);
        }
        let items = |reading: &mut Reading<'_, '_>, builder: &mut B, to: &mut B::Values| {
            self.array_items(reading, builder, to, component, place)
        };
        reading.charge(Limits::TEXT_BYTES + component.len())?;
        match kind_of_array(component) {
            Some(kind) => reading.of_kind(builder, to, &kind, items),
            None => reading.typed(builder, to, name, items),
        }
    }

    fn array_items<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        component: &str,
        place: Range,
    ) -> Result<()> {
        let stream = self.stream;
        let code = component.as_bytes().first().copied().unwrap_or_default();
        let Some(width) = width(code) else {
            return self.list(
                reading,
                builder,
                to,
                stream.items(place.start, place.count),
                Some(component.as_bytes()),
            );
        };
        let bytes =
            stream.span(Span { at: place.start, length: place.count.saturating_mul(width as u32) });
        if code == b'C' {
            return characters(reading, builder, to, bytes);
        }
        let mut list = reading.open_list(builder, Some(place.count as usize))?;
        for item in bytes.chunks_exact(width) {
            primitive(reading, builder, &mut list, code, item)?;
        }
        reading.end_list(builder, to, list)
    }

    fn list<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        items: &[Item],
        declared: Declared<'_>,
    ) -> Result<()> {
        let mut list = reading.open_list(builder, Some(items.len()))?;
        for item in items {
            self.item(reading, builder, &mut list, *item, declared)?;
        }
        reading.end_list(builder, to, list)
    }

    /// An object that is not immutable, or is not as its class writes itself.
    fn object<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        number: u32,
        class: u32,
        parts: u32,
    ) -> Result<()> {
        let stream = self.stream;
        let description = stream.class_at(class);
        let name = &description.name;
        let all = stream.parts(class, parts);
        match description.kind {
            ClassKind::Date | ClassKind::SqlDate | ClassKind::Timestamp => {
                if let Some((seconds, nanoseconds)) = stream.moment(class, parts) {
                    let moment = Extended::Instant(seconds, nanoseconds);
                    return of_class(reading, builder, to, name, |reading, builder, to| {
                        reading.extended(builder, to, 0, moment)
                    });
                }
            }
            ClassKind::AtomicInt | ClassKind::AtomicLong => {
                if let Some(int) = stream.atomic(class, parts) {
                    let is_bool = name.ends_with("Boolean");
                    return of_class(reading, builder, to, name, |_, builder, to| {
                        if is_bool { builder.bool(to, int != 0) } else { builder.int(to, int) }
                    });
                }
            }
            ClassKind::Wrapper => {
                if let Some((inner, field)) = stream.wrapped(number, class, parts) {
                    let declared = self.declared(field);
                    return reading.typed(builder, to, name, |reading, builder, to| {
                        self.item(reading, builder, to, inner, declared)
                    });
                }
            }
            ClassKind::Immutable => {
                if let Some((class, content)) = stream.immutable_collection(class, parts) {
                    return self.content_of(reading, builder, to, &class.into(), &content);
                }
            }
            ClassKind::EnumSet => {
                if let Some(items) = stream.enum_set(class, parts) {
                    return reading.typed(
                        builder,
                        to,
                        &"java.util.EnumSet".into(),
                        |reading, builder, to| self.list(reading, builder, to, items, None),
                    );
                }
            }
            ClassKind::EmptyList
            | ClassKind::EmptyMap
            | ClassKind::SingletonList
            | ClassKind::SingletonMap
                if all.len() <= 1 && all.iter().all(|part| stream.data(part).is_empty()) =>
            {
                let content = Content {
                    is_map: matches!(
                        description.kind,
                        ClassKind::EmptyMap | ClassKind::SingletonMap
                    ),
                    is_by_identity: false,
                    items: all.first().map(|part| stream.objects(part)).unwrap_or_default(),
                    extra: None,
                };
                return reading.typed(builder, to, name, |reading, builder, to| {
                    self.content(reading, builder, to, &content)
                });
            }
            _ => {}
        }
        let collection =
            all.iter().position(|part| stream.class_at(part.class).kind.is_collection());
        let content = collection.and_then(|at| Some((at, stream.content(all.get(at)?)?)));
        if let Some((at, content)) = &content {
            let says_nothing = |part: &Part| match stream.class_at(part.class).kind {
                ClassKind::LinkedHashMap => {
                    stream.primitives(part) == [0] && stream.data(part).is_empty()
                }
                ClassKind::Properties => {
                    stream.objects(part) == [Item::NULL] && stream.data(part).is_empty()
                }
                _ => false,
            };
            let is_alone =
                all.iter().enumerate().all(|(other, part)| other == *at || says_nothing(part));
            let is_pairs = content.is_map && !self.has_keys(content);
            // Of a class that nobody knows, a list of pairs must say that it is a map.
            if is_alone && content.extra.is_none() && (!is_pairs || name.starts_with("java.util."))
            {
                let is_plain = matches!(
                    &**name,
                    "java.util.ArrayList" | "java.util.HashMap" | "java.util.LinkedHashMap"
                );
                if is_plain && !is_pairs {
                    return self.content(reading, builder, to, content);
                }
                return self.content_of(reading, builder, to, name, content);
            }
        }
        self.fields(reading, builder, to, class, all, content.as_ref())
    }

    /// The content of a collection of this class. A list of pairs is of no kind of maps.
    fn content_of<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        name: &Arc<str>,
        content: &Content<'_>,
    ) -> Result<()> {
        let is_pairs = content.is_map && !self.has_keys(content);
        let read = |reading: &mut Reading<'_, '_>, builder: &mut B, to: &mut B::Values| {
            self.content(reading, builder, to, content)
        };
        if is_pairs {
            reading.typed(builder, to, name, read)
        } else {
            of_class(reading, builder, to, name, read)
        }
    }

    /// A list, a map, or a list of pairs.
    fn content<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        content: &Content<'_>,
    ) -> Result<()> {
        if !content.is_map {
            return self.list(reading, builder, to, content.items, None);
        }
        let pairs = content.items.chunks_exact(2);
        if !self.has_keys(content) {
            let mut list = reading.open_list(builder, Some(pairs.len()))?;
            for pair in pairs {
                self.list(reading, builder, &mut list, pair, None)?;
            }
            return reading.end_list(builder, to, list);
        }
        let mut map = reading.open_map(builder, None, Some(pairs.len()))?;
        for pair in pairs {
            let [key, value] = pair else { continue };
            self.key(reading, builder, &mut map, *key)?;
            self.item(reading, builder, &mut map.values, *value, None)?;
        }
        reading.end_map(builder, to, map)
    }

    /// Whether all keys of a map can be keys here, and none can be mistaken for another.
    fn has_keys(&self, content: &Content<'_>) -> bool {
        let mut common = None;
        !content.is_by_identity
            && content.items.chunks_exact(2).all(|pair| {
                let kind = match pair.first().map(|key| key.view()) {
                    Some(View::Null) => return true,
                    Some(View::Node(node)) => match self.stream.node(node) {
                        // No class of a key that is not a text.
                        Node::Text(_) => ClassKind::Other,
                        Node::Object { class, parts } => {
                            match self.stream.immutable(class, parts) {
                                Some(Scalar::Bool(_) | Scalar::Float(_)) => {
                                    self.stream.class_at(class).kind
                                }
                                Some(Scalar::Int(_)) => self.stream.class_at(class).kind,
                                Some(Scalar::Character(unit))
                                    if char::from_u32(u32::from(unit)).is_some() =>
                                {
                                    ClassKind::Character
                                }
                                _ => return false,
                            }
                        }
                        _ => return false,
                    },
                    _ => return false,
                };
                *common.get_or_insert(kind) == kind
            })
    }

    fn key<B: Builder>(
        &self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        map: &mut OpenMap<B::Values>,
        key: Item,
    ) -> Result<()> {
        let node = match key.view() {
            View::Node(number) => Some(self.stream.node(number)),
            _ => None,
        };
        match node {
            Some(Node::Text(span)) => {
                let bytes = self.stream.span(span);
                // A long key that comes again costs time, if not memory.
                reading.charge(bytes.len())?;
                if let Some(text) = code_units::as_utf8(bytes) {
                    return reading.key(builder, map, KeyRef::Text(text));
                }
                reading.charge(bytes.len())?;
                match decode(bytes, span)? {
                    Ok(text) => reading.key(builder, map, KeyRef::Text(&text)),
                    Err(bytes) => reading.key(builder, map, KeyRef::Bytes(&bytes)),
                }
            }
            Some(Node::Object { class, parts }) => match self.stream.immutable(class, parts) {
                Some(Scalar::Bool(bool)) => reading.key(builder, map, KeyRef::Bool(bool)),
                Some(Scalar::Int(int)) => reading.key(builder, map, KeyRef::Int(int)),
                Some(Scalar::Float(float)) => reading.key(builder, map, KeyRef::Float(float)),
                Some(Scalar::Character(unit)) => {
                    let character = char::from_u32(u32::from(unit)).unwrap_or_default();
                    reading.key(builder, map, KeyRef::Text(character.encode_utf8(&mut [0; 4])))
                }
                _ => Err(reading.error(ErrorKind::Unsupported, "a key that is an object")),
            },
            _ => reading.key(builder, map, KeyRef::Null),
        }
    }

    /// An object as its classes wrote it, one after another.
    fn fields<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        class: u32,
        parts: &[Part],
        content: Option<&(usize, Content<'_>)>,
    ) -> Result<()> {
        let stream = self.stream;
        let description = stream.class_at(class);
        let (names, bytes) = self.names(reading, class, parts)?;
        // Long names that come again and again cost time, if not memory.
        reading.charge(bytes)?;
        let mut names = names.start as usize..;
        let mut map = reading.open_map(
            builder,
            Some(&description.name),
            Some(names_in(stream, parts, description)),
        )?;
        if let Some(interfaces) = &description.interfaces {
            reading.key(builder, &mut map, KeyRef::Text("@interfaces"))?;
            self::names(reading, builder, &mut map.values, interfaces)?;
        }
        for (at, part) in parts.iter().enumerate() {
            let fields = stream.fields(part.class);
            match content {
                Some((place, content)) if *place == at => {
                    names
                        .by_ref()
                        .take(fields.len() + usize::from(stream.class_at(part.class).has_data()))
                        .for_each(drop);
                    if let Some((name, extra)) = content.extra {
                        reading.key(builder, &mut map, KeyRef::Text(name))?;
                        self.item(reading, builder, &mut map.values, extra, None)?;
                    }
                    let name = if content.is_map { "@map" } else { "@list" };
                    reading.key(builder, &mut map, KeyRef::Text(name))?;
                    self.content(reading, builder, &mut map.values, content)?;
                    continue;
                }
                _ => {}
            }
            let mut primitives = stream.primitives(part);
            let mut objects = stream.objects(part).iter();
            for field in fields {
                self.open_key(reading, builder, &mut map, names.next())?;
                match width(field.code).and_then(|width| primitives.split_at_checked(width)) {
                    Some((bytes, rest)) => {
                        primitives = rest;
                        primitive(reading, builder, &mut map.values, field.code, bytes)?;
                    }
                    None => {
                        let item = objects.next().copied().unwrap_or(Item::NULL);
                        self.item(reading, builder, &mut map.values, item, self.declared(field))?;
                    }
                }
            }
            if stream.class_at(part.class).has_data() {
                let name = names.next();
                let data = stream.data(part);
                if !data.is_empty() {
                    self.open_key(reading, builder, &mut map, name)?;
                    self.list(reading, builder, &mut map.values, data, None)?;
                }
            }
        }
        reading.end_map(builder, to, map)
    }

    fn open_key<B: Builder>(
        &self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        map: &mut OpenMap<B::Values>,
        name: Option<usize>,
    ) -> Result<()> {
        let name = name.and_then(|at| self.names.get(at)).map_or("", |name| name);
        reading.key(builder, map, KeyRef::Text(name))
    }

    /// The type of a field that is not primitive.
    fn declared(&self, field: &Field) -> Declared<'a> {
        self.stream.text_of(field.descriptor).map(|span| self.stream.span(span))
    }

    /// The keys of an object of a class: those of its fields, and after them, for each class that
    /// writes more, that of its data. Also how many bytes they have.
    fn names(
        &mut self,
        reading: &mut Reading<'_, '_>,
        class: u32,
        parts: &[Part],
    ) -> Result<(Range, usize)> {
        if let Some(Some(known)) = self.names_of.get(class as usize) {
            return Ok(*known);
        }
        let stream = self.stream;
        let start = self.names.len();
        let mut taken =
            std::collections::HashSet::with_hasher(foldhash::quality::RandomState::default());
        let mut bytes = 0;
        for part in parts {
            let class = stream.class_at(part.class);
            let fields = stream.fields(part.class).iter().map(|field| Some(&field.name));
            for name in fields.chain(class.has_data().then_some(None)) {
                reading.charge(6 * size_of::<Arc<str>>())?;
                let name = name.cloned().unwrap_or_else(|| DATA.into());
                let name = if taken.contains(&name) {
                    reading.charge(2 * Limits::TEXT_BYTES + class.name.len() + name.len())?;
                    format!("{}.{name}", class.name).into()
                } else {
                    name
                };
                bytes += name.len();
                taken.insert(name.clone());
                self.names.push(name);
            }
        }
        let range = Range { start: start as u32, count: (self.names.len() - start) as u32 };
        if self.names_of.len() <= class as usize {
            let more = class as usize + 1 - self.names_of.len();
            reading.charge(3 * more * size_of::<Option<(Range, usize)>>())?;
            self.names_of.resize(class as usize + 1, None);
        }
        if let Some(place) = self.names_of.get_mut(class as usize) {
            *place = Some((range, bytes));
        }
        Ok((range, bytes))
    }
}

/// A value of a class: of the kind that the class is, or else of its name.
fn of_class<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    class: &Arc<str>,
    read: impl FnOnce(&mut Reading<'_, '_>, &mut B, &mut B::Values) -> Result<()>,
) -> Result<()> {
    match kind_of(class).and_then(kind::Kind::new) {
        Some(kind) => reading.of_kind(builder, to, &kind, read),
        None => reading.typed(builder, to, class, read),
    }
}

/// How many keys an object has at most.
fn names_in(stream: &Stream<'_>, parts: &[Part], class: &Class) -> usize {
    let of_parts: usize = parts.iter().map(|part| stream.fields(part.class).len() + 2).sum();
    of_parts + usize::from(class.interfaces.is_some())
}

/// Whether a field's type, or the component of an array, is this class's name. Types have slashes
/// where names have dots.
fn is_declared(name: &str, declared: Declared<'_>) -> bool {
    declared.is_some_and(|declared| {
        declared.len() == name.len()
            && declared.len() <= MAX_COMPARED
            && declared
                .iter()
                .zip(name.bytes())
                .all(|(declared, name)| *declared == name || *declared == b'/' && name == b'.')
    })
}

#[cold]
fn decode(bytes: &[u8], span: Span) -> Result<std::result::Result<String, Vec<u8>>> {
    code_units::decode(bytes).map_err(|fault| {
        Error::at(
            ErrorKind::InvalidUtf8,
            span.at as usize + fault,
            "text that is not modified UTF-8",
        )
    })
}

#[inline]
fn text<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    bytes: &[u8],
    span: Span,
) -> Result<()> {
    reading.charge(Limits::TEXT_BYTES + bytes.len())?;
    match code_units::as_utf8(bytes) {
        Some(text) => builder.text(to, text),
        None => {
            reading.charge(bytes.len())?;
            match decode(bytes, span)? {
                Ok(text) => builder.text(to, &text),
                Err(bytes) => reading.typed(builder, to, &STRING.into(), |reading, builder, to| {
                    reading.bytes(builder, to, &bytes)
                }),
            }
        }
    }
}

/// A `char[]`.
fn characters<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    bytes: &[u8],
) -> Result<()> {
    let most = bytes.len() / 2 * 3;
    reading.charge(Limits::TEXT_BYTES + 2 * most)?;
    let mut units = code_units::CodeUnits::with_capacity(most);
    bytes.as_chunks().0.iter().for_each(|unit| units.push(u16::from_be_bytes(*unit)));
    match units.finish() {
        Ok(text) => builder.text(to, &text),
        Err(bytes) => builder.bytes(to, &bytes),
    }
}

fn names<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    names: &[Arc<str>],
) -> Result<()> {
    let mut list = reading.open_list(builder, Some(names.len()))?;
    for name in names {
        reading.charge(B::Costs::text(name.len()))?;
        builder.text(&mut list, name)?;
    }
    reading.end_list(builder, to, list)
}

/// A primitive value of a type, in as many bytes as that has.
#[inline]
fn primitive<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    code: u8,
    bytes: &[u8],
) -> Result<()> {
    match (code, bytes) {
        (b'Z', [byte]) => builder.bool(to, *byte != 0),
        (b'B', [byte]) => builder.int(to, i64::from(byte.cast_signed())),
        (b'C', [high, low]) => character(reading, builder, to, u16::from_be_bytes([*high, *low])),
        (b'S', [high, low]) => builder.int(to, i64::from(i16::from_be_bytes([*high, *low]))),
        (b'I', [a, b, c, d]) => builder.int(to, i64::from(i32::from_be_bytes([*a, *b, *c, *d]))),
        (b'F', [a, b, c, d]) => reading.extended(
            builder,
            to,
            0,
            Extended::Float32(f32::from_be_bytes([*a, *b, *c, *d])),
        ),
        (b'J', _) => {
            builder.int(to, bytes.first_chunk().map_or(0, |bytes| i64::from_be_bytes(*bytes)))
        }
        _ => builder.float(to, bytes.first_chunk().map_or(0.0, |bytes| f64::from_be_bytes(*bytes))),
    }
}

fn character<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    unit: u16,
) -> Result<()> {
    match char::from_u32(u32::from(unit)) {
        Some(character) => {
            reading.charge(B::Costs::text(4))?;
            builder.text(to, character.encode_utf8(&mut [0; 4]))
        }
        None => of_class(reading, builder, to, &CHARACTER.into(), |_, builder, to| {
            builder.int(to, i64::from(unit))
        }),
    }
}

fn emit_scalar<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    scalar: Scalar<'_>,
) -> Result<()> {
    match scalar {
        Scalar::Bool(bool) => builder.bool(to, bool),
        Scalar::Int(int) => builder.int(to, int),
        Scalar::Float(float) => builder.float(to, float),
        Scalar::Character(unit) => character(reading, builder, to, unit),
        Scalar::BigInt(negative, magnitude) => {
            // Copies on the way to two's complement.
            reading.charge(4 * magnitude.len())?;
            reading.big_int(builder, to, &number::signed(negative, magnitude))
        }
        Scalar::Decimal(negative, magnitude, scale) => {
            reading.charge(4 * magnitude.len())?;
            let unscaled = number::signed(negative, magnitude);
            reading.extended(builder, to, unscaled.len(), Extended::Decimal { unscaled, scale })
        }
        Scalar::Extended(extended) => {
            let bytes = if let Extended::Zoned(.., zone) = &extended {
                Limits::TEXT_BYTES + zone.len()
            } else {
                0
            };
            reading.extended(builder, to, bytes, extended)
        }
        Scalar::Text(class, text) => {
            of_class(reading, builder, to, &class.into(), |reading, builder, to| {
                reading.charge(Limits::TEXT_BYTES + 2 * text.len())?;
                builder.text(to, &text)
            })
        }
        Scalar::Ints(class, [int, ..], 1) => {
            reading.typed(builder, to, &class.into(), |_, builder, to| builder.int(to, int))
        }
        Scalar::Ints(class, ints, count) => {
            reading.typed(builder, to, &class.into(), |reading, builder, to| {
                let mut list = reading.open_list(builder, Some(count))?;
                ints.iter().take(count).try_for_each(|int| builder.int(&mut list, *int))?;
                reading.end_list(builder, to, list)
            })
        }
        Scalar::OffsetTime(time, offset) => {
            reading.typed(builder, to, &"java.time.OffsetTime".into(), |reading, builder, to| {
                let mut list = reading.open_list(builder, Some(2))?;
                reading.extended(builder, &mut list, 0, Extended::Time(time))?;
                builder.int(&mut list, i64::from(offset))?;
                reading.end_list(builder, to, list)
            })
        }
    }
}
