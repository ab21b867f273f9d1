//! The article's Spark job: rows joined with values of a database through Redis, each serializer in a JVM of its own.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::json;

use super::article::Job;
use super::rerun::{Rerun, whole_machine};
use crate::input;
use crate::progress::Progress;
use crate::runner::{Broken, Event, Roundtrip, Runtime, State, Way};
use crate::storage::Storage;

const HEAP: &str = "4g";
const START_LIMIT: Duration = Duration::from_secs(180);
/// All passes of a row together.
const LIMIT_PER_ROW: Duration = Duration::from_millis(1);

/// What the job measured.
#[derive(Serialize)]
pub struct Joined {
    pub rows: u64,
    pub lines: Vec<Line>,
    /// Serializers without figures, and why.
    pub failures: Vec<String>,
    /// Whether one of them is a fault, and not something that this machine lacks.
    #[serde(skip)]
    pub faulty: bool,
}

/// One serializer; rows a second where nothing else is said.
#[derive(Default, Serialize)]
pub struct Line {
    pub serializer: String,
    pub one_get_cold: Option<f64>,
    pub one_get_warm: Option<f64>,
    pub windows_cold: Option<f64>,
    pub windows_warm: Option<f64>,
    /// Growth of Redis's used_memory by a row, with its key and its expiry.
    pub redis_bytes: Option<f64>,
    /// CPU time of the JVM for a row, in microseconds: windows, warm.
    pub cpu_micros: Option<f64>,
    /// Percent of the whole machine, of the JVM: windows.
    pub peak_cpu: Option<f64>,
}

impl Line {
    /// How many times as many rows windows are as one GET a row, both warm.
    pub fn gain(&self) -> Option<f64> {
        Some(self.windows_warm? / self.one_get_warm?)
    }
}

impl Rerun<'_> {
    /// Runs the job; only an interruption or unreadable data is an error.
    pub fn read_through(&self, job: &Job) -> Result<Joined> {
        let rows = if self.full { job.full_rows } else { job.rows };
        let mut joined = Joined { rows, lines: Vec::new(), failures: Vec::new(), faulty: false };
        if !matches!(self.storage, Storage::Private(_)) {
            joined.failures.push("rows are read through a redis-server of their own, and there is none".into());
            return Ok(joined);
        }
        let progress = Progress;
        let bundled = input::named(&job.dataset).context("a job names a bundled dataset")?;
        let dataset = input::bundled(bundled, bundled.default_count(), self.runtimes, &progress)?;
        if let Some(why) = &dataset.unusable {
            joined.failures.push(why.clone());
            return Ok(joined);
        }
        let values = self.runtimes.scratch().join("read-through.jsonl");
        dataset.write(&values)?;
        let bar = progress.count("starting Spark", self.article.serializers.len());
        for (serializer, codec) in &self.article.serializers {
            bar.set_message(format!("{} · read-through · {serializer}", self.article.id));
            match self.joined(serializer, codec.as_deref(), &dataset.id, &values, rows)? {
                Ok(line) => joined.lines.push(line),
                Err(why) => {
                    joined.faulty = true;
                    joined.failures.push(format!("{serializer}: {why}"));
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(joined)
    }

    fn joined(
        &self,
        serializer: &str,
        codec: Option<&str>,
        dataset: &str,
        values: &Path,
        rows: u64,
    ) -> Result<Result<Line, String>> {
        let job = json!({
            "dataset": dataset,
            "values": values,
            "codec": codec,
            "scratch": self.runtimes.scratch(),
            "loops": rows,
            "redis": self.storage.job(),
            "larder": std::env::current_exe().ok(),
        });
        let limit = START_LIMIT + LIMIT_PER_ROW * u32::try_from(rows)?;
        let mut process = match self.runtimes.start_with_heap(Runtime::Spark, &["read-through"], &job, limit, HEAP) {
            Ok(process) => process,
            Err(error) => return Ok(Err(format!("{error:#}"))),
        };
        let mut line = Line { serializer: serializer.into(), ..Line::default() };
        loop {
            match process.next_event() {
                Ok(Event::Roundtrip { result: Roundtrip::Failed, loss }) => {
                    return Ok(Err(loss.unwrap_or_else(|| "the codec failed".into())));
                }
                Ok(Event::Rows { way, state, rows, seconds, cpu_seconds }) => {
                    let throughput = Some(rows as f64 / seconds);
                    match (way, state) {
                        (Way::OneGet, State::Cold) => line.one_get_cold = throughput,
                        (Way::OneGet, State::Warm) => line.one_get_warm = throughput,
                        (Way::Windows, State::Cold) => line.windows_cold = throughput,
                        (Way::Windows, State::Warm) => {
                            line.windows_warm = throughput;
                            line.cpu_micros = Some(cpu_seconds * 1e6 / rows as f64);
                        }
                    }
                }
                Ok(Event::Redis(figures)) => line.redis_bytes = Some(figures.bytes_per_value),
                Ok(Event::Done) => break,
                Ok(_) => {}
                Err(Broken::Interrupted(interrupted)) => return Err(interrupted.into()),
                Err(broken) => return Ok(Err(broken.to_string())),
            }
        }
        line.peak_cpu = process.cpu().peak_percent.map(whole_machine);
        Ok(Ok(line))
    }
}
