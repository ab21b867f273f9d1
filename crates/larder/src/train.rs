//! Learns a profile from samples.
//!
//! ```
//! use larder::Value;
//! use larder::train::{Options, train};
//!
//! let colours = ["red", "green", "blue"].into_iter().cycle().take(300);
//! let samples: Vec<Value> = colours.map(Value::from).collect();
//! let profile = train(&samples, &Options::FAST)?;
//! assert_eq!(profile.dictionaries()[0].entries().len(), 3);
//! # Ok::<(), larder::Error>(())
//! ```
//!
//! How it does so:
//!
//! 1. Shapes are counted wherever they stand; those that are met often enough are numbered, the
//!    most frequent first.
//! 2. For each field of those shapes the texts that come again are counted, and the lists and maps
//!    of scalars. A dictionary takes those that save most, within a cap of bytes.
//! 3. With [`Options::compression_bytes`], the samples are written under the profile so far, and
//!    zstd learns a dictionary of the texts that are left.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::format::larder::{
    Encoder, Entry, MAX_ENTRIES, Place, Profile, ProfileParts, ProfileShape, is_record,
};
use crate::limits::Limits;
use crate::shape::Shape;
use crate::value::{Extended, Map, Value};

/// What a profile may hold.
///
/// A profile has texts of the samples in it, as they are. `min_count` and the caps bound which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Shapes and texts that occur fewer times are not learned.
    pub min_count: usize,
    /// Where packing saves less than this part of a place's texts, in percent, writers do not try
    /// to pack them.
    pub min_packed: usize,
    /// Bytes of all dictionaries together.
    pub dictionary_bytes: usize,
    /// Bytes of the zstd dictionary; 0 for none.
    pub compression_bytes: usize,
    /// The zstd level at which writers compress.
    pub level: u8,
}

impl Options {
    /// Shapes and dictionaries: as fast as can be.
    pub const FAST: Self = Self {
        min_count: 4,
        min_packed: 20,
        dictionary_bytes: 64 << 10,
        compression_bytes: 0,
        level: 0,
    };
    /// Compressed texts, too: as small as can be. The zstd dictionary holds pieces of texts however
    /// rare they are, so a higher minimum would hide little.
    pub const SMALL: Self =
        Self { min_count: 2, min_packed: 3, compression_bytes: 64 << 10, level: 3, ..Self::FAST };
}

/// The most shapes that a profile learns.
const MAX_SHAPES: usize = 4096;
/// A dictionary must serve at least one in this many texts of its place, as each text is looked up
/// in it.
const MIN_SERVED: usize = 20;
/// What entries may cost whoever loads the profile: half of the least budget that a profile has, so
/// that shapes have room beside them.
const ENTRY_COSTS: usize = Limits::DEFAULT.base_memory / 2;

/// Learns a profile of `samples`.
///
/// # Errors
/// [`ErrorKind::BadProfile`] if the samples hold nothing that comes again.
pub fn train(samples: &[Value], options: &Options) -> Result<Profile> {
    let mut parts =
        ProfileParts { shapes: shapes(samples, options.min_count), ..ProfileParts::default() };
    learn_dictionaries(samples, options, &mut parts)?;
    if parts.shapes.is_empty() && parts.dictionaries.is_empty() && options.compression_bytes == 0 {
        return Err(Error::new(
            ErrorKind::BadProfile,
            "the samples have no shape or text that comes again often enough",
        ));
    }
    if options.compression_bytes > 0 {
        let profile = Arc::new(Profile::new(&parts)?);
        let mut encoder = Encoder::with_profile(profile);
        let texts =
            samples.iter().map(|sample| encoder.texts(sample)).collect::<Result<Vec<_>>>()?;
        let texts: Vec<Vec<u8>> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        parts.level = options.level;
        parts.compression =
            zstd::dict::from_samples(&texts, options.compression_bytes).map_err(|error| {
                Error::new(
                    ErrorKind::BadProfile,
                    format!(
                        "zstd cannot train a dictionary from {} samples ({error}): provide more",
                        texts.len()
                    ),
                )
            })?;
    }
    Profile::new(&parts)
}

/// The shapes that are met often enough, the most frequent first.
fn shapes(samples: &[Value], min_count: usize) -> Vec<ProfileShape> {
    let mut counts: HashMap<Arc<Shape>, (usize, usize)> = HashMap::new();
    for sample in samples {
        each_map(sample, &mut |map| {
            if is_record(map.shape()) {
                let order = counts.len();
                counts.entry(map.shape().clone()).or_insert((0, order)).0 += 1;
            }
        });
    }
    let mut counted: Vec<_> =
        counts.into_iter().filter(|(_, (count, _))| *count >= min_count).collect();
    counted.sort_by_key(|(_, (count, order))| (std::cmp::Reverse(*count), *order));
    counted.truncate(MAX_SHAPES);
    counted
        .into_iter()
        .map(|(shape, _)| ProfileShape {
            places: vec![Place::default(); shape.keys().len()].into(),
            shape,
        })
        .collect()
}

fn each_map<'a>(value: &'a Value, visit: &mut impl FnMut(&'a Map)) {
    match value {
        Value::List(list) => list.iter().for_each(|value| each_map(value, visit)),
        Value::Map(map) => {
            visit(map);
            map.values().iter().for_each(|value| each_map(value, visit));
        }
        Value::Extended(extended) => {
            if let Extended::Typed { value, .. }
            | Extended::Kind { value, .. }
            | Extended::Shared(value)
            | Extended::Reference(value) = &**extended
            {
                each_map(value, visit);
            }
        }
        _ => {}
    }
}

/// What is met in a place, and how often.
#[derive(Default)]
struct PlaceCounts<'a> {
    texts: HashMap<&'a Arc<str>, usize>,
    total: usize,
    /// Lists and maps of scalars.
    flat: Vec<&'a Value>,
}

/// Places: the root first, then each field of each shape.
struct AllPlaces<'a> {
    first_field: HashMap<&'a Shape, usize>,
    places: Vec<PlaceCounts<'a>>,
}

impl<'a> AllPlaces<'a> {
    fn new(shapes: &'a [ProfileShape]) -> Self {
        let mut fields = 1;
        let mut first_field = HashMap::new();
        for known in shapes {
            first_field.insert(&*known.shape, fields);
            fields += known.places.len();
        }
        Self { first_field, places: (0..fields).map(|_| PlaceCounts::default()).collect() }
    }

    /// Counts as a writer gives dictionaries to places: a field's goes on to lists and maps without
    /// a shape.
    fn count(&mut self, value: &'a Value, place: Option<usize>) {
        let is_flat = |values: &[Value]| values.iter().all(is_scalar);
        match value {
            Value::Text(text) => {
                if let Some(place) = place {
                    let place = &mut self.places[place];
                    place.total += 1;
                    *place.texts.entry(text).or_default() += 1;
                }
            }
            Value::List(list) => {
                if let Some(place) = place.filter(|_| is_flat(list)) {
                    self.places[place].flat.push(value);
                }
                list.iter().for_each(|value| self.count(value, place));
            }
            Value::Map(map) => {
                let first = self.first_field.get(&**map.shape()).copied();
                let inherits = !is_record(map.shape());
                if let Some(place) = place.filter(|_| first.is_some() && is_flat(map.values())) {
                    self.places[place].flat.push(value);
                }
                for (at, value) in map.values().iter().enumerate() {
                    let place = if inherits { place } else { first.map(|first| first + at) };
                    self.count(value, place);
                }
            }
            Value::Extended(extended) => {
                if let Extended::Typed { value, .. }
                | Extended::Kind { value, .. }
                | Extended::Shared(value)
                | Extended::Reference(value) = &**extended
                {
                    self.count(value, place);
                }
            }
            _ => {}
        }
    }
}

/// Whether a value is a scalar, of a kind or none.
fn is_scalar(value: &Value) -> bool {
    match value {
        Value::List(_) | Value::Map(_) => false,
        Value::Extended(extended) => {
            matches!(&**extended, Extended::Kind { value, .. } if is_scalar(value))
        }
        _ => true,
    }
}

/// What an entry will be.
#[derive(Clone)]
enum Candidate<'a> {
    Text(&'a Arc<str>),
    /// A list or map, and its bytes without a dictionary.
    Flat(&'a Value, Vec<u8>),
}

impl Candidate<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Flat(_, bytes) => bytes,
        }
    }

    /// The most that it is charged when the profile is loaded (docs/FORMAT.md, "Profiles").
    fn cost(&self) -> usize {
        const ENTRY: usize = 256;
        const ELEMENT: usize = 64;
        let value = |value: &Value| {
            ELEMENT + if let Value::Text(text) = value { 4 * text.len() } else { 0 }
        };
        let within = match self {
            Self::Flat(Value::List(list), _) => list.iter().map(value).sum(),
            Self::Flat(Value::Map(map), _) => map.values().iter().map(value).sum(),
            _ => 0,
        };
        ENTRY + self.bytes().len() + within
    }
}

fn learn_dictionaries(
    samples: &[Value],
    options: &Options,
    parts: &mut ProfileParts,
) -> Result<()> {
    let shapes = parts.shapes.clone();
    let mut places = AllPlaces::new(&shapes);
    for sample in samples {
        places.count(sample, Some(0));
    }
    let mut bare = Encoder::new();
    for (place, met) in all_places(parts).zip(&places.places) {
        place.plain = is_plain(met, options.min_packed, &mut bare)?;
    }
    // What each candidate saves, the most first; equal savings in the order of places and bytes, so
    // that equal samples give equal profiles.
    let mut bare = Encoder::with_profile(Arc::new(Profile::new(parts)?));
    let mut candidates = Vec::new();
    for (place, met) in places.places.iter().enumerate() {
        let mut texts: Vec<_> =
            met.texts.iter().filter(|(_, count)| **count >= options.min_count).collect();
        texts.sort_by(|(a, counted_a), (b, counted_b)| {
            counted_b.cmp(counted_a).then_with(|| a.cmp(b))
        });
        texts.truncate(MAX_ENTRIES / 2);
        let served: usize = texts.iter().map(|(_, count)| **count).sum();
        if served * MIN_SERVED >= met.total {
            candidates.extend(texts.into_iter().map(|(text, count)| {
                (*count * text.len().max(1), place, *count, Candidate::Text(text))
            }));
        }
        for (count, flat, bytes) in count_flat(&met.flat, &mut bare, options.min_count)? {
            candidates.push((
                count * (bytes.len() - 1),
                place,
                count,
                Candidate::Flat(flat, bytes),
            ));
        }
    }
    candidates
        .sort_by(|a, b| b.0.cmp(&a.0).then_with(|| (a.1, a.3.bytes()).cmp(&(b.1, b.3.bytes()))));
    let (mut left, mut left_cost) = (options.dictionary_bytes, ENTRY_COSTS);
    let mut chosen: Vec<Vec<(usize, Candidate<'_>)>> = vec![Vec::new(); places.places.len()];
    for (_, place, count, candidate) in candidates {
        let rest = left
            .checked_sub(candidate.bytes().len() + 1)
            .zip(left_cost.checked_sub(candidate.cost()));
        if let Some((bytes, cost)) = rest {
            (left, left_cost) = (bytes, cost);
            chosen[place].push((count, candidate));
        }
    }
    for entries in &mut chosen {
        entries.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.bytes().cmp(b.1.bytes())));
    }
    let rare = give_numbers(parts, &chosen)?;
    if !rare.is_empty() {
        // A list or map with a text that no dictionary holds is no entry.
        for (place, number) in rare.into_iter().rev() {
            chosen[place].remove(number);
        }
        give_numbers(parts, &chosen)?;
    }
    Ok(())
}

/// Whether packing texts saves too little in this place to be tried on each.
fn is_plain(met: &PlaceCounts<'_>, min_packed: usize, bare: &mut Encoder) -> Result<bool> {
    const HEADER_BYTES: usize = 2;
    let (mut raw, mut saved) = (0, 0);
    for (text, count) in &met.texts {
        raw += count * (text.len() + 1);
        if text.is_ascii() {
            let packed = bare.encode(&Value::Text((*text).clone()))?.len() - HEADER_BYTES;
            saved += count * (text.len() + 1).saturating_sub(packed);
        }
    }
    Ok(saved * 100 < raw * min_packed)
}

/// Lists and maps that are met often enough and hold no text that is too rare, with their bytes.
fn count_flat<'a>(
    flat: &[&'a Value],
    bare: &mut Encoder,
    min_count: usize,
) -> Result<Vec<(usize, &'a Value, Vec<u8>)>> {
    const MAX_BYTES: usize = 256;
    let mut counts: HashMap<Vec<u8>, (usize, &Value)> = HashMap::new();
    for value in flat {
        let bytes = bare.encode(*value)?;
        if bytes.len() <= MAX_BYTES {
            counts.entry(bytes).or_insert((0, value)).0 += 1;
        }
    }
    const HEADER_BYTES: usize = 5;
    let often = counts
        .into_iter()
        .filter(|(bytes, (count, _))| *count >= min_count && bytes.len() > HEADER_BYTES + 1);
    let mut often: Vec<_> = often
        .map(|(bytes, (count, value))| (count, value, bytes[HEADER_BYTES..].to_vec()))
        .collect();
    often.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.2.cmp(&b.2)));
    often.truncate(MAX_ENTRIES / 2);
    Ok(often)
}

/// The places in the order in which they are counted.
fn all_places(parts: &mut ProfileParts) -> impl Iterator<Item = &mut Place> {
    std::iter::once(&mut parts.root)
        .chain(parts.shapes.iter_mut().flat_map(|shape| shape.places.iter_mut()))
}

/// Puts the entries into dictionaries. A list or map is written with the numbers of the texts
/// within, so these come first. Gives the place and number of lists and maps that hold other texts,
/// in order.
fn give_numbers(
    parts: &mut ProfileParts,
    chosen: &[Vec<(usize, Candidate<'_>)>],
) -> Result<Vec<(usize, usize)>> {
    let placeholder = |number: usize| Entry::Value((number as u32).to_be_bytes().into());
    let mut numbers = Vec::with_capacity(chosen.len());
    let mut flat = Vec::new();
    parts.dictionaries.clear();
    for (place, entries) in chosen.iter().enumerate() {
        numbers.push((!entries.is_empty()).then_some(parts.dictionaries.len() as u32));
        if entries.is_empty() {
            continue;
        }
        let dictionary = parts.dictionaries.len();
        let entries = entries.iter().enumerate().map(|(number, (_, candidate))| match candidate {
            Candidate::Text(text) => Entry::Text((*text).clone()),
            Candidate::Flat(value, _) => {
                flat.push((place, dictionary, number, *value));
                placeholder(number)
            }
        });
        parts.dictionaries.push(entries.collect());
    }
    let mut numbers = numbers.into_iter();
    for place in all_places(parts) {
        place.dictionary = numbers.next().flatten();
    }
    let plain: Vec<bool> = all_places(parts).map(|place| place.plain).collect();
    let mut encoder = Encoder::with_profile(Arc::new(Profile::unfinished(parts)?));
    let mut rare = Vec::new();
    for (place, dictionary, number, value) in flat {
        match encoder.entry(
            value,
            Place { dictionary: Some(dictionary as u32), symbols: None, plain: plain[place] },
        )? {
            Some(bytes) => parts.dictionaries[dictionary][number] = Entry::Value(bytes.into()),
            None => rare.push((place, number)),
        }
    }
    Ok(rare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_cost_much_for_few_bytes_are_learned_within_a_profile_s_budget() {
        // Lists of zeros: five bytes each, but together far beyond the budget of a profile.
        let samples: Vec<Value> = (1000..2000)
            .chain(1000..2000)
            .map(|length| Value::List(vec![Value::Int(0); length]))
            .collect();
        let profile = train(&samples, &Options { min_count: 2, ..Options::FAST }).unwrap();
        let entries = profile.dictionaries()[0].entries().len();
        assert!((100..1000).contains(&entries), "{entries}");
    }
}
