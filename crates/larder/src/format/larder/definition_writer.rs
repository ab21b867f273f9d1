//! Shape definitions as a writer makes them (docs/FORMAT.md, "Shapes").

use std::hash::BuildHasher;
use std::ops::Range;

use foldhash::fast::RandomState;

use super::definitions::Names;
use super::scalars::{write_int, write_text_tag};
use super::tag;
use super::text::{number_text, packed_names, wide_text};
use super::varint;
use crate::shape::{KeyRef, Shape};

/// This many consecutive numbers or more become a run.
const MIN_RUN: usize = 3;

/// Names of this number or more are written by themselves.
const MAX_NUMBERED: u32 = 64 + 8 * 256;

/// Whether maps of this shape are records by themselves, rather than keys and values.
pub fn is_record(shape: &Shape) -> bool {
    let key = |at: usize| KeyRef::from(&shape.keys()[at]);
    shape.class().is_some() || are_of_record(shape.keys().len(), key)
}

/// As [`is_record`], for the keys of a map without a class.
#[inline]
pub fn are_of_record<'k>(count: usize, key: impl Fn(usize) -> KeyRef<'k>) -> bool {
    count > 0
        && !look_like_data(count, &key)
        && (0..count).all(|at| matches!(key(at), KeyRef::Int(_) | KeyRef::Text(_)))
}

/// Whether keys look like data, as far as the first, the middle and the last of them say so.
#[inline]
pub fn look_like_data<'k>(count: usize, key: impl Fn(usize) -> KeyRef<'k>) -> bool {
    looks_like_data(key(0)) && looks_like_data(key(count - 1)) && looks_like_data(key(count / 2))
}

/// Whether a key is one of many that no other value has, such as an identifier.
fn looks_like_data(key: KeyRef<'_>) -> bool {
    if let KeyRef::Text(text) = key { name_looks_like_data(text.as_bytes()) } else { true }
}

/// As `looks_like_data`, for a key that is a text.
pub fn name_looks_like_data(name: &[u8]) -> bool {
    const MIN_DIGITS: usize = 4;
    name.first().is_some_and(u8::is_ascii_digit)
        || name.iter().filter(|byte| byte.is_ascii_digit()).nth(MIN_DIGITS - 1).is_some()
}

/// The definition of a shape in which each name is spelled out; `None` if it has keys that no
/// definition can have. It is made once, and tells shapes apart.
#[inline]
pub fn spelled_out(shape: &Shape) -> Option<&[u8]> {
    shape.remembered(|shape| {
        let mut definition = Vec::new();
        let keys = shape.keys().iter().map(KeyRef::from);
        let class = shape.class().map(|class| &**class);
        spell_out(class, keys, &mut definition).then(|| definition.into())
    })
}

/// Appends the definition of a shape, in which each name is spelled out; false if a key is neither
/// a text nor an integer, and there is no definition.
pub fn spell_out<'k>(
    class: Option<&str>,
    keys: impl ExactSizeIterator<Item = KeyRef<'k>>,
    out: &mut Vec<u8>,
) -> bool {
    varint::write(out, (keys.len() as u64) << 1 | u64::from(class.is_some()));
    let name = |name: &str, out: &mut Vec<u8>| {
        write_text_tag(name.len(), out);
        out.extend_from_slice(name.as_bytes());
    };
    if let Some(class) = class {
        name(class, out);
    }
    for key in keys {
        match key {
            KeyRef::Int(int) => write_int(int, out),
            KeyRef::Text(text) => name(text, out),
            _ => return false,
        }
    }
    true
}

/// The names that definitions have spelled out, in order: each has a number.
pub struct NameTable {
    hasher: RandomState,
    bytes: Vec<u8>,
    /// Where each name ends in `bytes`.
    ends: Vec<usize>,
    /// Filled when there are many names. Open addressing, a power of two, at most half full: the
    /// number of a name plus one.
    slots: Vec<u32>,
}

impl NameTable {
    /// So many are compared one by one.
    const FEW: usize = 16;

    pub fn new() -> Self {
        Self {
            hasher: RandomState::default(),
            bytes: Vec::new(),
            ends: Vec::new(),
            slots: Vec::new(),
        }
    }

    pub fn clear(&mut self) {
        if !self.ends.is_empty() {
            self.bytes.clear();
            self.ends.clear();
            self.slots.clear();
        }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    fn name(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[number]]
    }

    /// The slot of this name, or the free one for it.
    fn slot(&self, name: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.hasher.hash_one(name) as usize & mask;
        while self.slots[at] != 0 && self.name(self.slots[at] - 1) != name {
            at = (at + 1) & mask;
        }
        at
    }

    /// Gives a name the next number; one that has a number keeps that, too.
    pub fn add(&mut self, name: &[u8]) {
        let number = self.ends.len() as u32;
        self.bytes.extend_from_slice(name);
        self.ends.push(self.bytes.len());
        if self.ends.len() <= Self::FEW {
            return;
        }
        if self.slots.len() < 2 * self.ends.len() {
            self.slots.clear();
            self.slots.resize((4 * self.ends.len()).next_power_of_two(), 0);
            (0..=number).for_each(|number| self.index(number));
        } else {
            self.index(number);
        }
    }

    fn index(&mut self, number: u32) {
        let at = self.slot(self.name(number));
        if self.slots[at] == 0 {
            self.slots[at] = number + 1;
        }
    }

    /// The lowest number of a name.
    pub fn find(&self, name: &[u8]) -> Option<u32> {
        if self.ends.len() > Self::FEW {
            return self.slots[self.slot(name)].checked_sub(1);
        }
        let mut start = 0;
        let number = self.ends.iter().position(|end| {
            let known = &self.bytes[std::mem::replace(&mut start, *end)..*end];
            known == name
        });
        number.map(|number| number as u32)
    }
}

/// A key of a definition that is spelled out.
pub enum Item {
    Int(i64),
    /// Where its bytes stand.
    Text(Range<usize>),
}

/// The class and the keys of a definition that is spelled out.
fn parse(definition: &[u8], items: &mut Vec<Item>) -> Option<Range<usize>> {
    let mut at = 0;
    let varint = |at: &mut usize| {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let byte = definition[*at];
            *at += 1;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return value;
            }
            shift += 7;
        }
    };
    let item = |at: &mut usize| {
        let tag = definition[*at];
        *at += 1;
        let length = match tag {
            tag::TEXT..tag::SYMBOLS => usize::from(tag - tag::TEXT),
            tag::LONG_TEXT => varint(at) as usize + tag::SHORT_TEXT_BYTES,
            _ => {
                let start = *at;
                let fixed = |count: usize| {
                    let mut word = [0; 8];
                    word[..count].copy_from_slice(&definition[start..start + count]);
                    (i64::from_le_bytes(word), count)
                };
                let ((int, count), from) = match tag {
                    tag::INT_1 => (fixed(1), 48),
                    tag::INT_2 => (fixed(2), 304),
                    tag::INT_3 => (fixed(3), 65_840),
                    tag::INT_4 => (fixed(4), 0),
                    tag::INT_8 => (fixed(8), 0),
                    tag::NEGATIVE => return Item::Int(!varint(at).cast_signed()),
                    _ => ((i64::from(tag), 0), 0),
                };
                *at += count;
                return Item::Int(int + from);
            }
        };
        *at += length;
        Item::Text(*at - length..*at)
    };
    let head = varint(&mut at);
    let class = (head & 1 != 0).then(|| item(&mut at));
    items.clear();
    for _ in 0..head >> 1 {
        items.push(item(&mut at));
    }
    match class {
        Some(Item::Text(class)) => Some(class),
        _ => None,
    }
}

/// Appends the definition that stands for `spelled_out`: with numbers for the names that `find`
/// knows, of which there are `count`, and with runs and packed names. `spelled` gets where in
/// `spelled_out` the names stand that take numbers.
pub fn write(
    spelled_out: &[u8],
    names: Names,
    items: &mut Vec<Item>,
    (count, find): (usize, impl Fn(&[u8]) -> Option<u32>),
    out: &mut Vec<u8>,
    spelled: &mut impl FnMut(Range<usize>),
) {
    let class = parse(spelled_out, items);
    varint::write(out, (items.len() as u64) << 1 | u64::from(class.is_some()));
    let known = |name: &[u8]| find(name).filter(|number| *number < MAX_NUMBERED);
    // A key may be named as the class, which stands before it.
    let mut class_name = None;
    if let Some(class) = class {
        let name = &spelled_out[class.clone()];
        match find(name) {
            Some(number) if number < MAX_NUMBERED => write_number(number, out),
            found => {
                write_name(name, names, out);
                if found.is_none() && count < MAX_NUMBERED as usize {
                    class_name = Some((name, count as u32));
                }
                spelled(class);
            }
        }
    }
    let number_of = |name: &[u8]| match class_name {
        Some((class, number)) if class == name => Some(number),
        _ => known(name),
    };
    let items = items.as_slice();
    // Names that stand as they are spelled out are copied together.
    let mut literal = 0..0;
    let flush = |literal: &mut Range<usize>, out: &mut Vec<u8>| {
        out.extend_from_slice(&spelled_out[std::mem::take(literal)]);
    };
    let mut at = 0;
    while at < items.len() {
        if let Item::Text(name) = &items[at]
            && is_literal(&spelled_out[name.clone()])
            && number_of(&spelled_out[name.clone()]).is_none()
        {
            if literal.is_empty() {
                literal.start = name.start - text_head(name.len());
            }
            literal.end = name.end;
            spelled(name.clone());
            at += 1;
            continue;
        }
        flush(&mut literal, out);
        let (kind, start, run) = run(&items[at..], spelled_out);
        if run >= MIN_RUN {
            out.push(kind);
            varint::write(out, start);
            varint::write(out, run as u64);
            at += run;
            continue;
        }
        let name = match &items[at] {
            Item::Int(int) => {
                write_int(*int, out);
                at += 1;
                continue;
            }
            Item::Text(name) => name,
        };
        if let Some(number) = number_of(&spelled_out[name.clone()]) {
            write_number(number, out);
            at += 1;
            continue;
        }
        let packed = if names == Names::Packed {
            packable(&items[at..], spelled_out, &number_of)
        } else {
            0
        };
        if packed > 0 {
            out.push(tag::NAMES);
            varint::write(out, packed as u64);
            let texts = items[at..at + packed].iter().filter_map(|item| match item {
                Item::Text(name) => Some(name.clone()),
                Item::Int(_) => None,
            });
            packed_names::write_names(texts.clone().map(|name| &spelled_out[name]), out);
            texts.for_each(&mut *spelled);
            at += packed;
            continue;
        }
        write_name(&spelled_out[name.clone()], names, out);
        spelled(name.clone());
        at += 1;
    }
    flush(&mut literal, out);
}

/// Whether a name that has no number cannot be written otherwise than it is spelled out, as its
/// first look shows.
#[inline]
fn is_literal(name: &[u8]) -> bool {
    let may_be_int = matches!(name.first(), Some(b'-' | b'0'..=b'9'));
    !may_be_int && !packed_names::is_packable_name(name) && name.is_ascii()
}

/// How many bytes stand before the bytes of a text.
fn text_head(length: usize) -> usize {
    match length.checked_sub(tag::SHORT_TEXT_BYTES) {
        None => 1,
        Some(above) => 1 + varint::size(above as u64),
    }
}

fn write_number(number: u32, out: &mut Vec<u8>) {
    match number.checked_sub(tag::SHORT_ENTRIES as u32) {
        None => out.push(tag::ENTRY + number as u8),
        Some(above) => out.extend([tag::LONG_ENTRY + (above >> 8) as u8, above as u8]),
    }
}

/// The integers from which `items` count on: as integers or as text, the first, and how many.
fn run(items: &[Item], spelled_out: &[u8]) -> (u8, u64, usize) {
    let start = |item: &Item| match item {
        Item::Int(int) => Some((tag::INT_RUN, *int)),
        Item::Text(text) => {
            number_text::parse_int(&spelled_out[text.clone()]).map(|int| (tag::TEXT_RUN, int))
        }
    };
    let Some((kind, first)) = items
        .first()
        .and_then(start)
        .filter(|(_, first)| (0..i64::MAX - items.len() as i64).contains(first))
    else {
        return (0, 0, 0);
    };
    let following =
        items.iter().zip(first..).take_while(|(item, int)| start(item) == Some((kind, *int)));
    (kind, first.cast_unsigned(), following.count())
}

/// How many of the first items are shorter as packed names.
fn packable(
    items: &[Item],
    spelled_out: &[u8],
    number_of: &impl Fn(&[u8]) -> Option<u32>,
) -> usize {
    let (mut count, mut characters, mut literal) = (0, 0, 0);
    for item in items {
        let Item::Text(name) = item else { break };
        let name = &spelled_out[name.clone()];
        if !packed_names::is_packable_name(name) || count > 0 && number_of(name).is_some() {
            break;
        }
        count += 1;
        characters += name.len();
        literal += name.len() + if name.len() < tag::SHORT_TEXT_BYTES { 1 } else { 2 };
    }
    let packed = 1 + varint::size(count as u64) + packed_names::names_bytes(count, characters);
    if packed < literal { count } else { 0 }
}

/// Appends a name, which is UTF-8, by itself.
fn write_name(name: &[u8], names: Names, out: &mut Vec<u8>) {
    let start = out.len();
    if names == Names::Packed
        && !name.is_ascii()
        && let Ok(text) = str::from_utf8(name)
    {
        out.push(tag::WIDE_TEXT);
        let mut wide = Vec::with_capacity(name.len());
        if wide_text::write_wide(text, wide_text::wide_of, &mut wide)
            && 1 + varint::size(wide.len() as u64) + wide.len() < 1 + name.len()
        {
            varint::write(out, wide.len() as u64);
            out.extend_from_slice(&wide);
            return;
        }
        out.truncate(start);
    }
    write_text_tag(name.len(), out);
    out.extend_from_slice(name);
}

/// The definitions of a profile's shapes, and the names that they spell out.
pub fn write_profile<'s>(shapes: impl Iterator<Item = &'s Shape>) -> (Vec<u8>, NameTable) {
    let (mut out, mut names, mut items) = (Vec::new(), NameTable::new(), Vec::new());
    for definition in shapes.filter_map(spelled_out) {
        let mut added = Vec::new();
        let known = (names.len(), |name: &[u8]| names.find(name));
        write(definition, Names::Literal, &mut items, known, &mut out, &mut |name| {
            added.push(name);
        });
        added.into_iter().for_each(|name| names.add(&definition[name]));
    }
    (out, names)
}
