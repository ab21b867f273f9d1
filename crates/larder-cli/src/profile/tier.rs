//! The tiers of Larder, measured on values that were held out of training.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use larder::{Decoder, Encoder, Profile, Value};
use serde::Serialize;

use crate::storage::{KEY_LENGTH, formula};

/// What a tier costs a value, on average.
#[derive(Clone, Serialize)]
pub struct Tier {
    /// `self-contained`, `fast` or `small`.
    pub name: &'static str,
    pub bytes: f64,
    /// Redis memory of a key, after its size classes.
    pub redis_bytes: f64,
    pub encode_ns: f64,
    pub decode_ns: f64,
    /// The profile's own size; 0 without one.
    pub profile_bytes: usize,
}

const TIMED: Duration = Duration::from_millis(300);

/// Measures on `values`, each of which must come back as it was.
pub fn measure(name: &'static str, profile: Option<&Arc<Profile>>, values: &[Value]) -> Result<Tier> {
    let (mut encoder, mut decoder) = match profile {
        Some(profile) => (Encoder::with_profile(profile.clone()), Decoder::new().with_profile(profile.clone())?),
        None => (Encoder::new(), Decoder::new()),
    };
    let encoded = values.iter().map(|value| encoder.encode(value)).collect::<larder::Result<Vec<_>>>()?;
    for (value, bytes) in values.iter().zip(&encoded) {
        ensure!(decoder.decode(bytes)? == *value, "a value does not come back in the tier {name}");
    }
    let mean = |of: fn(u64) -> u64| encoded.iter().map(|bytes| of(bytes.len() as u64)).sum::<u64>() as f64 / encoded.len() as f64;
    Ok(Tier {
        name,
        bytes: mean(|bytes| bytes),
        redis_bytes: mean(|bytes| formula::string_bytes(KEY_LENGTH, bytes)),
        encode_ns: median_ns(values, |value| drop(black_box(encoder.encode(value)))),
        decode_ns: median_ns(&encoded, |bytes| drop(black_box(decoder.decode(bytes)))),
        profile_bytes: profile.map_or(0, |profile| profile.as_bytes().len()),
    })
}

/// The median over rounds through all values, of the mean ns a value.
fn median_ns<T>(values: &[T], mut operation: impl FnMut(&T)) -> f64 {
    let (started, mut rounds) = (Instant::now(), Vec::new());
    while rounds.len() < 3 || started.elapsed() < TIMED {
        let round = Instant::now();
        values.iter().for_each(&mut operation);
        rounds.push(round.elapsed().as_nanos() as f64 / values.len() as f64);
    }
    rounds.sort_by(f64::total_cmp);
    rounds[rounds.len() / 2]
}
