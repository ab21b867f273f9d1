//! What a writer takes within a limit, a reader takes within the same limit: the estimate by which
//! a writer spares itself reading what it wrote bounds what a reader charges (docs/FORMAT.md,
//! "Limits").

use std::sync::Arc;

use larder::source::{ExtendedView, ListSource, MapSource, View};
use larder::train::{Options, train};
use larder::{
    Costs, Decoder, Encoder, ErrorKind, Extended, Key, Kind, Level, Limits, Map, Profile, Shape,
    Source, Value, ValueCosts,
};

/// The costs of [`Value`], of which a reader allows so many bytes for a message, and no more for a
/// long one.
struct Within<const MOST: usize>;

impl<const MOST: usize> Costs for Within<MOST> {
    const LIMITS: Limits = {
        let mut limits = Limits::DEFAULT;
        limits.max_memory = MOST;
        limits
    };
    const KIND_BYTES: usize = ValueCosts::KIND_BYTES;
}

/// A value whose readers allow [`Within`].
struct Limited<'a, const MOST: usize, V>(&'a V);

impl<const MOST: usize, V> Clone for Limited<'_, MOST, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const MOST: usize, V> Copy for Limited<'_, MOST, V> {}

impl<'a, const MOST: usize> Source<'a> for Limited<'a, MOST, Value> {
    type List = Limited<'a, MOST, Vec<Value>>;
    type Map = Limited<'a, MOST, Map>;
    type Costs = Within<MOST>;

    fn view(self) -> View<'a, Self> {
        match self.0 {
            Value::Null => View::Null,
            Value::Bool(bool) => View::Bool(*bool),
            Value::Int(int) => View::Int(*int),
            Value::Float(float) => View::Float(*float),
            Value::Text(text) => View::Text(text),
            Value::Bytes(bytes) => View::Bytes(bytes),
            Value::List(list) => View::List(Limited(list)),
            Value::Map(map) => View::Map(Limited(map)),
            Value::Extended(extended) => View::Extended(match &**extended {
                Extended::Typed { class, value } => ExtendedView::Typed(class, Limited(value)),
                Extended::Shared(value) => ExtendedView::Shared(Limited(value)),
                Extended::Reference(value) => ExtendedView::Reference(Limited(value)),
                Extended::Kind { kind, value } => ExtendedView::Kind(kind, Limited(value)),
                plain => ExtendedView::Plain(plain),
            }),
        }
    }
}

impl<'a, const MOST: usize> ListSource<'a, Limited<'a, MOST, Value>>
    for Limited<'a, MOST, Vec<Value>>
{
    fn len(self) -> usize {
        self.0.len()
    }

    fn get(self, at: usize) -> Limited<'a, MOST, Value> {
        Limited(&self.0[at])
    }
}

impl<'a, const MOST: usize> MapSource<'a, Limited<'a, MOST, Value>> for Limited<'a, MOST, Map> {
    type Retained = Arc<Shape>;

    fn identity(self) -> usize {
        Arc::as_ptr(self.0.shape()).addr()
    }

    fn retain(self) -> Arc<Shape> {
        self.0.shape().clone()
    }

    fn shape(self) -> &'a Shape {
        self.0.shape()
    }

    fn get(self, at: usize) -> Limited<'a, MOST, Value> {
        Limited(&self.0.values()[at])
    }
}

/// Draws values: the same ones each time.
struct Draw {
    state: u64,
    /// Shared values and references that have begun.
    numbered: u64,
}

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % bound
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    /// How many values a list has: mostly few.
    fn count(&mut self) -> usize {
        let most = [3, 9, 40, 300][self.below(4)];
        self.below(most)
    }

    fn text(&mut self) -> String {
        let number = self.below(1 << 30);
        let times = 1 + self.below(4) * self.below(4);
        match self.below(14) {
            0 => String::new(),
            1 => "xy"[..self.below(3)].into(),
            2 => ["red", "green", "a colour", "once more and again", "北京市朝阳区"][number % 5]
                .into(),
            3 => "a text that comes again ".repeat(times),
            4 => {
                format!("{:04}-{:02}-{:02}", 1900 + number % 180, 1 + number % 12, 1 + number % 28)
            }
            5 => format!("2026-01-{:02} 11:21:{:02}", 1 + number % 28, number % 60),
            6 => format!("{}.{:02}", number % 1000, number % 100),
            7 => format!("{number:0width$}", width = 6 * times),
            8 => format!("{number:08x}").repeat(times),
            9 => format!("aB3{number}xYz{number}Qw").repeat(times),
            10 => "包含中文的文字，".repeat(times),
            11 => "züge é ".repeat(times),
            12 => format!("person {} of {}", number % 100, ["Lyon", "Graz", "Porto"][number % 3]),
            _ => "ab😀c".repeat(times),
        }
    }

    fn int(&mut self) -> i64 {
        let number = self.below(1 << 40) as i64;
        match self.below(4) {
            0 => number % 48,
            1 => number % 100_000 - 50_000,
            2 => number,
            _ => i64::MIN + number,
        }
    }

    fn scalar(&mut self, kind: usize) -> Value {
        match kind {
            0 => Value::Null,
            1 => Value::Bool(self.chance(2)),
            2 => Value::Int(self.int()),
            3 => Value::Float(self.int() as f64 / [1.0, 10.0, 100.0, 3.0][self.below(4)]),
            4 => Value::Bytes(vec![0xFF; self.count()].into()),
            5 => self.extended().into(),
            _ => Value::from(&*self.text()),
        }
    }

    fn extended(&mut self) -> Extended<Value> {
        let (int, text) = (self.int(), self.text());
        match self.below(12) {
            0 => Extended::BigInt([1, 0, 0, 0, 0, 0, 0, 0, int as u8].into()),
            1 => Extended::Float32(int as f32),
            2 => Extended::Decimal { unscaled: [1, int as u8].into(), scale: int as i32 },
            3 => Extended::Date(int),
            4 => Extended::Time(int.unsigned_abs() % 86_400),
            5 => Extended::Instant(int, 1),
            6 => Extended::Zoned(int, 1, 3600, text.into()),
            7 => Extended::Uuid([int as u8; 16]),
            8 => Extended::Enum { class: "Colour".into(), case: text.into() },
            9 => Extended::Custom { class: text.into(), bytes: [0; 9].into() },
            10 if self.numbered > 0 => Extended::Again(self.below(self.numbered as usize) as u64),
            _ => Extended::Duration(int, 0),
        }
    }

    fn kind(&mut self) -> Kind {
        let kind = match self.below(3) {
            0 => Kind::named(0x80, "app.Colour".into()),
            at => Kind::new([0x03, 0x30][at - 1]),
        };
        kind.expect("a kind")
    }

    /// Some of the same keys, or others; perhaps those of an object.
    fn shape(&mut self) -> Arc<Shape> {
        let class = self.chance(4).then(|| Arc::from("App\\Order"));
        let count = [1, 4, 12, 70][self.below(4)];
        let keys: Vec<Key> = match self.below(5) {
            0 => (0..count).map(|at| Key::Int(at as i64 * 3)).collect(),
            1 => (0..count).map(|at| Key::from(&*format!("{}", 1000 + at))).collect(),
            2 if class.is_none() => [Key::Null, Key::Bool(true), Key::Float(0.5)].into(),
            3 => {
                let own = self.below(1 << 20);
                (0..count).map(|at| Key::from(&*format!("own {own} {at}"))).collect()
            }
            _ => {
                let names = (0..count).filter(|_| !self.chance(3)).map(|at| format!("field {at}"));
                names.map(|name| Key::from(&*name)).collect()
            }
        };
        Arc::new(Shape::new(class, keys).expect("distinct keys"))
    }

    fn value(&mut self, depth: usize) -> Value {
        let kind = self.below(if depth == 0 { 9 } else { 17 });
        match kind {
            0..9 => self.scalar(kind),
            9 => {
                let count = self.count();
                Value::List((0..count).map(|_| self.value(depth - 1)).collect())
            }
            10 => {
                let (count, kind) = (self.count(), self.below(9));
                let nulls = self.chance(3);
                let values = (0..count).map(|_| {
                    let is_null = nulls && self.chance(3);
                    self.scalar(if is_null { 0 } else { kind })
                });
                Value::List(values.collect())
            }
            11 => {
                let (same, count) = (self.scalar(8), self.count());
                Value::List(vec![same; count])
            }
            12 | 13 => {
                // Rows, of which each may lack keys.
                let (shape, count, kind) = (self.shape(), self.count(), self.below(10));
                let lacks = self.chance(2);
                let rows = (0..count).map(|_| {
                    let keys = shape.keys().iter().filter(|_| !lacks || !self.chance(4)).cloned();
                    let keys: Vec<Key> = keys.collect();
                    let of = if lacks {
                        Arc::new(Shape::new(shape.class().cloned(), keys).expect("distinct"))
                    } else {
                        shape.clone()
                    };
                    self.map(of, depth - 1, kind)
                });
                Value::List(rows.collect())
            }
            14 => {
                let (shape, kind) = (self.shape(), self.below(10));
                self.map(shape, depth - 1, kind)
            }
            15 => {
                let (count, inner) = (self.count(), self.count() % 9);
                let lists = (0..count).map(|_| (0..inner).map(|_| self.scalar(2)).collect());
                Value::List(lists.map(Value::List).collect())
            }
            _ => self.around(depth - 1),
        }
    }

    /// A map; `kind` is that of its values, or 9 for any.
    fn map(&mut self, shape: Arc<Shape>, depth: usize, kind: usize) -> Value {
        let values = shape.keys().iter().map(|_| match kind {
            9 => self.value(depth.min(1)),
            _ => self.scalar(kind),
        });
        let values: Vec<Value> = values.collect();
        Value::Map(Map::new(shape, values).expect("a value for each key"))
    }

    /// What holds one value.
    fn around(&mut self, depth: usize) -> Value {
        let extended = match self.below(4) {
            0 => Extended::Typed { class: self.text().into(), value: self.value(depth) },
            1 => Extended::Kind { kind: self.kind(), value: self.value(depth) },
            reference => {
                self.numbered += 1;
                let value = self.value(depth);
                if reference == 2 { Extended::Reference(value) } else { Extended::Shared(value) }
            }
        };
        extended.into()
    }
}

fn drawn(state: u64) -> Value {
    let mut draw = Draw { state: state.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1, numbered: 0 };
    draw.value(3)
}

const LEVELS: [Level; 3] = [Level::Fast, Level::Balanced, Level::Small];

/// What happens to values within limits.
#[derive(Default)]
struct Outcome {
    written: u32,
    refused: u32,
    /// Written, but not read.
    lost: Vec<String>,
}

impl Outcome {
    /// Writes a value within a limit, and reads it within the same.
    fn add<const MOST: usize>(
        &mut self,
        value: &Value,
        profile: Option<&Arc<Profile>>,
        level: Level,
    ) {
        let mut encoder = Encoder::make(profile.cloned()).level(level);
        let bytes = match encoder.encode(Limited::<MOST, _>(value)) {
            Ok(bytes) => bytes,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::TooLarge, "{value:?}: {error}");
                self.refused += 1;
                return;
            }
        };
        self.written += 1;
        let mut decoder = Decoder::new().with_limits(Within::<MOST>::LIMITS);
        if let Some(profile) = profile {
            decoder = decoder.with_profile(profile.clone()).expect("one profile");
        }
        match decoder.decode(&bytes) {
            Ok(read) => assert_eq!(read, *value, "{level:?}"),
            Err(error) => {
                self.lost.push(format!("{error}; within {MOST} at {level:?}: {bytes:02x?}"));
            }
        }
    }

    /// Writes values within limits around what they need.
    fn of(values: &[Value], profile: Option<&Arc<Profile>>) -> Self {
        let mut outcome = Self::default();
        for value in values {
            for level in LEVELS {
                outcome.add::<100>(value, profile, level);
                outcome.add::<300>(value, profile, level);
                outcome.add::<1_000>(value, profile, level);
                outcome.add::<3_000>(value, profile, level);
                outcome.add::<10_000>(value, profile, level);
                outcome.add::<100_000>(value, profile, level);
            }
        }
        outcome
    }

    fn assert_that_all_was_read(&self) {
        let Self { written, refused, lost } = self;
        assert!(lost.is_empty(), "{} of {written} were not read: {:#?}", lost.len(), {
            let mut shortest = lost.clone();
            shortest.sort_by_key(String::len);
            shortest.truncate(9);
            shortest
        });
        assert!(*written > 500 && *refused > 500, "{written} were written, {refused} refused");
    }
}

#[test]
fn what_is_written_within_a_limit_is_read_within_it() {
    let mut values: Vec<Value> = (0..400).map(drawn).collect();
    // A column of four bytes, for which a reader charges 336.
    values.push(Value::List(vec![Value::Bool(true); 8]));
    Outcome::of(&values, None).assert_that_all_was_read();
}

#[test]
fn what_is_written_within_a_limit_under_a_profile_is_read_within_it() {
    let samples: Vec<Value> = (1000..1400).map(drawn).collect();
    let profile = Arc::new(train(&samples, &Options::default()).expect("a profile"));
    assert!(!profile.shapes().is_empty() && !profile.dictionaries().is_empty());
    let values: Vec<Value> = (1200..1600).map(drawn).collect();
    Outcome::of(&values, Some(&profile)).assert_that_all_was_read();
}
