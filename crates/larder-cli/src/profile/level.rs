//! What a profile of each level gains, measured on values that were held out of training.

use std::hint::black_box;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use larder::{Decoder, Encoder, Level, Profile, Value};
use serde::Serialize;

use crate::storage::{KEY_LENGTH, formula};
use crate::timing::{Timing, TimingPlan};

/// What a value costs at a level, on average.
#[derive(Clone, Serialize)]
pub struct LevelFigures {
    /// `self-contained`, `fast` or `small`.
    pub name: &'static str,
    pub bytes: f64,
    /// Redis memory per key, rounded to allocator size classes.
    pub redis_bytes: f64,
    pub encode_ns: f64,
    pub decode_ns: f64,
    /// The profile's own size; 0 without one.
    pub profile_bytes: usize,
}

/// A third of a second for each operation: enough to compare the levels.
const PLAN: TimingPlan = TimingPlan { warmup_ms: 30, samples: 10, sample_ms: 30 };

/// Measures on `values`, each of which must survive the round trip unchanged.
pub fn measure(
    name: &'static str,
    profile: Option<&Arc<Profile>>,
    values: &[Value],
) -> Result<LevelFigures> {
    let (mut encoder, mut decoder) = match profile {
        Some(profile) => {
            let level =
                if profile.compression().is_empty() { Level::Balanced } else { Level::Small };
            let encoder = Encoder::with_profile(profile.clone()).level(level);
            (encoder, Decoder::new().with_profile(profile.clone())?)
        }
        None => (Encoder::new(), Decoder::new()),
    };
    let encoded =
        values.iter().map(|value| encoder.encode(value)).collect::<larder::Result<Vec<_>>>()?;
    for (value, bytes) in values.iter().zip(&encoded) {
        ensure!(
            decoder.decode(bytes)? == *value,
            "a value has changed after a round trip at the level {name}"
        );
    }
    let mean = |of: fn(u64) -> u64| {
        encoded.iter().map(|bytes| of(bytes.len() as u64)).sum::<u64>() as f64
            / encoded.len() as f64
    };
    Ok(LevelFigures {
        name,
        bytes: mean(|bytes| bytes),
        redis_bytes: mean(|bytes| formula::string_bytes(KEY_LENGTH, bytes)),
        encode_ns: median_ns(values, |value| {
            Ok(encoder.encode(value).map(black_box).map(drop)?)
        })?,
        decode_ns: median_ns(&encoded, |bytes| {
            Ok(decoder.decode(bytes).map(black_box).map(drop)?)
        })?,
        profile_bytes: profile.map_or(0, |profile| profile.as_bytes().len()),
    })
}

fn median_ns<T>(values: &[T], operation: impl FnMut(&T) -> Result<()>) -> Result<f64> {
    Ok(Timing::of(PLAN.samples(values, operation)?, None).context("no samples of a time")?.median)
}
