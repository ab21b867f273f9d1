//! CBOR: RFC 8949; the sections named here are its own. The tags are of IANA's registry "CBOR
//! Tags"; those decoded to values, not to tags, are:
//!
//! | tag | value | defined in |
//! | --- | --- | --- |
//! | 0, 1 | [`Extended::Instant`], [`Extended::Zoned`] | section 3.4.1, 3.4.2 |
//! | 2, 3 | an integer | section 3.4.3 |
//! | 4 | [`Extended::Decimal`] | section 3.4.4 |
//! | 25, 256 | the string that is referred to | <http://cbor.schmorp.de/stringref> |
//! | 28, 29 | [`Extended::Shared`], [`Extended::Again`] | <http://cbor.schmorp.de/value-sharing> |
//! | 37 | [`Extended::Uuid`] | <https://github.com/lucas-clemente/cbor-specs/blob/master/uuid.md> |
//! | 100, 1004 | [`Extended::Date`] | RFC 8943 |
//! | 1001, 1002 | [`Extended::Instant`], [`Extended::Duration`] | RFC 9581 |
//! | 55799 | what it stands before | section 3.4.6 |
//!
//! Any other tag N, and those of a content that their value does not hold exactly (a leap second,
//! say), is [`Extended::Typed`] of a class `cbor/tag/N`. Simple values without a meaning are cases
//! of an enumeration `cbor/simple`: `undefined`, or the number.
//!
//! Floats of 16 and 32 bits are both [`Extended::Float32`], with the payload of a NaN. The
//! preferred serialization (section 4.1) is written but for floats: those of 64 bits stay so,
//! whatever their value, and those of 32 bits become 16 where that is exact, so that a float is
//! read again as what it was.

use std::borrow::Cow;
use std::sync::Arc;

use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::format::loss::Loss;
use crate::format::number;
use crate::format::reading::{OpenMap, ReadFormat, Reading, not_utf8};
use crate::format::time;
use crate::format::writing::{Plain, Writing};
use crate::shape::Key;
use crate::shape::KeyRef;
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};
use crate::value::{Extended, Value};

/// Major types: section 3.1.
const UNSIGNED: u8 = 0;
const NEGATIVE: u8 = 1;
const BYTES: u8 = 2;
const TEXT: u8 = 3;
const LIST: u8 = 4;
const MAP: u8 = 5;
const TAG: u8 = 6;
const SIMPLE: u8 = 7;

/// Additional information of a head that says how many bytes of its argument follow, or that the
/// length is not known: section 3.
const ONE_BYTE: u8 = 24;
const TWO_BYTES: u8 = 25;
const FOUR_BYTES: u8 = 26;
const EIGHT_BYTES: u8 = 27;
const INDEFINITE: u8 = 31;
const BREAK: u8 = 0xFF;

/// Of major type 7: section 3.3.
const FALSE: u8 = 20;
const TRUE: u8 = 21;
const NULL: u8 = 22;
const UNDEFINED: u8 = 23;

const DATE_TIME: u64 = 0;
const EPOCH: u64 = 1;
const POSITIVE_BIG: u64 = 2;
const NEGATIVE_BIG: u64 = 3;
const DECIMAL: u64 = 4;
const STRING_REF: u64 = 25;
const SHAREABLE: u64 = 28;
const SHARED_REF: u64 = 29;
const UUID: u64 = 37;
const DAYS: u64 = 100;
const STRING_NAMESPACE: u64 = 256;
const EXTENDED_TIME: u64 = 1001;
const DURATION: u64 = 1002;
const FULL_DATE: u64 = 1004;
const SELF_DESCRIBED: u64 = 55_799;

/// Of RFC 9581, section 3: whole seconds, and the nanoseconds beyond. Milliseconds and microseconds
/// have keys of their own.
const SECONDS_KEY: i64 = 1;
const NANOSECONDS_KEY: i64 = -9;

const SECOND: u32 = 1_000_000_000;
/// The class of tags, before the number.
const TAG_CLASS: &str = "cbor/tag/";
const SIMPLE_CLASS: &str = "cbor/simple";
const UNDEFINED_CASE: &str = "undefined";

pub struct Cbor;

impl ReadFormat for Cbor {
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        value(reading, &mut State::default(), builder, to)
    }
}

/// What is kept of the items before.
#[derive(Default)]
struct State<'a> {
    /// How many values were marked as shareable.
    shareable: u64,
    /// The strings that may be referred to, and whether each is text; `None` outside of a
    /// namespace.
    strings: Option<Vec<(u8, &'a [u8])>>,
    /// The counts of the lists and maps of indefinite length within the outermost one, in the order
    /// in which they begin, and how many of them have begun.
    counts: Vec<usize>,
    begun: usize,
    /// The class of the last tag, and the case of the last simple value: they often come again.
    tag: Option<(u64, Arc<str>)>,
    simple: Option<(u8, [Arc<str>; 2])>,
}

/// The head of an item: section 3.
#[derive(Clone, Copy)]
struct ItemHead {
    at: usize,
    major: u8,
    info: u8,
    argument: u64,
}

#[inline]
fn head(input: &mut Input<'_>) -> Result<ItemHead> {
    let at = input.at;
    let byte = input.byte()?;
    let (major, info) = (byte >> 5, byte & 0x1F);
    let argument = match info {
        0..ONE_BYTE => u64::from(info),
        ONE_BYTE => u64::from(input.byte()?),
        TWO_BYTES => u64::from(u16::from_be_bytes(input.array()?)),
        FOUR_BYTES => u64::from(u32::from_be_bytes(input.array()?)),
        EIGHT_BYTES => u64::from_be_bytes(input.array()?),
        INDEFINITE if matches!(major, BYTES | TEXT | LIST | MAP | SIMPLE) => 0,
        _ => return Err(Error::at(ErrorKind::BadTag, at, "a reserved head")),
    };
    if major == SIMPLE && info == ONE_BYTE && argument < 32 {
        return Err(Error::at(
            ErrorKind::BadTag,
            at,
            "a simple value that is longer than it must be",
        ));
    }
    Ok(ItemHead { at, major, info, argument })
}

#[cold]
fn misplaced_break(at: usize) -> Error {
    Error::at(ErrorKind::BadTag, at, "a break where nothing ends")
}

fn value<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let mut head = head(&mut reading.input)?;
    while head.major == TAG && head.argument == SELF_DESCRIBED {
        head = self::head(&mut reading.input)?;
    }
    match head.major {
        UNSIGNED | NEGATIVE => match small(head) {
            Some(int) => builder.int(to, int),
            None => reading.big_int(builder, to, &integer(head).to_be_bytes()),
        },
        BYTES => {
            let bytes = string(reading, state, head)?;
            reading.bytes(builder, to, &bytes)
        }
        TEXT => {
            let bytes = string(reading, state, head)?;
            let at = reading.input.at - bytes.len();
            reading.text(builder, to, &bytes, at)
        }
        LIST => list(reading, state, builder, to, head),
        MAP => map(reading, state, builder, to, head),
        TAG => tagged(reading, state, builder, to, head),
        _ => simple(reading, state, builder, to, head),
    }
}

/// An integer of major type 0 or 1.
fn integer(head: ItemHead) -> i128 {
    let argument = i128::from(head.argument);
    if head.major == NEGATIVE { !argument } else { argument }
}

/// The same, if 64 bits hold it.
#[inline]
fn small(head: ItemHead) -> Option<i64> {
    let argument = i64::try_from(head.argument).ok()?;
    Some(if head.major == NEGATIVE { !argument } else { argument })
}

/// The next chunk of a string of indefinite length, or `None` at its end: section 3.2.3.
fn chunk<'a>(input: &mut Input<'a>, major: u8) -> Result<Option<&'a [u8]>> {
    if input.peek() == Some(BREAK) {
        input.at += 1;
        return Ok(None);
    }
    let head = head(input)?;
    if head.major != major || head.info == INDEFINITE {
        return Err(Error::at(
            ErrorKind::BadSyntax,
            head.at,
            "a chunk must be a string of the same type and of definite length",
        ));
    }
    definite(input, head).map(Some)
}

#[inline]
fn definite<'a>(input: &mut Input<'a>, head: ItemHead) -> Result<&'a [u8]> {
    match usize::try_from(head.argument) {
        Ok(length) => input.take(length),
        Err(_) => Err(input.truncated()),
    }
}

/// The bytes of a string; chunks of text are UTF-8 each, and what is put together of them is.
#[inline]
fn string<'a>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    head: ItemHead,
) -> Result<Cow<'a, [u8]>> {
    if head.info == INDEFINITE {
        return chunks(reading, head.major).map(Cow::Owned);
    }
    let bytes = definite(&mut reading.input, head)?;
    if state.strings.is_some() {
        remember(reading, state, head.major, bytes)?;
    }
    Ok(Cow::Borrowed(bytes))
}

fn chunks(reading: &mut Reading<'_, '_>, major: u8) -> Result<Vec<u8>> {
    let mut again = reading.input;
    let mut length = 0;
    while let Some(bytes) = chunk(&mut reading.input, major)? {
        if major == TEXT && simdutf8::basic::from_utf8(bytes).is_err() {
            return Err(not_utf8(bytes, reading.input.at - bytes.len()));
        }
        length += bytes.len();
    }
    reading.charge(length)?;
    let mut whole = Vec::with_capacity(length);
    while let Some(bytes) = chunk(&mut again, major)? {
        whole.extend_from_slice(bytes);
    }
    Ok(whole)
}

/// Gives a string the next number of its namespace, if it is longer than a reference to it would be
/// ("stringref", "Table").
fn remember<'a>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    major: u8,
    bytes: &'a [u8],
) -> Result<()> {
    let Some(strings) = &mut state.strings else { return Ok(()) };
    let least = match strings.len() as u64 {
        0..24 => 3,
        24..0x100 => 4,
        0x100..0x1_0000 => 5,
        0x1_0000..0x1_0000_0000 => 7,
        _ => 11,
    };
    if bytes.len() >= least {
        reading.charge(3 * size_of::<(u8, &[u8])>())?;
        strings.push((major, bytes));
    }
    Ok(())
}

/// The string that tag 25 refers to.
fn referred<'a>(reading: &mut Reading<'a, '_>, state: &State<'a>) -> Result<(u8, &'a [u8])> {
    let head = head(&mut reading.input)?;
    if head.major != UNSIGNED {
        return Err(Error::at(ErrorKind::BadSyntax, head.at, "a reference must be a number"));
    }
    let strings = state.strings.as_deref().unwrap_or_default();
    match usize::try_from(head.argument).ok().and_then(|number| strings.get(number)) {
        Some(string) => Ok(*string),
        None => Err(Error::at(
            ErrorKind::UnknownReference,
            head.at,
            "a reference to a string that does not exist",
        )),
    }
}

fn list<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    to: &mut B::Values,
    head: ItemHead,
) -> Result<()> {
    let count = count(reading, state, head)?;
    let mut list = reading.open_list(builder, Some(count))?;
    for _ in 0..count {
        value(reading, state, builder, &mut list)?;
    }
    end(reading, head)?;
    reading.end_list(builder, to, list)
}

fn map<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    to: &mut B::Values,
    head: ItemHead,
) -> Result<()> {
    let count = count(reading, state, head)?;
    let mut map = reading.open_map(builder, None, Some(count))?;
    for _ in 0..count {
        key(reading, state, builder, &mut map)?;
        value(reading, state, builder, &mut map.values)?;
    }
    end(reading, head)?;
    reading.end_map(builder, to, map)
}

/// How many items or pairs a list or map has.
#[inline]
fn count(reading: &mut Reading<'_, '_>, state: &mut State<'_>, head: ItemHead) -> Result<usize> {
    if head.info != INDEFINITE {
        return reading.count(head.argument, if head.major == MAP { 2 } else { 1 });
    }
    // The items are counted before memory is taken for them: a vector that grows would take three
    // times as much. Those of all that is within are counted along, so that nothing is counted
    // twice.
    if state.begun == state.counts.len() {
        state.counts.clear();
        state.begun = 0;
        let mut input = reading.input;
        count_items(reading, &mut state.counts, &mut input, head)?;
    }
    state.begun += 1;
    Ok(state.counts.get(state.begun - 1).copied().unwrap_or(0))
}

/// Passes over a list or map of indefinite length, and notes how many items or pairs it has.
fn count_items(
    reading: &mut Reading<'_, '_>,
    counts: &mut Vec<usize>,
    input: &mut Input<'_>,
    head: ItemHead,
) -> Result<()> {
    reading.descend()?;
    reading.charge(3 * size_of::<usize>())?;
    let place = counts.len();
    counts.push(0);
    let mut items = 0;
    while input.peek() != Some(BREAK) {
        pass(reading, counts, input)?;
        items += 1;
    }
    if head.major == MAP {
        if items % 2 == 1 {
            return Err(Error::at(
                ErrorKind::BadTag,
                input.at,
                "a break where a key lacks its value",
            ));
        }
        items /= 2;
    }
    input.at += 1;
    counts[place] = items;
    reading.ascend();
    Ok(())
}

/// Passes over an item.
fn pass(
    reading: &mut Reading<'_, '_>,
    counts: &mut Vec<usize>,
    input: &mut Input<'_>,
) -> Result<()> {
    let mut head = head(input)?;
    while head.major == TAG {
        head = self::head(input)?;
    }
    match head.major {
        BYTES | TEXT if head.info == INDEFINITE => while chunk(input, head.major)?.is_some() {},
        BYTES | TEXT => {
            definite(input, head)?;
        }
        LIST | MAP if head.info == INDEFINITE => count_items(reading, counts, input, head)?,
        LIST | MAP => {
            reading.descend()?;
            for _ in 0..head.argument {
                pass(reading, counts, input)?;
                if head.major == MAP {
                    pass(reading, counts, input)?;
                }
            }
            reading.ascend();
        }
        SIMPLE if head.info == INDEFINITE => return Err(misplaced_break(head.at)),
        _ => {}
    }
    Ok(())
}

/// Takes the break of a list or map of indefinite length.
#[inline]
fn end(reading: &mut Reading<'_, '_>, head: ItemHead) -> Result<()> {
    if head.info == INDEFINITE && reading.input.byte()? != BREAK {
        return Err(Error::at(
            ErrorKind::BadSyntax,
            reading.input.at - 1,
            "an item beyond those that were counted",
        ));
    }
    Ok(())
}

/// A key. Those that JVM maps may have, beside text and integers, can be read; others have no place
/// in a shape.
#[inline]
fn key<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    map: &mut OpenMap<B::Values>,
) -> Result<()> {
    let head = head(&mut reading.input)?;
    let (major, bytes) = match head.major {
        TEXT | BYTES => (head.major, string(reading, state, head)?),
        TAG if head.argument == STRING_REF => {
            let (major, bytes) = referred(reading, state)?;
            (major, Cow::Borrowed(bytes))
        }
        UNSIGNED | NEGATIVE => {
            return match small(head) {
                Some(int) => reading.key(builder, map, KeyRef::Int(int)),
                None => Err(Error::at(
                    ErrorKind::Unsupported,
                    head.at,
                    "a key that is an integer beyond 64 bits",
                )),
            };
        }
        _ => {
            let key = match (head.major, head.info) {
                (SIMPLE, FALSE) => KeyRef::Bool(false),
                (SIMPLE, TRUE) => KeyRef::Bool(true),
                (SIMPLE, NULL) => KeyRef::Null,
                (SIMPLE, EIGHT_BYTES) => KeyRef::Float(f64::from_bits(head.argument)),
                (SIMPLE, INDEFINITE) => return Err(misplaced_break(head.at)),
                _ => {
                    let context = "a key that is a list, a map, tagged, a simple value or a float \
                                   of less \
                                   than 64 bits";
                    return Err(Error::at(ErrorKind::Unsupported, head.at, context));
                }
            };
            return reading.key(builder, map, key);
        }
    };
    if major == BYTES {
        return reading.key(builder, map, KeyRef::Bytes(&bytes));
    }
    match simdutf8::basic::from_utf8(&bytes) {
        Ok(text) => reading.key(builder, map, KeyRef::Text(text)),
        Err(_) => Err(not_utf8(&bytes, reading.input.at - bytes.len())),
    }
}

fn tagged<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    to: &mut B::Values,
    head: ItemHead,
) -> Result<()> {
    match head.argument {
        SHAREABLE => {
            let slot = state.shareable;
            state.shareable += 1;
            // A value that is not met again is no level of its own, so that tags upon tags would
            // have none.
            let within_tags = reading.input.peek().is_some_and(|byte| byte >> 5 == TAG);
            if within_tags {
                reading.descend()?;
            }
            reading.shared(builder, to, slot, false, |reading, builder, to| {
                value(reading, state, builder, to)
            })?;
            if within_tags {
                reading.ascend();
            }
            Ok(())
        }
        SHARED_REF => {
            let head = self::head(&mut reading.input)?;
            match head.major {
                UNSIGNED if head.argument < state.shareable => {
                    reading.again(builder, to, head.argument, false)
                }
                UNSIGNED => Err(Error::at(
                    ErrorKind::UnknownReference,
                    head.at,
                    "a reference to a value that has not begun",
                )),
                _ => Err(Error::at(ErrorKind::BadSyntax, head.at, "a reference must be a number")),
            }
        }
        STRING_NAMESPACE => {
            reading.descend()?;
            let outer = state.strings.replace(Vec::new());
            value(reading, state, builder, to)?;
            state.strings = outer;
            reading.ascend();
            Ok(())
        }
        STRING_REF => match referred(reading, state)? {
            (BYTES, bytes) => reading.bytes(builder, to, bytes),
            (_, bytes) => {
                let at = reading.input.at;
                reading.text(builder, to, bytes, at)
            }
        },
        tag => {
            let mut input = reading.input;
            let exact = exact(tag, &mut input, &mut |bytes| reading.charge(bytes))?;
            if let Some(Exact { value, string, indefinite }) = exact {
                reading.input = input;
                // What was passed over has its place in the counts and among the strings.
                if indefinite && state.begun < state.counts.len() {
                    state.begun += 1;
                }
                if let Some((major, bytes)) = string {
                    remember(reading, state, major, bytes)?;
                }
                return match value {
                    Extended::BigInt(bytes) => reading.big_int(builder, to, &bytes),
                    value => reading.extended(builder, to, 0, value),
                };
            }
            let class = match &state.tag {
                Some((last, class)) if *last == tag => class.clone(),
                _ => {
                    let class = reading.name(format!("{TAG_CLASS}{tag}").as_bytes(), head.at)?;
                    state.tag.insert((tag, class)).1.clone()
                }
            };
            reading.typed(builder, to, &class, |reading, builder, to| {
                value(reading, state, builder, to)
            })
        }
    }
}

fn simple<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    to: &mut B::Values,
    head: ItemHead,
) -> Result<()> {
    match head.info {
        FALSE => builder.bool(to, false),
        TRUE => builder.bool(to, true),
        NULL => builder.null(to),
        TWO_BYTES => {
            reading.extended(builder, to, 0, Extended::Float32(single(head.argument as u16)))
        }
        FOUR_BYTES => reading.extended(
            builder,
            to,
            0,
            Extended::Float32(f32::from_bits(head.argument as u32)),
        ),
        EIGHT_BYTES => builder.float(to, f64::from_bits(head.argument)),
        INDEFINITE => Err(misplaced_break(head.at)),
        _ => {
            let number = head.argument as u8;
            let [class, case] = match &state.simple {
                Some((last, names)) if *last == number => names.clone(),
                _ => {
                    let case = if number == UNDEFINED {
                        UNDEFINED_CASE.to_owned()
                    } else {
                        number.to_string()
                    };
                    let names = [
                        reading.name(SIMPLE_CLASS.as_bytes(), head.at)?,
                        reading.name(case.as_bytes(), head.at)?,
                    ];
                    state.simple.insert((number, names)).1.clone()
                }
            };
            reading.extended(builder, to, 0, Extended::Enum { class, case })
        }
    }
}

/// A float of 16 bits as one of 32: appendix D.
fn single(half: u16) -> f32 {
    let (sign, exponent, mantissa) =
        (u32::from(half >> 15) << 31, u32::from(half >> 10 & 0x1F), u32::from(half & 0x3FF));
    let magnitude = match exponent {
        0 => (mantissa as f32 / 16_777_216.0).to_bits(),
        31 => 0x7F80_0000 | mantissa << 13,
        _ => (exponent + 112) << 23 | mantissa << 13,
    };
    f32::from_bits(sign | magnitude)
}

/// A float of 32 bits as one of 16, if that is the same.
fn half(single: f32) -> Option<u16> {
    let bits = single.to_bits();
    let (sign, exponent, mantissa) =
        ((bits >> 16 & 0x8000) as u16, bits >> 23 & 0xFF, bits & 0x7F_FFFF);
    let (magnitude, lost) = match exponent {
        0 => (0, mantissa),
        // Multiples of 2⁻²⁴ below 2⁻¹⁴.
        103..113 => {
            ((mantissa | 0x80_0000) >> (126 - exponent), mantissa & ((1 << (126 - exponent)) - 1))
        }
        113..143 => ((exponent - 112) << 10 | mantissa >> 13, mantissa & 0x1FFF),
        255 => (0x7C00 | mantissa >> 13, mantissa & 0x1FFF),
        _ => return None,
    };
    (lost == 0).then_some(sign | magnitude as u16)
}

/// The content of a tag that a value holds exactly.
struct Exact<'a> {
    value: Extended<Value>,
    /// The string within, with its major type, if there is one of definite length.
    string: Option<(u8, &'a [u8])>,
    /// Whether a list or map of indefinite length was within.
    indefinite: bool,
}

/// Reads the content of a tag as the value that it stands for; `None` if there is no such value:
/// then the input may be anywhere. `charge` is called before memory is allocated.
fn exact<'a>(
    tag: u64,
    input: &mut Input<'a>,
    charge: &mut dyn FnMut(usize) -> Result<()>,
) -> Result<Option<Exact<'a>>> {
    let value = match tag {
        DATE_TIME | FULL_DATE => {
            let Some(text) = short_string(input, TEXT) else { return Ok(None) };
            let value = if tag == DATE_TIME {
                date_time(text.bytes())
            } else {
                time::parse_date(text.bytes()).map(Extended::Date)
            };
            return Ok(value.map(|value| Exact {
                value,
                string: text.string(TEXT),
                indefinite: false,
            }));
        }
        UUID => {
            let Some(bytes) = short_string(input, BYTES) else { return Ok(None) };
            let value = bytes.bytes().try_into().ok().map(Extended::Uuid);
            return Ok(value.map(|value| Exact {
                value,
                string: bytes.string(BYTES),
                indefinite: false,
            }));
        }
        POSITIVE_BIG | NEGATIVE_BIG => {
            let big = big(tag, input, charge)?;
            return Ok(big.map(|(bytes, string)| Exact {
                value: Extended::BigInt(bytes),
                string,
                indefinite: false,
            }));
        }
        DECIMAL => return decimal(input, charge),
        EPOCH => epoch(input),
        DAYS => next_small(input).map(Extended::Date),
        EXTENDED_TIME | DURATION => {
            let value = seconds(input).map(|(seconds, nanoseconds, indefinite)| Exact {
                value: if tag == DURATION {
                    Extended::Duration(seconds, nanoseconds)
                } else {
                    Extended::Instant(seconds, nanoseconds)
                },
                string: None,
                indefinite,
            });
            return Ok(value);
        }
        _ => None,
    };
    Ok(value.map(|value| Exact { value, string: None, indefinite: false }))
}

fn next_small(input: &mut Input<'_>) -> Option<i64> {
    let head = head(input).ok()?;
    if head.major <= NEGATIVE { small(head) } else { None }
}

/// A string of a few bytes.
enum Short<'a> {
    Whole(&'a [u8]),
    Chunks([u8; 64], usize),
}

impl<'a> Short<'a> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Whole(bytes) => bytes,
            Self::Chunks(bytes, length) => bytes.get(..*length).unwrap_or_default(),
        }
    }

    fn string(&self, major: u8) -> Option<(u8, &'a [u8])> {
        match self {
            Self::Whole(bytes) => Some((major, *bytes)),
            Self::Chunks(..) => None,
        }
    }
}

fn short_string<'a>(input: &mut Input<'a>, major: u8) -> Option<Short<'a>> {
    let head = head(input).ok().filter(|head| head.major == major)?;
    if head.info != INDEFINITE {
        return definite(input, head).ok().map(Short::Whole);
    }
    let (mut whole, mut length) = ([0; 64], 0);
    while let Some(bytes) = chunk(input, major).ok()? {
        whole.get_mut(length..)?.get_mut(..bytes.len())?.copy_from_slice(bytes);
        length += bytes.len();
    }
    Some(Short::Chunks(whole, length))
}

/// An integer beyond 64 bits, in two's complement, from its magnitude: section 3.4.3.
#[expect(clippy::type_complexity)]
fn big<'a>(
    tag: u64,
    input: &mut Input<'a>,
    charge: &mut dyn FnMut(usize) -> Result<()>,
) -> Result<Option<(Box<[u8]>, Option<(u8, &'a [u8])>)>> {
    let Some(head) = head(input).ok().filter(|head| head.major == BYTES) else { return Ok(None) };
    let (mut chunks, mut length) = (*input, 0);
    if head.info == INDEFINITE {
        loop {
            match chunk(input, BYTES) {
                Ok(Some(bytes)) => length += bytes.len(),
                Ok(None) => break,
                Err(_) => return Ok(None),
            }
        }
    }
    let string = if head.info == INDEFINITE { None } else { definite(input, head).ok() };
    if head.info != INDEFINITE && string.is_none() {
        return Ok(None);
    }
    charge(2 * (length + string.map_or(0, <[u8]>::len) + 1))?;
    let mut bytes = Vec::with_capacity(length + string.map_or(0, <[u8]>::len) + 1);
    bytes.push(0);
    match string {
        Some(string) => bytes.extend_from_slice(string),
        None => {
            while let Ok(Some(chunk)) = chunk(&mut chunks, BYTES) {
                bytes.extend_from_slice(chunk);
            }
        }
    }
    if tag == NEGATIVE_BIG {
        bytes.iter_mut().for_each(|byte| *byte = !*byte);
    }
    Ok(Some((number::shortest(&bytes).into(), string.map(|bytes| (BYTES, bytes)))))
}

/// A list of an exponent of ten and an integer: section 3.4.4.
fn decimal<'a>(
    input: &mut Input<'a>,
    charge: &mut dyn FnMut(usize) -> Result<()>,
) -> Result<Option<Exact<'a>>> {
    let Some(list) = head(input).ok().filter(|head| head.major == LIST) else { return Ok(None) };
    let indefinite = list.info == INDEFINITE;
    if !indefinite && list.argument != 2 {
        return Ok(None);
    }
    let scale =
        next_small(input).and_then(i64::checked_neg).and_then(|scale| i32::try_from(scale).ok());
    let (Some(scale), Ok(next)) = (scale, head(input)) else { return Ok(None) };
    let (unscaled, string) = match next.major {
        UNSIGNED | NEGATIVE => (number::shortest(&integer(next).to_be_bytes()).into(), None),
        TAG if matches!(next.argument, POSITIVE_BIG | NEGATIVE_BIG) => {
            match big(next.argument, input, charge)? {
                Some(big) => big,
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    if indefinite && input.byte().ok() != Some(BREAK) {
        return Ok(None);
    }
    Ok(Some(Exact { value: Extended::Decimal { unscaled, scale }, string, indefinite }))
}

/// Seconds since 1970: section 3.4.2.
fn epoch(input: &mut Input<'_>) -> Option<Extended<Value>> {
    let head = head(input).ok()?;
    let float = match (head.major, head.info) {
        (UNSIGNED | NEGATIVE, _) => {
            return small(head).map(|seconds| Extended::Instant(seconds, 0));
        }
        (SIMPLE, TWO_BYTES) => f64::from(single(head.argument as u16)),
        (SIMPLE, FOUR_BYTES) => f64::from(f32::from_bits(head.argument as u32)),
        (SIMPLE, EIGHT_BYTES) => f64::from_bits(head.argument),
        _ => return None,
    };
    // A fraction of two is a whole number of nanoseconds if it is one of 2⁻⁹ seconds: 10⁹ is 2⁹ ×
    // 5⁹. Just below a second the difference is rounded to 1.
    let parts = (float - float.floor()) * 512.0;
    let fits = float >= i64::MIN as f64
        && float < i64::MAX as f64
        && parts < 512.0
        && parts.fract() == 0.0;
    fits.then(|| Extended::Instant(float.floor() as i64, parts as u32 * 1_953_125))
}

/// A map of seconds and a fraction, and nothing else: RFC 9581, section 3. Also whether its length
/// is indefinite.
fn seconds(input: &mut Input<'_>) -> Option<(i64, u32, bool)> {
    let map = head(input).ok().filter(|head| head.major == MAP)?;
    let indefinite = map.info == INDEFINITE;
    let (mut seconds, mut fraction) = (None, None);
    for at in 0..3 {
        let is_end = if indefinite { input.peek() == Some(BREAK) } else { at == map.argument };
        if is_end {
            input.at += usize::from(indefinite);
            return Some((seconds?, fraction.unwrap_or(0), indefinite));
        }
        let key = next_small(input)?;
        let value = next_small(input)?;
        let unit = match key {
            SECONDS_KEY if seconds.is_none() => {
                seconds = Some(value);
                continue;
            }
            -3 => 1_000_000,
            -6 => 1_000,
            NANOSECONDS_KEY => 1,
            _ => return None,
        };
        let nanoseconds = u32::try_from(value)
            .ok()?
            .checked_mul(unit)
            .filter(|nanoseconds| *nanoseconds < SECOND)?;
        if fraction.replace(nanoseconds).is_some() {
            return None;
        }
    }
    None
}

/// A moment of RFC 3339: in UTC, or in a zone that has only an offset.
fn date_time(text: &[u8]) -> Option<Extended<Value>> {
    let (date, rest) = text.split_at_checked(10)?;
    let (clock, rest) = rest.split_first_chunk::<9>()?;
    let [b'T' | b't', clock @ ..] = clock else { return None };
    let seconds =
        time::parse_date(date)?.checked_mul(86_400)?.checked_add(time::parse_clock(clock)?)?;
    let (nanoseconds, zone) = match rest {
        [b'.', after @ ..] => {
            let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (fraction, zone) = after.split_at_checked(digits)?;
            (time::parse_fraction(fraction)?, zone)
        }
        zone => (0, zone),
    };
    match zone {
        b"Z" | b"z" => Some(Extended::Instant(seconds, nanoseconds)),
        // Nobody knows the offset (RFC 3339, section 4.3).
        b"-00:00" => None,
        [sign @ (b'+' | b'-'), offset @ ..] => {
            let offset: [u8; 5] = offset.try_into().ok()?;
            let [hours @ .., b':', _, _] = offset else { return None };
            let clock = [hours[0], hours[1], b':', offset[3], offset[4], b':', b'0', b'0'];
            let offset = i32::try_from(time::parse_clock(&clock)?).ok()?;
            Some(Extended::Zoned(
                seconds,
                nanoseconds,
                if *sign == b'-' { -offset } else { offset },
                "".into(),
            ))
        }
        _ => None,
    }
}

/// Writes a value.
pub fn write<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, value: S) -> Result<()> {
    write_value(writing, &mut 0, value)
}

/// Writes a value after this many shared ones.
fn write_value<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    shared: &mut u64,
    value: S,
) -> Result<()> {
    match value.view() {
        View::Null => writing.out.push(SIMPLE << 5 | NULL),
        View::Bool(bool) => writing.out.push((SIMPLE << 5 | FALSE) + u8::from(bool)),
        View::Int(int) => write_int(writing.out, int),
        View::Float(float) => write_float(writing.out, float),
        View::Text(text) => write_string(writing.out, TEXT, text.as_bytes()),
        View::Bytes(bytes) => write_string(writing.out, BYTES, bytes),
        View::List(list) => {
            writing.descend()?;
            write_head(writing.out, LIST, list.len() as u64);
            for at in 0..list.len() {
                write_value(writing, shared, list.get(at))?;
            }
            writing.ascend();
        }
        View::Map(map) => {
            writing.descend()?;
            let shape = map.shape();
            if let Some(class) = shape.class() {
                writing.lose(Loss::Class, || class.to_string());
            }
            write_head(writing.out, MAP, shape.keys().len() as u64);
            for (at, key) in shape.keys().iter().enumerate() {
                match key {
                    Key::Text(text) => write_string(writing.out, TEXT, text.as_bytes()),
                    Key::Int(int) => write_int(writing.out, *int),
                    Key::Bytes(bytes) => write_string(writing.out, BYTES, bytes),
                    Key::Null => writing.out.push(SIMPLE << 5 | NULL),
                    Key::Bool(bool) => writing.out.push((SIMPLE << 5 | FALSE) + u8::from(*bool)),
                    Key::Float(float) => write_float(writing.out, *float),
                }
                write_value(writing, shared, map.get(at))?;
            }
            writing.ascend();
        }
        View::Extended(extended) => return write_extended(writing, shared, extended),
    }
    Ok(())
}

fn write_extended<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    shared: &mut u64,
    extended: ExtendedView<'a, S>,
) -> Result<()> {
    let plain = match extended {
        ExtendedView::Plain(plain) => plain,
        ExtendedView::Typed(class, value) => {
            writing.descend()?;
            let start = writing.out.len();
            let tag = tag_of(class);
            if let Some(tag) = tag {
                write_head(writing.out, TAG, tag);
            }
            let at = writing.out.len();
            write_value(writing, shared, value)?;
            let is_read_back = match tag {
                Some(tag) => {
                    exact(tag, &mut Input { bytes: writing.out, at }, &mut |_| Ok(()))?.is_none()
                }
                None => false,
            };
            if !is_read_back {
                // With its tag the content would be another value.
                writing.out.drain(start..at);
                writing.lose(Loss::Class, || class.to_owned());
            }
            writing.ascend();
            return Ok(());
        }
        ExtendedView::Kind(_, value) => {
            writing.lose_class(&extended);
            writing.descend()?;
            write_value(writing, shared, value)?;
            writing.ascend();
            return Ok(());
        }
        ExtendedView::Shared(value) | ExtendedView::Reference(value) => {
            if matches!(extended, ExtendedView::Reference(_)) {
                writing
                    .lose(Loss::Shared, || "a reference, which becomes a shared value".to_owned());
            }
            writing.descend()?;
            *shared += 1;
            write_head(writing.out, TAG, SHAREABLE);
            write_value(writing, shared, value)?;
            writing.ascend();
            return Ok(());
        }
    };
    let out = &mut *writing.out;
    match plain {
        Extended::Again(number) if number < shared => {
            write_head(out, TAG, SHARED_REF);
            write_head(out, UNSIGNED, *number);
        }
        Extended::Again(_) => {
            return Err(Error::new(
                ErrorKind::UnknownReference,
                "a shared value that has not begun",
            ));
        }
        Extended::Float32(float) => match half(*float) {
            Some(half) => tagged_bytes(out, SIMPLE << 5 | TWO_BYTES, half.to_be_bytes()),
            None => tagged_bytes(out, SIMPLE << 5 | FOUR_BYTES, float.to_be_bytes()),
        },
        Extended::BigInt(bytes) => {
            let bytes = number::shortest(bytes);
            write_integer(out, bytes);
            if let Some(small) = number::small(bytes) {
                writing.lose(Loss::Number, || small.to_string());
            }
        }
        Extended::Decimal { unscaled, scale } => {
            write_head(out, TAG, DECIMAL);
            write_head(out, LIST, 2);
            write_int(out, -i64::from(*scale));
            write_integer(out, unscaled);
        }
        Extended::Date(days) => {
            write_head(out, TAG, DAYS);
            write_int(out, *days);
        }
        Extended::Instant(seconds, 0) => {
            write_head(out, TAG, EPOCH);
            write_int(out, *seconds);
        }
        Extended::Instant(seconds, nanoseconds @ 0..SECOND) if !time::YEARS.contains(seconds) => {
            write_head(out, TAG, EXTENDED_TIME);
            write_seconds(out, *seconds, *nanoseconds);
        }
        Extended::Instant(seconds, 0..SECOND) if time::YEARS.contains(seconds) => {
            write_date_time(out, plain)
        }
        Extended::Zoned(seconds, 0..SECOND, offset, zone)
            if zone.is_empty()
                && time::YEARS.contains(seconds)
                && offset % 60 == 0
                && offset.unsigned_abs() < 86_400 =>
        {
            write_date_time(out, plain);
        }
        Extended::Duration(seconds, nanoseconds @ 0..SECOND) => {
            write_head(out, TAG, DURATION);
            write_seconds(out, *seconds, *nanoseconds);
        }
        Extended::Uuid(uuid) => {
            write_head(out, TAG, UUID);
            write_string(out, BYTES, uuid);
        }
        Extended::Enum { class, case } if &**class == SIMPLE_CLASS && simple_of(case).is_some() => {
            match simple_of(case).unwrap_or(UNDEFINED) {
                simple @ 0..ONE_BYTE => out.push(SIMPLE << 5 | simple),
                simple => out.extend_from_slice(&[SIMPLE << 5 | ONE_BYTE, simple]),
            }
        }
        _ => match writing.plain(plain)? {
            Plain::Text(text) => write_string(writing.out, TEXT, text.as_bytes()),
            Plain::Bytes(bytes) => write_string(writing.out, BYTES, bytes),
            Plain::Float(float) => write_float(writing.out, float),
        },
    }
    Ok(())
}

/// The tag of a class of [`TAG_CLASS`]. Those that say something of other items, or nothing at all,
/// are no values of their own.
fn tag_of(class: &str) -> Option<u64> {
    let number = class.strip_prefix(TAG_CLASS)?;
    let tag = number.parse().ok().filter(|tag: &u64| tag.to_string() == number)?;
    (!matches!(tag, STRING_REF | STRING_NAMESPACE | SHAREABLE | SHARED_REF | SELF_DESCRIBED))
        .then_some(tag)
}

/// The number of a case of [`SIMPLE_CLASS`].
fn simple_of(case: &str) -> Option<u8> {
    if case == UNDEFINED_CASE {
        return Some(UNDEFINED);
    }
    case.parse()
        .ok()
        .filter(|simple: &u8| matches!(simple, 0..FALSE | 32..) && simple.to_string() == case)
}

/// A head, as short as it can be.
#[inline]
fn write_head(out: &mut Vec<u8>, major: u8, argument: u64) {
    let major = major << 5;
    match argument {
        0..24 => out.push(major | argument as u8),
        24..0x100 => tagged_bytes(out, major | ONE_BYTE, [argument as u8]),
        0x100..0x1_0000 => tagged_bytes(out, major | TWO_BYTES, (argument as u16).to_be_bytes()),
        0x1_0000..0x1_0000_0000 => {
            tagged_bytes(out, major | FOUR_BYTES, (argument as u32).to_be_bytes())
        }
        _ => tagged_bytes(out, major | EIGHT_BYTES, argument.to_be_bytes()),
    }
}

#[inline]
fn tagged_bytes<const N: usize>(out: &mut Vec<u8>, tag: u8, bytes: [u8; N]) {
    out.reserve(1 + N);
    out.push(tag);
    out.extend_from_slice(&bytes);
}

#[inline]
fn write_int(out: &mut Vec<u8>, int: i64) {
    match u64::try_from(int) {
        Ok(int) => write_head(out, UNSIGNED, int),
        Err(_) => write_head(out, NEGATIVE, (!int).cast_unsigned()),
    }
}

fn write_float(out: &mut Vec<u8>, float: f64) {
    tagged_bytes(out, SIMPLE << 5 | EIGHT_BYTES, float.to_be_bytes());
}

#[inline]
fn write_string(out: &mut Vec<u8>, major: u8, bytes: &[u8]) {
    write_head(out, major, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// An integer of any size, in two's complement.
fn write_integer(out: &mut Vec<u8>, bytes: &[u8]) {
    let negative = bytes.first().is_some_and(|byte| *byte >= 0x80);
    let fill = if negative { 0xFF } else { 0 };
    // Of a negative integer n it is -1 - n that is written: all its bits the other way round.
    let magnitude = &bytes[bytes.iter().take_while(|byte| **byte == fill).count()..];
    let mut word = [0; 8];
    match word.len().checked_sub(magnitude.len()).and_then(|skip| word.get_mut(skip..)) {
        Some(low) => {
            low.iter_mut().zip(magnitude).for_each(|(low, byte)| *low = byte ^ fill);
            write_head(out, if negative { NEGATIVE } else { UNSIGNED }, u64::from_be_bytes(word));
        }
        None => {
            write_head(out, TAG, if negative { NEGATIVE_BIG } else { POSITIVE_BIG });
            write_head(out, BYTES, magnitude.len() as u64);
            out.extend(magnitude.iter().map(|byte| byte ^ fill));
        }
    }
}

fn write_seconds(out: &mut Vec<u8>, seconds: i64, nanoseconds: u32) {
    write_head(out, MAP, if nanoseconds == 0 { 1 } else { 2 });
    write_int(out, SECONDS_KEY);
    write_int(out, seconds);
    if nanoseconds != 0 {
        write_int(out, NANOSECONDS_KEY);
        write_int(out, i64::from(nanoseconds));
    }
}

fn write_date_time(out: &mut Vec<u8>, moment: &Extended<Value>) {
    write_head(out, TAG, DATE_TIME);
    write_string(out, TEXT, time::iso(moment).unwrap_or_default().as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_float_of_16_bits_comes_back_from_32() {
        for bits in 0..=u16::MAX {
            assert_eq!(half(single(bits)), Some(bits), "{bits:04x}");
        }
        assert_eq!(single(0x3C00), 1.0);
        assert_eq!(single(0x0001), 2.0f32.powi(-24));
        assert_eq!(single(0x7BFF), 65504.0);
        for float in [
            65536.0,
            65505.0,
            0.1,
            2.0f32.powi(-25),
            3.0 * 2.0f32.powi(-25),
            f32::from_bits(1),
            f32::MAX,
        ] {
            assert_eq!(half(float), None, "{float}");
        }
        assert_eq!(half(f32::from_bits(0x7F80_0001)), None);
    }
}
