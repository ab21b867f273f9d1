//! One row of a comparison: what was measured of one codec in one runtime on one dataset.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::runner::Roundtrip;
use crate::timing::{Timing, sorted};

/// One codec of one runtime on one dataset. What was not measured is null.
#[derive(Serialize)]
pub struct CompareRow {
    pub dataset: String,
    pub runtime: &'static str,
    pub codec: String,
    /// The library and its version.
    pub version: String,
    pub values: usize,
    pub roundtrip: Roundtrip,
    /// What was lost, in words.
    pub loss: Option<String>,
    /// Why the row failed.
    pub error: Option<String>,
    pub bytes: Option<Bytes>,
    pub encode_ns: Option<Timing>,
    pub decode_ns: Option<Timing>,
    pub encode_alloc_bytes: Option<f64>,
    pub decode_alloc_bytes: Option<f64>,
    /// Percent of one core.
    pub cpu_peak_percent: Option<f64>,
    pub cpu_mean_percent: Option<f64>,
    pub redis_bytes_per_value: Option<f64>,
    pub redis_memory_usage_per_value: Option<f64>,
    pub redis_list_bytes_per_value: Option<f64>,
    pub redis_estimated: bool,
    /// On the Pareto line of its dataset and runtime.
    pub pareto: bool,
    /// The figures in which it is the best, or within the noise of the best.
    pub best: Vec<RankedFigure>,
    /// The codec of Larder's that beats this rival; null if none does, or if this is Larder's own.
    pub dominated_by: Option<String>,
    /// If none does, the one that comes nearest.
    pub nearest: Option<Nearest>,
    pub notes: Vec<String>,
}

/// A column that can be best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RankedFigure {
    Bytes,
    Encode,
    Decode,
    Redis,
}

/// The codec of Larder's that comes nearest to beating a rival.
#[derive(Debug, Serialize)]
pub struct Nearest {
    pub codec: String,
    /// The figures that it misses, as multiples of the rival's mean size or median time.
    pub misses: BTreeMap<RankedFigure, f64>,
}

impl CompareRow {
    /// A row with nothing measured yet.
    pub fn new(
        dataset: &str,
        runtime: &'static str,
        codec: &str,
        version: String,
        values: usize,
    ) -> CompareRow {
        CompareRow {
            dataset: dataset.into(),
            runtime,
            codec: codec.into(),
            version,
            values,
            roundtrip: Roundtrip::Failed,
            loss: None,
            error: None,
            bytes: None,
            encode_ns: None,
            decode_ns: None,
            encode_alloc_bytes: None,
            decode_alloc_bytes: None,
            cpu_peak_percent: None,
            cpu_mean_percent: None,
            redis_bytes_per_value: None,
            redis_memory_usage_per_value: None,
            redis_list_bytes_per_value: None,
            redis_estimated: false,
            pareto: false,
            best: Vec::new(),
            dominated_by: None,
            nearest: None,
            notes: Vec::new(),
        }
    }

    /// This row with the times of `again`, another round, where they are faster. If that round
    /// failed, so does the row.
    pub fn or_faster(mut self, again: CompareRow) -> CompareRow {
        if let Some(why) = again.error {
            return self.failed(why);
        }
        let faster = |one: Option<Timing>, other: Option<Timing>| match (one, other) {
            (Some(one), Some(other)) => Some(one.faster(other)),
            (one, other) => one.or(other),
        };
        self.encode_ns = faster(self.encode_ns, again.encode_ns);
        self.decode_ns = faster(self.decode_ns, again.decode_ns);
        self
    }

    /// The same row, failed because of `why`: its figures go.
    pub fn failed(self, why: impl Into<String>) -> CompareRow {
        let CompareRow { dataset, runtime, codec, version, values, notes, .. } = self;
        CompareRow {
            error: Some(why.into()),
            notes,
            ..CompareRow::new(&dataset, runtime, &codec, version, values)
        }
    }
}

/// Encoded sizes, in bytes per value.
#[derive(Serialize)]
pub struct Bytes {
    pub mean: f64,
    pub p50: f64,
    pub p99: f64,
}

impl Bytes {
    /// None without sizes.
    pub fn of(sizes: &[u64]) -> Option<Bytes> {
        let sorted = sorted(sizes.iter().map(|&size| size as f64).collect())?;
        let mean = sorted.iter().sum::<f64>() / sorted.len() as f64;
        Some(Bytes { mean, p50: nearest_rank(&sorted, 0.5), p99: nearest_rank(&sorted, 0.99) })
    }
}

/// The smallest number that at least `fraction` of all do not exceed: a size that really occurs.
fn nearest_rank(sorted: &[f64], fraction: f64) -> f64 {
    let rank = (fraction * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_give_mean_median_and_the_size_that_99_of_100_stay_within() {
        let bytes = Bytes::of(&(1..=100).rev().collect::<Vec<u64>>()).unwrap();
        assert_eq!((bytes.mean, bytes.p50, bytes.p99), (50.5, 50.0, 99.0));
        assert!(Bytes::of(&[]).is_none());
    }

    #[test]
    fn the_times_of_a_row_are_of_its_fastest_round_each() {
        let round = |encode: f64, decode: f64| CompareRow {
            encode_ns: Timing::of(vec![encode], None),
            decode_ns: Timing::of(vec![decode], None),
            ..CompareRow::new("d", "php", "a", String::new(), 1)
        };
        let row = round(10.0, 20.0).or_faster(round(9.0, 21.0));
        let medians =
            [&row.encode_ns, &row.decode_ns].map(|timing| timing.as_ref().unwrap().median);
        assert_eq!(medians, [9.0, 20.0]);
        let failed = row.or_faster(round(8.0, 8.0).failed("died"));
        assert!(failed.error.as_deref() == Some("died") && failed.encode_ns.is_none());
    }
}
