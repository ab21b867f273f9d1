//! What values cost at each level, with a profile and without, measured on values that were held
//! out of training; and which level to choose.

use std::hint::black_box;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use larder::{Decoder, Encoder, Level, Profile, Value};
use serde::Serialize;

use crate::storage::{KEY_LENGTH, formula};
use crate::table::number;
use crate::timing::{Timing, TimingPlan};

/// What a value costs at a level, on average.
#[derive(Clone, Serialize)]
pub struct LevelFigures {
    /// `fast`, `balanced` or `small`.
    pub level: &'static str,
    /// Whether values were written under the profile.
    pub profile: bool,
    pub bytes: f64,
    /// Redis memory per key, rounded to allocator size classes.
    pub redis_bytes: f64,
    pub encode_ns: f64,
    pub decode_ns: f64,
}

/// A quarter of a second for each operation: enough to compare the levels.
const PLAN: TimingPlan = TimingPlan { warmup_ms: 30, samples: 10, sample_ms: 20 };

/// The mean length of `values` at a level, each of which must survive the round trip unchanged.
pub fn bytes(level: Level, profile: Option<&Arc<Profile>>, values: &[Value]) -> Result<f64> {
    let (mut encoder, mut decoder) = coders(level, profile)?;
    let encoded = encoded(level, &mut encoder, &mut decoder, values)?;
    Ok(encoded.iter().map(Vec::len).sum::<usize>() as f64 / encoded.len() as f64)
}

/// Measures on `values`, each of which must survive the round trip unchanged.
pub fn measure(
    level: Level,
    profile: Option<&Arc<Profile>>,
    values: &[Value],
) -> Result<LevelFigures> {
    let (mut encoder, mut decoder) = coders(level, profile)?;
    let encoded = encoded(level, &mut encoder, &mut decoder, values)?;
    let mean = |of: fn(u64) -> u64| {
        encoded.iter().map(|bytes| of(bytes.len() as u64)).sum::<u64>() as f64
            / encoded.len() as f64
    };
    Ok(LevelFigures {
        level: level.name(),
        profile: profile.is_some(),
        bytes: mean(|bytes| bytes),
        redis_bytes: mean(|bytes| formula::string_bytes(KEY_LENGTH, bytes)),
        encode_ns: median_ns(values, |value| {
            Ok(encoder.encode(value).map(black_box).map(drop)?)
        })?,
        decode_ns: median_ns(&encoded, |bytes| {
            Ok(decoder.decode(bytes).map(black_box).map(drop)?)
        })?,
    })
}

fn coders(level: Level, profile: Option<&Arc<Profile>>) -> Result<(Encoder, Decoder)> {
    let decoder = match profile {
        Some(profile) => Decoder::new().with_profile(profile.clone())?,
        None => Decoder::new(),
    };
    Ok((Encoder::make(profile.cloned()).level(level), decoder))
}

fn encoded(
    level: Level,
    encoder: &mut Encoder,
    decoder: &mut Decoder,
    values: &[Value],
) -> Result<Vec<Vec<u8>>> {
    let encoded =
        values.iter().map(|value| encoder.encode(value)).collect::<larder::Result<Vec<_>>>()?;
    for (value, bytes) in values.iter().zip(&encoded) {
        ensure!(
            decoder.decode(bytes)? == *value,
            "a value has changed after a round trip at the level {}",
            level.name()
        );
    }
    Ok(encoded)
}

fn median_ns<T>(values: &[T], operation: impl FnMut(&T) -> Result<()>) -> Result<f64> {
    Ok(Timing::of(PLAN.samples(values, operation)?, None).context("no samples of a time")?.median)
}

/// The level to choose, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recommended {
    pub level: &'static str,
    /// A sentence.
    pub reason: String,
}

/// A level is worth its time if it saves this part of the Redis memory,
const MIN_SAVED: f64 = 0.1;
/// and decoding takes at most this many times as long: values are read more often than written.
const MAX_SLOWER: f64 = 2.0;

/// Chooses from figures of several levels, the fastest first; none if there are none.
pub fn recommend(levels: &[LevelFigures]) -> Option<Recommended> {
    let (first, slower) = levels.split_first()?;
    let (mut before, mut chosen, mut after) = (None, first, None);
    for level in slower {
        let change = Change::of(chosen, level);
        let pays = change.saved >= MIN_SAVED && change.slower <= MAX_SLOWER;
        if pays || change.saved >= 0.0 && change.slower <= 1.0 {
            (before, chosen, after) = (Some(chosen), level, None);
        } else {
            after = Some(level);
        }
    }
    let before = before.map(|before| Change::of(before, chosen).sentence(before, chosen));
    let after = after.map(|after| Change::of(chosen, after).sentence(chosen, after));
    let reason: Vec<String> = before.into_iter().chain(after).collect();
    Some(Recommended { level: chosen.level, reason: reason.join("; ") })
}

/// What another level costs beside one.
struct Change {
    /// The part of the Redis memory.
    saved: f64,
    /// Times the time to decode.
    slower: f64,
}

impl Change {
    fn of(one: &LevelFigures, other: &LevelFigures) -> Self {
        Self {
            saved: 1.0 - other.redis_bytes / one.redis_bytes,
            slower: other.decode_ns / one.decode_ns,
        }
    }

    fn sentence(&self, one: &LevelFigures, other: &LevelFigures) -> String {
        let percent = (self.saved * 100.0).round();
        let memory = match percent {
            1.0.. => format!("{} % less Redis memory than", number(percent)),
            ..0.0 => format!("{} % more Redis memory than", number(-percent)),
            _ => "as much Redis memory as".into(),
        };
        let (one, other) = (one.level, other.level);
        format!("{other} takes {memory} {one}, and {:.1} times as long to decode", self.slower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(figures: [(f64, f64); 3]) -> (&'static str, String) {
        let levels = Level::ALL.into_iter().zip(figures);
        let levels: Vec<LevelFigures> = levels
            .map(|(level, (redis_bytes, decode_ns))| LevelFigures {
                level: level.name(),
                profile: true,
                bytes: 0.0,
                redis_bytes,
                encode_ns: 0.0,
                decode_ns,
            })
            .collect();
        let recommended = recommend(&levels).unwrap();
        (recommended.level, recommended.reason)
    }

    #[test]
    fn the_level_that_saves_memory_for_its_time_is_recommended() {
        let (level, reason) = chosen([(200.0, 100.0), (150.0, 150.0), (100.0, 200.0)]);
        assert_eq!(level, "small");
        assert_eq!(
            reason,
            "small takes 33 % less Redis memory than balanced, and 1.3 times as long to decode"
        );
        let (level, reason) = chosen([(200.0, 100.0), (150.0, 150.0), (145.0, 200.0)]);
        assert_eq!(level, "balanced");
        assert!(reason.contains("25 % less") && reason.contains("; small takes 3 % less"));
        assert_eq!(chosen([(200.0, 100.0), (150.0, 250.0), (150.0, 250.0)]).0, "fast");
        assert_eq!(chosen([(200.0, 100.0), (200.0, 90.0), (100.0, 500.0)]).0, "balanced");
    }
}
