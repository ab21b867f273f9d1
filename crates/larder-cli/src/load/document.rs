//! Everything that a load found: what `--json` writes, and what tables and report are made from.

use std::collections::BTreeMap;

use serde::Serialize;

use super::plan::{Endpoint, Pace, Plan, Way};
use crate::compare::document::Machine;
use crate::table::counted;

#[derive(Serialize)]
pub struct Document {
    /// The version of this command.
    pub larder: &'static str,
    /// RFC 3339, UTC.
    pub created: String,
    pub command: String,
    pub machine: Machine,
    /// The load generator and its version.
    pub generator: String,
    pub plan: Plan,
    pub rows: Vec<Row>,
    pub verdict: Vec<String>,
}

/// One serializer. What was not measured is null.
#[derive(Serialize)]
pub struct Row {
    pub codec: String,
    /// Of its library.
    pub version: Option<String>,
    /// Why there is no figure, or not all of them.
    pub error: Option<String>,
    pub memory: Option<Memory>,
    pub runs: Vec<Run>,
    pub redis: Option<String>,
    /// What the service runs on.
    pub versions: BTreeMap<String, String>,
}

/// Redis after the first /add.
#[derive(Serialize)]
pub struct Memory {
    /// `used_memory`, bytes, without the buffers of the service's connections.
    pub used_memory: u64,
    pub dbsize: u64,
    /// What one person added to it: key, value and entry.
    pub bytes_per_person: f64,
}

/// One endpoint, driven in one way.
#[derive(Serialize)]
pub struct Run {
    pub endpoint: Endpoint,
    pub way: Way,
    pub pace: Pace,
    pub concurrency: usize,
    /// Answered or failed.
    pub requests: u64,
    pub seconds: f64,
    /// Answers with status 200 a second.
    pub requests_per_second: f64,
    pub latency_ms: Latency,
    /// Requests without an answer, or with another status than 200.
    pub errors: u64,
    /// How often each of them came.
    pub error_kinds: BTreeMap<String, u64>,
    /// Percent of one core, mean.
    pub service_cpu_percent: f64,
    pub redis_cpu_percent: f64,
    /// CPU time of one request, milliseconds.
    pub service_cpu_ms: f64,
    pub redis_cpu_ms: f64,
    /// Of the time in which the service's threads worked at requests or waited for Redis, what went to the serializer, in percent.
    pub serializer_percent: f64,
}

/// Milliseconds.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Latency {
    pub mean: f64,
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub max: f64,
}

impl Document {
    /// Why its rows may say little of each other: they were measured one after another, and something else ran beside them.
    pub fn noise(&self) -> Option<String> {
        let Machine { load_average, cores, .. } = self.machine;
        (load_average > cores as f64 / 2.0).then(|| {
            format!(
                "Noise: {load_average:.1} processes ran on {} before the first row. Stop what else runs, and load again.",
                counted(cores, "core", "cores")
            )
        })
    }
}

impl Row {
    /// A row with nothing measured yet.
    pub fn new(codec: &str) -> Row {
        Row {
            codec: codec.into(),
            version: None,
            error: None,
            memory: None,
            runs: Vec::new(),
            redis: None,
            versions: BTreeMap::new(),
        }
    }

    /// The run with the plan's connections: a crowded one comes after it.
    pub fn run(&self, endpoint: Endpoint, way: Way, pace: Pace) -> Option<&Run> {
        let is_it = |run: &&Run| run.endpoint == endpoint && run.way == way && run.pace == pace;
        self.runs.iter().find(is_it)
    }

    /// What failed, in words.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        let errors = self.runs.iter().flat_map(|run| {
            let (endpoint, way) = (run.endpoint.name(), run.way.name());
            run.error_kinds.iter().map(move |(kind, count)| format!("{endpoint}, {way}: {kind} ({count} times)"))
        });
        self.error.clone().into_iter().chain(errors)
    }
}
