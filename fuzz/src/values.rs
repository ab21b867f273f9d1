//! Any value, from a fuzzer's bytes.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use arbitrary::{Arbitrary, Result, Unstructured};
use larder::{Extended, Key, Kind, Map, Shape, Value};

use crate::peers::any;

/// A value of any kind, of moderate size and depth.
#[derive(Debug)]
pub struct AnyValue(pub Value);

const MAX_DEPTH: u32 = 6;

impl<'a> Arbitrary<'a> for AnyValue {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let mut numbered = 0;
        Ok(Self(value(bytes, MAX_DEPTH, &mut numbered)?))
    }
}

fn value(bytes: &mut Unstructured<'_>, depth: u32, numbered: &mut u64) -> Result<Value> {
    let kind = if bytes.is_empty() {
        0
    } else {
        bytes.int_in_range(0..=if depth == 0 { 7 } else { 15 })?
    };
    Ok(match kind {
        0 => Value::Null,
        1 => Value::Bool(bytes.arbitrary()?),
        2 => Value::Int(int(bytes)?),
        3 => Value::Float(float(bytes)?),
        4 | 5 => Value::Text(text(bytes)?.into()),
        6 => Value::Bytes(bytes.arbitrary::<&[u8]>()?.into()),
        7 => plain_extended(bytes, *numbered)?.into(),
        8 | 9 => {
            let count = bytes.int_in_range(0..=8)?;
            Value::List(
                (0..count).map(|_| value(bytes, depth - 1, numbered)).collect::<Result<_>>()?,
            )
        }
        10 => map(bytes, depth, numbered)?,
        11 => column(bytes)?,
        12 => rows(bytes, depth, numbered)?,
        15 => Extended::Kind { kind: any_kind(bytes)?, value: value(bytes, depth - 1, numbered)? }
            .into(),
        13 => Extended::Typed { class: text(bytes)?, value: value(bytes, depth - 1, numbered)? }
            .into(),
        _ => {
            *numbered += 1;
            let inner = value(bytes, depth - 1, numbered)?;
            if bytes.arbitrary()? { Extended::Shared(inner) } else { Extended::Reference(inner) }
                .into()
        }
    })
}

fn any_kind(bytes: &mut Unstructured<'_>) -> Result<Kind> {
    // Few, so that neighbours are of one kind.
    let number = [0x03, 0x30, 0x60, bytes.arbitrary()?][bytes.int_in_range(0..=3)?];
    match Kind::new(number) {
        Some(kind) => Ok(kind),
        None => Kind::named(number, text(bytes)?).ok_or(arbitrary::Error::IncorrectFormat),
    }
}

/// A value of a kind, or itself.
fn of(kind: &Option<Kind>, value: Value) -> Value {
    match kind {
        Some(kind) => Extended::Kind { kind: kind.clone(), value }.into(),
        None => value,
    }
}

fn int(bytes: &mut Unstructured<'_>) -> Result<i64> {
    let whole: i64 = bytes.arbitrary()?;
    Ok(whole >> bytes.int_in_range(0..=63)?)
}

fn float(bytes: &mut Unstructured<'_>) -> Result<f64> {
    Ok(match bytes.int_in_range(0..=3)? {
        0 => int(bytes)? as f64,
        1 => int(bytes)? as f64 / 100.0,
        2 => f64::from(bytes.arbitrary::<i16>()?) / 10.0,
        _ => f64::from_bits(bytes.arbitrary()?),
    })
}

fn text(bytes: &mut Unstructured<'_>) -> Result<Arc<str>> {
    let number: u64 = bytes.arbitrary()?;
    Ok(match bytes.int_in_range(0..=14)? {
        0 => format!("{:04}-{:02}-{:02}", number % 2200, number / 7 % 14, number / 100 % 33).into(),
        1 | 2 => {
            let zone = ["", "Z", "+00:00", "-03:45", "+0530", "+24:00", "-00:00"]
                [bytes.int_in_range(0..=6)?];
            let fraction =
                ["", ".123", ".000001", ".123456789", ".5"][bytes.int_in_range(0..=4)?];
            let t = if bytes.arbitrary()? { 'T' } else { ' ' };
            let (date, time) = (number % 365, number / 365);
            format!(
                "{:04}-{:02}-{:02}{t}{:02}:{:02}:{:02}{fraction}{zone}",
                1960 + time % 150,
                date % 12 + 1,
                date % 31 + 1,
                time % 25,
                time % 60,
                date % 60
            )
            .into()
        }
        3 => format!("{}.{:02}", number as i32, number % 100).into(),
        4 => format!("{:0width$}", number, width = (number % 40) as usize).into(),
        5 => format!("{number:x}{number:016x}").into(),
        6 => format!("{number:X}").into(),
        7 => format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            number as u32,
            number as u16,
            number as u16,
            7,
            number & 0xFFFF_FFFF_FFFF
        )
        .into(),
        8 => format!("aB{number}xY_{number}").into(),
        9 => format!(
            "中文{}字符，{}",
            number % 100,
            char::from_u32(0x4E00 + (number % 20992) as u32).unwrap_or('一')
        )
        .into(),
        10 => ["Berlin", "red", "new", "name", "person 1", "北京", "", "again and again"]
            [bytes.int_in_range(0..=7)?]
        .into(),
        _ => bytes.arbitrary::<&str>()?.into(),
    })
}

fn key(bytes: &mut Unstructured<'_>) -> Result<Key> {
    Ok(match bytes.int_in_range(0..=9)? {
        0..=4 => Key::Text(text(bytes)?),
        5..=6 => Key::Int(int(bytes)?),
        7 => Key::Float(float(bytes)?),
        8 => Key::Bytes(bytes.arbitrary::<&[u8]>()?.into()),
        _ => bytes.arbitrary::<Option<bool>>()?.map_or(Key::Null, Key::Bool),
    })
}

fn shape(bytes: &mut Unstructured<'_>) -> Result<Arc<Shape>> {
    let class =
        bytes.arbitrary::<Option<bool>>()?.filter(|has| *has).map(|_| text(bytes)).transpose()?;
    let count = bytes.int_in_range(0..=24)?;
    let start: i64 = int(bytes)?;
    let keys: Vec<Key> = match bytes.int_in_range(0..=3)? {
        0 => (0..count).map(|at| Key::Int(start.saturating_add(at))).collect(),
        1 => {
            (0..count).map(|at| Key::from(start.saturating_add(at).to_string().as_str())).collect()
        }
        2 => {
            let prefix = if start % 2 == 0 { "field" } else { "part" };
            (0..count).map(|at| Key::from(format!("{prefix}_{at}").as_str())).collect()
        }
        _ => (0..count).map(|_| key(bytes)).collect::<Result<_>>()?,
    };
    let keys = if class.is_some() {
        keys.into_iter().filter(|key| matches!(key, Key::Int(_) | Key::Text(_))).collect()
    } else {
        keys
    };
    Shape::new(class, keys).map(Arc::new).ok_or(arbitrary::Error::IncorrectFormat)
}

fn map(bytes: &mut Unstructured<'_>, depth: u32, numbered: &mut u64) -> Result<Value> {
    let shape = shape(bytes)?;
    let values = shape
        .keys()
        .iter()
        .map(|_| value(bytes, depth - 1, numbered))
        .collect::<Result<Vec<_>>>()?;
    Ok(Value::Map(Map::new(shape, values).ok_or(arbitrary::Error::IncorrectFormat)?))
}

/// A list of values of one kind.
fn column(bytes: &mut Unstructured<'_>) -> Result<Value> {
    let count = bytes.int_in_range(1..=40)?;
    let of_kind = if bytes.ratio(1, 4)? { Some(any_kind(bytes)?) } else { None };
    let kind = bytes.int_in_range(0..=3)?;
    let values = (0..count).map(|_| {
        let value = match kind {
            0 => Value::Int(int(bytes)?),
            1 => Value::Float(float(bytes)?),
            2 => Value::Bool(bytes.arbitrary()?),
            _ => Value::Text(text(bytes)?.into()),
        };
        Ok(of(&of_kind, value))
    });
    Ok(Value::List(values.collect::<Result<_>>()?))
}

/// A list of records of one shape.
fn rows(bytes: &mut Unstructured<'_>, depth: u32, numbered: &mut u64) -> Result<Value> {
    let shape = shape(bytes)?;
    let count = bytes.int_in_range(1..=12)?;
    let kinds: Vec<u8> =
        shape.keys().iter().map(|_| bytes.int_in_range(0..=7)).collect::<Result<_>>()?;
    let (of_field, of_row) =
        (Some(any_kind(bytes)?), if bytes.ratio(1, 8)? { Some(any_kind(bytes)?) } else { None });
    let rows = (0..count).map(|_| {
        let fields = kinds.iter().map(|kind| {
            Ok(match kind {
                0 => Value::Int(int(bytes)?),
                1 => Value::Float(float(bytes)?),
                2 => Value::Bool(bytes.arbitrary()?),
                3 => Value::Text(text(bytes)?.into()),
                4 if bytes.arbitrary()? => Value::Null,
                4 => Value::Text(text(bytes)?.into()),
                5 => Value::Null,
                6 if bytes.ratio(1, 4)? => Value::Null,
                6 => of(
                    &of_field,
                    if bytes.arbitrary()? {
                        Value::Int(int(bytes)?)
                    } else {
                        value(bytes, 0, numbered)?
                    },
                ),
                _ => value(bytes, depth - 1, numbered)?,
            })
        });
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let row =
            Value::Map(Map::new(shape.clone(), fields).ok_or(arbitrary::Error::IncorrectFormat)?);
        Ok(of(&of_row, row))
    });
    Ok(Value::List(rows.collect::<Result<_>>()?))
}

fn plain_extended(bytes: &mut Unstructured<'_>, numbered: u64) -> Result<Extended<Value>> {
    let below = bytes.int_in_range(0..=999_999_999)?;
    Ok(match bytes.int_in_range(0..=12)? {
        0 => Extended::BigInt([&[1], bytes.arbitrary::<[u8; 12]>()?.as_slice()].concat().into()),
        1 => Extended::Float32(f32::from_bits(bytes.arbitrary()?)),
        2 => Extended::Decimal {
            unscaled: [bytes.int_in_range(1..=127)?, bytes.arbitrary()?].into(),
            scale: bytes.arbitrary()?,
        },
        3 => Extended::Date(int(bytes)?),
        4 => Extended::Time(bytes.int_in_range(0..=86_399_999_999_999)?),
        5 => Extended::DateTime(int(bytes)?, below),
        6 => Extended::Instant(int(bytes)?, below),
        7 => Extended::Zoned(int(bytes)?, below, bytes.arbitrary()?, text(bytes)?),
        8 => Extended::Duration(int(bytes)?, below),
        9 => Extended::Uuid(bytes.arbitrary()?),
        10 => Extended::Enum { class: text(bytes)?, case: text(bytes)? },
        11 => Extended::Custom { class: text(bytes)?, bytes: bytes.arbitrary::<&[u8]>()?.into() },
        _ if numbered > 0 => Extended::Again(bytes.int_in_range(0..=numbered - 1)?),
        _ => Extended::Date(0),
    })
}

/// The value without marks of what is not met again, which mean nothing.
pub fn without_idle_marks(value: &Value) -> Value {
    let again = RefCell::new(BTreeSet::new());
    any(value, &|value| {
        if let Value::Extended(extended) = value
            && let Extended::Again(number) = **extended
        {
            again.borrow_mut().insert(number);
        }
        false
    });
    Marks { again: again.into_inner(), met: 0, kept: BTreeMap::new() }.without_idle(value)
}

struct Marks {
    /// The numbers that are met again.
    again: BTreeSet<u64>,
    met: u64,
    /// Their numbers among those that are kept.
    kept: BTreeMap<u64, u64>,
}

impl Marks {
    fn without_idle(&mut self, value: &Value) -> Value {
        match value {
            Value::List(list) => {
                Value::List(list.iter().map(|value| self.without_idle(value)).collect())
            }
            Value::Map(map) => {
                let values: Vec<_> =
                    map.values().iter().map(|value| self.without_idle(value)).collect();
                Value::Map(Map::new(map.shape().clone(), values).expect("as many"))
            }
            Value::Extended(extended) => match &**extended {
                Extended::Shared(value) => self.mark(value, Extended::Shared),
                Extended::Reference(value) => self.mark(value, Extended::Reference),
                Extended::Again(number) => {
                    Extended::Again(self.kept.get(number).copied().unwrap_or(*number)).into()
                }
                Extended::Typed { class, value } => {
                    Extended::Typed { class: class.clone(), value: self.without_idle(value) }.into()
                }
                Extended::Kind { kind, value } => {
                    Extended::Kind { kind: kind.clone(), value: self.without_idle(value) }.into()
                }
                _ => Value::Extended(extended.clone()),
            },
            _ => value.clone(),
        }
    }

    fn mark(&mut self, value: &Value, mark: fn(Value) -> Extended<Value>) -> Value {
        let number = self.met;
        self.met += 1;
        if !self.again.contains(&number) {
            return self.without_idle(value);
        }
        self.kept.insert(number, self.kept.len() as u64);
        mark(self.without_idle(value)).into()
    }
}
