//! The texts that are left in each place once entries and packed texts are written.

use super::places::{Places, ROOT, Walk};
use crate::error::Result;
use crate::format::larder::{Encoder, Place, Profile, ProfileParts, SymbolTable};
use crate::value::Value;

/// Shorter texts are not written in symbols.
const MIN_TEXT: usize = 4;
/// About how many bytes of a place's texts are measured.
const MEASURED_BYTES: usize = 32 << 10;

/// Whether a sample is held out: it shows what is gained by what others taught.
pub fn is_held_out(sample: usize) -> bool {
    sample % 4 == 3
}

/// The texts of all places.
pub struct Left<'a> {
    places: Vec<Texts<'a>>,
}

/// The texts of a place.
#[derive(Clone, Default)]
struct Texts<'a> {
    learned: Vec<&'a str>,
    /// With the bytes that each takes without symbols.
    held_out: Vec<(&'a str, usize)>,
    /// Bytes per value.
    bytes: f64,
}

impl<'a> Left<'a> {
    pub fn new(
        samples: &'a [Value],
        places: &Places<'_>,
        learned: &[Place],
        parts: &ProfileParts,
    ) -> Result<Self> {
        let profile = Profile::new(parts)?;
        let mut bare = Encoder::new();
        // The bytes that stand for a text; none if it is an entry, or packed.
        let mut stored = |value: &Value, text: &str, place: Place| {
            let dictionary = place.dictionary.map(|at| &profile.dictionaries()[at as usize]);
            if text.len() < MIN_TEXT || dictionary.is_some_and(|known| known.find(text).is_some()) {
                return Ok(0);
            }
            let stored = bare.texts(value)?.len();
            Ok(if stored == 0 && place.plain { text.len() } else { stored })
        };
        let mut texts = vec![Texts::default(); places.count()];
        let mut walk = Walk::new(places);
        let mut done = Ok(());
        for (at, sample) in samples.iter().enumerate() {
            walk.value(sample, Some(ROOT), &mut |value, place| {
                if let (Value::Text(text), Some(place)) = (value, place) {
                    match stored(value, text, learned[place]) {
                        Ok(0) => {}
                        Ok(bytes) if is_held_out(at) => texts[place].held_out.push((text, bytes)),
                        Ok(_) => texts[place].learned.push(text),
                        Err(error) => done = Err(error),
                    }
                }
                true
            });
        }
        done?;
        let held_out = (0..samples.len()).filter(|at| is_held_out(*at)).count().max(1);
        for texts in &mut texts {
            let bytes: usize = texts.held_out.iter().map(|(_, bytes)| bytes).sum();
            texts.bytes = bytes as f64 / held_out as f64;
            let step = bytes.div_ceil(MEASURED_BYTES).max(1);
            texts.held_out = texts.held_out.iter().copied().step_by(step).collect();
        }
        Ok(Self { places: texts })
    }

    /// At most so many places, those with the most bytes first.
    pub fn largest(&self, count: usize) -> Vec<usize> {
        let mut places: Vec<usize> =
            (0..self.places.len()).filter(|place| self.bytes(*place) > 0.0).collect();
        places.sort_by(|one, other| self.bytes(*other).total_cmp(&self.bytes(*one)));
        places.truncate(count);
        places
    }

    /// The bytes per value of a place.
    pub fn bytes(&self, place: usize) -> f64 {
        self.places[place].bytes
    }

    /// How long a text of a place is.
    pub fn mean_length(&self, place: usize) -> f64 {
        let texts = &self.places[place].held_out;
        let bytes: usize = texts.iter().map(|(_, bytes)| bytes).sum();
        bytes as f64 / texts.len().max(1) as f64
    }

    /// The bytes per value that symbols save in a place.
    pub fn saved(&self, place: usize, symbols: &SymbolTable) -> f64 {
        let texts = &self.places[place];
        let (mut bytes, mut saved) = (0, 0);
        for (text, stored) in &texts.held_out {
            bytes += stored;
            saved += stored.saturating_sub(symbols.encoded_len(text));
        }
        texts.bytes * saved as f64 / bytes.max(1) as f64
    }

    /// The texts of some places, but for those that are held out.
    pub fn learned<'l>(
        &'l self,
        places: &'l [usize],
    ) -> impl Iterator<Item = &'a str> + Clone + 'l {
        places.iter().flat_map(|place| self.places[*place].learned.iter().copied())
    }

    /// The texts of some places.
    pub fn all<'l>(&'l self, places: &'l [usize]) -> impl Iterator<Item = &'a str> + Clone + 'l {
        let held_out = |place: &usize| self.places[*place].held_out.iter().map(|(text, _)| *text);
        self.learned(places).chain(places.iter().flat_map(held_out))
    }
}
