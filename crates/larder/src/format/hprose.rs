//! Hprose 1.0 to 2.0: <https://github.com/hprose/hprose/blob/master/1.0-2.0/spec.mediawiki>,
//! "Serialization Format".
//!
//! What the specification leaves open is as in hprose-java 2.0: names of fields take numbers of
//! references as any other string does, those of classes do not.
//!
//! - Integers of 32 bits and of any size are one (`i` and `l`), and so are a character and a string
//!   of one, and an empty string and empty binary data (`e`).
//! - `d` is a double or a decimal number. It is a float where it may be the text of one (see
//!   `is_of_float`), and else [`Extended::Decimal`]; so a decimal number of few digits becomes the
//!   float of the same digits.
//! - A date is a [`Extended::Date`] if no time follows, which some writers leave out at midnight. A
//!   time of UTC alone is one of 1970-01-01, as others leave that out.
//! - Texts, bytes, dates, times and GUIDs that are referred to are just there again; lists, maps
//!   and objects are [`Extended::Shared`].
//!
//! The writer refers back to equal strings, as most do, and writes floats as Java does.

use std::collections::HashMap;
use std::sync::Arc;

use smol_str::SmolStr;

use foldhash::quality::RandomState;

use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::format::loss::Loss;
use crate::format::number;
use crate::format::reading::{OpenMap, ReadFormat, Reading, not_utf8};
use crate::format::time;
use crate::format::writing::{Plain, Writing, same_key};
use crate::limits::{Costs, Limits};
use crate::shape::KeyRef;
use crate::shape::{Key, Shape};
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};
use crate::value::{Extended, Value};

const INTEGER: u8 = b'i';
const LONG: u8 = b'l';
const DOUBLE: u8 = b'd';
const NULL: u8 = b'n';
const EMPTY: u8 = b'e';
const TRUE: u8 = b't';
const FALSE: u8 = b'f';
const NAN: u8 = b'N';
const INFINITY: u8 = b'I';
const DATE: u8 = b'D';
const TIME: u8 = b'T';
const UTC: u8 = b'Z';
const BYTES: u8 = b'b';
const CHARACTER: u8 = b'u';
const STRING: u8 = b's';
const GUID: u8 = b'g';
const LIST: u8 = b'a';
const MAP: u8 = b'm';
const CLASS: u8 = b'c';
const OBJECT: u8 = b'o';
const REFERENCE: u8 = b'r';
const POSITIVE: u8 = b'+';
const NEGATIVE: u8 = b'-';
const POINT: u8 = b'.';
const END: u8 = b';';
const OPEN: u8 = b'{';
const CLOSE: u8 = b'}';
const QUOTE: u8 = b'"';

const DAY: i64 = 86_400;
const SECOND: u32 = 1_000_000_000;
/// What a class and each of its fields may take, beside its text: a key, twice while the list of
/// keys takes its size, and a place among those that are seen.
const CLASS_BYTES: usize = 256;
const FIELD_BYTES: usize = 2 * size_of::<Key>() + 10 * size_of::<usize>();
/// Any decimal number of this many digits survives as a float (`DBL_DIG` of C).
const SURE_DIGITS: usize = 15;
/// Java writes no more digits of a double, and one less where the exponent is negative or there is
/// none, as in this range.
const MAX_JAVA_DIGITS: usize = 18;
const JAVA_PLAIN: std::ops::Range<f64> = 1e-3..1e7;
/// Up to Java 18 the last of 17 digits is at times wrong by one for doubles of this range, and of
/// no other that was tried (JDK-4511638).
const JAVA_WRONG: std::ops::Range<f64> = (1u128 << 84) as f64..(1u128 << 85) as f64;

pub struct Hprose;

impl ReadFormat for Hprose {
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        value(reading, &mut State::default(), builder, to)
    }
}

/// What may be referred to.
#[derive(Default)]
struct State<'a> {
    slots: Vec<Slot<'a>>,
    classes: Vec<Arc<Shape>>,
}

enum Slot<'a> {
    /// A text; once it is referred to, so that values can share it.
    Text(&'a str, Option<SmolStr>),
    Bytes(&'a [u8]),
    /// Another value that holds none, whose tag stands here.
    At(usize),
    /// A list, a map or an object.
    Container,
}

/// A value that holds no other.
enum Atom<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(&'a str),
    Bytes(&'a [u8]),
    Extended(Extended<Value>),
}

impl<'a> State<'a> {
    /// Gives what follows the next number.
    fn add(&mut self, reading: &mut Reading<'_, '_>, slot: Slot<'a>) -> Result<u64> {
        reading.charge(3 * size_of::<Slot<'_>>())?;
        self.slots.push(slot);
        Ok(self.slots.len() as u64 - 1)
    }
}

fn value<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let mut tag = reading.input.byte()?;
    while tag == CLASS {
        class(reading, state)?;
        tag = reading.input.byte()?;
        if !matches!(tag, CLASS | OBJECT) {
            return Err(Error::at(
                ErrorKind::BadTag,
                reading.input.at - 1,
                "a class without an object",
            ));
        }
    }
    match tag {
        LIST => {
            let count = length(&mut reading.input, OPEN)?;
            let count = reading.count(count, 1)?;
            let slot = state.add(reading, Slot::Container)?;
            reading.shared(builder, to, slot, false, |reading, builder, to| {
                let mut list = reading.open_list(builder, Some(count))?;
                for _ in 0..count {
                    value(reading, state, builder, &mut list)?;
                }
                expect(&mut reading.input, CLOSE)?;
                reading.end_list(builder, to, list)
            })
        }
        MAP => {
            let count = length(&mut reading.input, OPEN)?;
            let count = reading.count(count, 2)?;
            let slot = state.add(reading, Slot::Container)?;
            reading.shared(builder, to, slot, false, |reading, builder, to| {
                let mut map = reading.open_map(builder, None, Some(count))?;
                for _ in 0..count {
                    key(reading, state, builder, &mut map)?;
                    value(reading, state, builder, &mut map.values)?;
                }
                expect(&mut reading.input, CLOSE)?;
                reading.end_map(builder, to, map)
            })
        }
        OBJECT => object(reading, state, builder, to),
        REFERENCE => reference(reading, state, builder, to),
        tag => {
            let atom = atom(reading, Some(state), tag)?;
            put(reading, builder, to, atom)
        }
    }
}

fn put<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    atom: Atom<'_>,
) -> Result<()> {
    match atom {
        Atom::Null => builder.null(to),
        Atom::Bool(bool) => builder.bool(to, bool),
        Atom::Int(int) => builder.int(to, int),
        Atom::Float(float) => builder.float(to, float),
        Atom::Text(text) => {
            reading.charge(B::Costs::text(text.len()))?;
            builder.text(to, text)
        }
        Atom::Bytes(bytes) => reading.bytes(builder, to, bytes),
        Atom::Extended(extended) => reading.extended(builder, to, 0, extended),
    }
}

/// What follows `tag`, and is no list, map, object or reference. With a state it gets its number.
fn atom<'a>(
    reading: &mut Reading<'a, '_>,
    state: Option<&mut State<'a>>,
    tag: u8,
) -> Result<Atom<'a>> {
    let at = reading.input.at - 1;
    let (atom, slot) = match tag {
        b'0'..=b'9' => (Atom::Int(i64::from(tag - b'0')), None),
        INTEGER => (Atom::Int(integer(&mut reading.input)?), None),
        LONG => (long(reading)?, None),
        DOUBLE => (double(reading)?, None),
        NULL => (Atom::Null, None),
        EMPTY => (Atom::Text(""), None),
        TRUE => (Atom::Bool(true), None),
        FALSE => (Atom::Bool(false), None),
        NAN => (Atom::Float(f64::NAN), None),
        INFINITY => match reading.input.byte()? {
            POSITIVE => (Atom::Float(f64::INFINITY), None),
            NEGATIVE => (Atom::Float(f64::NEG_INFINITY), None),
            _ => {
                return Err(Error::at(
                    ErrorKind::BadSyntax,
                    reading.input.at - 1,
                    "an infinity without a sign",
                ));
            }
        },
        CHARACTER => (Atom::Text(characters(&mut reading.input, 1)?), None),
        STRING => {
            let text = string(&mut reading.input)?;
            (Atom::Text(text), Some(Slot::Text(text, None)))
        }
        BYTES => {
            let length = length(&mut reading.input, QUOTE)?;
            let length = reading.count(length, 1)?;
            let bytes = reading.input.take(length)?;
            expect(&mut reading.input, QUOTE)?;
            (Atom::Bytes(bytes), Some(Slot::Bytes(bytes)))
        }
        DATE | TIME => (Atom::Extended(moment(&mut reading.input, tag)?), Some(Slot::At(at))),
        GUID => (Atom::Extended(guid(&mut reading.input)?), Some(Slot::At(at))),
        _ if at == 0 => {
            return Err(Error::at(ErrorKind::WrongFormat, at, "unknown Hprose tag"));
        }
        _ => return Err(Error::at(ErrorKind::BadTag, at, "unknown tag")),
    };
    if let (Some(slot), Some(state)) = (slot, state) {
        state.add(reading, slot)?;
    }
    Ok(atom)
}

/// The byte that must follow.
#[inline]
fn expect(input: &mut Input<'_>, byte: u8) -> Result<()> {
    if input.byte()? == byte {
        return Ok(());
    }
    Err(Error::at(
        ErrorKind::BadSyntax,
        input.at - 1,
        format!("'{}' is expected", char::from(byte)),
    ))
}

/// The characters of a number up to `end`, which is taken as well.
fn digits<'a>(input: &mut Input<'a>, end: u8, others: &[u8]) -> Result<&'a [u8]> {
    let start = *input;
    loop {
        match input.byte()? {
            byte if byte == end => break,
            byte if byte.is_ascii_digit() || others.contains(&byte) => {}
            _ => {
                return Err(Error::at(ErrorKind::BadSyntax, input.at - 1, "malformed number"));
            }
        }
    }
    Ok(start.bytes.get(start.at..input.at - 1).unwrap_or_default())
}

/// A length or a count, which is left out if it is 0.
fn length(input: &mut Input<'_>, end: u8) -> Result<u64> {
    let at = input.at;
    let digits = digits(input, end, &[])?;
    let value = digits
        .iter()
        .try_fold(0u64, |sum, digit| sum.checked_mul(10)?.checked_add(u64::from(digit - b'0')));
    value.ok_or_else(|| {
        Error::at(ErrorKind::BadNumber, at, "a length or a number of more than 64 bits")
    })
}

/// The number of a class or of a value.
fn index(input: &mut Input<'_>, end: u8) -> Result<usize> {
    if input.peek() == Some(end) {
        return Err(input.error(ErrorKind::BadSyntax, "malformed number"));
    }
    length(input, end).map(|index| usize::try_from(index).unwrap_or(usize::MAX))
}

/// An integer of 32 bits.
fn integer(input: &mut Input<'_>) -> Result<i64> {
    let at = input.at;
    let digits = digits(input, END, b"-")?;
    let int: Option<i32> = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    int.map(i64::from)
        .ok_or_else(|| Error::at(ErrorKind::BadNumber, at, "an integer beyond 32 bits"))
}

/// An integer of any size.
fn long<'a>(reading: &mut Reading<'a, '_>) -> Result<Atom<'a>> {
    let at = reading.input.at;
    let digits = digits(&mut reading.input, END, b"-")?;
    if let Some(int) = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()) {
        return Ok(Atom::Int(int));
    }
    reading.charge(2 * digits.len())?;
    match number::parse(digits) {
        Some(bytes) => {
            Ok(number::small(&bytes).map_or(Atom::Extended(Extended::BigInt(bytes)), Atom::Int))
        }
        None => Err(no_number(digits, at, "no integer")),
    }
}

fn no_number(digits: &[u8], at: usize, context: &str) -> Error {
    let is_number = std::str::from_utf8(digits).is_ok_and(|digits| digits.parse::<f64>().is_ok());
    if is_number {
        Error::at(
            ErrorKind::Unsupported,
            at,
            "a number of more digits than are converted, or of too large an exponent",
        )
    } else {
        Error::at(ErrorKind::BadNumber, at, context)
    }
}

/// A float or a decimal number.
fn double<'a>(reading: &mut Reading<'a, '_>) -> Result<Atom<'a>> {
    let at = reading.input.at;
    let digits = digits(&mut reading.input, END, b"+-.eE")?;
    reading.charge(4 * digits.len())?;
    match std::str::from_utf8(digits).ok().and_then(float_or_decimal) {
        Some(atom) => Ok(atom),
        None => Err(no_number(digits, at, "no decimal number")),
    }
}

/// A float, if its digits may be these; else the decimal number.
fn float_or_decimal(text: &str) -> Option<Atom<'static>> {
    if text.len() > number::MAX_DIGITS {
        return None;
    }
    let float: f64 = text.parse().ok()?;
    if is_of_float(text, float) {
        return Some(Atom::Float(float));
    }
    let (unscaled, scale) = number::parse_decimal(text)?;
    Some(Atom::Extended(Extended::Decimal { unscaled, scale }))
}

/// Whether the text may be that of a float: it has as few digits as any float keeps, the fewest
/// digits of this one, or digits that Java writes. Up to Java 18 those are not always the fewest,
/// but up to 18 to which the float is rounded.
fn is_of_float(text: &str, float: f64) -> bool {
    let (number, exponent) = text
        .split_once(['e', 'E'])
        .map_or((text, None), |(number, exponent)| (number, Some(exponent)));
    if number.len() <= SURE_DIGITS && float.is_normal() {
        return true;
    }
    let all: Vec<u8> = number.bytes().filter(u8::is_ascii_digit).collect();
    let zeros = all.iter().take_while(|digit| **digit == b'0').count();
    let digits = without_zeros(all.get(zeros..).unwrap_or_default());
    let magnitude = float.abs();
    match digits.len() {
        0 => return true,
        1..=SURE_DIGITS if float.is_normal() => return true,
        _ if !float.is_finite() => return false,
        _ if digits == without_zeros(&mantissa(&fewest(magnitude))) => return true,
        1..=MAX_JAVA_DIGITS => {}
        _ => return false,
    }
    let is_java = match exponent {
        Some(exponent) => {
            let whole = number
                .strip_prefix('-')
                .unwrap_or(number)
                .split_once('.')
                .map(|(whole, _)| whole.len());
            let most =
                if exponent.starts_with('-') { MAX_JAVA_DIGITS - 1 } else { MAX_JAVA_DIGITS };
            text.contains('E')
                && whole == Some(1)
                && !exponent.starts_with('+')
                && digits.len() <= most
        }
        None => {
            number.contains('.')
                && JAVA_PLAIN.contains(&magnitude)
                && digits.len() < MAX_JAVA_DIGITS
        }
    };
    let mut rounded = mantissa(&format!("{magnitude:.*e}", digits.len() - 1));
    if !is_java || rounded == digits {
        return is_java;
    }
    match (rounded.pop(), digits) {
        (Some(last), [before @ .., other]) => {
            digits.len() < MAX_JAVA_DIGITS
                && JAVA_WRONG.contains(&magnitude)
                && rounded == before
                && last.abs_diff(*other) == 1
        }
        _ => false,
    }
}

/// The fewest digits that come back as this float, with an exponent; of two that are as near, the
/// even ones, as most languages have it.
fn fewest(magnitude: f64) -> String {
    let digits = format!("{magnitude:e}");
    if digits.len() <= SURE_DIGITS {
        return digits;
    }
    let even = format!("{magnitude:.*e}", mantissa(&digits).len().saturating_sub(1));
    if even.parse() == Ok(magnitude) { even } else { digits }
}

/// The digits before the exponent.
fn mantissa(text: &str) -> Vec<u8> {
    text.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).collect()
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().rev().take_while(|digit| **digit == b'0').count();
    digits.get(..digits.len() - zeros).unwrap_or_default()
}

/// So many UTF-16 code units of text.
fn characters<'a>(input: &mut Input<'a>, units: u64) -> Result<&'a str> {
    let start = input.at;
    let rest = input.bytes.get(start..).unwrap_or_default();
    let Some(units) = usize::try_from(units).ok().filter(|units| *units <= rest.len()) else {
        return Err(input.truncated());
    };
    let (mut length, mut left) = (0, units);
    if rest.get(..units).is_some_and(<[u8]>::is_ascii) {
        (length, left) = (units, 0);
    }
    while left > 0 {
        let Some(first) = rest.get(length) else { return Err(input.truncated()) };
        let (bytes, units) = match first {
            0..0x80 => (1, 1),
            0xC2..0xE0 => (2, 1),
            0xE0..0xF0 => (3, 1),
            0xF0..0xF5 => (4, 2),
            _ => {
                return Err(Error::at(
                    ErrorKind::InvalidUtf8,
                    start + length,
                    "text that is not UTF-8",
                ));
            }
        };
        let Some(after) = left.checked_sub(units) else {
            return Err(Error::at(
                ErrorKind::BadSyntax,
                start + length,
                "half of a surrogate pair",
            ));
        };
        length += bytes;
        left = after;
    }
    let bytes = input.take(length)?;
    simdutf8::basic::from_utf8(bytes).map_err(|_| not_utf8(bytes, start))
}

/// A string after its tag.
fn string<'a>(input: &mut Input<'a>) -> Result<&'a str> {
    let units = length(input, QUOTE)?;
    let text = characters(input, units)?;
    expect(input, QUOTE)?;
    Ok(text)
}

/// A date, a time, or both.
fn moment(input: &mut Input<'_>, tag: u8) -> Result<Extended<Value>> {
    let at = input.at;
    let mut days = None;
    if tag == DATE {
        let [a, b, c, d, e, f, g, h] = all_digits(input)?;
        let date = time::parse_date(&[a, b, c, d, b'-', e, f, b'-', g, h]);
        days = Some(
            date.ok_or_else(|| Error::at(ErrorKind::BadNumber, at, "a day that does not exist"))?,
        );
    }
    let mut end = if tag == DATE { input.byte()? } else { TIME };
    let mut clock = None;
    if end == TIME {
        let at = input.at;
        let [a, b, c, d, e, f] = all_digits(input)?;
        let seconds = time::parse_clock(&[a, b, b':', c, d, b':', e, f]);
        let seconds = seconds.ok_or_else(|| {
            Error::at(ErrorKind::BadNumber, at, "a time of day that does not exist")
        })?;
        let mut nanoseconds = 0;
        end = input.byte()?;
        if end == POINT {
            let start = *input;
            loop {
                end = input.byte()?;
                if !end.is_ascii_digit() {
                    break;
                }
            }
            let fraction = start.bytes.get(start.at..input.at - 1).unwrap_or_default();
            nanoseconds = match (fraction.len(), time::parse_fraction(fraction)) {
                (3 | 6 | 9, Some(nanoseconds)) => nanoseconds,
                _ => {
                    return Err(start
                        .error(ErrorKind::BadSyntax, "a fraction of other than 3, 6 or 9 digits"));
                }
            };
        }
        clock = Some((seconds, nanoseconds));
    }
    let (seconds, nanoseconds) = clock.unwrap_or((0, 0));
    let midnight = days.unwrap_or(0) * DAY;
    match (end, days, clock) {
        (UTC, ..) => Ok(Extended::Instant(midnight + seconds, nanoseconds)),
        (END, Some(days), None) => Ok(Extended::Date(days)),
        (END, Some(_), Some(_)) => Ok(Extended::DateTime(midnight + seconds, nanoseconds)),
        (END, None, _) => {
            Ok(Extended::Time(seconds.unsigned_abs() * u64::from(SECOND) + u64::from(nanoseconds)))
        }
        _ => Err(Error::at(
            ErrorKind::BadSyntax,
            input.at - 1,
            "a date or time without its end marker",
        )),
    }
}

fn all_digits<const N: usize>(input: &mut Input<'_>) -> Result<[u8; N]> {
    let at = input.at;
    let digits = input.array()?;
    match digits.iter().position(|digit| !digit.is_ascii_digit()) {
        None => Ok(digits),
        Some(other) => Err(Error::at(ErrorKind::BadSyntax, at + other, "a digit is expected")),
    }
}

fn guid(input: &mut Input<'_>) -> Result<Extended<Value>> {
    expect(input, OPEN)?;
    let at = input.at;
    let text: [u8; 36] = input.array()?;
    expect(input, CLOSE)?;
    let mut uuid = [0; 16];
    let mut filled = 0;
    for (place, byte) in text.iter().enumerate() {
        let digit = char::from(*byte).to_digit(16);
        match (digit, matches!(place, 8 | 13 | 18 | 23)) {
            (None, true) if *byte == b'-' => {}
            (Some(digit), false) => {
                if let Some(byte) = uuid.get_mut(filled / 2) {
                    *byte = *byte << 4 | digit as u8;
                }
                filled += 1;
            }
            _ => return Err(Error::at(ErrorKind::BadSyntax, at + place, "no GUID")),
        }
    }
    Ok(Extended::Uuid(uuid))
}

/// A key. Those that JVM maps may have, beside text and integers, can be read; others have no place
/// in a shape.
fn key<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    map: &mut OpenMap<B::Values>,
) -> Result<()> {
    let at = reading.input.at;
    let key = match key_atom(reading, state)? {
        Some(Atom::Null) => KeyRef::Null,
        Some(Atom::Bool(bool)) => KeyRef::Bool(bool),
        Some(Atom::Int(int)) => KeyRef::Int(int),
        Some(Atom::Float(float)) => KeyRef::Float(float),
        Some(Atom::Text(text)) => KeyRef::Text(text),
        Some(Atom::Bytes(bytes)) => KeyRef::Bytes(bytes),
        Some(Atom::Extended(_)) | None => {
            let context = "a key that is a list, a map, an object, a date, a time, a GUID or a \
                           number beyond 64 bits";
            return Err(Error::at(ErrorKind::Unsupported, at, context));
        }
    };
    reading.key(builder, map, key)
}

/// The value of a key or the name of a field, if it holds no other.
fn key_atom<'a>(reading: &mut Reading<'a, '_>, state: &mut State<'a>) -> Result<Option<Atom<'a>>> {
    let tag = reading.input.byte()?;
    match tag {
        LIST | MAP | CLASS | OBJECT => Ok(None),
        REFERENCE => Ok(match referred(reading, state)?.1 {
            Slot::Text(text, _) => Some(Atom::Text(text)),
            Slot::Bytes(bytes) => Some(Atom::Bytes(bytes)),
            Slot::At(_) | Slot::Container => None,
        }),
        tag => atom(reading, Some(state), tag).map(Some),
    }
}

/// What a reference refers to, with its number.
fn referred<'s, 'a>(
    reading: &mut Reading<'a, '_>,
    state: &'s mut State<'a>,
) -> Result<(usize, &'s mut Slot<'a>)> {
    let at = reading.input.at;
    let index = index(&mut reading.input, END)?;
    match state.slots.get_mut(index) {
        Some(slot) => Ok((index, slot)),
        None => Err(Error::at(
            ErrorKind::UnknownReference,
            at,
            "a reference to a value that has not begun",
        )),
    }
}

fn reference<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    match referred(reading, state)? {
        (_, Slot::Text(text, shared)) => {
            if shared.is_none() {
                reading.charge(Limits::TEXT_BYTES + text.len())?;
            }
            // A host that shares no texts takes it anew.
            reading.charge(text.len())?;
            builder.shared_text(to, shared.get_or_insert_with(|| SmolStr::new(*text)))
        }
        (_, Slot::Bytes(bytes)) => {
            let bytes = *bytes;
            reading.bytes(builder, to, bytes)
        }
        (_, Slot::At(at)) => {
            let after = reading.input.at;
            reading.input.at = *at;
            let tag = reading.input.byte()?;
            let atom = atom(reading, None, tag)?;
            reading.input.at = after;
            put(reading, builder, to, atom)
        }
        (index, Slot::Container) => reading.again(builder, to, index as u64, false),
    }
}

/// The definition of a class.
fn class<'a>(reading: &mut Reading<'a, '_>, state: &mut State<'a>) -> Result<()> {
    let at = reading.input.at;
    let name = string(&mut reading.input)?;
    reading.charge(CLASS_BYTES)?;
    let class = reading.name(name.as_bytes(), at)?;
    let count = length(&mut reading.input, OPEN)?;
    let count = reading.count(count, 1)?;
    reading.charge(count.saturating_mul(FIELD_BYTES))?;
    let mut fields = Vec::with_capacity(count);
    for _ in 0..count {
        let at = reading.input.at;
        let Some(Atom::Text(field)) = key_atom(reading, state)? else {
            return Err(Error::at(
                ErrorKind::BadSyntax,
                at,
                "the name of a field must be a string",
            ));
        };
        fields.push(Key::Text(reading.name(field.as_bytes(), at)?));
    }
    expect(&mut reading.input, CLOSE)?;
    match Shape::new(Some(class), fields) {
        Some(shape) => state.classes.push(shape.into()),
        None => {
            return Err(Error::at(ErrorKind::DuplicateKey, at, "a class has a field twice"));
        }
    }
    Ok(())
}

fn object<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    state: &mut State<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let at = reading.input.at;
    let index = index(&mut reading.input, OPEN)?;
    let Some(shape) = state.classes.get(index).cloned() else {
        return Err(Error::at(ErrorKind::UnknownReference, at, "a class that was not defined"));
    };
    let count = reading.count(shape.keys().len() as u64, 1)?;
    let slot = state.add(reading, Slot::Container)?;
    reading.shared(builder, to, slot, false, |reading, builder, to| {
        reading.descend()?;
        reading.charge(B::Costs::map(count).saturating_add(Limits::VALUE_BYTES))?;
        let mut map = builder.map(&shape)?;
        reading.charge(builder.taken())?;
        for field in 0..count {
            builder.key(&mut map, field)?;
            value(reading, state, builder, &mut map)?;
        }
        expect(&mut reading.input, CLOSE)?;
        reading.ascend();
        builder.end_map(to, &shape, map)
    })
}

/// What may be referred to, of what was written.
struct SharedWritten<'a, S: Source<'a>> {
    /// How many values have a number.
    numbers: u64,
    texts: HashMap<&'a str, u64, RandomState>,
    classes: HashMap<&'a Shape, u64, RandomState>,
    /// The same by the identity of the shape, which is quick to look up.
    #[expect(clippy::type_complexity)]
    identities: HashMap<usize, (u64, <S::Map as MapSource<'a, S>>::Retained), RandomState>,
    /// Shared values and references, in the order in which they begin.
    shared: Vec<SharedValue<S>>,
    /// Copies of shared values within one another: what they hold has its numbers already.
    copies: u32,
}

struct SharedValue<S> {
    value: S,
    /// What Hprose refers to it by, if it can.
    number: Option<u64>,
    has_ended: bool,
}

/// Writes a value.
pub fn write<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, value: S) -> Result<()> {
    let mut written = SharedWritten {
        numbers: 0,
        texts: HashMap::default(),
        classes: HashMap::default(),
        identities: HashMap::default(),
        shared: Vec::new(),
        copies: 0,
    };
    write_value(writing, &mut written, value, None)
}

/// Writes a value; if it is that of a shared value, then of this number.
fn write_value<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    written: &mut SharedWritten<'a, S>,
    value: S,
    shared: Option<usize>,
) -> Result<()> {
    match value.view() {
        View::Null => writing.out.push(NULL),
        View::Bool(bool) => writing.out.push(if bool { TRUE } else { FALSE }),
        View::Int(int) => write_int(writing.out, int),
        View::Float(float) => write_float_value(writing, float),
        View::Text(text) => write_text(writing.out, written, text),
        View::Bytes(bytes) => write_bytes(writing.out, written, bytes),
        View::List(list) => {
            writing.descend()?;
            begin(written, shared);
            header(writing.out, LIST, list.len());
            for at in 0..list.len() {
                write_value(writing, written, list.get(at), None)?;
            }
            writing.out.push(CLOSE);
            writing.ascend();
        }
        View::Map(map) => {
            writing.descend()?;
            write_map(writing, written, map, shared)?;
            writing.ascend();
        }
        View::Extended(extended) => return write_extended(writing, written, extended),
    }
    Ok(())
}

/// A list, a map or an object takes its number.
fn begin<'a, S: Source<'a>>(written: &mut SharedWritten<'a, S>, shared: Option<usize>) {
    if let Some(shared) = shared.and_then(|shared| written.shared.get_mut(shared)) {
        shared.number = Some(written.numbers);
    }
    written.numbers += 1;
}

fn write_map<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    written: &mut SharedWritten<'a, S>,
    map: S::Map,
    shared: Option<usize>,
) -> Result<()> {
    let shape = map.shape();
    if let Some(class) = shape.class() {
        if shape.keys().iter().all(|key| matches!(key, Key::Text(_))) {
            let class = class_number(writing.out, written, map);
            begin(written, shared);
            writing.out.push(OBJECT);
            put_number(writing.out, class);
            writing.out.push(OPEN);
            for at in 0..shape.keys().len() {
                write_value(writing, written, map.get(at), None)?;
            }
            writing.out.push(CLOSE);
            return Ok(());
        }
        writing.lose(Loss::Class, || class.to_string());
    }
    let nans = shape.keys().iter().filter(|key| matches!(key, Key::Float(float) if float.is_nan()));
    if nans.count() > 1 {
        return Err(same_key("Hprose"));
    }
    begin(written, shared);
    header(writing.out, MAP, shape.keys().len());
    for (at, key) in shape.keys().iter().enumerate() {
        match key {
            Key::Text(text) => write_text(writing.out, written, text),
            Key::Int(int) => write_int(writing.out, *int),
            Key::Bytes(bytes) => write_bytes(writing.out, written, bytes),
            Key::Null => writing.out.push(NULL),
            Key::Bool(bool) => writing.out.push(if *bool { TRUE } else { FALSE }),
            Key::Float(float) => {
                if float.is_nan() && float.to_bits() != f64::NAN.to_bits() {
                    writing.lose(Loss::Key, || "NaN with a payload".to_owned());
                }
                write_float(writing.out, *float);
            }
        }
        write_value(writing, written, map.get(at), None)?;
    }
    writing.out.push(CLOSE);
    Ok(())
}

/// The number of an object's class, which is written if it is new.
fn class_number<'a, S: Source<'a>>(
    out: &mut Vec<u8>,
    written: &mut SharedWritten<'a, S>,
    map: S::Map,
) -> u64 {
    if let Some((number, _)) = written.identities.get(&map.identity()) {
        return *number;
    }
    let shape = map.shape();
    let next = written.classes.len() as u64;
    let number = *written.classes.entry(shape).or_insert(next);
    if number == next {
        out.push(CLASS);
        put_string(out, shape.class().map_or("", |class| class));
        let fields = shape.keys().len();
        if fields > 0 {
            put_number(out, fields as u64);
        }
        out.push(OPEN);
        for key in shape.keys() {
            if let Key::Text(field) = key {
                out.push(STRING);
                put_string(out, field);
            }
        }
        out.push(CLOSE);
        written.numbers += fields as u64;
    }
    written.identities.insert(map.identity(), (number, map.retain()));
    number
}

fn write_extended<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    written: &mut SharedWritten<'a, S>,
    extended: ExtendedView<'a, S>,
) -> Result<()> {
    let plain = match extended {
        ExtendedView::Plain(plain) => plain,
        ExtendedView::Typed(_, value) | ExtendedView::Kind(_, value) => {
            writing.lose_class(&extended);
            writing.descend()?;
            write_value(writing, written, value, None)?;
            writing.ascend();
            return Ok(());
        }
        ExtendedView::Shared(value) | ExtendedView::Reference(value) => {
            if matches!(extended, ExtendedView::Reference(_)) {
                writing
                    .lose(Loss::Shared, || "a reference, which becomes a shared value".to_owned());
            }
            writing.descend()?;
            if written.copies > 0 {
                write_value(writing, written, value, None)?;
            } else {
                let at = written.shared.len();
                written.shared.push(SharedValue { value, number: None, has_ended: false });
                write_value(writing, written, value, Some(at))?;
                written.shared[at].has_ended = true;
            }
            writing.ascend();
            return Ok(());
        }
    };
    let out = &mut *writing.out;
    let days =
        |seconds: i64, nanoseconds: u32| time::YEARS.contains(&seconds) && nanoseconds < SECOND;
    match plain {
        Extended::Again(number) => return write_again(writing, written, *number),
        Extended::BigInt(bytes) => match number::digits(bytes) {
            Some(digits) => {
                out.push(LONG);
                out.extend_from_slice(digits.as_bytes());
                out.push(END);
                if number::small(number::shortest(bytes)).is_some() {
                    writing.lose(Loss::Number, || digits);
                }
            }
            None => return write_plain(writing, written, plain),
        },
        Extended::Decimal { unscaled, scale } => match number::decimal(unscaled, *scale) {
            Some(digits) => {
                out.push(DOUBLE);
                out.extend_from_slice(digits.as_bytes());
                out.push(END);
                let read = float_or_decimal(&digits);
                let is_kept = matches!(read, Some(Atom::Extended(read)) if read == *plain);
                if !is_kept {
                    writing.lose(Loss::Number, || digits);
                }
            }
            None => return write_plain(writing, written, plain),
        },
        Extended::Date(date) if date.checked_mul(DAY).is_some_and(|seconds| days(seconds, 0)) => {
            write_moment(out, written, plain, END);
        }
        Extended::Time(nanoseconds) if *nanoseconds < DAY.unsigned_abs() * u64::from(SECOND) => {
            out.push(TIME);
            write_moment(out, written, plain, END);
        }
        Extended::DateTime(seconds, nanoseconds) if days(*seconds, *nanoseconds) => {
            write_moment(out, written, plain, END)
        }
        Extended::Instant(seconds, nanoseconds) if days(*seconds, *nanoseconds) => {
            write_moment(out, written, plain, UTC)
        }
        Extended::Uuid(uuid) => {
            out.extend_from_slice(&[GUID, OPEN]);
            out.extend_from_slice(time::uuid(uuid).as_bytes());
            out.push(CLOSE);
            written.numbers += 1;
        }
        _ => return write_plain(writing, written, plain),
    }
    Ok(())
}

fn write_plain<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    written: &mut SharedWritten<'a, S>,
    extended: &'a Extended<Value>,
) -> Result<()> {
    match writing.plain(extended)? {
        Plain::Text(std::borrow::Cow::Borrowed(text)) => write_text(writing.out, written, text),
        Plain::Text(std::borrow::Cow::Owned(text)) => {
            writing.out.push(STRING);
            put_string(writing.out, &text);
            written.numbers += 1;
        }
        Plain::Bytes(bytes) => write_bytes(writing.out, written, bytes),
        Plain::Float(float) => write_float_value(writing, float),
    }
    Ok(())
}

/// A shared value again: a reference, or a copy of what has no number, or would be read as no
/// shared value.
fn write_again<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    written: &mut SharedWritten<'a, S>,
    number: u64,
) -> Result<()> {
    let at = usize::try_from(number).unwrap_or(usize::MAX);
    let Some(shared) = written.shared.get_mut(at) else {
        return Err(Error::new(ErrorKind::UnknownReference, "a shared value that has not begun"));
    };
    if let Some(number) = shared.number {
        write_reference(writing.out, number);
        return Ok(());
    }
    if !shared.has_ended {
        return Err(Error::new(
            ErrorKind::Refused,
            "a value that holds itself, but is no list, map or object",
        ));
    }
    writing.may_copy()?;
    shared.has_ended = false;
    let value = shared.value;
    writing.lose(Loss::Shared, || format!("shared value {number}"));
    writing.descend()?;
    written.copies += 1;
    write_value(writing, written, value, None)?;
    written.copies -= 1;
    written.shared[at].has_ended = true;
    writing.ascend();
    Ok(())
}

fn put_number(out: &mut Vec<u8>, number: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// The length in UTF-16 code units, and the text.
fn put_string(out: &mut Vec<u8>, text: &str) {
    let units = units(text);
    if units > 0 {
        put_number(out, units);
    }
    out.push(QUOTE);
    out.extend_from_slice(text.as_bytes());
    out.push(QUOTE);
}

/// UTF-16 code units: one a character, and one more for each of four bytes.
fn units(text: &str) -> usize {
    text.bytes().map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

fn header(out: &mut Vec<u8>, tag: u8, length: usize) {
    out.push(tag);
    if length > 0 {
        put_number(out, length);
    }
    out.push(OPEN);
}

fn write_reference(out: &mut Vec<u8>, number: u64) {
    out.push(REFERENCE);
    put_number(out, number);
    out.push(END);
}

fn write_int(out: &mut Vec<u8>, int: i64) {
    if let 0..10 = int {
        return out.push(b'0' + int as u8);
    }
    out.push(if i32::try_from(int).is_ok() { INTEGER } else { LONG });
    put_number(out, int);
    out.push(END);
}

/// A float that is no key. There is one NaN.
fn write_float_value<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, float: f64) {
    if float.is_nan() && float.to_bits() != f64::NAN.to_bits() {
        writing.lose(Loss::NotFinite, || "NaN with a payload".to_owned());
    }
    write_float(writing.out, float);
}

/// As Java's `Double.toString` has it, but always with the fewest digits.
fn write_float(out: &mut Vec<u8>, float: f64) {
    if float.is_nan() {
        return out.push(NAN);
    }
    if float.is_infinite() {
        return out.extend_from_slice(&[INFINITY, if float > 0.0 { POSITIVE } else { NEGATIVE }]);
    }
    out.push(DOUBLE);
    if float.is_sign_negative() {
        out.push(NEGATIVE);
    }
    let magnitude = float.abs();
    let text = fewest(magnitude);
    let digits = mantissa(&text);
    let exponent: isize =
        text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let is_plain = magnitude == 0.0 || JAVA_PLAIN.contains(&magnitude);
    // Digits before the point.
    let whole = if is_plain { exponent + 1 } else { 1 };
    let zeros = |count: isize| std::iter::repeat_n(b'0', usize::try_from(count).unwrap_or(0));
    let (before, after) = digits.split_at(digits.len().min(usize::try_from(whole).unwrap_or(0)));
    out.extend_from_slice(before);
    out.extend(zeros(if whole > 0 { whole - before.len() as isize } else { 1 }));
    out.push(POINT);
    out.extend(zeros(if after.is_empty() { 1 } else { -whole }));
    out.extend_from_slice(after);
    if !is_plain {
        out.push(b'E');
        put_number(out, exponent as i64);
    }
    out.push(END);
}

fn write_text<'a, S: Source<'a>>(
    out: &mut Vec<u8>,
    written: &mut SharedWritten<'a, S>,
    text: &'a str,
) {
    match units(text) {
        0 => out.push(EMPTY),
        1 => {
            out.push(CHARACTER);
            out.extend_from_slice(text.as_bytes());
        }
        _ => match written.texts.entry(text) {
            std::collections::hash_map::Entry::Occupied(number) => {
                write_reference(out, *number.get())
            }
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(written.numbers);
                written.numbers += 1;
                out.push(STRING);
                put_string(out, text);
            }
        },
    }
}

fn write_bytes<'a, S: Source<'a>>(
    out: &mut Vec<u8>,
    written: &mut SharedWritten<'a, S>,
    bytes: &[u8],
) {
    out.push(BYTES);
    if !bytes.is_empty() {
        put_number(out, bytes.len());
    }
    out.push(QUOTE);
    out.extend_from_slice(bytes);
    out.push(QUOTE);
    written.numbers += 1;
}

/// A date, a time or both: the digits of ISO 8601.
fn write_moment<'a, S: Source<'a>>(
    out: &mut Vec<u8>,
    written: &mut SharedWritten<'a, S>,
    moment: &Extended<Value>,
    end: u8,
) {
    if !matches!(moment, Extended::Time(_)) {
        out.push(DATE);
    }
    let text = time::iso(moment).unwrap_or_default();
    out.extend(text.bytes().filter(|byte| !matches!(*byte, b'-' | b':' | UTC)));
    out.push(end);
    written.numbers += 1;
}
