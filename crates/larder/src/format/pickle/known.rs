//! Classes of Python's library that stand for plain data, and what their pickles hold (the
//! `__reduce__` methods of CPython's Lib/ and Modules/).

use std::borrow::Cow;
use std::sync::Arc;

use crate::error::Result;
use crate::format::number;
use crate::format::pickle::nodes::{Item, NodeKind, Nodes, Parts, is_text};
use crate::format::pickle::scalar::{self, Scalar};
use crate::format::reading::Reading;
use crate::value::{Extended, Value};

const DAY: i64 = 86_400;

/// The module and the name of a global, if they are short and stand as they are. Modules that
/// Python 3 renamed have their new names.
pub fn name<'a>(nodes: &Nodes, bytes: &'a [u8], item: Item) -> Option<(&'a [u8], &'a [u8])> {
    let (module, name) = match item {
        Item::At(at) => scalar::short_global(bytes, at as usize)?,
        _ => match (nodes.kind(item)?, nodes.items(item)) {
            (NodeKind::Global, &[Item::At(module), Item::At(name)]) => (
                scalar::short_string(bytes, module as usize)?,
                scalar::short_string(bytes, name as usize)?,
            ),
            _ => return None,
        },
    };
    Some(match (module, name) {
        (b"__builtin__", b"unicode") => (b"builtins", b"str"),
        (b"__builtin__", b"long") => (b"builtins", b"int"),
        (b"__builtin__", b"xrange") => (b"builtins", b"range"),
        (b"__builtin__" | b"exceptions", name) => (b"builtins", name),
        (b"copy_reg", name) => (b"copyreg", name),
        _ => (module, name),
    })
}

/// Whether arguments are nothing, or one list or tuple.
pub fn is_sequence(nodes: &Nodes, bytes: &[u8], args: &[Item]) -> bool {
    match args {
        [] => true,
        [Item::At(at)] => {
            matches!(bytes.get(*at as usize), Some(&(scalar::EMPTY_TUPLE | scalar::TUPLE)))
        }
        [item] => matches!(nodes.kind(*item), Some(NodeKind::List | NodeKind::Tuple)),
        _ => false,
    }
}

/// Whether text is to become bytes of the same code points.
pub fn is_latin1(bytes: &[u8], text: Item, encoding: Item) -> bool {
    let Item::At(encoding) = encoding else { return false };
    is_text(bytes, text)
        && matches!(scalar::short_string(bytes, encoding as usize), Some(b"latin1" | b"latin-1"))
}

pub fn is_bytes(nodes: &Nodes, bytes: &[u8], item: Item) -> bool {
    match item {
        Item::At(at) => matches!(
            bytes.get(at as usize),
            Some(
                &(scalar::BINBYTES
                    | scalar::SHORT_BINBYTES
                    | scalar::BINBYTES8
                    | scalar::STRING
                    | scalar::BINSTRING
                    | scalar::SHORT_BINSTRING)
            )
        ),
        _ => nodes.kind(item) == Some(NodeKind::Latin1),
    }
}

/// The bytes that an item is.
pub fn bytes<'a>(
    nodes: &Nodes,
    reading: &mut Reading<'a, '_>,
    item: Item,
) -> Result<Option<Cow<'a, [u8]>>> {
    if nodes.kind(item) == Some(NodeKind::Latin1) {
        let Some(text) = nodes.items(item).first() else { return Ok(Some(Cow::Borrowed(&[]))) };
        return Ok(match text_of(nodes, reading, *text)? {
            Some(text) if text.is_ascii() => Some(match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            }),
            Some(text) => {
                reading.charge(text.len())?;
                text.chars()
                    .map(|character| u8::try_from(character).ok())
                    .collect::<Option<Vec<u8>>>()
                    .map(Cow::Owned)
            }
            None => None,
        });
    }
    Ok(match nodes.scalar(reading, item)? {
        Some(Scalar::Bytes(bytes)) => Some(Cow::Borrowed(bytes)),
        Some(Scalar::String(bytes)) => Some(bytes),
        _ => None,
    })
}

/// The text that an item is.
pub fn text_of<'a>(
    nodes: &Nodes,
    reading: &mut Reading<'a, '_>,
    item: Item,
) -> Result<Option<Cow<'a, str>>> {
    Ok(match nodes.scalar(reading, item)? {
        Some(Scalar::Text(text)) => Some(text),
        Some(Scalar::String(Cow::Borrowed(bytes))) => {
            std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
        }
        Some(Scalar::String(Cow::Owned(bytes))) => String::from_utf8(bytes).ok().map(Cow::Owned),
        _ => None,
    })
}

fn int(nodes: &Nodes, reading: &mut Reading<'_, '_>, item: Item) -> Result<Option<i64>> {
    Ok(match nodes.scalar(reading, item)? {
        Some(Scalar::Int(int)) => Some(int),
        _ => None,
    })
}

/// The value that a class makes of its arguments, if it is one that the library has, and holds all
/// of them.
pub fn value(
    nodes: &Nodes,
    reading: &mut Reading<'_, '_>,
    class: Item,
    args: Item,
) -> Result<Option<Extended<Value>>> {
    let Some(name) = name(nodes, reading.input.bytes, class) else { return Ok(None) };
    match (name, nodes.items(args)) {
        ((b"datetime", b"date"), &[state]) => {
            Ok(bytes(nodes, reading, state)?.and_then(|state| match *state {
                [a, b, month, day] => Some(Extended::Date(days(year(a, b), month, day)?)),
                _ => None,
            }))
        }
        ((b"datetime", b"datetime" | b"time"), &[_]) => local(nodes, reading, class, args),
        ((b"datetime", b"datetime"), &[_, zone]) => match local(nodes, reading, class, args)? {
            Some(Extended::DateTime(seconds, nanoseconds)) => {
                let zone = offset(nodes, reading, zone)?;
                Ok(zone.map(|(offset, name)| Extended::Zoned(seconds, nanoseconds, offset, name)))
            }
            _ => Ok(None),
        },
        ((b"datetime", b"timedelta"), _) => Ok(time_delta(nodes, reading, args)?
            .map(|(seconds, nanoseconds)| Extended::Duration(seconds, nanoseconds))),
        ((b"decimal", b"Decimal"), &[text]) => {
            let Some(text) = text_of(nodes, reading, text)? else { return Ok(None) };
            reading.charge(scalar::DIGIT_BYTES * text.len())?;
            Ok(number::parse_decimal(&text)
                // The library has no zero with a sign.
                .filter(|(unscaled, _)| !(**unscaled == [0] && text.starts_with('-')))
                .map(|(unscaled, scale)| Extended::Decimal { unscaled, scale }))
        }
        _ => Ok(None),
    }
}

/// The date and time, or the time, that the first of these arguments is, whatever the zone.
pub fn local(
    nodes: &Nodes,
    reading: &mut Reading<'_, '_>,
    class: Item,
    args: Item,
) -> Result<Option<Extended<Value>>> {
    let name = name(nodes, reading.input.bytes, class);
    let (Some((b"datetime", name @ (b"datetime" | b"time"))), &[state] | &[state, _]) =
        (name, nodes.items(args))
    else {
        return Ok(None);
    };
    let state = bytes(nodes, reading, state)?;
    Ok(state.and_then(|state| match *state {
        [hour, minute, second, a, b, c] if name == b"time" => {
            let (seconds, nanoseconds) = clock([hour, minute, second], [a, b, c])?;
            Some(Extended::Time(seconds.unsigned_abs() * 1_000_000_000 + u64::from(nanoseconds)))
        }
        [a, b, month, day, hour, minute, second, c, d, e] if name == b"datetime" => {
            let (seconds, nanoseconds) = clock([hour, minute, second], [c, d, e])?;
            Some(Extended::DateTime(days(year(a, b), month, day)? * DAY + seconds, nanoseconds))
        }
        _ => None,
    }))
}

fn year(a: u8, b: u8) -> i64 {
    i64::from(u16::from_be_bytes([a, b]))
}

/// The days since 1970-01-01 of a date of Python: from the year 1 to 9999.
fn days(year: i64, month: u8, day: u8) -> Option<i64> {
    const BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u8::from(leap),
        _ => 31,
    };
    let before = BEFORE.get(usize::from(month).checked_sub(1)?)? + i64::from(leap && month > 2);
    if !(1..=9999).contains(&year) || !(1..=longest).contains(&day) {
        return None;
    }
    let years = year - 1;
    Some(years * 365 + years / 4 - years / 100 + years / 400 + before + i64::from(day) - 719_163)
}

/// Seconds, and nanoseconds below a second.
fn clock([hour, minute, second]: [u8; 3], [a, b, c]: [u8; 3]) -> Option<(i64, u32)> {
    let microseconds = u32::from_be_bytes([0, a, b, c]);
    // The highest bit of the hour is `fold`, which has no place here.
    (hour < 24 && minute < 60 && second < 60 && microseconds < 1_000_000).then(|| {
        (i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second), microseconds * 1000)
    })
}

/// The seconds and nanoseconds of a `timedelta`'s arguments: days, seconds and microseconds.
fn time_delta(
    nodes: &Nodes,
    reading: &mut Reading<'_, '_>,
    args: Item,
) -> Result<Option<(i64, u32)>> {
    const MIN_DAYS: i64 = -999_999_999;
    const MAX_DAYS: i64 = 999_999_999;
    let &[days, seconds, microseconds] = nodes.items(args) else { return Ok(None) };
    let (days, seconds) = (int(nodes, reading, days)?, int(nodes, reading, seconds)?);
    let microseconds = int(nodes, reading, microseconds)?;
    Ok(match (days, seconds, microseconds) {
        (
            Some(days @ MIN_DAYS..=MAX_DAYS),
            Some(seconds @ 0..DAY),
            Some(microseconds @ 0..1_000_000),
        ) => Some((days * DAY + seconds, microseconds as u32 * 1000)),
        _ => None,
    })
}

/// The offset from UTC in seconds, and the name, of a zone that has one offset.
fn offset(
    nodes: &Nodes,
    reading: &mut Reading<'_, '_>,
    zone: Item,
) -> Result<Option<(i32, Arc<str>)>> {
    let Item::Node(number) = zone else { return Ok(None) };
    let Some(Parts { callable, args, kwargs: Item::Absent, state: Item::Absent, .. }) =
        nodes.parts(number)
    else {
        return Ok(None);
    };
    let (seconds, zone) = match (name(nodes, reading.input.bytes, callable), nodes.items(args)) {
        (Some((b"datetime", b"timezone")), &[delta, ref zone @ ..]) if zone.len() <= 1 => {
            if nodes.kind(delta) != Some(NodeKind::Known) {
                return Ok(None);
            }
            let &[class, args] = nodes.items(delta) else { return Ok(None) };
            if name(nodes, reading.input.bytes, class) != Some((b"datetime", b"timedelta")) {
                return Ok(None);
            }
            match time_delta(nodes, reading, args)? {
                Some((seconds, 0)) => (seconds, zone.first().copied()),
                _ => return Ok(None),
            }
        }
        (Some((b"pytz", b"_UTC")), &[]) => return Ok(Some((0, "UTC".into()))),
        (Some((b"pytz", b"_p")), &[zone, seconds, _, _]) => match int(nodes, reading, seconds)? {
            Some(seconds) => (seconds, Some(zone)),
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    let Some(seconds) =
        i32::try_from(seconds).ok().filter(|seconds| i64::from(seconds.unsigned_abs()) < DAY)
    else {
        return Ok(None);
    };
    let Some(zone) = zone else { return Ok(Some((seconds, "".into()))) };
    let Some(zone) = text_of(nodes, reading, zone)? else { return Ok(None) };
    reading.charge(2 * zone.len())?;
    Ok(Some((seconds, zone.into())))
}

/// The number of a `uuid.UUID` whose state is no more than that.
pub fn uuid(
    nodes: &Nodes,
    reading: &mut Reading<'_, '_>,
    parts: Parts,
    state: Item,
) -> Result<Option<Item>> {
    let Parts {
        callable,
        args: Item::Absent,
        kwargs: Item::Absent,
        list: Item::Absent,
        dict: Item::Absent,
        ..
    } = parts
    else {
        return Ok(None);
    };
    let bytes = reading.input.bytes;
    if name(nodes, bytes, callable) != Some((b"uuid", b"UUID"))
        || nodes.kind(state) != Some(NodeKind::Dict)
    {
        return Ok(None);
    }
    match *nodes.items(state) {
        [Item::At(key), int] if scalar::short_string(bytes, key as usize) == Some(b"int") => {
            Ok(uuid_bytes(nodes, reading, int)?.map(|_| int))
        }
        _ => Ok(None),
    }
}

/// The bytes of a UUID's number.
pub fn uuid_bytes(
    nodes: &Nodes,
    reading: &mut Reading<'_, '_>,
    item: Item,
) -> Result<Option<[u8; 16]>> {
    Ok(match nodes.scalar(reading, item)? {
        Some(Scalar::Int(int)) => u64::try_from(int).ok().map(|int| u128::from(int).to_be_bytes()),
        Some(Scalar::BigInt(bytes)) => {
            // At most one byte more, for the sign.
            let bytes = number::shortest(&bytes);
            let magnitude = match bytes {
                [0, magnitude @ ..] => magnitude,
                [0x80..=0xFF, ..] => return Ok(None),
                magnitude => magnitude,
            };
            let mut uuid = [0; 16];
            16usize.checked_sub(magnitude.len()).map(|start| {
                uuid[start..].copy_from_slice(magnitude);
                uuid
            })
        }
        _ => None,
    })
}
