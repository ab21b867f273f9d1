//! What is known of the keys of a pattern.

use std::collections::BTreeMap;

use larder::Limits;
use larder::detect::detect;

use super::sample::Sample;
use crate::recognition::is_integer;

/// Keys of one pattern.
#[derive(Default)]
pub struct Group {
    pub keys: u64,
    /// Keys by `TYPE`.
    pub types: BTreeMap<String, u64>,
    /// Values that were read, by what they are.
    pub formats: BTreeMap<String, u64>,
    /// Values: a string is one, and each element of another type.
    pub values: u64,
    /// Bytes of the values that were read, and how many they are.
    pub bytes: u64,
    pub read: u64,
    /// Memory of the keys, by `MEMORY USAGE`; `None` if Redis does not say.
    pub memory: Option<u64>,
    /// Keys that never expire.
    pub lasting: u64,
    /// Milliseconds to live of some of the others.
    pub ttls: Sample<u64>,
    /// Some of the values, and what holds them.
    pub samples: Sample<Held>,
    /// Values that are too large to be read for a sample.
    pub too_large: u64,
}

/// A value in a key.
pub struct Held {
    pub bytes: Vec<u8>,
    pub place: Place,
}

/// What holds a value.
#[derive(Clone, Copy)]
pub enum Place {
    /// A string with a key of so many bytes.
    String { key: usize },
    /// An element of a hash, list, set, sorted set or stream.
    Element,
}

impl Group {
    /// Takes a value in.
    pub fn take(&mut self, held: Held) {
        *self.formats.entry(name(&held.bytes)).or_default() += 1;
        self.bytes += held.bytes.len() as u64;
        self.read += 1;
        let size = held.bytes.len();
        self.samples.take(size, held);
    }

    /// Takes in all of another group.
    pub fn merge(&mut self, other: Group) {
        self.keys += other.keys;
        self.values += other.values;
        self.bytes += other.bytes;
        self.read += other.read;
        self.lasting += other.lasting;
        self.too_large += other.too_large;
        self.memory = match (self.memory, other.memory) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(other),
        };
        for (name, count) in other.types {
            *self.types.entry(name).or_default() += count;
        }
        for (name, count) in other.formats {
            *self.formats.entry(name).or_default() += count;
        }
        self.ttls.merge(other.ttls, |_| size_of::<u64>());
        self.samples.merge(other.samples, |held| held.bytes.len());
    }
}

/// What a value is, in words: `json`, `igbinary in zstd`, `json in php` of one that was serialized
/// twice, `jdk in JetCache`, `integer`, `ambiguous`.
fn name(bytes: &[u8]) -> String {
    if is_integer(bytes) {
        return "integer".into();
    }
    let detection = detect(bytes, Limits::DEFAULT);
    let mut name = match detection.best() {
        None => "unknown".into(),
        Some(best) if best.error.is_some() => format!("broken {}", best.kind.name()),
        Some(_) if detection.is_ambiguous() => "ambiguous".into(),
        Some(best) => detection.inner.unwrap_or(best.kind).name().to_owned(),
    };
    for around in detection.around() {
        name.push_str(&format!(" in {around}"));
    }
    name
}
