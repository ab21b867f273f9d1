//! Learns dictionaries: whole texts, lists and maps that come again in one place (docs/FORMAT.md,
//! "Dictionaries").

use std::collections::HashMap;
use std::sync::Arc;

use smol_str::SmolStr;

use super::options::Options;
use super::places::{Places, ROOT, Walk};
use crate::error::Result;
use crate::format::larder::{Encoder, Entry, MAX_ENTRIES, Place, Profile, ProfileParts, is_record};
use crate::limits::Limits;
use crate::value::{Extended, Value};

/// A dictionary must serve at least one in this many texts of its place, as each text is looked up
/// in it.
const MIN_SERVED: usize = 20;
/// What entries may cost whoever loads the profile: half of the least budget that a profile has, so
/// that shapes and symbols have room beside them.
const ENTRY_COSTS: usize = Limits::DEFAULT.base_memory / 2;

/// What is met in a place, and how often.
#[derive(Clone, Default)]
struct Met<'a> {
    texts: HashMap<&'a SmolStr, usize>,
    total: usize,
    /// Lists and maps of scalars.
    flat: Vec<&'a Value>,
}

/// Learns the dictionaries of all places, and in which places texts are hardly ever packed. Gives
/// what was learned of each place.
pub fn learn(
    samples: &[Value],
    options: &Options,
    places: &Places<'_>,
    parts: &mut ProfileParts,
) -> Result<Vec<Place>> {
    let mut met: Vec<Met<'_>> = vec![Met::default(); places.count()];
    let mut walk = Walk::new(places);
    for sample in samples {
        walk.value(sample, Some(ROOT), &mut |value, place| {
            let Some(met) = place.map(|place| &mut met[place]) else { return true };
            match value {
                Value::Text(text) => {
                    met.total += 1;
                    *met.texts.entry(text).or_default() += 1;
                }
                Value::List(list) if list.iter().all(is_scalar) => met.flat.push(value),
                Value::Map(map) if is_record(map.shape()) && map.values().iter().all(is_scalar) => {
                    met.flat.push(value);
                }
                _ => {}
            }
            true
        });
    }
    let mut bare = Encoder::new();
    let plain = met.iter().map(|met| is_plain(met, options.min_packed, &mut bare));
    let mut learned: Vec<Place> = plain
        .map(|plain| Ok(Place { plain: plain?, ..Place::default() }))
        .collect::<Result<_>>()?;
    places.apply(parts, &learned);
    let mut chosen = choose(&met, options, parts)?;
    let rare = write(places, parts, &mut learned, &chosen)?;
    if !rare.is_empty() {
        // A list or map with a text that no dictionary holds is no entry.
        for (place, number) in rare.into_iter().rev() {
            chosen[place].remove(number);
        }
        write(places, parts, &mut learned, &chosen)?;
    }
    Ok(learned)
}

/// Whether packing texts saves too little in this place to be tried on each.
fn is_plain(met: &Met<'_>, min_packed: usize, bare: &mut Encoder) -> Result<bool> {
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

/// What an entry will be.
#[derive(Clone)]
enum Candidate<'a> {
    Text(&'a SmolStr),
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

/// For each place the entries of its dictionary, with how often each is met.
fn choose<'a>(
    met: &[Met<'a>],
    options: &Options,
    parts: &ProfileParts,
) -> Result<Vec<Vec<(usize, Candidate<'a>)>>> {
    // What each candidate saves, the most first; equal savings in the order of places and bytes, so
    // that equal samples give equal profiles.
    let mut bare = Encoder::with_profile(Arc::new(Profile::new(parts)?));
    let mut candidates = Vec::new();
    for (place, met) in met.iter().enumerate() {
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
    let mut chosen: Vec<Vec<(usize, Candidate<'_>)>> = vec![Vec::new(); met.len()];
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
    Ok(chosen)
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

/// Puts the entries into dictionaries. A list or map is written with the numbers of the texts
/// within, so these come first. Gives the place and number of lists and maps that hold other texts,
/// in order.
fn write(
    places: &Places<'_>,
    parts: &mut ProfileParts,
    learned: &mut [Place],
    chosen: &[Vec<(usize, Candidate<'_>)>],
) -> Result<Vec<(usize, usize)>> {
    let placeholder = |number: usize| Entry::Value((number as u32).to_be_bytes().into());
    let mut flat = Vec::new();
    parts.dictionaries.clear();
    for (place, entries) in chosen.iter().enumerate() {
        if entries.is_empty() {
            learned[place].dictionary = None;
            continue;
        }
        let dictionary = parts.dictionaries.len();
        learned[place].dictionary = Some(dictionary as u32);
        let entries = entries.iter().enumerate().map(|(number, (_, candidate))| match candidate {
            Candidate::Text(text) => Entry::Text((*text).clone()),
            Candidate::Flat(value, _) => {
                flat.push((place, dictionary, number, *value));
                placeholder(number)
            }
        });
        parts.dictionaries.push(entries.collect());
    }
    places.apply(parts, learned);
    let mut encoder = Encoder::with_profile(Arc::new(Profile::unfinished(parts)?));
    let mut rare = Vec::new();
    for (place, dictionary, number, value) in flat {
        match encoder.entry(value, learned[place])? {
            Some(bytes) => parts.dictionaries[dictionary][number] = Entry::Value(bytes.into()),
            None => rare.push((place, number)),
        }
    }
    Ok(rare)
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
