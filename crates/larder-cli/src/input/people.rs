//! The `people` dataset: jfairy's persons, which the JVM runner generates once and
//! `target/datasets` keeps.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use larder_datasets::SEED;

use crate::progress::Progress;
use crate::runner::{Broken, Runtime, Runtimes, Task};

const START_LIMIT: Duration = Duration::from_secs(60);
const LIMIT_PER_PERSON: Duration = Duration::from_millis(2);

/// `count` people as JSON lines, or why there are none here.
pub fn lines(
    count: usize,
    runtimes: &Runtimes,
    progress: &Progress,
) -> Result<Result<Vec<String>, String>> {
    let Some(home) = runtimes.home() else {
        return Ok(Err(
            "the JVM's runner generates people, and it is not beside this binary: run \
                       the binary inside a checkout, or set LARDER_HOME to a checkout"
                .into(),
        ));
    };
    let kept = home.cache().join(format!("people-{count}.jsonl"));
    if is_newer(&kept, &home.jvm_runner())
        && let Ok(text) = fs::read_to_string(&kept)
    {
        return Ok(Ok(text.lines().map(str::to_owned).collect()));
    }
    let bar = progress.count(&format!("people: generating {count} with jfairy"), count);
    let limit = START_LIMIT + LIMIT_PER_PERSON * u32::try_from(count).unwrap_or(u32::MAX);
    let (count_text, seed) = (count.to_string(), SEED.to_string());
    let task = Task {
        runtime: Runtime::Jvm,
        verb: &["people", &count_text, &seed],
        job: None,
        limit,
        heap: None,
    };
    let mut process = match runtimes.start(&task) {
        Ok(process) => process,
        Err(error) => {
            return Ok(Err(format!("the JVM's runner cannot generate people: {error:#}")));
        }
    };
    let mut lines = Vec::with_capacity(count);
    while lines.len() < count {
        match process.next_line() {
            Ok(line) => {
                lines.push(line);
                bar.inc(1);
            }
            Err(Broken::Interrupted(interrupted)) => return Err(interrupted.into()),
            Err(broken) => {
                return Ok(Err(format!("the JVM's runner cannot generate people: {broken}")));
            }
        }
    }
    // If the checkout cannot be written to, people are generated anew each time.
    let _ = keep(&kept, &lines);
    Ok(Ok(lines))
}

fn is_newer(kept: &Path, runner: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    match (modified(kept), modified(runner)) {
        (Some(kept), Some(runner)) => kept > runner,
        (kept, _) => kept.is_some(),
    }
}

fn keep(path: &PathBuf, lines: &[String]) -> Result<()> {
    let folder = path.parent().context("the cache has no folder")?;
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    for line in lines {
        writeln!(file, "{line}")?;
    }
    file.persist(path)?;
    Ok(())
}
