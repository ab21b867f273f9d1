//! Measures one row: runs a runner for one codec and collects what it prints.

use std::path::Path;

use anyhow::Result;
use serde_json::json;

use super::plan::ComparePlan;
use super::row::{Bytes, CompareRow};
use crate::input::Dataset;
use crate::runner::{Cpu, Event, FoundRuntime, ListedCodec, Op, Phase, Roundtrip, Runtimes, Task};
use crate::storage::{KEY_LENGTH, Storage, formula};
use crate::timing::Timing;

/// The files that runners of one dataset and runtime share.
pub struct Files<'a> {
    pub values: &'a Path,
    pub scratch: &'a Path,
}

/// What all rows of a comparison are measured with.
pub struct CompareBench<'a> {
    pub runtimes: &'a Runtimes,
    pub plan: &'a ComparePlan,
    pub storage: &'a Storage,
}

/// The outcome of measuring a codec.
pub enum Measured {
    Row(Box<CompareRow>),
    /// The codec does not apply to the values, for this reason.
    Skipped(String),
}

impl Measured {
    /// Whether there are times, which another round may improve.
    pub fn was_timed(&self) -> bool {
        matches!(self, Measured::Row(row) if row.error.is_none())
    }

    /// What was measured, with the times of another round where they are faster.
    pub fn or_faster(self, again: Measured) -> Measured {
        match (self, again) {
            (Measured::Row(row), Measured::Row(again)) => {
                Measured::Row(row.or_faster(*again).into())
            }
            (_, skipped) => skipped,
        }
    }
}

impl CompareBench<'_> {
    /// Measures `codec` on `dataset`. If the codec or its runner fails, so does the row; only an
    /// interruption is an error.
    pub fn measure(
        &self,
        found: &FoundRuntime,
        codec: &ListedCodec,
        dataset: &Dataset,
        files: &Files,
        phase: impl Fn(Phase),
    ) -> Result<Measured> {
        let mut skipped = None;
        let row = self.row(found, codec, dataset, files, phase, &mut skipped)?;
        Ok(skipped.map_or_else(|| Measured::Row(row.into()), Measured::Skipped))
    }

    fn row(
        &self,
        found: &FoundRuntime,
        codec: &ListedCodec,
        dataset: &Dataset,
        files: &Files,
        phase: impl Fn(Phase),
        skipped: &mut Option<String>,
    ) -> Result<CompareRow> {
        let row = CompareRow::new(
            &dataset.id,
            found.runtime.id(),
            &codec.id,
            codec.library_and_version(),
            dataset.lines.len(),
        );
        if !codec.available {
            return Ok(row.failed(codec.why.as_deref().unwrap_or("not available here")));
        }
        let job = json!({
            "dataset": dataset.id,
            "values": files.values,
            "codec": codec.id,
            "scratch": files.scratch,
            "plan": self.plan.job(found.runtime),
            "redis": self.storage.job(),
            "larder": std::env::current_exe().ok(),
        });
        let task = Task {
            runtime: found.runtime,
            verb: &["measure"],
            job: Some(&job),
            limit: self.plan.limit(dataset.json_bytes()),
            heap: None,
        };
        let mut collected = Collected {
            row,
            sizes: Vec::new(),
            redis_asked: !job["redis"].is_null(),
            checked: false,
        };
        let ended = self.runtimes.run(&task, |event| {
            match event {
                Event::Phase { phase: begun } => phase(begun),
                Event::Skipped { reason } => *skipped = Some(reason),
                event => collected.take(event),
            }
            Ok(())
        })?;
        Ok(match ended {
            Ok(cpu) => collected.row(cpu),
            Err(why) => collected.row.failed(why),
        })
    }
}

/// What a runner has said so far.
struct Collected {
    row: CompareRow,
    sizes: Vec<u64>,
    redis_asked: bool,
    checked: bool,
}

impl Collected {
    fn take(&mut self, event: Event) {
        let row = &mut self.row;
        match event {
            Event::Roundtrip { result, loss } => {
                self.checked = true;
                row.roundtrip = result;
                match result {
                    Roundtrip::Failed => row.error = loss,
                    Roundtrip::Lossy | Roundtrip::Exact => row.loss = loss,
                }
            }
            Event::Bytes { sizes } => {
                row.bytes = Bytes::of(&sizes);
                self.sizes = sizes;
            }
            Event::Time { op: Op::Encode, ns, alloc_bytes, warm } => {
                row.encode_ns = Timing::of(ns, warm);
                row.encode_alloc_bytes = alloc_bytes;
            }
            Event::Time { op: Op::Decode, ns, alloc_bytes, warm } => {
                row.decode_ns = Timing::of(ns, warm);
                row.decode_alloc_bytes = alloc_bytes;
            }
            Event::Redis(figures) => match figures.error {
                Some(error) => row.notes.push(format!("Redis memory is estimated: {error}")),
                None => {
                    row.redis_bytes_per_value = Some(figures.bytes_per_value);
                    row.redis_memory_usage_per_value = figures.memory_usage_per_value;
                    row.redis_list_bytes_per_value = figures.list_bytes_per_value;
                }
            },
            Event::Note { text } => row.notes.push(text),
            Event::Runtime(_)
            | Event::Skipped { .. }
            | Event::Phase { .. }
            | Event::Loop { .. }
            | Event::List { .. }
            | Event::Rows { .. }
            | Event::Done => {}
        }
    }

    fn row(self, cpu: Cpu) -> CompareRow {
        let Collected { mut row, sizes, redis_asked, checked } = self;
        if !checked {
            return row.failed("the runner ended before it had checked a round trip");
        }
        if row.roundtrip == Roundtrip::Failed {
            let why = row.error.take().unwrap_or_else(|| "the codec failed".into());
            return row.failed(why);
        }
        if row.encode_ns.is_none() || row.decode_ns.is_none() {
            return row.failed("the runner ended before it had timed the codec");
        }
        row.cpu_peak_percent = cpu.peak_percent;
        row.cpu_mean_percent = cpu.mean_percent;
        if row.redis_bytes_per_value.is_none() && !sizes.is_empty() {
            let mean = |bytes: fn(u64) -> u64| {
                sizes.iter().map(|&size| bytes(size)).sum::<u64>() as f64 / sizes.len() as f64
            };
            row.redis_bytes_per_value = Some(mean(|size| formula::string_bytes(KEY_LENGTH, size)));
            row.redis_list_bytes_per_value = Some(mean(formula::list_entry_bytes));
            row.redis_estimated = true;
            if redis_asked && !row.notes.iter().any(|note| note.starts_with("Redis")) {
                row.notes.push("Redis memory is estimated: the runner did not measure it".into());
            }
        }
        row
    }
}
