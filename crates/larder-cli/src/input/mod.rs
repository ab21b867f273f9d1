//! What is compared: a bundled dataset, a file, standard input, or a live Redis.

mod foreign;
mod json;
mod people;
mod redis;

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use larder_datasets::Dataset as Bundled;

pub use self::json::Original;
use self::json::{Layout, Values};
use crate::failure::Usage;
use crate::profiles::Profiles;
use crate::progress::Progress;
use crate::redis::{TlsArgs, is_url, without_secrets};
use crate::runner::Runtimes;

/// What one INPUT argument names. It is parsed before anything is read or started, so that a wrong
/// name costs nothing.
pub enum Input {
    /// A bundled dataset and how many of its values.
    Bundled(&'static Bundled, usize),
    File(PathBuf),
    /// A folder of files, each of which is a value in any format.
    Folder(PathBuf),
    Stdin,
    Redis(Box<redis::Source>),
}

/// The id of the dataset that only the JVM can generate.
pub const PEOPLE: &str = "people";

impl Input {
    /// TLS flags are for a Redis.
    pub fn parse(text: &str, tls: &TlsArgs) -> Result<Input> {
        if let Some(bundled) = larder_datasets::named(text) {
            return Ok(Input::Bundled(bundled, bundled.default_count()));
        }
        if let Some((id, count)) = text.split_once(':')
            && let Some(bundled) = larder_datasets::named(id)
        {
            let count = count.parse().ok().filter(|&count| count > 0);
            let count = count.ok_or_else(|| {
                Usage(format!("{text}: expected a number of values above 0, as in {id}:500"))
            })?;
            return Ok(Input::Bundled(bundled, count));
        }
        if text == "-" {
            return Ok(Input::Stdin);
        }
        if is_url(text) {
            return Ok(Input::Redis(redis::Source::parse(text, tls)?.into()));
        }
        let path = Path::new(text);
        if path.is_file() {
            return Ok(Input::File(path.into()));
        }
        if path.is_dir() {
            return Ok(Input::Folder(path.into()));
        }
        let ids: Vec<&str> = larder_datasets::all().iter().map(|bundled| bundled.id).collect();
        Err(Usage(format!(
            "{} is neither a bundled dataset nor a file. Bundled datasets: {}. Or name a .json, \
             .jsonl or .ndjson file, a file or \
             folder of values in any format, - for standard input, or a redis:// URL.",
            without_secrets(text),
            ids.join(", ")
        ))
        .into())
    }

    /// Of a Redis, takes a random sample each time, of all keys that match. The names of all of
    /// these are read for it.
    #[must_use]
    pub fn at_random(self) -> Self {
        match self {
            Input::Redis(source) => Input::Redis(Box::new(source.at_random())),
            other => other,
        }
    }

    /// An error if the input is a Redis that cannot be used. Called before anything is started.
    pub fn prove(&self) -> Result<()> {
        if let Input::Redis(source) = self { source.prove() } else { Ok(()) }
    }

    /// Reads or generates the values, which may be under these profiles, and those of a Redis under
    /// profiles that it has. An input without values is an error, and so is malformed text.
    pub fn load(
        &self,
        profiles: &Profiles,
        runtimes: &Runtimes,
        progress: &Progress,
    ) -> Result<Dataset> {
        let dataset = self.take(profiles, runtimes, progress)?;
        match &dataset.unusable {
            Some(why) => Err(Usage(format!("{}: {why}", dataset.id)).into()),
            None => Ok(dataset),
        }
    }

    fn take(
        &self,
        profiles: &Profiles,
        runtimes: &Runtimes,
        progress: &Progress,
    ) -> Result<Dataset> {
        let foreign = || foreign::Values::new(profiles);
        match self {
            Input::Bundled(dataset, count) => bundled(dataset, *count, runtimes, progress),
            Input::File(path) => {
                let name = path.display().to_string();
                let bytes = fs::read(path).with_context(|| format!("{name} cannot be read"))?;
                let layout = match path.extension().and_then(|extension| extension.to_str()) {
                    Some("jsonl" | "ndjson") => Layout::Lines,
                    Some("json") => Layout::Document,
                    _ if foreign::is_foreign(&bytes) => {
                        let mut values = foreign()?;
                        values.take(&bytes);
                        return Ok(Dataset::new(&name, "your file".into(), values.finish()));
                    }
                    _ => Layout::Document,
                };
                Ok(Dataset::new(
                    &name,
                    "your file".into(),
                    foreign()?.unpacked(json::read(&bytes, &name, layout)?),
                ))
            }
            Input::Folder(path) => {
                let name = path.display().to_string();
                let bar = progress.open("reading", "files");
                let values = foreign::folder(path, foreign()?, &bar);
                bar.finish_and_clear();
                Ok(Dataset::new(&name, "your folder".into(), values?))
            }
            Input::Stdin => {
                let mut bytes = Vec::new();
                io::stdin()
                    .lock()
                    .read_to_end(&mut bytes)
                    .context("standard input cannot be read")?;
                let values = foreign()?.unpacked(json::read(&bytes, "stdin", Layout::Document)?);
                Ok(Dataset::new("stdin", "standard input".into(), values))
            }
            Input::Redis(source) => Ok(Dataset::new(
                &source.name(),
                "a sample of a live Redis".into(),
                source.read(profiles)?,
            )),
        }
    }
}

/// `count` values of a bundled dataset.
pub fn bundled(
    bundled: &Bundled,
    count: usize,
    runtimes: &Runtimes,
    progress: &Progress,
) -> Result<Dataset> {
    let lines = match bundled.lines(count) {
        Some(lines) => lines,
        None => match people::lines(count, runtimes, progress)? {
            Ok(lines) => lines,
            Err(why) => return Ok(Dataset::unusable(bundled.id, why)),
        },
    };
    Ok(Dataset::new(bundled.id, bundled.about.into(), Values { lines, ..Values::default() }))
}

/// Values to compare codecs on: compact JSON, one value per line.
pub struct Dataset {
    pub id: String,
    pub about: String,
    pub lines: Vec<String>,
    /// For each line that was read from a format other than JSON, the value itself, which may hold
    /// what JSON cannot; empty if there is no such line.
    originals: Vec<Option<Original>>,
    pub notes: Vec<String>,
    /// What the lines lack of their originals.
    pub lost: Vec<String>,
    /// Why there is nothing to measure.
    pub unusable: Option<String>,
}

impl Dataset {
    fn new(id: &str, about: String, values: Values) -> Dataset {
        let unusable = values.lines.is_empty().then(|| match values.notes.first() {
            Some(_) => format!("the input holds no usable values: {}", values.notes.join("; ")),
            None => "the input holds no values".to_owned(),
        });
        Dataset {
            id: id.into(),
            about,
            lines: values.lines,
            originals: values.originals,
            notes: values.notes,
            lost: values.lost,
            unusable,
        }
    }

    fn unusable(id: &str, why: String) -> Dataset {
        Dataset {
            id: id.into(),
            about: String::new(),
            lines: Vec::new(),
            originals: Vec::new(),
            notes: Vec::new(),
            lost: Vec::new(),
            unusable: Some(why),
        }
    }

    /// The lines, each with the value that it was read from if its format is not JSON.
    pub fn into_originals(self) -> impl Iterator<Item = (String, Option<Original>)> {
        self.lines
            .into_iter()
            .zip(self.originals.into_iter().chain(std::iter::repeat_with(|| None)))
    }

    /// How many of the values differ from each other.
    pub fn distinct(&self) -> usize {
        self.lines.iter().collect::<HashSet<_>>().len()
    }

    /// The mean length of a value as compact JSON, in bytes.
    pub fn json_bytes_mean(&self) -> f64 {
        self.lines.iter().map(String::len).sum::<usize>() as f64 / self.lines.len().max(1) as f64
    }

    /// The length of all values together as compact JSON, in bytes.
    pub fn json_bytes(&self) -> usize {
        self.lines.iter().map(String::len).sum()
    }

    /// Writes the values to a JSON-lines file.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut file = io::BufWriter::new(fs::File::create(path)?);
        for line in &self.lines {
            file.write_all(line.as_bytes())?;
            file.write_all(b"\n")?;
        }
        file.flush()
    }
}
