//! Runs the article's Spark job, which joins rows with values of a database through Redis; each
//! codec in a JVM of its own.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;

use super::article::SparkJob;
use super::rerun::Rerun;
use super::results::{ReadThrough, ReadThroughLine};
use crate::input;
use crate::machine::percent_of_all_cores;
use crate::progress::{Progress, place_of};
use crate::runner::{CacheState, Event, ReadWay, Roundtrip, Runtime, Task};
use crate::storage::Storage;

const HEAP: &str = "4g";
const START_LIMIT: Duration = Duration::from_secs(180);
/// All passes of a row together.
const LIMIT_PER_ROW: Duration = Duration::from_millis(1);

impl Rerun<'_> {
    /// Runs the job; only an interruption or unreadable data is an error.
    pub fn read_through(&self, job: &SparkJob) -> Result<ReadThrough> {
        let rows = if self.full { job.full_rows } else { job.rows };
        let mut joined =
            ReadThrough { rows, lines: Vec::new(), failures: Vec::new(), faulty: false };
        if !matches!(self.storage, Storage::Private(_)) {
            joined
                .failures
                .push("the Spark job needs a private redis-server, and none is installed".into());
            return Ok(joined);
        }
        let progress = Progress;
        let bundled = larder_datasets::named(&job.dataset)
            .context("the Spark job must name a bundled dataset")?;
        let dataset = input::bundled(bundled, bundled.default_count(), self.runtimes, &progress)?;
        if let Some(why) = &dataset.unusable {
            joined.failures.push(why.clone());
            return Ok(joined);
        }
        let values = self.runtimes.scratch().join("read-through.jsonl");
        dataset.write(&values)?;
        let bar = progress.count("starting Spark", self.in_turn().count());
        let mut failed = Vec::new();
        for (round, (name, id)) in self.in_turn() {
            bar.set_message(format!(
                "{} · read-through · {name}{}",
                self.article.id,
                place_of(round, self.rounds)
            ));
            if !failed.contains(&name) {
                match self.join(name, id, &dataset.id, &values, rows)? {
                    Ok(line) => joined.improve(line),
                    Err(why) => {
                        failed.push(name);
                        joined.fail(name, &why);
                    }
                }
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(joined)
    }

    fn join(
        &self,
        name: &str,
        id: Option<&str>,
        dataset: &str,
        values: &Path,
        rows: u64,
    ) -> Result<Result<ReadThroughLine, String>> {
        let job = json!({
            "dataset": dataset,
            "values": values,
            "codec": id,
            "scratch": self.runtimes.scratch(),
            "loops": rows,
            "redis": self.storage.job(),
            "larder": std::env::current_exe().ok(),
        });
        let task = Task {
            runtime: Runtime::Spark,
            verb: &["read-through"],
            job: Some(&job),
            limit: START_LIMIT + LIMIT_PER_ROW * u32::try_from(rows)?,
            heap: Some(HEAP),
        };
        let mut line = ReadThroughLine { codec: name.into(), ..ReadThroughLine::default() };
        let ended = self.runtimes.run(&task, |event| {
            match event {
                Event::Roundtrip { result: Roundtrip::Failed, loss } => {
                    return Err(loss.unwrap_or_else(|| "the codec failed".into()));
                }
                Event::Rows { way, state, rows, seconds, cpu_seconds } => {
                    let throughput = Some(rows as f64 / seconds);
                    match (way, state) {
                        (ReadWay::OneGet, CacheState::Cold) => line.one_get_cold = throughput,
                        (ReadWay::OneGet, CacheState::Warm) => line.one_get_warm = throughput,
                        (ReadWay::Windows, CacheState::Cold) => line.windows_cold = throughput,
                        (ReadWay::Windows, CacheState::Warm) => {
                            line.windows_warm = throughput;
                            line.cpu_micros = Some(cpu_seconds * 1e6 / rows as f64);
                        }
                    }
                }
                Event::Redis(figures) => line.redis_bytes = Some(figures.bytes_per_value),
                _ => {}
            }
            Ok(())
        })?;
        Ok(ended.map(|cpu| {
            line.peak_cpu = cpu.peak_percent.map(percent_of_all_cores);
            line
        }))
    }
}
