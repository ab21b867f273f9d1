//! Times an operation over many values, and sums up the samples.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::{Deserialize, Serialize};

/// How long an operation is warmed up and timed: the `plan` of a runner's job (docs/RUNNERS.md).
#[derive(Deserialize)]
pub struct TimingPlan {
    pub warmup_ms: u64,
    pub samples: u32,
    pub sample_ms: u64,
}

impl TimingPlan {
    /// Mean ns per value of `operation`, one number per sample. Each sample continues with the
    /// value after the one at which the last sample stopped.
    pub fn samples<T>(
        &self,
        values: &[T],
        mut operation: impl FnMut(&T) -> Result<()>,
    ) -> Result<Vec<f64>> {
        let mut rotation = values.iter().cycle();
        let mut run = |count: u64| -> Result<Duration> {
            let started = Instant::now();
            for value in rotation.by_ref().take(usize::try_from(count)?) {
                operation(black_box(value))?;
            }
            Ok(started.elapsed())
        };
        let warmup = Duration::from_millis(self.warmup_ms);
        let (mut done, mut spent) = (0, Duration::ZERO);
        while done == 0 || spent < warmup {
            let more = (done * 2).max(1);
            spent += run(more)?;
            done += more;
        }
        let each = spent.as_secs_f64() / done as f64;
        let count = ((self.sample_ms as f64 / 1e3 / each) as u64).max(1);
        (0..self.samples).map(|_| Ok(run(count)?.as_nanos() as f64 / count as f64)).collect()
    }
}

/// Samples of a time, ns per value, and their spread.
#[derive(Debug, Clone, Serialize)]
pub struct Timing {
    pub median: f64,
    pub p05: f64,
    pub p95: f64,
    pub samples: Vec<f64>,
    /// Whether the JVM's compiler had finished before; null where nothing is compiled at run time.
    pub warm: Option<bool>,
}

impl Timing {
    /// None without samples.
    pub fn of(samples: Vec<f64>, warm: Option<bool>) -> Option<Timing> {
        let sorted = sorted(samples.clone())?;
        let at = |fraction| percentile(&sorted, fraction);
        Some(Timing { median: at(0.5), p05: at(0.05), p95: at(0.95), samples, warm })
    }

    /// The faster one of two rounds; but one that was taken warm before one that was not.
    pub fn faster(self, other: Timing) -> Timing {
        let rank = |timing: &Timing| (timing.warm == Some(false), timing.median);
        if rank(&other) < rank(&self) { other } else { self }
    }

    /// Half the width of the middle nine tenths, in percent of the median.
    pub fn spread_percent(&self) -> f64 {
        (self.p95 - self.p05) / 2.0 / self.median * 100.0
    }
}

/// The finite ones of these numbers, from the smallest; none if there are none.
pub fn sorted(mut numbers: Vec<f64>) -> Option<Vec<f64>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_give_median_and_spread_whatever_their_order() {
        let timing = Timing::of(vec![30.0, 10.0, 20.0], None).unwrap();
        assert_eq!((timing.median, timing.p05, timing.p95), (20.0, 11.0, 29.0));
        assert_eq!(timing.spread_percent(), 45.0);
        assert!(Timing::of(vec![f64::NAN], None).is_none());
    }

    #[test]
    fn of_two_rounds_the_faster_counts_unless_it_was_not_warm() {
        let round = |ns: f64, warm: bool| Timing::of(vec![ns], Some(warm)).unwrap();
        let faster = |one: Timing, other: Timing| one.faster(other).median;
        assert_eq!(faster(round(10.0, true), round(9.0, true)), 9.0);
        assert_eq!(faster(round(10.0, true), round(11.0, true)), 10.0);
        assert_eq!(faster(round(10.0, true), round(9.0, false)), 10.0);
        assert_eq!(faster(round(9.0, false), round(10.0, true)), 10.0);
        assert_eq!(faster(round(9.0, false), round(10.0, false)), 9.0);
    }

    #[test]
    fn every_value_is_timed_in_turn_and_an_error_ends_the_timing() {
        let plan = TimingPlan { warmup_ms: 0, samples: 5, sample_ms: 0 };
        let mut met = Vec::new();
        let samples = plan.samples(&[1, 2, 3], |&value| {
            met.push(value);
            Ok(())
        });
        assert_eq!(samples.unwrap().len(), 5);
        assert_eq!(met, [1, 2, 3, 1, 2, 3]);
        assert!(plan.samples(&[1], |_| anyhow::bail!("cannot")).is_err());
    }
}
