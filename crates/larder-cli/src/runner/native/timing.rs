//! Times an operation over many values.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Deserialize;

/// Fewer values are copied, so that there are some to rotate through,
pub const LEAST_VALUES: usize = 64;
/// unless they are large.
pub const MOST_COPIED_BYTES: usize = 1 << 20;

#[derive(Deserialize)]
pub struct Plan {
    warmup_ms: u64,
    samples: u32,
    sample_ms: u64,
}

impl Plan {
    /// Mean ns a value of `operation`, one number a sample; each sample goes on where the last one stopped.
    pub fn samples<T>(&self, values: &[T], mut operation: impl FnMut(&T) -> Result<()>) -> Result<Vec<f64>> {
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
