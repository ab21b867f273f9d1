//! Runs an article's experiments, each serializer in a process of its own.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use super::article::{Article, Experiment, Figure};
use super::outcome::Measured;
use crate::input::{self, Dataset};
use crate::progress::Progress;
use crate::runner::{Broken, Event, Op, Roundtrip, Runtime, Runtimes};
use crate::storage::Storage;

/// What the machine needs beside the JVM's heap.
const BESIDE_THE_HEAP: u64 = 1 << 30;

/// An article's rerun on this machine.
pub struct Rerun<'a> {
    pub article: &'a Article,
    pub runtime: Runtime,
    pub runtimes: &'a Runtimes,
    pub storage: &'a Storage,
    /// The article's own sizes.
    pub full: bool,
}

impl Rerun<'_> {
    /// Measures what can be measured; only an interruption or unreadable data is an error.
    pub fn run(&self) -> Result<Measured> {
        let progress = Progress;
        let mut measured = Measured::default();
        let experiments = self.article.experiments.iter().enumerate();
        let chosen: Vec<(usize, &Experiment)> = experiments.filter(|(_, experiment)| self.full || !experiment.full).collect();
        let bar = progress.count("starting", chosen.len() * self.article.serializers.len());
        for (at, experiment) in chosen {
            let bundled = input::named(&experiment.dataset).context("an article names a bundled dataset")?;
            let dataset = bar.suspend(|| input::bundled(bundled, bundled.default_count(), self.runtimes, &progress))?;
            let values = self.runtimes.scratch().join(format!("{at}.jsonl"));
            dataset.write(&values)?;
            for (serializer, codec) in &self.article.serializers {
                bar.set_message(format!("{} · {} · {serializer}", self.article.id, experiment.cases[0]));
                let taken = self.measure(experiment, codec.as_deref(), &dataset, &values)?;
                taken.figures.into_iter().for_each(|(figure, value)| measured.record(at, serializer, figure, value));
                if let Some(why) = taken.failure {
                    measured.fail(at, serializer, why, taken.faulty);
                }
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
        Ok(measured)
    }

    /// Runs one serializer through one experiment.
    fn measure(&self, experiment: &Experiment, codec: Option<&str>, dataset: &Dataset, values: &Path) -> Result<Taken> {
        if let Some(why) = &dataset.unusable {
            return Ok(Taken::nothing(why));
        }
        let here = self.runtimes.found.iter().find(|found| found.runtime == self.runtime);
        let listed = here.into_iter().flat_map(|found| &found.codecs);
        match listed.into_iter().find(|listed| Some(listed.id.as_str()) == codec) {
            Some(listed) if listed.available => {}
            Some(listed) => return Ok(Taken::nothing(listed.why.as_deref().unwrap_or("not available here"))),
            None => return Ok(Taken::nothing(format!("{} has no such codec", self.runtime.id()))),
        }
        if let Some(why) = experiment.heap.as_deref().and_then(too_large) {
            return Ok(Taken::nothing(why));
        }
        let list = experiment.list.as_ref();
        let job = json!({
            "dataset": dataset.id,
            "values": values,
            "codec": codec,
            "scratch": self.runtimes.scratch(),
            "loops": experiment.loops,
            "redis": list.map(|_| self.storage.job()),
            // Learns the profiles of Larder's faster tiers.
            "larder": std::env::current_exe().ok(),
            "entries": list.map(|list| if self.full { list.full_entries } else { list.entries }),
        });
        let limit = Duration::from_secs(120) + Duration::from_micros(150) * u32::try_from(experiment.loops)?;
        let started = match &experiment.heap {
            Some(heap) => self.runtimes.start_with_heap(self.runtime, &["loops"], &job, limit, heap),
            None => self.runtimes.start(self.runtime, &["loops"], Some(&job), limit),
        };
        let mut process = match started {
            Ok(process) => process,
            Err(error) => return Ok(Taken::fault(format!("{error:#}"))),
        };
        let mut taken = Taken::default();
        loop {
            match process.next_event() {
                Ok(Event::Roundtrip { result: Roundtrip::Failed, loss }) => {
                    return Ok(Taken::fault(loss.unwrap_or_else(|| "the codec failed".into())));
                }
                Ok(Event::Bytes { sizes }) if !sizes.is_empty() => {
                    taken.figures.push((Figure::Bytes, sizes.iter().sum::<u64>() as f64 / sizes.len() as f64));
                }
                Ok(Event::Loop { op: Op::Encode, seconds, .. }) => taken.figures.push((Figure::EncodeTime, seconds)),
                Ok(Event::Loop { op: Op::Decode, seconds, .. }) => taken.figures.push((Figure::DecodeTime, seconds)),
                Ok(Event::List { entries, used_memory }) => {
                    // The published figure is of the full list.
                    let whole = list.map_or(entries, |list| list.full_entries);
                    taken.figures.push((Figure::UsedMemory, used_memory * whole as f64 / entries as f64));
                }
                Ok(Event::Redis(figures)) => taken.failure = figures.error,
                Ok(Event::Done) => break,
                Ok(_) => {}
                Err(Broken::Interrupted(interrupted)) => return Err(interrupted.into()),
                Err(broken) => return Ok(Taken::fault(broken.to_string())),
            }
        }
        if let Some(percent) = process.cpu().peak_percent {
            taken.figures.push((Figure::PeakCpu, whole_machine(percent)));
        }
        Ok(taken)
    }
}

/// What one serializer's process gave.
#[derive(Default)]
struct Taken {
    figures: Vec<(Figure, f64)>,
    /// Why there are none, or fewer.
    failure: Option<String>,
    /// Whether that is a fault, and not something that this machine lacks.
    faulty: bool,
}

impl Taken {
    fn nothing(why: impl Into<String>) -> Taken {
        Taken { failure: Some(why.into()), ..Taken::default() }
    }

    fn fault(why: impl Into<String>) -> Taken {
        Taken { faulty: true, ..Taken::nothing(why) }
    }
}

/// Percent of one core, as percent of all of them.
pub fn whole_machine(percent: f64) -> f64 {
    percent / std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as f64
}

/// Why a JVM with this -Xmx is not started here.
fn too_large(heap: &str) -> Option<String> {
    let bytes = heap.strip_suffix('g')?.parse::<u64>().ok()? << 30;
    lacks_memory(bytes + BESIDE_THE_HEAP).map(|why| format!("-Xmx{heap} does not fit: {why}"))
}

/// Why something that needs so many bytes is not tried here.
pub fn lacks_memory(needed: u64) -> Option<String> {
    let memory = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(memory)).ok()?;
    let available = system.available_memory();
    (needed > available).then(|| {
        let gigabytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        format!("{:.0} GiB of memory are available, {:.0} are needed", gigabytes(available), gigabytes(needed))
    })
}
