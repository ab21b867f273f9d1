//! Values of kinds, of any value and in any place: they come back, and without their kinds they are
//! what other hosts have.

use std::sync::Arc;

use larder::format::{self, Format, Losses};
use larder::train::{Options, train};
use larder::{Decoder, Encoder, Extended, Key, Kind, Level, Map, Profile, Shape, Value};

/// Numbers that look random (SplitMix64), the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// One of few, so that neighbours are often of one kind.
fn any_kind(random: &mut Random) -> Kind {
    match random.below(6) {
        0..3 => Kind::new(0x03).unwrap(),
        3 => Kind::new(0x42).unwrap(),
        4 => Kind::new(random.below(128) as u8).unwrap(),
        _ => Kind::named(
            128 + random.below(128) as u8,
            ["", "app.Color", "色"][random.below(3) as usize].into(),
        )
        .unwrap(),
    }
}

fn of(kind: Kind, value: Value) -> Value {
    Extended::Kind { kind, value }.into()
}

fn scalar(random: &mut Random, of_what: u64) -> Value {
    match of_what {
        0 => Value::Int(random.below(1 << 40).cast_signed() >> random.below(40)),
        1 => Value::from(
            ["", "a", "blue", "2026-01-02", "app.Color", "一二三四五"][random.below(6) as usize],
        ),
        2 => Value::Bool(random.below(2) == 0),
        3 => Value::Float(random.below(1000) as f64 / 8.0),
        4 => Extended::Instant(random.below(1000).cast_signed(), 5).into(),
        _ => Value::Null,
    }
}

fn record(
    random: &mut Random,
    shape: &Arc<Shape>,
    mut each: impl FnMut(&mut Random, usize) -> Value,
) -> Value {
    let values: Vec<Value> = (0..shape.keys().len()).map(|at| each(random, at)).collect();
    Value::Map(Map::new(shape.clone(), values).unwrap())
}

fn any_value(random: &mut Random, depth: u64) -> Value {
    let names = [&["id", "name"][..], &["a", "b", "c"], &[]][random.below(3) as usize];
    let shape = Arc::new(
        Shape::new(None, names.iter().map(|name| Key::from(*name)).collect::<Vec<_>>()).unwrap(),
    );
    let (what, count) = (random.below(6), random.below(10));
    let kinds: Vec<Option<Kind>> =
        (0..4).map(|_| (random.below(3) > 0).then(|| any_kind(random))).collect();
    // A value of a column: of its kind, or now and then null, or of another.
    let field = |random: &mut Random, at: usize| match (&kinds[at], random.below(8)) {
        (_, 0) if at == 1 => Value::Null,
        (_, 1) if at == 2 && depth > 0 => any_value(random, depth - 1),
        (Some(kind), _) => of(kind.clone(), scalar(random, what)),
        (None, _) => scalar(random, what),
    };
    match random.below(if depth == 0 { 2 } else { 7 }) {
        0 => scalar(random, what),
        1 => of(any_kind(random), scalar(random, what)),
        2 => of(any_kind(random), any_value(random, depth - 1)),
        3 => Value::List((0..count).map(|_| field(random, 0)).collect()),
        4 => Value::List((0..count).map(|_| any_value(random, depth - 1)).collect()),
        5 => {
            let rows = (0..count).map(|_| {
                let row = record(random, &shape, field);
                if let Some(kind) = &kinds[3] { of(kind.clone(), row) } else { row }
            });
            Value::List(rows.collect())
        }
        _ => {
            let pairs = [Key::Null, Key::Bool(true), Key::Int(7), Key::from("k")]
                .map(|key| (key, field(random, 1)));
            Value::Map(Map::from_pairs(pairs).unwrap())
        }
    }
}

/// The value as a host without kinds has it.
fn plain(value: &Value) -> Value {
    match value {
        Value::List(list) => Value::List(list.iter().map(plain).collect()),
        Value::Map(map) => Value::Map(
            Map::new(map.shape().clone(), map.values().iter().map(plain).collect::<Vec<_>>())
                .unwrap(),
        ),
        Value::Extended(extended) => match &**extended {
            Extended::Kind { value, .. } => plain(value),
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

fn values() -> impl Iterator<Item = Value> {
    let mut random = Random(11);
    (0..20_000).map(move |_| any_value(&mut random, 4))
}

fn profile() -> Arc<Profile> {
    let samples: Vec<Value> = values().take(2000).collect();
    Arc::new(train(&samples, &Options::default()).expect("a profile"))
}

#[test]
fn a_value_with_kinds_comes_back_and_is_the_same_bytes_again() {
    let profile = profile();
    let mut decoder = Decoder::new().with_profile(profile.clone()).unwrap();
    let mut encoders =
        [Encoder::new(), Encoder::with_profile(profile), Encoder::new().level(Level::Small)];
    for (number, value) in values().enumerate() {
        for encoder in &mut encoders {
            let bytes = encoder.encode(&value).unwrap();
            let read = decoder
                .decode(&bytes)
                .unwrap_or_else(|error| panic!("value {number}: {error}: {value:?}: {bytes:02x?}"));
            assert_eq!(read, value, "value {number}: {bytes:02x?}");
            assert_eq!(encoder.encode(&read).unwrap(), bytes, "value {number}");
            assert!(decoder.decode(&bytes[..bytes.len() - 1]).is_err(), "value {number}");
        }
    }
}

#[test]
fn another_format_has_the_value_without_its_kinds() {
    let (mut encoder, mut decoder) =
        (format::AnyEncoder::new(Format::Cbor).unwrap(), format::AnyDecoder::new(Format::Cbor));
    for (number, value) in values().enumerate() {
        let (without, mut losses) = (plain(&value), Losses::new());
        let bytes = encoder.encode_lossy(&value, &mut losses).unwrap();
        assert_eq!(decoder.decode(&bytes).unwrap(), without, "value {number}");
        assert_eq!(losses.is_empty(), without == value, "value {number}: {losses}");
        assert_eq!(
            bytes,
            encoder.encode_lossy(&without, &mut Losses::new()).unwrap(),
            "value {number}"
        );
    }
}

#[test]
fn every_kind_of_the_page_has_its_name() {
    let page = include_str!("../../../../docs/FORMAT.md");
    let section = page
        .split("## Kinds")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .expect("a section of kinds");
    for (number, label) in [
        (0x03, "Long"),
        (0x04, "Character"),
        (0x1A, "Locale"),
        (0x42, "TreeSet"),
        (0x56, "PriorityBlockingQueue"),
        (0x66, "Properties"),
    ] {
        assert_eq!(Kind::new(number).unwrap().label(), label);
    }
    // Every range that the page lists has as many names as numbers, in its order.
    let mut known = 0;
    for row in section
        .lines()
        .filter(|row| row.starts_with("| ") && row.contains('`') || row.starts_with("| 0"))
    {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, numbers, _, names, ..] = cells.as_slice() else { continue };
        let Some(numbers) = numbers_of(numbers) else { continue };
        let names = names.split(". Without").next().unwrap_or_default();
        let named: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
        if named.len() < numbers.len() {
            continue;
        }
        for (number, name) in numbers.iter().zip(named) {
            let label =
                Kind::new(*number).or_else(|| Kind::named(*number, "".into())).unwrap().label();
            assert!(
                label.trim_end_matches(" of ") == name,
                "{number:02x}: {label}, {name} on the page"
            );
            known += 1;
        }
    }
    assert!(known >= 60, "{known} kinds found on the page");
}

/// `01, 02, 03` or `30–36`.
fn numbers_of(cell: &str) -> Option<Vec<u8>> {
    let number = |text: &str| u8::from_str_radix(text.trim(), 16).ok();
    match cell.split_once('–') {
        Some((first, last)) => Some((number(first)?..=number(last)?).collect()),
        None => cell.split(',').map(number).collect(),
    }
}
