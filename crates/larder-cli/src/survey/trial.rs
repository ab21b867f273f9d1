//! What each alternative would save, found by trying it on the sampled values.

use std::sync::Arc;

use larder::detect::detect;
use larder::format::{AnyEncoder, Format, Loss, Losses};
use larder::train::{Options, train};
use larder::{Encoder, Level, Limits, Profile, Value};
use serde::Serialize;

use super::group::{Group, Held, Place};
use crate::profiles::{Decoder, Profiles};
use crate::recognition::{format, is_integer};
use crate::storage::formula;

/// From fewer values no profile is learned.
const MIN_LEARNED: usize = 32;

/// Values of a group in other formats.
pub struct Trial {
    /// On how many values the alternatives were tried.
    pub tried: usize,
    /// Of all values, the part that can be decoded without a doubt.
    pub decodable: f64,
    pub alternatives: Vec<Alternative>,
}

/// Values in another format, each with its mean.
#[derive(Serialize)]
pub struct Alternative {
    pub codec: &'static str,
    /// Bytes per value; a value that cannot be held exactly stays as it is.
    pub bytes: f64,
    /// Bytes of Redis's memory that a value saves.
    pub saved: f64,
    /// Values that cannot be held exactly, and the reason for the first.
    pub refused: usize,
    pub reason: Option<String>,
}

/// A value that was decoded, and what it costs now.
struct Present<'g> {
    held: &'g Held,
    value: Value,
}

/// Tries all alternatives. Values in the Larder format may be under these profiles.
pub fn trial(group: &Group, profiles: &Profiles) -> larder::Result<Trial> {
    let present: Vec<Present> =
        group.samples.iter().filter_map(|held| decode(held, profiles)).collect();
    let decodable = present.len() as f64 / group.samples.len().max(1) as f64;
    let (learned, held_out): (Vec<_>, Vec<_>) =
        present.iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let profile = if present.len() < 2 * MIN_LEARNED {
        None
    } else {
        let values: Vec<Value> =
            learned.into_iter().map(|(_, present)| present.value.clone()).collect();
        // What has nothing in common gives no profile.
        train(&values, &Options::default()).ok().map(Arc::new)
    };
    let tried: Vec<&Present> = if profile.is_some() {
        held_out.into_iter().map(|(_, present)| present).collect()
    } else {
        present.iter().collect()
    };
    let mut encoders = vec![
        ("json", AnyEncoder::new(Format::Json)?),
        ("igbinary", AnyEncoder::new(Format::Igbinary)?),
        ("msgpack", AnyEncoder::new(Format::Msgpack)?),
    ];
    let larder = |profile: Option<&Arc<Profile>>, level| {
        AnyEncoder::larder(Encoder::make(profile.cloned()).level(level))
    };
    for (codec, level) in ["larder-fast", "larder", "larder-small"].into_iter().zip(Level::ALL) {
        encoders.push((codec, larder(None, level)));
    }
    if let Some(profile) = &profile {
        for (codec, level) in ["larder-profile-fast", "larder-profile", "larder-profile-small"]
            .into_iter()
            .zip(Level::ALL)
        {
            encoders.push((codec, larder(Some(profile), level)));
        }
    }
    let alternatives = encoders
        .into_iter()
        .map(|(codec, mut encoder)| Alternative::of(codec, &mut encoder, &tried))
        .collect();
    Ok(Trial { tried: tried.len(), decodable, alternatives })
}

/// The value, if its format is beyond doubt, and it is no counter.
fn decode<'g>(held: &'g Held, profiles: &Profiles) -> Option<Present<'g>> {
    if is_integer(&held.bytes) {
        return None;
    }
    let detection = detect(&held.bytes, Limits::DEFAULT);
    // Readers of JetCache look for its number.
    if detection.jetcache.is_some() {
        return None;
    }
    let format = format(&detection)?;
    let value = Decoder::new(format, profiles).ok()?.decode(&detection.content).ok()?;
    Some(Present { held, value })
}

impl Alternative {
    fn of(codec: &'static str, encoder: &mut AnyEncoder, values: &[&Present<'_>]) -> Self {
        let (mut bytes, mut saved, mut refused, mut reason) = (0, 0, 0, None);
        for Present { held, value } in values {
            let now = held.bytes.len();
            let mut losses = Losses::new();
            let other = match encoder.encode_lossy(value, &mut losses) {
                Err(error) => Err(error.to_string()),
                // Readers of the other format know no kinds.
                Ok(other) => match losses.iter().find(|met| met.loss != Loss::Kind) {
                    Some(met) => Err(met.loss.description().to_owned()),
                    None => Ok(other.len()),
                },
            };
            let then = other.unwrap_or_else(|why| {
                refused += 1;
                reason.get_or_insert(why);
                now
            });
            bytes += then;
            saved += held.place.memory(now) - held.place.memory(then);
        }
        let mean = |sum: f64| if values.is_empty() { 0.0 } else { sum / values.len() as f64 };
        Self { codec, bytes: mean(bytes as f64), saved: mean(saved as f64), refused, reason }
    }
}

impl Place {
    /// Bytes of Redis's memory for a value of so many bytes.
    fn memory(self, bytes: usize) -> i64 {
        let bytes = bytes as u64;
        let memory = match self {
            Place::String { key } => formula::string_bytes(key as u64, bytes),
            Place::Element => formula::list_entry_bytes(bytes),
        };
        memory.cast_signed()
    }
}
