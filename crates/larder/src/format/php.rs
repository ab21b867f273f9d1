//! PHP's `serialize`: php-src `ext/standard/var_unserializer.re` (the grammar, and what takes a slot) and `ext/standard/var.c` (what is written).
//!
//! Strings that are UTF-8 are text, others bytes. An array whose keys are 0, 1, 2 … in this order is a list, and so is the empty one; any other is a map.
//! Names of properties keep PHP's marks: `"\0*\0name"` is protected, `"\0Class\0name"` private. The keys of an object are as they stand there; those of an
//! array are what PHP makes of them, so that `s:1:"5"` is the integer 5.
//!
//! **Lists.** An array says how many values it has, and each key stands before its value; whether the keys are those of a list is known at the end alone. The
//! first key is taken for the answer, which it nearly always is. Where it is wrong, the array is marked and the bytes are read anew
//! ([`Reading::mark`]): once, for all arrays that turn out so, whatever they are nested in. So each byte is read at most three times.
//!
//! **References.** Values have numbers, from 1, in the order in which they begin; keys have none. `R:n;` puts the very reference there that the value n becomes
//! by it, and has no number itself. `r:n;` is the object n again, and has a number of its own. An object that writes itself (`C:`, PHP's `Serializable`) may
//! call `serialize` for what it holds, which goes on with the numbers: what it wrote is searched for such a value, to count it, and where that gives no sure
//! answer, later references are refused.

use std::collections::HashSet;

use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::format::loss::Loss;
use crate::format::reading::{Format, OpenMap, Reading};
use crate::format::shapes::KeyRef;
use crate::format::writing::{Plain, Writing};
use crate::limits::{Costs, Limits};
use crate::shape::{Key, Shape};
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};
use crate::value::Extended;

/// The shortest element of an array, `i:0;N;`.
const LEAST_ELEMENT: usize = 6;
/// A vector of numbers that grows holds up to three times of what it has.
const SLOT_BYTES: usize = 3 * size_of::<u32>();

pub struct Php;

impl Format for Php {
    fn read<B: Builder>(reading: &mut Reading<'_, '_>, builder: &mut B, to: &mut B::Values) -> Result<()> {
        match *reading.input.bytes {
            [] | [b'N' | b'b' | b'i' | b'd' | b's' | b'S' | b'a' | b'O' | b'C' | b'E' | b'r' | b'R'] => {
                return Err(reading.input.truncated());
            }
            [b'N', b';', ..] | [b'b' | b'i' | b'd' | b's' | b'S' | b'a' | b'O' | b'C' | b'E' | b'r' | b'R', b':', ..] => {}
            _ => return Err(reading.error(ErrorKind::WrongFormat, "no value of PHP's serialize begins so")),
        }
        let mut slots = Slots { texts: Texts::default(), kept: reading.has_references(), held: Vec::new(), sure: usize::MAX };
        value(reading, &mut slots, builder, to)
    }
}

/// What the values so far hold, by their number less 1.
struct Slots<'a> {
    texts: Texts<'a>,
    /// Whether there are references at all.
    kept: bool,
    held: Vec<u32>,
    /// Beyond so many the numbers are not sure.
    sure: usize,
}

/// A part of the bytes that is known to be UTF-8, so that the short strings in it need no look each.
#[derive(Default)]
struct Texts<'a> {
    known: &'a str,
    start: usize,
}

impl<'a> Texts<'a> {
    /// The text of these bytes; `None` if they are no text.
    #[inline]
    fn get(&mut self, bytes: &'a [u8], start: usize, end: usize) -> Option<&'a str> {
        let known = start.checked_sub(self.start).and_then(|from| self.known.get(from..end - self.start));
        if known.is_some() { known } else { self.look(bytes, start, end) }
    }

    /// Looks at what begins here. What ends within the string itself costs no more than the string, and what goes on beyond it is known from then on.
    #[inline(never)]
    fn look(&mut self, bytes: &'a [u8], start: usize, end: usize) -> Option<&'a str> {
        const AHEAD: usize = 1024;
        let ahead = bytes.get(start..bytes.len().min(end.max(start.saturating_add(AHEAD))))?;
        self.start = start;
        self.known = match simdutf8::compat::from_utf8(ahead) {
            Ok(text) => text,
            Err(error) => ahead.get(..error.valid_up_to()).and_then(|valid| str::from_utf8(valid).ok()).unwrap_or_default(),
        };
        self.known.get(..end.checked_sub(start)?)
    }
}

/// Of a value that is no object.
const NO_OBJECT: u32 = 0;
/// Of a value within what an object wrote itself.
const HIDDEN: u32 = u32::MAX;

impl<'a> Slots<'a> {
    /// The text that was just read, if it is text: a quote and a semicolon stand after it.
    #[inline]
    fn text(&mut self, input: &Input<'a>, string: &[u8]) -> Option<&'a str> {
        let end = input.at.checked_sub(2)?;
        self.texts.get(input.bytes, end.checked_sub(string.len())?, end)
    }

    /// The number of a value that begins, which holds the object of that number, or [`NO_OBJECT`].
    fn push(&mut self, reading: &mut Reading<'_, '_>, held: u32) -> Result<u32> {
        reading.charge(SLOT_BYTES)?;
        self.held.push(held);
        match u32::try_from(self.held.len()) {
            Ok(number) if number != HIDDEN => Ok(number),
            _ => Err(reading.error(ErrorKind::TooLarge, "more values than can have a number")),
        }
    }

    /// The number of an object that begins.
    fn push_object(&mut self, reading: &mut Reading<'_, '_>) -> Result<u32> {
        let number = self.push(reading, NO_OBJECT)?;
        if let Some(held) = self.held.last_mut() {
            *held = number;
        }
        Ok(number)
    }

    /// What an object wrote itself goes by.
    fn pass(&mut self, reading: &mut Reading<'_, '_>, written: &[u8]) -> Result<()> {
        match Written::of(written) {
            Written::Values(count) => {
                for _ in 0..count {
                    self.push(reading, HIDDEN)?;
                }
            }
            Written::Unknown => self.sure = self.sure.min(self.held.len()),
        }
        Ok(())
    }

    /// The object that the value of a number holds, or [`NO_OBJECT`]; an error if no such value has begun.
    fn get(&self, number: u64, at: usize) -> Result<u32> {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        if index.is_some_and(|index| index >= self.sure) {
            return Err(Error::at(
                ErrorKind::Unsupported,
                at,
                "a reference past an object that wrote itself, whose numbers are not sure",
            ));
        }
        match index.and_then(|index| self.held.get(index)) {
            None => Err(Error::at(ErrorKind::UnknownReference, at, "the number of a value that has not begun")),
            Some(&HIDDEN) => Err(Error::at(ErrorKind::Unsupported, at, "a reference into what an object wrote itself")),
            Some(held) => Ok(*held),
        }
    }
}

#[inline]
fn value<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    if slots.kept { numbered(reading, slots, builder, to) } else { plain(reading, slots, builder, to) }
}

/// A value whose number may be referred to.
fn numbered<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let at = reading.input.at;
    match reading.input.peek() {
        Some(b'R') => {
            let number = reference(&mut reading.input)?;
            slots.get(number, at)?;
            reading.again(builder, to, number, true)
        }
        Some(b'r') => {
            let number = reference(&mut reading.input)?;
            let object = slots.get(number, at)?;
            if object == NO_OBJECT {
                return Err(Error::at(ErrorKind::UnknownReference, at, "the number of a value that is no object"));
            }
            let slot = slots.push(reading, object)?;
            reading
                .shared(builder, to, slot.into(), true, |reading, builder, to| reading.again(builder, to, object.into(), false))
        }
        Some(b'O' | b'C' | b'E') => {
            let slot = slots.push_object(reading)?;
            reading.shared(builder, to, slot.into(), true, |reading, builder, to| {
                reading.shared(builder, to, slot.into(), false, |reading, builder, to| plain(reading, slots, builder, to))
            })
        }
        _ => {
            let slot = slots.push(reading, NO_OBJECT)?;
            reading.shared(builder, to, slot.into(), true, |reading, builder, to| plain(reading, slots, builder, to))
        }
    }
}

/// The number of `r:n;` or `R:n;`.
fn reference(input: &mut Input<'_>) -> Result<u64> {
    input.at += 1;
    expect(input, b':')?;
    number(input, b';')
}

fn plain<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let tag = reading.input.array()?;
    match &tag {
        b"s:" => {
            let string = string(&mut reading.input)?;
            if reading.is_finding() {
                return Ok(());
            }
            match slots.text(&reading.input, string) {
                Some(text) => {
                    reading.charge(B::Costs::text(text.len()))?;
                    builder.text(to, text)
                }
                None => reading.bytes(builder, to, string),
            }
        }
        b"i:" => builder.int(to, int(&mut reading.input)?),
        b"a:" => array(reading, slots, builder, to),
        b"N;" => builder.null(to),
        b"b:" => match reading.input.array()? {
            [b'0', b';'] => builder.bool(to, false),
            [b'1', b';'] => builder.bool(to, true),
            _ => Err(Error::at(ErrorKind::BadSyntax, reading.input.at - 2, "a boolean other than 0; and 1;")),
        },
        b"d:" => builder.float(to, float(&mut reading.input)?),
        b"O:" => object(reading, slots, builder, to),
        b"E:" => {
            let name = string(&mut reading.input)?;
            let at = reading.input.at - name.len() - 2;
            let Some(colon) = name.iter().position(|byte| *byte == b':').filter(|colon| is_class(&name[..*colon])) else {
                return Err(Error::at(ErrorKind::BadSyntax, at, "a case of an enumeration other than class:case"));
            };
            let (class, case) = (reading.class(&name[..colon], at)?, reading.name(&name[colon + 1..], at + colon + 1)?);
            reading.extended(builder, to, 0, Extended::Enum { class, case })
        }
        b"C:" => {
            let class = class(reading)?;
            let length = number(&mut reading.input, b':')?;
            expect(&mut reading.input, b'{')?;
            let length = reading.count(length, 1)?;
            let bytes = reading.input.take(length)?;
            expect(&mut reading.input, b'}')?;
            if slots.kept {
                slots.pass(reading, bytes)?;
            }
            reading.extended(builder, to, Limits::TEXT_BYTES + length, Extended::Custom { class, bytes: bytes.into() })
        }
        b"S:" => {
            let text = escaped(reading)?;
            reading.text_or_bytes(builder, to, &text)
        }
        // Only here if none are known yet: then the bytes are read anew.
        b"r:" | b"R:" => {
            let number = number(&mut reading.input, b';')?;
            reading.again(builder, to, number, tag[0] == b'R')
        }
        _ => Err(no_value(tag, reading.input.at - 2)),
    }
}

#[cold]
fn no_value(tag: [u8; 2], at: usize) -> Error {
    match tag[0] {
        b'N' => Error::at(ErrorKind::BadSyntax, at + 1, "no ; after N"),
        b'b' | b'i' | b'd' | b's' | b'S' | b'a' | b'O' | b'C' | b'E' | b'r' | b'R' => {
            Error::at(ErrorKind::BadSyntax, at + 1, "no : after the letter of a value")
        }
        b'}' => Error::at(ErrorKind::BadSyntax, at, "fewer values than were said"),
        _ => Error::at(ErrorKind::BadTag, at, "a letter that no value has"),
    }
}

#[inline]
fn expect(input: &mut Input<'_>, byte: u8) -> Result<()> {
    match input.peek() {
        Some(next) if next == byte => {
            input.at += 1;
            Ok(())
        }
        Some(_) => Err(input.error(ErrorKind::BadSyntax, &format!("no {} where it has to be", char::from(byte)))),
        None => Err(input.truncated()),
    }
}

/// Decimal digits, and then this byte.
#[inline]
fn number(input: &mut Input<'_>, end: u8) -> Result<u64> {
    if let Some((number, count)) = short_number(input, end) {
        input.at += count + 1;
        return Ok(number);
    }
    long_number(input, end)
}

/// Up to seven digits and the byte after them, from eight bytes at once.
#[inline]
fn short_number(input: &Input<'_>, end: u8) -> Option<(u64, usize)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let chunk: &[u8; 8] = input.bytes.get(input.at..)?.first_chunk()?;
    // A digit becomes its value, any other byte more than 9.
    let values = u64::from_le_bytes(*chunk) ^ (EACH * 0x30);
    let others = (((values & (EACH * 0x7F)) + EACH * 0x76) | values) & (EACH * 0x80);
    let count = (others.trailing_zeros() / 8) as usize;
    if count == 0 || chunk.get(count) != Some(&end) {
        return None;
    }
    // Zeros before the first digit, and then pairs, fours and eights.
    let values = values << (64 - 8 * count);
    let pairs = (values.wrapping_mul(10) + (values >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    Some(((fours.wrapping_mul(10_000) + (fours >> 32)) & 0xFFFF_FFFF, count))
}

fn long_number(input: &mut Input<'_>, end: u8) -> Result<u64> {
    let rest = input.bytes.get(input.at..).unwrap_or_default();
    let mut number = 0_u64;
    for (at, byte) in rest.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            if *byte != end || at == 0 {
                return Err(Error::at(ErrorKind::BadSyntax, input.at + at, "no digit where one has to be"));
            }
            input.at += at + 1;
            return Ok(number);
        }
        match number.checked_mul(10).and_then(|number| number.checked_add(digit.into())) {
            Some(next) => number = next,
            None => return Err(input.error(ErrorKind::BadNumber, "a number beyond 64 bits")),
        }
    }
    Err(input.truncated())
}

/// An integer, after `i:`.
#[inline]
fn int(input: &mut Input<'_>) -> Result<i64> {
    match short_number(input, b';') {
        Some((number, count)) => {
            input.at += count + 1;
            Ok(number.cast_signed())
        }
        None => long_int(input),
    }
}

fn long_int(input: &mut Input<'_>) -> Result<i64> {
    let at = input.at;
    let negative = input.peek() == Some(b'-');
    if matches!(input.peek(), Some(b'-' | b'+')) {
        input.at += 1;
    }
    let number = number(input, b';')?;
    let int = if negative { 0_i64.checked_sub_unsigned(number) } else { i64::try_from(number).ok() };
    int.ok_or_else(|| beyond(at))
}

#[cold]
fn beyond(at: usize) -> Error {
    Error::at(ErrorKind::BadNumber, at, "an integer beyond 64 bits")
}

/// A float, after `d:`.
#[inline]
fn float(input: &mut Input<'_>) -> Result<f64> {
    match short_float(input) {
        Some(float) => Ok(float),
        None => long_float(input),
    }
}

/// Few digits with a point among them: both their integer and the power of ten are exact, so that one division rounds once (W. D. Clinger, "How to Read
/// Floating Point Numbers Accurately").
#[inline]
fn short_float(input: &mut Input<'_>) -> Option<f64> {
    const EXACT: u64 = 1 << 53;
    const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let rest = input.bytes.get(input.at..)?;
    let is_negative = rest.first() == Some(&b'-');
    let begin = usize::from(is_negative);
    let (mut digits, mut point) = (0_u64, None);
    for (at, byte) in rest.iter().enumerate().skip(begin).take(POWERS.len() + 1) {
        match byte {
            b'0'..=b'9' => digits = digits * 10 + u64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(at),
            b';' if digits < EXACT && at > begin => {
                let float = digits as f64 / POWERS.get(point.map_or(0, |point| at - point - 1))?;
                if point.is_some() && at == begin + 1 {
                    return None;
                }
                input.at += at + 1;
                return Some(if is_negative { -float } else { float });
            }
            _ => return None,
        }
    }
    None
}

fn long_float(input: &mut Input<'_>) -> Result<f64> {
    let rest = input.bytes.get(input.at..).unwrap_or_default();
    let length = rest.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
    let (text, ends) = rest.split_at(length.unwrap_or(rest.len()));
    match std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()) {
        Some(float) if ends.first() == Some(&b';') => {
            input.at += text.len() + 1;
            return Ok(float);
        }
        _ if ends.is_empty() => return Err(input.truncated()),
        _ => {}
    }
    for (name, float) in [("INF;", f64::INFINITY), ("-INF;", f64::NEG_INFINITY), ("NAN;", f64::NAN)] {
        if rest.starts_with(name.as_bytes()) {
            input.at += name.len();
            return Ok(float);
        }
        if name.as_bytes().starts_with(rest) {
            return Err(input.truncated());
        }
    }
    Err(input.error(ErrorKind::BadSyntax, "no float"))
}

/// A string, after `s:`.
#[inline]
fn string<'a>(input: &mut Input<'a>) -> Result<&'a [u8]> {
    // Most lengths have one digit or two, and where the string ends waits for them: that is quicker than eight bytes at once.
    let rest = input.bytes.get(input.at..).unwrap_or_default();
    let (length, digits) = match *rest {
        [first @ b'0'..=b'9', b':', ..] => (usize::from(first - b'0'), 1),
        [first @ b'0'..=b'9', second @ b'0'..=b'9', b':', ..] => (usize::from(first - b'0') * 10 + usize::from(second - b'0'), 2),
        _ => return long_string(input),
    };
    match rest.get(digits + 1..digits + length + 4) {
        Some([b'"', text @ .., b'"', b';']) => {
            input.at += digits + length + 4;
            Ok(text)
        }
        _ => long_string(input),
    }
}

fn long_string<'a>(input: &mut Input<'a>) -> Result<&'a [u8]> {
    let length = number(input, b':')?;
    quoted(input, length, b';')
}

/// So many bytes between quotes, and then this byte.
#[inline]
fn quoted<'a>(input: &mut Input<'a>, length: u64, end: u8) -> Result<&'a [u8]> {
    let rest = input.bytes.get(input.at..).unwrap_or_default();
    let whole = usize::try_from(length).ok().and_then(|length| length.checked_add(3)).and_then(|length| rest.get(..length));
    match whole {
        Some([b'"', text @ .., b'"', last]) if *last == end => {
            input.at += text.len() + 3;
            Ok(text)
        }
        Some(_) => Err(input.error(ErrorKind::BadSyntax, "a string that does not end where it has to")),
        None => Err(input.truncated()),
    }
}

/// A string with bytes in hex, after `S:`.
fn escaped(reading: &mut Reading<'_, '_>) -> Result<Vec<u8>> {
    let length = number(&mut reading.input, b':')?;
    let length = reading.count(length, 1)?;
    reading.charge(length)?;
    let input = &mut reading.input;
    expect(input, b'"')?;
    let mut text = Vec::with_capacity(length);
    while text.len() < length {
        text.push(match input.byte()? {
            b'\\' => {
                let hex = input.array::<2>()?.map(|digit| char::from(digit).to_digit(16));
                match hex {
                    [Some(high), Some(low)] => (high << 4 | low) as u8,
                    _ => return Err(Error::at(ErrorKind::BadSyntax, input.at - 2, "no hex after a backslash")),
                }
            }
            byte => byte,
        });
    }
    expect(input, b'"')?;
    expect(input, b';')?;
    Ok(text)
}

/// Whether PHP takes this for the name of a class.
pub(super) fn is_class(name: &[u8]) -> bool {
    name.first().is_some_and(|first| *first != b'\\')
        && name.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'\\' | 0x7F..))
}

/// The name of a class, after `O:` or `C:`.
fn class(reading: &mut Reading<'_, '_>) -> Result<std::sync::Arc<str>> {
    let length = number(&mut reading.input, b':')?;
    let at = reading.input.at + 1;
    let name = quoted(&mut reading.input, length, b':')?;
    if !is_class(name) {
        return Err(Error::at(ErrorKind::BadSyntax, at, "a name that no class has"));
    }
    reading.class(name, at)
}

/// The number of elements, and the brace.
fn elements(reading: &mut Reading<'_, '_>) -> Result<usize> {
    let count = number(&mut reading.input, b':')?;
    expect(&mut reading.input, b'{')?;
    reading.count(count, LEAST_ELEMENT)
}

/// A key.
enum Name<'a> {
    Int(i64),
    String(&'a [u8]),
    Escaped(Vec<u8>),
}

#[inline]
fn key<'a>(reading: &mut Reading<'a, '_>) -> Result<Name<'a>> {
    let tag = reading.input.array()?;
    match &tag {
        b"s:" => Ok(Name::String(string(&mut reading.input)?)),
        b"i:" => Ok(Name::Int(int(&mut reading.input)?)),
        _ => other_key(reading, tag),
    }
}

#[cold]
fn other_key<'a>(reading: &mut Reading<'a, '_>, tag: [u8; 2]) -> Result<Name<'a>> {
    match &tag {
        b"S:" => Ok(Name::Escaped(escaped(reading)?)),
        b"N;" | b"b:" | b"d:" | b"a:" | b"O:" | b"C:" | b"E:" | b"r:" | b"R:" => {
            Err(Error::at(ErrorKind::BadTag, reading.input.at - 2, "a key that is no integer and no string"))
        }
        _ => Err(no_value(tag, reading.input.at - 2)),
    }
}

/// The integer that PHP's arrays have in place of this string: `5` and `-5`, not `05`, `+5` or `-0`.
#[inline]
pub(super) fn index(string: &[u8]) -> Option<i64> {
    match string {
        [b'-' | b'0'..=b'9', ..] => digits_index(string),
        _ => None,
    }
}

fn digits_index(string: &[u8]) -> Option<i64> {
    let digits = string.strip_prefix(b"-").unwrap_or(string);
    match digits {
        [b'0'] if string.len() == 1 => Some(0),
        [b'1'..=b'9', rest @ ..] if rest.len() < 19 && rest.iter().all(u8::is_ascii_digit) => {
            std::str::from_utf8(string).ok()?.parse().ok()
        }
        _ => None,
    }
}

/// An array, after `a:`.
fn array<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let at = reading.input.at;
    let count = elements(reading)?;
    let rest = reading.input.bytes.get(reading.input.at..).unwrap_or_default();
    let is_list = count == 0 || rest.starts_with(b"i:0;") != reading.is_marked(at);
    if is_list {
        let mut list = reading.open_list(builder, Some(count))?;
        let mut so_far = true;
        let mut indexes = Indexes::default();
        for expected in 0..count {
            if !indexes.next_is(&mut reading.input, expected) && !is_index(reading, expected)? && so_far {
                reading.mark(at)?;
                so_far = false;
            }
            value(reading, slots, builder, &mut list)?;
        }
        expect(&mut reading.input, b'}')?;
        return reading.end_list(builder, to, list);
    }
    let mut map = reading.open_map(builder, None, Some(count))?;
    let mut is_map = false;
    for expected in 0..count {
        let name = key(reading)?;
        let int = match &name {
            Name::String(string) => index(string),
            Name::Escaped(string) => index(string),
            Name::Int(int) => Some(*int),
        };
        is_map |= int.and_then(|int| usize::try_from(int).ok()) != Some(expected);
        match (int, name) {
            (Some(int), _) | (_, Name::Int(int)) => reading.key(builder, &mut map, KeyRef::Int(int))?,
            (None, Name::String(string)) => text_key(reading, slots, builder, &mut map, string)?,
            (None, Name::Escaped(string)) => reading.text_key(builder, &mut map, &string)?,
        }
        value(reading, slots, builder, &mut map.values)?;
    }
    expect(&mut reading.input, b'}')?;
    if !is_map {
        reading.mark(at)?;
    }
    reading.end_map(builder, to, map)
}

#[inline]
fn text_key<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    map: &mut OpenMap<B::Values>,
    name: &[u8],
) -> Result<()> {
    if reading.is_finding() {
        return Ok(());
    }
    match slots.text(&reading.input, name) {
        Some(text) => reading.key(builder, map, KeyRef::Text(text)),
        None => reading.key(builder, map, KeyRef::Bytes(name)),
    }
}

/// The keys of a list as they are mostly written, `i:0;` and so on while they have eight bytes at most.
struct Indexes {
    expected: u64,
    length: usize,
}

impl Default for Indexes {
    fn default() -> Self {
        Self { expected: u64::from_le_bytes(*b"i:0;\0\0\0\0"), length: 4 }
    }
}

impl Indexes {
    /// Goes by the key, if it is written as expected.
    #[inline]
    fn next_is(&mut self, input: &mut Input<'_>, index: usize) -> bool {
        let Some(chunk) = input.bytes.get(input.at..).and_then(|rest| rest.first_chunk()) else { return false };
        if self.length > 8 || (u64::from_le_bytes(*chunk) ^ self.expected) << (64 - 8 * self.length) != 0 {
            return false;
        }
        input.at += self.length;
        if index % 10 < 9 {
            self.expected += 1 << (8 * (self.length - 2));
        } else {
            self.expect(index + 1);
        }
        true
    }

    fn expect(&mut self, index: usize) {
        let mut buffer = itoa::Buffer::new();
        let key = [b"i:", buffer.format(index).as_bytes(), b";"].concat();
        self.length = key.len();
        if let Some(all) = [key.as_slice(), &[0; 8]].concat().first_chunk() {
            self.expected = u64::from_le_bytes(*all);
        }
    }
}

/// Whether the next key is this integer, however it is written.
fn is_index(reading: &mut Reading<'_, '_>, expected: usize) -> Result<bool> {
    let int = match key(reading)? {
        Name::Int(int) => Some(int),
        Name::String(name) => index(name),
        Name::Escaped(name) => index(&name),
    };
    Ok(int.is_some_and(|int| usize::try_from(int) == Ok(expected)))
}

/// An object, after `O:`.
fn object<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let class = class(reading)?;
    let count = elements(reading)?;
    let mut map = reading.open_map(builder, Some(&class), Some(count))?;
    for _ in 0..count {
        match key(reading)? {
            Name::String(name) => text_key(reading, slots, builder, &mut map, name)?,
            Name::Escaped(name) => reading.text_key(builder, &mut map, &name)?,
            Name::Int(int) => reading.key(builder, &mut map, KeyRef::Int(int))?,
        }
        value(reading, slots, builder, &mut map.values)?;
    }
    expect(&mut reading.input, b'}')?;
    reading.end_map(builder, to, map)
}

/// What an object wrote itself, as far as numbers go.
enum Written {
    /// One serialized value, with so many values in all; or none.
    Values(u64),
    /// Something that may hold serialized values.
    Unknown,
}

impl Written {
    fn of(bytes: &[u8]) -> Self {
        Self::within(bytes, Limits::DEFAULT.max_depth)
    }

    fn within(bytes: &[u8], depth_left: u32) -> Self {
        let mut input = Input { bytes, at: 0 };
        let mut count = 0;
        if pass(&mut input, depth_left, &mut count).is_ok() && input.remaining() == 0 {
            return Self::Values(count);
        }
        let may_begin = |pair: &[u8]| {
            matches!(pair, [b'N', b';'] | [b'b' | b'i' | b'd' | b's' | b'S' | b'a' | b'O' | b'C' | b'E' | b'r' | b'R', b':'])
        };
        if bytes.windows(2).any(may_begin) { Self::Unknown } else { Self::Values(0) }
    }
}

/// Goes by a value, and counts it and those within.
fn pass(input: &mut Input<'_>, depth_left: u32, count: &mut u64) -> Result<()> {
    let tag = input.array()?;
    if tag[0] != b'R' {
        *count += 1;
    }
    match &tag {
        b"N;" => {}
        b"b:" | b"i:" | b"d:" | b"r:" | b"R:" => {
            input.until(b';')?;
        }
        b"s:" | b"E:" => {
            string(input)?;
        }
        b"a:" | b"O:" => {
            let depth_left = depth_left.checked_sub(1).ok_or_else(|| input.error(ErrorKind::TooDeep, "too deep"))?;
            if tag[0] == b'O' {
                let length = number(input, b':')?;
                quoted(input, length, b':')?;
            }
            let elements = number(input, b':')?;
            expect(input, b'{')?;
            for _ in 0..elements {
                pass(input, 0, &mut 0)?;
                pass(input, depth_left, count)?;
            }
            expect(input, b'}')?;
        }
        b"C:" => {
            let depth_left = depth_left.checked_sub(1).ok_or_else(|| input.error(ErrorKind::TooDeep, "too deep"))?;
            let length = number(input, b':')?;
            quoted(input, length, b':')?;
            let length = number(input, b':')?;
            expect(input, b'{')?;
            let bytes = input.take(usize::try_from(length).map_err(|_| input.truncated())?)?;
            expect(input, b'}')?;
            match Written::within(bytes, depth_left) {
                Written::Values(within) => *count += within,
                Written::Unknown => return Err(input.error(ErrorKind::Unsupported, "unknown")),
            }
        }
        _ => return Err(no_value(tag, input.at - 2)),
    }
    Ok(())
}

/// Writes a value, byte for byte as PHP's `serialize` writes it.
///
/// What is shared is written once if PHP can share it: objects (`r:`) and references (`R:`). Lists, maps and scalars are values in PHP, so that a shared one is
/// written each time that it comes, and a loss noted; but one that holds itself becomes a reference. Where PHP forgets which of two identities was meant (a
/// plain object that a reference meets again later is written `R:`, and reads as a reference from its beginning) this writes what reads as the very value.
///
/// A class whose name PHP cannot have makes no object, but an array. Keys are cast as PHP casts them; where two become one, the value is refused.
pub fn write<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, value: S) -> Result<()> {
    let mut writer = Writer { writing, layouts: Layouts::default(), last: 0, sure: u64::MAX, shared: Vec::new(), next: None };
    writer.value(value)?;
    writer.end();
    Ok(())
}

struct Writer<'a, 'p, 'w, S: Source<'a>> {
    writing: &'p mut Writing<'w, S>,
    layouts: Layouts<<S::Map as MapSource<'a, S>>::Retained>,
    /// The number of the value that began last.
    last: u64,
    /// Beyond this the numbers are not sure.
    sure: u64,
    /// Shared values and references, by their number in the value model.
    shared: Vec<Entry<S>>,
    /// Within a value that is written again: the number of the next shared value, which has begun once already.
    next: Option<usize>,
}

struct Entry<S> {
    value: S,
    /// The number in the format.
    number: u64,
    kind: Kind,
    /// The number that a shared value after this one has; none while this one goes on.
    after: Option<usize>,
    is_met: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// An object of PHP.
    Object,
    /// A reference.
    Reference,
    /// A value that PHP copies.
    Value,
}

/// What a value is that is typed, of a kind or shared, and perhaps more than once; within reason.
pub(super) fn innermost<'a, S: Source<'a>>(mut value: S) -> S {
    const MOST: usize = 8;
    for _ in 0..MOST {
        match value.view() {
            View::Extended(ExtendedView::Typed(_, within) | ExtendedView::Kind(_, within) | ExtendedView::Shared(within)) => {
                value = within;
            }
            _ => break,
        }
    }
    value
}

/// Whether a shared value or reference that holds this one directly loses its identity: one of the two is enough.
pub(super) fn is_one_too_many<'a, S: Source<'a>>(value: S, reference: bool) -> bool {
    match value.view() {
        View::Extended(ExtendedView::Reference(_)) => true,
        View::Extended(ExtendedView::Shared(_) | ExtendedView::Plain(Extended::Again(_))) => !reference,
        _ => false,
    }
}

/// A key as PHP casts it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Cast<'k> {
    Int(i64),
    String(&'k [u8]),
}

impl<'k> Cast<'k> {
    /// The key of an array, or of an object, which keeps text that looks like an integer; and what is lost.
    #[inline]
    pub(super) fn of(key: &'k Key, is_object: bool) -> (Self, Option<Loss>) {
        let string = |bytes: &'k [u8]| match index(bytes) {
            Some(int) if !is_object => (Self::Int(int), Some(Loss::Key)),
            _ => (Self::String(bytes), None),
        };
        match key {
            Key::Int(int) => (Self::Int(*int), None),
            Key::Text(text) => string(text.as_bytes()),
            Key::Bytes(bytes) => {
                let (cast, loss) = string(bytes);
                (cast, loss.or_else(|| std::str::from_utf8(bytes).is_ok().then_some(Loss::Bytes)))
            }
            Key::Null => (Self::String(b""), Some(Loss::Key)),
            Key::Bool(bool) => (Self::Int((*bool).into()), Some(Loss::Key)),
            Key::Float(float) => (Self::Int(truncate(*float)), Some(Loss::Key)),
        }
    }
}

/// A float as an integer, as PHP casts it: what is beyond 64 bits is taken modulo 2^64, NaN and infinities are 0 (Zend/zend_operators.c, `zend_dval_to_lval`).
fn truncate(float: f64) -> i64 {
    const WHOLE: f64 = 18_446_744_073_709_551_616.0;
    if !float.is_finite() {
        return 0;
    }
    let float = float.trunc();
    if (-WHOLE / 2.0..WHOLE / 2.0).contains(&float) {
        return float as i64;
    }
    (float.abs() % WHOLE) as u64 as i64 * if float < 0.0 { -1 } else { 1 }
}

/// Notes what an array or object loses by its keys; gives back whether that is nothing. Keys that become one are an error.
pub(super) fn check_keys<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, shape: &Shape, is_object: bool) -> Result<bool> {
    /// Without a closer look: most keys.
    fn is_plain(key: &Key, is_object: bool) -> bool {
        match key {
            Key::Int(_) => true,
            Key::Text(text) => is_object || !matches!(text.as_bytes().first(), Some(b'-' | b'0'..=b'9')),
            _ => false,
        }
    }
    let keys = shape.keys();
    let casts = || keys.iter().map(|key| Cast::of(key, is_object));
    let mut is_same = true;
    if !keys.iter().all(|key| is_plain(key, is_object)) {
        for (key, (_, loss)) in keys.iter().zip(casts()) {
            if let Some(loss) = loss {
                writing.lose(loss, || format!("{key:?}"));
                is_same = false;
            }
        }
    }
    if !is_same {
        let mut seen = HashSet::with_capacity_and_hasher(keys.len(), foldhash::quality::RandomState::default());
        if !casts().all(|(cast, _)| seen.insert(cast)) {
            return Err(Error::new(ErrorKind::Refused, "two keys of a map that are one key to PHP"));
        }
    }
    if !is_object && casts().enumerate().all(|(at, (cast, _))| matches!(cast, Cast::Int(int) if usize::try_from(int) == Ok(at))) {
        writing.lose(Loss::Collection, || format!("a map of {} keys", keys.len()));
        is_same = false;
    }
    Ok(is_same)
}

/// So many shapes are looked for at once.
const PLACES: usize = 32;

/// How the keys of shapes are written that came before, so that a list of records casts and writes them out no more than twice.
pub(super) struct Layouts<R> {
    known: Vec<Layout<R>>,
    /// One more than the place in `known` of a shape with this hash; 0 is none.
    places: [u8; PLACES],
    /// Shapes that came once. That they are no others with the identity of a former one does not matter: nothing is taken from them.
    seen: [usize; PLACES],
}

/// What stands before the first key of a shape, and its keys.
pub(super) struct Layout<R> {
    identity: usize,
    _retained: R,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl<R> Default for Layouts<R> {
    fn default() -> Self {
        Self { known: Vec::new(), places: [0; PLACES], seen: [0; PLACES] }
    }
}

impl<R> Layouts<R> {
    fn hash(identity: usize) -> usize {
        (identity >> 4 ^ identity >> 9 ^ identity >> 14) % PLACES
    }

    /// Where a shape is among those that are known.
    #[inline]
    pub(super) fn find(&self, identity: usize) -> Option<usize> {
        let place = usize::from(self.places[Self::hash(identity)]).checked_sub(1)?;
        (self.known.get(place)?.identity == identity).then_some(place)
    }

    /// A layout to be filled, for a shape that came once before.
    #[inline]
    pub(super) fn second(&mut self, identity: usize, retain: impl FnOnce() -> R) -> Option<Layout<R>> {
        let seen = &mut self.seen[Self::hash(identity)];
        if *seen != identity || self.known.len() >= u8::MAX.into() {
            *seen = identity;
            return None;
        }
        Some(Layout { identity, _retained: retain(), bytes: Vec::new(), ends: Vec::new() })
    }

    pub(super) fn add(&mut self, layout: Layout<R>) {
        let place = &mut self.places[Self::hash(layout.identity)];
        self.known.push(layout);
        *place = self.known.len() as u8;
    }

    /// What stands before the first key (0), or the key before (1 and so on).
    #[inline]
    pub(super) fn part(&self, place: usize, at: usize) -> &[u8] {
        let Some(Layout { bytes, ends, .. }) = self.known.get(place) else { return &[] };
        let start = at.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
        ends.get(at).and_then(|end| bytes.get(start..*end)).unwrap_or_default()
    }
}

impl<R> Layout<R> {
    /// The next part, as it was just written.
    pub(super) fn push(&mut self, part: &[u8]) {
        self.bytes.extend_from_slice(part);
        self.ends.push(self.bytes.len());
    }
}

impl<'a, S: Source<'a>> Writer<'a, '_, '_, S> {
    fn value(&mut self, value: S) -> Result<()> {
        let view = value.view();
        if let View::Extended(extended) = view {
            return self.extended(extended);
        }
        self.last += 1;
        match view {
            View::Null => self.push(b"N;"),
            View::Bool(bool) => self.push(if bool { b"b:1;" } else { b"b:0;" }),
            View::Int(int) => self.int(int),
            View::Float(float) => self.float(float),
            View::Text(text) => self.string(text.as_bytes()),
            View::Bytes(bytes) => self.bytes(bytes),
            View::List(list) => {
                self.writing.descend()?;
                let count = list.len();
                self.header(count);
                for at in 0..count {
                    self.int(at as i64);
                    self.value(list.get(at))?;
                }
                self.push(b"}");
                self.writing.ascend();
            }
            View::Map(map) => self.map(map)?,
            View::Extended(_) => {}
        }
        Ok(())
    }

    fn map(&mut self, map: S::Map) -> Result<()> {
        self.writing.descend()?;
        let identity = map.identity();
        let known = self.layouts.find(identity);
        match known {
            Some(place) => {
                let count = map.shape().keys().len();
                self.writing.out.extend_from_slice(self.layouts.part(place, 0));
                for at in 0..count {
                    self.writing.out.extend_from_slice(self.layouts.part(place, at + 1));
                    self.value(map.get(at))?;
                }
            }
            None => self.new_map(map)?,
        }
        self.push(b"}");
        self.writing.ascend();
        Ok(())
    }

    fn new_map(&mut self, map: S::Map) -> Result<()> {
        let shape = map.shape();
        let (keys, is_object) = (shape.keys(), is_object(shape));
        let is_same = check_keys(self.writing, shape, is_object)? && is_object == shape.class().is_some();
        let mut layout = if is_same { self.layouts.second(map.identity(), || map.retain()) } else { None };
        let start = self.writing.out.len();
        match shape.class() {
            Some(class) if is_object => {
                self.named(b"O:", class.as_bytes());
                self.digits(keys.len() as u64);
                self.push(b":{");
            }
            class => {
                if let Some(class) = class {
                    self.writing.lose(Loss::Class, || class.to_string());
                }
                self.header(keys.len());
            }
        }
        if let Some(layout) = &mut layout {
            layout.push(&self.writing.out[start..]);
        }
        for (at, key) in keys.iter().enumerate() {
            let start = self.writing.out.len();
            match Cast::of(key, is_object).0 {
                Cast::Int(int) => self.int(int),
                Cast::String(string) => self.string(string),
            }
            if let Some(layout) = &mut layout {
                layout.push(&self.writing.out[start..]);
            }
            self.value(map.get(at))?;
        }
        if let Some(layout) = layout {
            self.layouts.add(layout);
        }
        Ok(())
    }

    fn extended(&mut self, extended: ExtendedView<'a, S>) -> Result<()> {
        match extended {
            ExtendedView::Typed(_, value) | ExtendedView::Kind(_, value) => {
                self.writing.lose_class(&extended);
                self.writing.descend()?;
                self.value(value)?;
                self.writing.ascend();
            }
            ExtendedView::Shared(value) => self.shared(value, false)?,
            ExtendedView::Reference(value) => self.shared(value, true)?,
            ExtendedView::Plain(Extended::Again(number)) => {
                let at = usize::try_from(*number).unwrap_or(usize::MAX);
                self.again(at)?;
            }
            ExtendedView::Plain(extended) => {
                self.last += 1;
                match extended {
                    Extended::Enum { class, case } if is_class(class.as_bytes()) => {
                        self.push(b"E:");
                        self.digits((class.len() + 1 + case.len()) as u64);
                        for part in [":\"", class, ":", case, "\";"] {
                            self.push(part.as_bytes());
                        }
                    }
                    Extended::Custom { class, bytes } if is_class(class.as_bytes()) => {
                        self.named(b"C:", class.as_bytes());
                        self.digits(bytes.len() as u64);
                        self.push(b":{");
                        self.push(bytes);
                        self.push(b"}");
                        match Written::of(bytes) {
                            Written::Values(count) => self.last += count,
                            Written::Unknown => self.sure = self.sure.min(self.last),
                        }
                    }
                    _ => match self.writing.plain(extended)? {
                        Plain::Text(text) => self.string(text.as_bytes()),
                        Plain::Bytes(bytes) => self.bytes(bytes),
                        Plain::Float(float) => self.float(float),
                    },
                }
            }
        }
        Ok(())
    }

    fn shared(&mut self, value: S, reference: bool) -> Result<()> {
        self.writing.descend()?;
        match self.next {
            Some(at) => match self.shared.get(at) {
                Some(Entry { kind: Kind::Value, .. }) => {
                    self.next = Some(at + 1);
                    self.value(value)?;
                }
                Some(Entry { after: Some(after), .. }) => {
                    self.next = Some(*after);
                    self.refer(at)?;
                }
                _ => return Err(unknown()),
            },
            None => {
                let at = self.shared.len();
                if is_one_too_many(value, reference) {
                    self.lose(at);
                }
                let kind = if reference { Kind::Reference } else { self.kind(value) };
                self.shared.push(Entry { value, number: self.last + 1, kind, after: None, is_met: false });
                let last = self.last;
                self.value(value)?;
                let after = self.shared.len();
                // A reference to a reference has no number itself.
                let alias = (self.last == last).then(|| self.alias(value)).flatten();
                if let Some(entry) = self.shared.get_mut(at) {
                    entry.after = Some(after);
                    if let Some(number) = alias {
                        (entry.kind, entry.number) = (Kind::Reference, number);
                    }
                }
            }
        }
        self.writing.ascend();
        Ok(())
    }

    /// What a shared value is.
    fn kind(&self, value: S) -> Kind {
        match innermost(value).view() {
            View::Map(map) if is_object(map.shape()) => Kind::Object,
            View::Extended(ExtendedView::Plain(Extended::Enum { class, .. } | Extended::Custom { class, .. }))
                if is_class(class.as_bytes()) =>
            {
                Kind::Object
            }
            View::Extended(ExtendedView::Plain(Extended::Again(number))) => {
                self.entry(*number).map_or(Kind::Value, |entry| entry.kind)
            }
            View::Extended(ExtendedView::Reference(_)) => Kind::Reference,
            _ => Kind::Value,
        }
    }

    fn entry(&self, number: u64) -> Option<&Entry<S>> {
        self.shared.get(usize::try_from(number).ok()?)
    }

    /// The number of the reference that a value is, again.
    fn alias(&self, value: S) -> Option<u64> {
        let mut value = innermost(value);
        if let View::Extended(ExtendedView::Reference(within)) = value.view() {
            value = innermost(within);
        }
        match value.view() {
            View::Extended(ExtendedView::Plain(Extended::Again(number))) => self.entry(*number).map(|entry| entry.number),
            _ => None,
        }
    }

    fn again(&mut self, at: usize) -> Result<()> {
        let Some(entry) = self.shared.get_mut(at) else { return Err(unknown()) };
        entry.is_met = true;
        if entry.kind != Kind::Value {
            return self.refer(at);
        }
        if entry.after.is_none() {
            entry.kind = Kind::Reference;
            self.lose(at);
            return self.refer(at);
        }
        let value = entry.value;
        self.lose(at);
        self.writing.may_copy()?;
        self.writing.descend()?;
        let before = self.next.replace(at + 1);
        self.value(value)?;
        self.next = before;
        self.writing.ascend();
        Ok(())
    }

    /// Refers to an object or a reference.
    fn refer(&mut self, at: usize) -> Result<()> {
        let Some(entry) = self.shared.get(at) else { return Err(unknown()) };
        let (number, is_object) = (entry.number, entry.kind == Kind::Object);
        if number > self.last {
            return Err(Error::new(ErrorKind::UnknownReference, "a shared value that is nothing but itself"));
        }
        if number > self.sure {
            return Err(Error::new(
                ErrorKind::Refused,
                "a reference past an object that wrote itself, whose numbers are not sure",
            ));
        }
        self.push(if is_object { b"r:" } else { b"R:" });
        self.last += u64::from(is_object);
        self.digits(number);
        self.push(b";");
        Ok(())
    }

    /// Notes that a value is not one with itself any more.
    fn lose(&mut self, at: usize) {
        self.writing.lose(Loss::Shared, || format!("shared value {at}"));
    }

    /// What is shared with nothing reads as if it were not.
    fn end(&mut self) {
        for at in 0..self.shared.len() {
            if !self.shared[at].is_met {
                self.lose(at);
            }
        }
    }

    #[inline]
    fn push(&mut self, bytes: &[u8]) {
        self.writing.out.extend_from_slice(bytes);
    }

    #[inline]
    fn digits(&mut self, number: u64) {
        match number {
            0..10 => self.writing.out.push(b'0' + number as u8),
            _ => self.push(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    #[inline]
    fn int(&mut self, int: i64) {
        match int {
            0..10 => self.push(&[b'i', b':', digit(int as usize), b';']),
            10..100 => self.push(&[b'i', b':', digit(int as usize / 10), digit(int as usize % 10), b';']),
            _ => {
                self.push(b"i:");
                self.push(itoa::Buffer::new().format(int).as_bytes());
                self.push(b";");
            }
        }
    }

    fn header(&mut self, count: usize) {
        self.push(b"a:");
        self.digits(count as u64);
        self.push(b":{");
    }

    /// A letter and the name of a class.
    fn named(&mut self, letter: &[u8], class: &[u8]) {
        self.push(letter);
        self.digits(class.len() as u64);
        self.push(b":\"");
        self.push(class);
        self.push(b"\":");
    }

    #[inline]
    fn string(&mut self, bytes: &[u8]) {
        let length = bytes.len();
        self.writing.out.reserve(length + 32);
        match length {
            0..10 => self.push(&[b's', b':', digit(length), b':', b'"']),
            10..100 => self.push(&[b's', b':', digit(length / 10), digit(length % 10), b':', b'"']),
            _ => {
                self.push(b"s:");
                self.digits(length as u64);
                self.push(b":\"");
            }
        }
        self.push(bytes);
        self.push(b"\";");
    }

    fn bytes(&mut self, bytes: &[u8]) {
        if std::str::from_utf8(bytes).is_ok() {
            self.writing.lose(Loss::Bytes, || format!("{} bytes that are text", bytes.len()));
        }
        self.string(bytes);
    }

    fn float(&mut self, float: f64) {
        if float.is_nan() && float.to_bits() != f64::NAN.to_bits() {
            self.writing.lose(Loss::NotFinite, || format!("the NaN {:x}", float.to_bits()));
        }
        self.push(b"d:");
        write_float(self.writing.out, float);
        self.push(b";");
    }
}

#[cold]
fn unknown() -> Error {
    Error::new(ErrorKind::UnknownReference, "a shared value that has not begun")
}

fn digit(number: usize) -> u8 {
    b'0' + (number % 10) as u8
}

/// Whether a map of this shape is an object of PHP.
fn is_object(shape: &Shape) -> bool {
    shape.class().is_some_and(|class| is_class(class.as_bytes()))
}

/// The shortest digits that read as this float, laid out as PHP does with `serialize_precision=-1` (main/snprintf.c, `php_gcvt` with 17 digits).
fn write_float(out: &mut Vec<u8>, float: f64) {
    /// Integers below this are their own shortest digits.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if float.is_nan() {
        return out.extend_from_slice(b"NAN");
    }
    if float.is_sign_negative() {
        out.push(b'-');
    }
    let float = float.abs();
    if float.is_infinite() {
        return out.extend_from_slice(b"INF");
    }
    if float < EXACT && float.trunc() == float {
        return out.extend_from_slice(itoa::Buffer::new().format(float as u64).as_bytes());
    }
    let mut buffer = zmij::Buffer::new();
    let Digits { digits, count, point } = shortest(buffer.format_finite(float));
    let digits = &digits[..count];
    match point {
        // The whole digits, and zeros up to the point.
        1..=17 if point as usize >= digits.len() => {
            out.extend_from_slice(digits);
            out.resize(out.len() + point as usize - digits.len(), b'0');
        }
        1..=17 => {
            let (whole, fraction) = digits.split_at(point as usize);
            out.extend_from_slice(whole);
            out.push(b'.');
            out.extend_from_slice(fraction);
        }
        -3..=0 => {
            out.extend_from_slice(&b"0.000"[..2 + point.unsigned_abs() as usize]);
            out.extend_from_slice(digits);
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            out.extend_from_slice(first);
            out.push(b'.');
            out.extend_from_slice(if rest.is_empty() { b"0" } else { rest });
            out.extend_from_slice(if point > 0 { b"E+" } else { b"E-" });
            out.extend_from_slice(itoa::Buffer::new().format((point - 1).unsigned_abs()).as_bytes());
        }
    }
}

/// Digits without zeros at either end, and where the point is, counted from before the first.
struct Digits {
    digits: [u8; 32],
    count: usize,
    point: i32,
}

/// The digits of a float that is not 0, from how Rust's libraries write it: with a point, an exponent, or both.
fn shortest(text: &str) -> Digits {
    let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let mut all = Digits { digits: [0; 32], count: 0, point: exponent.parse().unwrap_or(0) };
    let (mut is_whole, mut zeros) = (true, 0);
    for byte in number.bytes() {
        match byte {
            b'.' => is_whole = false,
            b'0' if all.count == 0 => all.point -= i32::from(!is_whole),
            b'0' => {
                zeros += 1;
                all.point += i32::from(is_whole);
            }
            digit => {
                for digit in std::iter::repeat_n(b'0', zeros).chain([digit]) {
                    if let Some(place) = all.digits.get_mut(all.count) {
                        *place = digit;
                        all.count += 1;
                    }
                }
                zeros = 0;
                all.point += i32::from(is_whole);
            }
        }
    }
    all
}
