//! The classes of the JDK that are shown as what they are, and how each writes itself ("Serialized
//! Form" in the documentation of the Java API).
//!
//! A class counts only if its name and its fields are these; an object counts only if its data is
//! as the class writes it. Anything else is an object like any.

use super::kinds::ClassKind;
use super::stream::{Item, Node, Part, Stream, View};
use crate::value::{Extended, Value};

const DAY: i64 = 86_400;
const SECOND: u32 = 1_000_000_000;

/// A value of a known class that holds no other.
pub enum Scalar<'a> {
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A code unit.
    Character(u16),
    /// Whether it is negative, and its magnitude.
    BigInt(bool, &'a [u8]),
    /// The same, and the scale.
    Decimal(bool, &'a [u8], i32),
    /// Without bytes of its own, but perhaps the name of a zone, which is short.
    Extended(Extended<Value>),
    /// Text of a class.
    Text(&'static str, String),
    /// An integer, or several, of a class.
    Ints(&'static str, [i64; 3], usize),
    /// A time and an offset, of `java.time.OffsetTime`.
    OffsetTime(u64, i32),
}

/// Values of a collection, one after another; those of a map with their keys before them.
pub struct Content<'s> {
    pub is_map: bool,
    /// Whether keys may come more than once.
    pub is_by_identity: bool,
    pub items: &'s [Item],
    /// What else must be said, under this key.
    pub extra: Option<(&'static str, Item)>,
}

fn int_at(bytes: &[u8], at: usize) -> Option<i32> {
    bytes.get(at..)?.first_chunk().map(|bytes| i32::from_be_bytes(*bytes))
}

fn long_at(bytes: &[u8], at: usize) -> Option<i64> {
    bytes.get(at..)?.first_chunk().map(|bytes| i64::from_be_bytes(*bytes))
}

impl<'a> Stream<'a> {
    /// An immutable value of a known class: wherever it stands it is the same.
    pub fn immutable(&self, class: u32, parts: u32) -> Option<Scalar<'a>> {
        let kind = self.class_at(class).kind;
        match kind {
            ClassKind::Boolean
            | ClassKind::Byte
            | ClassKind::Character
            | ClassKind::Double
            | ClassKind::Float
            | ClassKind::Integer
            | ClassKind::Long
            | ClassKind::Short
            | ClassKind::BigDecimal
            | ClassKind::BigInteger
            | ClassKind::Uuid
            | ClassKind::Locale
            | ClassKind::Uri
            | ClassKind::Time => {}
            _ => return None,
        }
        let [part] = self.parts(class, parts) else { return None };
        if kind == ClassKind::Time {
            let [item] = self.data(part) else { return None };
            return time(self.whole_block(*item)?);
        }
        if !self.data(part).is_empty() {
            return None;
        }
        let bytes = self.primitives(part);
        let objects = self.objects(part);
        Some(match (kind, bytes) {
            (ClassKind::Boolean, [byte]) => Scalar::Bool(*byte != 0),
            (ClassKind::Byte, [byte]) => Scalar::Int(i64::from(byte.cast_signed())),
            (ClassKind::Character, [high, low]) => {
                Scalar::Character(u16::from_be_bytes([*high, *low]))
            }
            (ClassKind::Short, [high, low]) => {
                Scalar::Int(i64::from(i16::from_be_bytes([*high, *low])))
            }
            (ClassKind::Integer, _) => Scalar::Int(i64::from(int_at(bytes, 0)?)),
            (ClassKind::Long, _) => Scalar::Int(long_at(bytes, 0)?),
            (ClassKind::Float, _) => Scalar::Extended(Extended::Float32(f32::from_bits(
                int_at(bytes, 0)?.cast_unsigned(),
            ))),
            (ClassKind::Double, _) => {
                Scalar::Float(f64::from_bits(long_at(bytes, 0)?.cast_unsigned()))
            }
            (ClassKind::Uuid, _) => {
                let both = u128::from(long_at(bytes, 8)?.cast_unsigned()) << 64
                    | u128::from(long_at(bytes, 0)?.cast_unsigned());
                Scalar::Extended(Extended::Uuid(both.to_be_bytes()))
            }
            (ClassKind::BigInteger, _) => {
                let (negative, magnitude) = self.big_integer(bytes, objects)?;
                Scalar::BigInt(negative, magnitude)
            }
            (ClassKind::BigDecimal, _) => {
                let View::Node(node) = objects.first()?.view() else { return None };
                let Node::Object { class, parts } = self.node(node) else { return None };
                if self.class_at(class).kind != ClassKind::BigInteger {
                    return None;
                }
                let [part] = self.parts(class, parts) else { return None };
                if !self.data(part).is_empty() {
                    return None;
                }
                let (negative, magnitude) =
                    self.big_integer(self.primitives(part), self.objects(part))?;
                Scalar::Decimal(negative, magnitude, int_at(bytes, 0)?)
            }
            (ClassKind::Uri, _) => {
                Scalar::Text("java.net.URI", self.short_text(*objects.first()?)?.to_owned())
            }
            (ClassKind::Locale, _) => {
                let [country, extensions, language, script, variant] = *objects else {
                    return None;
                };
                let [country, language, variant] =
                    [country, language, variant].map(|item| self.short_text(item));
                if !self.short_text(extensions)?.is_empty() || !self.short_text(script)?.is_empty()
                {
                    return None;
                }
                Scalar::Text("java.util.Locale", locale(language?, country?, variant?)?)
            }
            _ => return None,
        })
    }

    /// Text that is no longer than what is copied at once.
    fn short_text(&self, item: Item) -> Option<&'a str> {
        const MAX: u32 = 4096;
        let span = self.text_of(item).filter(|span| span.length <= MAX)?;
        crate::format::code_units::as_utf8(self.span(span))
    }

    /// The sign and the magnitude of a `BigInteger`.
    fn big_integer(&self, primitives: &[u8], objects: &[Item]) -> Option<(bool, &'a [u8])> {
        let signum = int_at(primitives, 16)?;
        let View::Node(node) = objects.first()?.view() else { return None };
        let Node::Array { class, start, count } = self.node(node) else { return None };
        if self.component(class) != Some("B") {
            return None;
        }
        let magnitude = self.span(super::stream::Span { at: start, length: count });
        let is_zero = magnitude.iter().all(|byte| *byte == 0);
        match (signum, is_zero) {
            (0, true) | (1, false) => Some((false, magnitude)),
            (-1, false) => Some((true, magnitude)),
            _ => None,
        }
    }

    /// A moment of `java.util.Date` or a class of `java.sql`, and whether it is more than the
    /// moment.
    pub fn moment(&self, class: u32, parts: u32) -> Option<(i64, u32)> {
        let (date, rest) = self.parts(class, parts).split_first()?;
        let [item] = self.data(date) else { return None };
        let bytes = self.whole_block(*item).filter(|bytes| bytes.len() == 8)?;
        let milliseconds = long_at(bytes, 0)?;
        let (seconds, nanoseconds) =
            (milliseconds.div_euclid(1000), milliseconds.rem_euclid(1000) as u32 * 1_000_000);
        if self.class_at(date.class).kind != ClassKind::Date {
            return None;
        }
        match (self.class_at(class).kind, rest) {
            (ClassKind::Date | ClassKind::SqlDate, []) => Some((seconds, nanoseconds)),
            (ClassKind::Timestamp, [timestamp])
                if nanoseconds == 0 && self.data(timestamp).is_empty() =>
            {
                let nanoseconds = u32::try_from(int_at(self.primitives(timestamp), 0)?).ok()?;
                (nanoseconds < SECOND).then_some((seconds, nanoseconds))
            }
            _ => None,
        }
    }

    /// The number in a class of `java.util.concurrent.atomic`.
    pub fn atomic(&self, class: u32, parts: u32) -> Option<i64> {
        let [part] = self.parts(class, parts) else { return None };
        let bytes = self.primitives(part);
        if !self.data(part).is_empty() {
            return None;
        }
        if bytes.len() == 8 { long_at(bytes, 0) } else { int_at(bytes, 0).map(i64::from) }
    }

    /// What a part of a collection's class holds; `None` if it is not as that class writes itself.
    pub fn content<'s>(&'s self, part: &Part) -> Option<Content<'s>> {
        let kind = self.class_at(part.class).kind;
        let (data, primitives, objects) =
            (self.data(part), self.primitives(part), self.objects(part));
        let list = |items: &'s [Item], count: i32, extra: Option<(&'static str, Item)>| {
            (usize::try_from(count) == Ok(items.len())).then_some(Content {
                is_map: false,
                is_by_identity: false,
                items,
                extra,
            })
        };
        let map = |items: &'s [Item], count: i32, extra: Option<(&'static str, Item)>| {
            (items.len().is_multiple_of(2) && usize::try_from(count) == Ok(items.len() / 2))
                .then_some(Content {
                    is_map: true,
                    is_by_identity: kind == ClassKind::IdentityHashMap,
                    items,
                    extra,
                })
        };
        let extra = |name: &'static str, item: Item| (item != Item::NULL).then_some((name, item));
        // A block of so many bytes, of which the last four are a number; and what follows it.
        let counted = |data: &'s [Item], length: usize| {
            let (first, rest) = data.split_first()?;
            let bytes = self.whole_block(*first).filter(|bytes| bytes.len() == length)?;
            Some((int_at(bytes, length - 4)?, rest))
        };
        match kind {
            ClassKind::Counted => {
                let (count, items) = counted(data, 4)?;
                // That of an ArrayList may be its capacity; the field is its size.
                list(items, int_at(primitives, 0).unwrap_or(count), None)
            }
            ClassKind::Vector => {
                let View::Node(node) = objects.first()?.view() else { return None };
                let Node::Array { class, start, count } = self.node(node) else { return None };
                if !self.component(class)?.starts_with(['L', '[']) || !data.is_empty() {
                    return None;
                }
                let length = int_at(primitives, 4)?;
                let items =
                    self.items(start, count).split_at_checked(usize::try_from(length).ok()?)?;
                items.1.iter().all(|item| *item == Item::NULL).then_some(())?;
                list(items.0, length, None)
            }
            ClassKind::PriorityQueue => {
                let (_, items) = counted(data, 4)?;
                list(items, int_at(primitives, 0)?, extra("comparator", *objects.first()?))
            }
            ClassKind::HashSet => {
                let (count, items) = counted(data, 12)?;
                list(items, count, None)
            }
            ClassKind::TreeSet => {
                let (comparator, rest) = data.split_first()?;
                let (count, items) = counted(rest, 4)?;
                list(items, count, extra("comparator", *comparator))
            }
            ClassKind::HashMap => {
                let (count, items) = counted(data, 8)?;
                map(items, count, None)
            }
            ClassKind::TreeMap => {
                let (count, items) = counted(data, 4)?;
                map(items, count, extra("comparator", *objects.first()?))
            }
            ClassKind::EnumMap => {
                let (count, items) = counted(data, 4)?;
                let View::Node(keys) = objects.first()?.view() else { return None };
                let Node::Class(keys) = self.node(keys) else { return None };
                let is_said = items.first().is_some_and(|key| match key.view() {
                    View::Node(key) => {
                        matches!(self.node(key), Node::Enum { class, .. } if class == keys)
                    }
                    _ => false,
                });
                // The class of the keys need not be said where a key says it.
                map(items, count, if is_said { None } else { Some(("keyType", *objects.first()?)) })
            }
            ClassKind::IdentityHashMap => {
                let (count, items) = counted(data, 4)?;
                map(items, count, None)
            }
            ClassKind::ConcurrentMap => {
                let [items @ .., Item::NULL, Item::NULL] = data else { return None };
                map(items, i32::try_from(items.len() / 2).ok()?, None)
            }
            ClassKind::SkipListMap => {
                let [items @ .., Item::NULL] = data else { return None };
                map(
                    items,
                    i32::try_from(items.len() / 2).ok()?,
                    extra("comparator", *objects.first()?),
                )
            }
            _ => None,
        }
    }

    /// The constants of an `EnumSet`, if there is one to say of which class they are.
    pub fn enum_set(&self, class: u32, parts: u32) -> Option<&[Item]> {
        let [part] = self.parts(class, parts) else { return None };
        let [of, array] = self.objects(part) else { return None };
        let (View::Node(of), View::Node(array)) = (of.view(), array.view()) else { return None };
        let (Node::Class(of), Node::Array { class, start, count }) =
            (self.node(of), self.node(array))
        else {
            return None;
        };
        let items =
            if self.data(part).is_empty() && self.component(class) == Some("Ljava.lang.Enum;") {
                self.items(start, count)
            } else {
                &[]
            };
        let is_one = |item: &Item| match item.view() {
            View::Node(node) => matches!(self.node(node), Node::Enum { class, .. } if class == of),
            _ => false,
        };
        (!items.is_empty() && items.iter().all(is_one)).then_some(items)
    }

    /// The class and the values of what `List.of` and its like are replaced by.
    pub fn immutable_collection<'s>(
        &'s self,
        class: u32,
        parts: u32,
    ) -> Option<(&'static str, Content<'s>)> {
        let [part] = self.parts(class, parts) else { return None };
        let (first, items) = self.data(part).split_first()?;
        let length = int_at(self.whole_block(*first).filter(|bytes| bytes.len() == 4)?, 0)?;
        if usize::try_from(length) != Ok(items.len()) {
            return None;
        }
        let (class, is_map) = match int_at(self.primitives(part), 0)? {
            1 | 4 => ("java.util.ImmutableCollections$ListN", false),
            2 => ("java.util.ImmutableCollections$SetN", false),
            3 if items.len().is_multiple_of(2) => ("java.util.ImmutableCollections$MapN", true),
            _ => return None,
        };
        Some((class, Content { is_map, is_by_identity: false, items, extra: None }))
    }

    /// The value within a wrapper of this node.
    pub fn wrapped(
        &self,
        node: u32,
        class: u32,
        parts: u32,
    ) -> Option<(Item, &super::stream::Field)> {
        let parts = self.parts(class, parts);
        let first = parts.first()?;
        let (field, inner) = (self.fields(first.class).first()?, *self.objects(first).first()?);
        let is_one = |item: &Item| {
            *item == inner || matches!(item.view(), View::Node(other) if other == node)
        };
        let is_plain = |part: &Part| {
            let kind = self.class_at(part.class).kind;
            kind == ClassKind::Wrapper
                && self.data(part).is_empty()
                && self.objects(part).iter().all(is_one)
        };
        parts.iter().all(is_plain).then_some((inner, field))
    }
}

/// `Locale.toString` without script and extensions; `None` if it would not say which part is which.
fn locale(language: &str, country: &str, variant: &str) -> Option<String> {
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_plain(language)
        || !is_plain(country)
        || variant.contains('#')
        || language.is_empty() && country.is_empty()
    {
        return None;
    }
    Some(match (country, variant) {
        ("", "") => language.to_owned(),
        (_, "") => format!("{language}_{country}"),
        _ => format!("{language}_{country}_{variant}"),
    })
}

/// The external form of `java.time.Ser`.
fn time<'a>(mut bytes: &[u8]) -> Option<Scalar<'a>> {
    let input = &mut bytes;
    let scalar = match byte(input)? {
        1 => Scalar::Extended(seconds(input, Extended::Duration)?),
        2 => Scalar::Extended(seconds(input, Extended::Instant)?),
        3 => Scalar::Extended(Extended::Date(date(input)?)),
        4 => Scalar::Extended(Extended::Time(clock(input)?)),
        5 => {
            let (seconds, nanoseconds) = date_time(input)?;
            Scalar::Extended(Extended::DateTime(seconds, nanoseconds))
        }
        6 => {
            let (seconds, nanoseconds) = date_time(input)?;
            let offset = offset(input)?;
            let zone = match byte(input)? {
                7 => region(input)?.into(),
                8 => {
                    let zone = self::offset(input)?;
                    (zone == offset).then(|| offset_name(zone).into())?
                }
                _ => return None,
            };
            Scalar::Extended(Extended::Zoned(seconds, nanoseconds, offset, zone))
        }
        7 => Scalar::Text("java.time.ZoneRegion", region(input)?.to_owned()),
        8 => Scalar::Ints("java.time.ZoneOffset", [i64::from(offset(input)?), 0, 0], 1),
        9 => {
            let clock = clock(input)?;
            Scalar::OffsetTime(clock, offset(input)?)
        }
        10 => {
            let (seconds, nanoseconds) = date_time(input)?;
            Scalar::Extended(Extended::Zoned(seconds, nanoseconds, offset(input)?, "".into()))
        }
        11 => Scalar::Ints("java.time.Year", [year(input)?, 0, 0], 1),
        12 => Scalar::Ints("java.time.YearMonth", [year(input)?, month(input)?, 0], 2),
        13 => {
            let month = month(input)?;
            Scalar::Ints("java.time.MonthDay", [month, day(input, 4, month)?, 0], 2)
        }
        14 => Scalar::Ints("java.time.Period", [int(input)?, int(input)?, int(input)?], 3),
        _ => return None,
    };
    bytes.is_empty().then_some(scalar)
}

fn take<const N: usize>(input: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = input.split_first_chunk::<N>()?;
    *input = rest;
    Some(*first)
}

fn byte(input: &mut &[u8]) -> Option<i8> {
    take(input).map(i8::from_be_bytes)
}

fn int(input: &mut &[u8]) -> Option<i64> {
    take(input).map(|bytes| i64::from(i32::from_be_bytes(bytes)))
}

fn seconds(input: &mut &[u8], of: fn(i64, u32) -> Extended<Value>) -> Option<Extended<Value>> {
    let seconds = i64::from_be_bytes(take(input)?);
    let nanoseconds = u32::from_be_bytes(take(input)?);
    (nanoseconds < SECOND).then(|| of(seconds, nanoseconds))
}

fn year(input: &mut &[u8]) -> Option<i64> {
    int(input).filter(|year| year.abs() <= 999_999_999)
}

fn month(input: &mut &[u8]) -> Option<i64> {
    byte(input).map(i64::from).filter(|month| (1..=12).contains(month))
}

fn day(input: &mut &[u8], year: i64, month: i64) -> Option<i64> {
    let last = match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    };
    byte(input).map(i64::from).filter(|day| (1..=last).contains(day))
}

/// Days since 1970-01-01: Howard Hinnant, "chrono-compatible low-level date algorithms",
/// `days_from_civil`.
fn date(input: &mut &[u8]) -> Option<i64> {
    let year = year(input)?;
    let month = month(input)?;
    let day = day(input, year, month)?;
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let month = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * month + 2) / 5 + day - 1;
    Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
}

/// Nanoseconds since midnight. What is zero at the end is left out, and the last that is there then
/// is inverted.
fn clock(input: &mut &[u8]) -> Option<u64> {
    let mut parts = [0u64; 3];
    let mut nanoseconds = 0;
    for (at, (part, most)) in parts.iter_mut().zip([23, 59, 59]).enumerate() {
        let value = byte(input)?;
        let (value, is_last) = if value < 0 { (!value, true) } else { (value, false) };
        *part = u64::try_from(value).ok().filter(|value| *value <= most)?;
        if is_last {
            break;
        }
        if at == 2 {
            nanoseconds = u64::from(u32::from_be_bytes(take(input)?));
        }
    }
    let [hours, minutes, seconds] = parts;
    let second = u64::from(SECOND);
    (nanoseconds < second).then_some((hours * 3600 + minutes * 60 + seconds) * second + nanoseconds)
}

fn date_time(input: &mut &[u8]) -> Option<(i64, u32)> {
    let days = date(input)?;
    let clock = clock(input)?;
    let second = u64::from(SECOND);
    Some((days * DAY + (clock / second).cast_signed(), (clock % second) as u32))
}

/// An offset from UTC, in seconds.
fn offset(input: &mut &[u8]) -> Option<i32> {
    let offset = match byte(input)? {
        127 => i32::from_be_bytes(take(input)?),
        quarters => i32::from(quarters) * 900,
    };
    (offset.unsigned_abs() <= 18 * 3600).then_some(offset)
}

/// The name of a zone: text with its length before it.
fn region<'b>(input: &mut &'b [u8]) -> Option<&'b str> {
    let length = usize::from(u16::from_be_bytes(take(input)?));
    let (name, rest) = input.split_at_checked(length)?;
    *input = rest;
    crate::format::code_units::as_utf8(name)
}

/// The name that `ZoneOffset` gives itself.
fn offset_name(offset: i32) -> String {
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes, seconds) =
        (offset.abs() / 3600, offset.abs() / 60 % 60, offset.abs() % 60);
    match (offset, seconds) {
        (0, _) => "Z".to_owned(),
        (_, 0) => format!("{sign}{hours:02}:{minutes:02}"),
        _ => format!("{sign}{hours:02}:{minutes:02}:{seconds:02}"),
    }
}
