//! How long each codec is timed.

use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::CompareArgs;
use crate::runner::Runtime;

/// What `--quick`, `--thorough`, `--time`, `--rounds` and `--timeout` ask for.
#[derive(Clone, Serialize)]
pub struct ComparePlan {
    pub name: &'static str,
    /// How often all codecs are measured, one after the other.
    pub rounds: u32,
    /// How long each operation of a codec is timed in a round. PHP and native code warm up for a
    /// tenth of it, or for 0.2 s if that is more, but never longer than the timing. A JVM warms up
    /// until its compiler has finished, for at most min(10 × seconds, seconds + 10).
    pub seconds: f64,
    pub samples: u32,
    pub timeout_seconds: Option<f64>,
}

impl ComparePlan {
    pub fn of(args: &CompareArgs) -> ComparePlan {
        let (name, rounds, seconds, samples) = match (args.quick, args.thorough) {
            (true, _) => ("quick", 1, 0.6, 10),
            (_, true) => ("thorough", 3, 3.0, 20),
            _ => ("default", 1, 2.0, 20),
        };
        ComparePlan {
            name,
            rounds: args.rounds.unwrap_or(rounds),
            seconds: args.time.unwrap_or(seconds),
            samples,
            timeout_seconds: args.timeout,
        }
    }

    /// The `plan` part of a runner's job.
    pub fn job(&self, runtime: Runtime) -> Value {
        let warmup = match runtime {
            Runtime::Jvm => (10.0 * self.seconds).min(self.seconds + 10.0),
            Runtime::Php | Runtime::Native | Runtime::Spark => {
                (self.seconds / 10.0).max(0.2).min(self.seconds)
            }
        };
        json!({
            "warmup_ms": millis(warmup),
            "samples": self.samples,
            "sample_ms": millis(self.seconds / f64::from(self.samples)),
        })
    }

    /// When a runner counts as hung: far beyond the time that the plan should take with
    /// `json_bytes` of values.
    pub fn limit(&self, json_bytes: usize) -> Duration {
        const STARTING: f64 = 120.0;
        const SECONDS_PER_MEGABYTE: f64 = 2.0;
        Duration::from_secs_f64(self.timeout_seconds.unwrap_or_else(|| {
            STARTING + 20.0 * self.seconds + json_bytes as f64 / 1e6 * SECONDS_PER_MEGABYTE
        }))
    }
}

fn millis(seconds: f64) -> u64 {
    (seconds * 1000.0).ceil().max(1.0) as u64
}
