//! Everything that a load found: what `--json` writes, and what tables and report show.

use std::collections::BTreeMap;

use serde::Serialize;

use super::plan::{Endpoint, LoadPlan, Pace, Way};
use crate::machine::Machine;
use crate::table::counted;

#[derive(Serialize)]
pub struct LoadDocument {
    /// The version of this command.
    pub larder: &'static str,
    /// RFC 3339, UTC.
    pub created: String,
    pub command: String,
    pub machine: Machine,
    /// The load generator and its version.
    pub generator: String,
    pub plan: LoadPlan,
    pub rows: Vec<LoadRow>,
    pub verdict: Vec<String>,
}

/// One codec. What was not measured is null.
#[derive(Serialize)]
pub struct LoadRow {
    pub codec: String,
    /// Of its library.
    pub version: Option<String>,
    /// Why some or all figures are missing.
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
    /// What one person adds to it: key, value and entry.
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
    /// Answers with status 200, per second.
    pub requests_per_second: f64,
    pub latency_ms: Latency,
    /// Requests without an answer, or with a status other than 200.
    pub errors: u64,
    /// How often each error occurred.
    pub error_kinds: BTreeMap<String, u64>,
    /// Percent of one core, mean.
    pub service_cpu_percent: f64,
    pub redis_cpu_percent: f64,
    /// CPU time per request, milliseconds.
    pub service_cpu_ms: f64,
    pub redis_cpu_ms: f64,
    /// The codec's share of the time in which the service's threads worked on requests or waited
    /// for Redis, in percent.
    pub codec_percent: f64,
}

/// Milliseconds.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Latency {
    pub mean: f64,
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub max: f64,
}

impl Run {
    /// Whether both drive the same endpoint in the same way.
    fn is_same(&self, other: &Run) -> bool {
        let key = |run: &Run| (run.endpoint, run.way, run.pace, run.concurrency);
        key(self) == key(other)
    }

    /// Whether this run counts, and not the other: one with errors, because no faster run may hide
    /// them; otherwise the faster one. At a constant rate that is the one that answers sooner, and
    /// in a closed loop it comes to the same.
    fn counts_before(&self, other: &Run) -> bool {
        match (self.errors > 0, other.errors > 0) {
            (false, false) => self.latency_ms.mean < other.latency_ms.mean,
            (failed, _) => failed,
        }
    }
}

impl LoadDocument {
    /// A warning if other programs ran: rows are measured one after another, so these programs may
    /// have disturbed some rows more than others.
    pub fn noise(&self) -> Option<String> {
        let Machine { load_average, cores, .. } = self.machine;
        (load_average > cores as f64 / 2.0).then(|| {
            format!(
                "Noise: {load_average:.1} processes were running on {} before the first row. \
                 Stop other programs, and measure again.",
                counted(cores, "core", "cores")
            )
        })
    }
}

impl LoadRow {
    /// A row with nothing measured yet.
    pub fn new(codec: &str) -> LoadRow {
        LoadRow {
            codec: codec.into(),
            version: None,
            error: None,
            memory: None,
            runs: Vec::new(),
            redis: None,
            versions: BTreeMap::new(),
        }
    }

    /// Adds another round: from then on, each run is that of the faster round. If this round
    /// failed, the row has its error.
    pub fn improve(&mut self, again: LoadRow) {
        let LoadRow { codec: _, version, error, memory, runs, redis, versions } = again;
        self.error = error;
        self.version = self.version.take().or(version);
        self.memory = self.memory.take().or(memory);
        self.redis = self.redis.take().or(redis);
        self.versions.extend(versions);
        for run in runs {
            match self.runs.iter_mut().find(|known| known.is_same(&run)) {
                Some(known) if run.counts_before(known) => *known = run,
                Some(_) => {}
                None => self.runs.push(run),
            }
        }
    }

    /// The run with the plan's connections, which comes before a crowded one.
    pub fn run(&self, endpoint: Endpoint, way: Way, pace: Pace) -> Option<&Run> {
        let is_it = |run: &&Run| run.endpoint == endpoint && run.way == way && run.pace == pace;
        self.runs.iter().find(is_it)
    }

    /// What failed, in words.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        let errors = self.runs.iter().flat_map(|run| {
            let (endpoint, way) = (run.endpoint.name(), run.way.name());
            run.error_kinds
                .iter()
                .map(move |(kind, count)| format!("{endpoint}, {way}: {kind} ({count} times)"))
        });
        self.error.clone().into_iter().chain(errors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round of one closed loop that took `mean` ms per request.
    fn round(mean: f64, errors: u64, error: Option<&str>) -> LoadRow {
        let run = Run {
            endpoint: Endpoint::Add,
            way: Way::Pipeline,
            pace: Pace::Closed,
            concurrency: 2,
            requests: 10,
            seconds: 1.0,
            requests_per_second: 2e3 / mean,
            latency_ms: Latency { mean, ..Latency::default() },
            errors,
            error_kinds: BTreeMap::new(),
            service_cpu_percent: 1.0,
            redis_cpu_percent: 1.0,
            service_cpu_ms: 1.0,
            redis_cpu_ms: 1.0,
            codec_percent: 1.0,
        };
        LoadRow { error: error.map(str::to_owned), runs: vec![run], ..LoadRow::new("larder") }
    }

    /// The means of the runs that count after these rounds.
    fn means(rounds: impl IntoIterator<Item = LoadRow>) -> Vec<f64> {
        let mut row = LoadRow::new("larder");
        rounds.into_iter().for_each(|round| row.improve(round));
        row.runs.iter().map(|run| run.latency_ms.mean).collect()
    }

    #[test]
    fn the_fastest_round_counts_unless_another_had_errors() {
        assert_eq!(means([round(3.0, 0, None), round(2.0, 0, None), round(4.0, 0, None)]), [2.0]);
        assert_eq!(means([round(3.0, 1, None), round(2.0, 0, None)]), [3.0]);
        assert_eq!(means([round(3.0, 0, None), round(9.0, 1, None)]), [9.0]);
    }

    #[test]
    fn a_run_with_more_connections_is_another_run() {
        let mut crowded = round(1.0, 0, None);
        crowded.runs[0].concurrency = 5;
        assert_eq!(means([round(3.0, 0, None), crowded]), [3.0, 1.0]);
    }

    #[test]
    fn a_round_that_fails_is_not_forgotten() {
        let mut row = LoadRow::new("larder");
        row.improve(round(3.0, 0, None));
        row.improve(round(2.0, 0, Some("no heap")));
        assert_eq!(row.faults().collect::<Vec<_>>(), ["no heap"]);
    }
}
