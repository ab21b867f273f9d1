//! Runs an article's experiments, each codec in a process of its own.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;

use super::article::{Article, Experiment, Figure};
use super::results::Measurements;
use crate::input::{self, Dataset};
use crate::machine::{lacks_memory, percent_of_all_cores};
use crate::progress::{Progress, place_of};
use crate::runner::{Event, Op, Roundtrip, Runtime, Runtimes, Task};
use crate::storage::Storage;

/// The memory that a JVM needs besides its heap.
const BESIDE_THE_HEAP: u64 = 1 << 30;

/// An article's rerun on this machine.
pub struct Rerun<'a> {
    pub article: &'a Article,
    pub runtime: Runtime,
    pub runtimes: &'a Runtimes,
    pub storage: &'a Storage,
    /// Whether to use the article's own sizes.
    pub full: bool,
    /// How often each codec is measured.
    pub rounds: u32,
}

impl Rerun<'_> {
    /// Measures what can be measured; only an interruption or unreadable data is an error.
    pub fn run(&self) -> Result<Measurements> {
        let progress = Progress;
        let mut measured = Measurements::default();
        let experiments = self.article.experiments.iter().enumerate();
        let chosen: Vec<(usize, &Experiment)> =
            experiments.filter(|(_, experiment)| self.full || !experiment.full).collect();
        let bar = progress.count("starting", chosen.len() * self.in_turn().count());
        for (at, experiment) in chosen {
            let bundled = larder_datasets::named(&experiment.dataset)
                .context("an article must name a bundled dataset")?;
            let dataset = bar.suspend(|| {
                input::bundled(bundled, bundled.default_count(), self.runtimes, &progress)
            })?;
            let values = self.runtimes.scratch().join(format!("{at}.jsonl"));
            dataset.write(&values)?;
            for (round, (name, id)) in self.in_turn() {
                bar.set_message(format!(
                    "{} · {} · {name}{}",
                    self.article.id,
                    experiment.cases[0],
                    place_of(round, self.rounds)
                ));
                bar.inc(1);
                if measured.has_failed(at, name) {
                    continue;
                }
                let loops = self.measure(experiment, id, &dataset, &values)?;
                loops
                    .figures
                    .into_iter()
                    .for_each(|(figure, value)| measured.record(at, name, figure, value));
                if let Some(why) = loops.failure {
                    measured.fail(at, name, why, loops.faulty);
                }
            }
        }
        bar.finish_and_clear();
        Ok(measured)
    }

    /// All codecs of the article, in each round: the round, and the name and id of a codec.
    pub fn in_turn(&self) -> impl Iterator<Item = (u32, (&str, Option<&str>))> {
        (1..=self.rounds).flat_map(|round| self.article.codecs().map(move |codec| (round, codec)))
    }

    /// Runs one codec through one experiment.
    fn measure(
        &self,
        experiment: &Experiment,
        id: Option<&str>,
        dataset: &Dataset,
        values: &Path,
    ) -> Result<Loops> {
        if let Some(why) = &dataset.unusable {
            return Ok(Loops::nothing(why));
        }
        let here = self.runtimes.found.iter().find(|found| found.runtime == self.runtime);
        let listed = here.into_iter().flat_map(|found| &found.codecs);
        match listed.into_iter().find(|listed| Some(listed.id.as_str()) == id) {
            Some(listed) if listed.available => {}
            Some(listed) => {
                return Ok(Loops::nothing(listed.why.as_deref().unwrap_or("not available here")));
            }
            None => {
                return Ok(Loops::nothing(format!(
                    "the runtime {} has no such codec",
                    self.runtime.id()
                )));
            }
        }
        if let Some(why) = experiment.heap.as_deref().and_then(too_large) {
            return Ok(Loops::nothing(why));
        }
        let list = experiment.list.as_ref();
        let job = json!({
            "dataset": dataset.id,
            "values": values,
            "codec": id,
            "scratch": self.runtimes.scratch(),
            "loops": experiment.loops,
            "redis": list.map(|_| self.storage.job()),
            // A runner may call it to train a profile.
            "larder": std::env::current_exe().ok(),
            "entries": list.map(|list| if self.full { list.full_entries } else { list.entries }),
        });
        let task = Task {
            runtime: self.runtime,
            verb: &["loops"],
            job: Some(&job),
            limit: Duration::from_secs(120)
                + Duration::from_micros(150) * u32::try_from(experiment.loops)?,
            heap: experiment.heap.as_deref(),
        };
        let mut loops = Loops::default();
        let mut skipped = None;
        let ended = self.runtimes.run(&task, |event| {
            match event {
                Event::Roundtrip { result: Roundtrip::Failed, loss } => {
                    return Err(loss.unwrap_or_else(|| "the codec failed".into()));
                }
                Event::Skipped { reason } => skipped = Some(reason),
                Event::Bytes { sizes } if !sizes.is_empty() => {
                    loops.figures.push((
                        Figure::Bytes,
                        sizes.iter().sum::<u64>() as f64 / sizes.len() as f64,
                    ));
                }
                Event::Loop { op: Op::Encode, seconds, .. } => {
                    loops.figures.push((Figure::EncodeTime, seconds))
                }
                Event::Loop { op: Op::Decode, seconds, .. } => {
                    loops.figures.push((Figure::DecodeTime, seconds))
                }
                Event::List { entries, used_memory } => {
                    // The published figure is of the full list.
                    let whole = list.map_or(entries, |list| list.full_entries);
                    loops
                        .figures
                        .push((Figure::UsedMemory, used_memory * whole as f64 / entries as f64));
                }
                Event::Redis(figures) => loops.failure = figures.error,
                _ => {}
            }
            Ok(())
        })?;
        let cpu = match ended {
            Ok(cpu) => cpu,
            Err(why) => return Ok(Loops::fault(why)),
        };
        if let Some(reason) = skipped {
            return Ok(Loops::nothing(reason));
        }
        if let Some(percent) = cpu.peak_percent {
            loops.figures.push((Figure::PeakCpu, percent_of_all_cores(percent)));
        }
        Ok(loops)
    }
}

/// What the process of one codec measured.
#[derive(Default)]
struct Loops {
    figures: Vec<(Figure, f64)>,
    /// Why figures are missing.
    failure: Option<String>,
    /// Whether that is a fault, and not something that this machine lacks.
    faulty: bool,
}

impl Loops {
    fn nothing(why: impl Into<String>) -> Loops {
        Loops { failure: Some(why.into()), ..Loops::default() }
    }

    fn fault(why: impl Into<String>) -> Loops {
        Loops { faulty: true, ..Loops::nothing(why) }
    }
}

/// Why a JVM with this -Xmx is not started here; none if it fits.
fn too_large(heap: &str) -> Option<String> {
    let bytes = heap.strip_suffix('g')?.parse::<u64>().ok()? << 30;
    lacks_memory(bytes + BESIDE_THE_HEAP)
        .map(|why| format!("a JVM with -Xmx{heap} does not fit: {why}"))
}
