//! Everything that a comparison found: what `--json` writes, and what tables and report are made from.

use serde::Serialize;

use crate::runner::Roundtrip;

#[derive(Serialize)]
pub struct Document {
    /// The version of this command.
    pub larder: &'static str,
    /// RFC 3339, UTC.
    pub created: String,
    pub command: String,
    pub machine: Machine,
    pub plan: super::plan::Plan,
    pub datasets: Vec<Described>,
    pub rows: Vec<Row>,
    pub verdicts: Vec<super::verdict::Verdict>,
}

#[derive(Serialize)]
pub struct Machine {
    pub os: String,
    pub cpu: String,
    pub cores: usize,
    pub memory_bytes: u64,
    /// Of the last minute before the run.
    pub load_average: f64,
    pub redis: Option<String>,
    pub runtimes: serde_json::Map<String, serde_json::Value>,
}

/// What was compared.
#[derive(Serialize)]
pub struct Described {
    pub id: String,
    pub about: String,
    pub values: usize,
    pub distinct: usize,
    pub json_bytes_mean: f64,
    pub notes: Vec<String>,
}

/// One codec of one runtime on one dataset. What was not measured is null.
#[derive(Serialize)]
pub struct Row {
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
    /// The figures in which it is best, or not told from the best by the noise.
    pub best: Vec<Figure>,
    pub notes: Vec<String>,
}

/// A column that can be best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Figure {
    Bytes,
    Encode,
    Decode,
    Redis,
}

impl Row {
    /// A row with nothing measured yet.
    pub fn new(dataset: &str, runtime: &'static str, codec: &str, version: String, values: usize) -> Row {
        Row {
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
            notes: Vec::new(),
        }
    }

    /// The same row, failed because of `why`: its figures go.
    pub fn failed(self, why: impl Into<String>) -> Row {
        let Row { dataset, runtime, codec, version, values, notes, .. } = self;
        Row { error: Some(why.into()), notes, ..Row::new(&dataset, runtime, &codec, version, values) }
    }
}

/// Encoded sizes, in bytes a value.
#[derive(Serialize)]
pub struct Bytes {
    pub mean: f64,
    pub p50: f64,
    pub p99: f64,
}

impl Bytes {
    /// None of no sizes.
    pub fn of(sizes: &[u64]) -> Option<Bytes> {
        let sorted = sorted(sizes.iter().map(|&size| size as f64).collect())?;
        let mean = sorted.iter().sum::<f64>() / sorted.len() as f64;
        Some(Bytes { mean, p50: nearest_rank(&sorted, 0.5), p99: nearest_rank(&sorted, 0.99) })
    }
}

/// Samples of a time, ns a value, and their spread.
#[derive(Debug, Clone, Serialize)]
pub struct Timing {
    pub median: f64,
    pub p05: f64,
    pub p95: f64,
    pub samples: Vec<f64>,
    /// Whether the JVM's compiler had finished before; null where nothing is compiled while it runs.
    pub warm: Option<bool>,
}

impl Timing {
    /// None of no samples.
    pub fn of(samples: Vec<f64>, warm: Option<bool>) -> Option<Timing> {
        let sorted = sorted(samples.clone())?;
        let at = |fraction| percentile(&sorted, fraction);
        Some(Timing { median: at(0.5), p05: at(0.05), p95: at(0.95), samples, warm })
    }

    /// Half the width of the middle nine tenths, in percent of the median.
    pub fn spread_percent(&self) -> f64 {
        (self.p95 - self.p05) / 2.0 / self.median * 100.0
    }
}

fn sorted(mut numbers: Vec<f64>) -> Option<Vec<f64>> {
    numbers.retain(|number| number.is_finite());
    numbers.sort_by(f64::total_cmp);
    (!numbers.is_empty()).then_some(numbers)
}

/// With linear interpolation between the two nearest samples.
fn percentile(sorted: &[f64], fraction: f64) -> f64 {
    let at = fraction * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * at.fract()
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
    fn samples_give_median_and_spread_whatever_their_order() {
        let timing = Timing::of(vec![30.0, 10.0, 20.0], None).unwrap();
        assert_eq!((timing.median, timing.p05, timing.p95), (20.0, 11.0, 29.0));
        assert_eq!(timing.spread_percent(), 45.0);
        assert!(Timing::of(vec![f64::NAN], None).is_none());
    }
}
