//! Raw values in any format, as compact JSON lines for the runners, with notes on what JSON cannot
//! hold.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use indicatif::ProgressBar;
use larder::detect::{Confidence, ContentKind, Detection, detect};
use larder::format::{AnyDecoder, AnyEncoder, Format, Losses};
use larder::{Error, Limits};

use super::json::{self, Layout, Original};
use crate::interrupt;
use crate::profiles::{self, Profiles};
use crate::table::counted;

/// Raw values that were read.
pub struct Values {
    lines: Vec<String>,
    /// The value of each line that was read from a format other than JSON.
    originals: Vec<Option<Original>>,
    /// How many values there are of each format and compression.
    kinds: BTreeMap<String, usize>,
    /// What JSON lost.
    losses: Losses,
    /// How many values are left out, and the first reason.
    left_out: usize,
    first_reason: Option<String>,
    /// How many values may be in another format as well.
    ambiguous: usize,
    /// Decodes values in the Larder format, which may be under a profile.
    larder: profiles::Decoder,
}

/// Whether bytes are certainly a value in a format other than JSON.
pub fn is_foreign(bytes: &[u8]) -> bool {
    let detection = detect(bytes, Limits::DEFAULT);
    match detection.best() {
        Some(best) if best.confidence >= Confidence::Likely => {
            !detection.compressions.is_empty()
                || detection.jetcache.is_some()
                || !matches!(best.kind, ContentKind::Format(Format::Json) | ContentKind::Text)
        }
        _ => false,
    }
}

/// The files of a folder, by name, as values.
pub fn folder(path: &Path, mut values: Values, bar: &ProgressBar) -> Result<json::Values> {
    let entries =
        fs::read_dir(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    for file in files {
        interrupt::check()?;
        bar.inc(1);
        values
            .take(&fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?);
    }
    Ok(values.finish())
}

impl Values {
    /// No values yet; they may be under these profiles.
    pub fn new(profiles: &Profiles) -> Result<Self> {
        Ok(Self {
            lines: Vec::new(),
            originals: Vec::new(),
            kinds: BTreeMap::new(),
            losses: Losses::new(),
            left_out: 0,
            first_reason: None,
            ambiguous: 0,
            larder: profiles::Decoder::new(Format::Larder, profiles)?,
        })
    }

    /// Returns these values. But if each is base64 of a value in a format other than JSON, as
    /// `larder convert --lines` writes it, returns the decoded values.
    pub fn unpacked(mut self, values: json::Values) -> json::Values {
        let unpack = |line: &String| {
            let text = line.strip_prefix('"')?.strip_suffix('"')?;
            BASE64.decode(text).ok().filter(|bytes| is_foreign(bytes))
        };
        let Some(unpacked) = values
            .lines
            .iter()
            .map(unpack)
            .collect::<Option<Vec<_>>>()
            .filter(|values| !values.is_empty())
        else {
            return values;
        };
        unpacked.iter().for_each(|bytes| self.take(bytes));
        let mut finished = self.finish();
        finished.notes.insert(
            0,
            "every line is base64 of a value in another format, as larder convert --lines writes \
             it, and was decoded"
                .into(),
        );
        finished
    }

    /// Takes a value, if it can be read.
    pub fn take(&mut self, bytes: &[u8]) {
        // JSON stays as it is written: each runtime parses numbers by its own rules.
        if let Ok(read) = json::read(bytes, "value", Layout::Lines)
            && let [line] = &read.lines[..]
        {
            self.lines.push(line.clone());
            self.originals.push(None);
            *self.kinds.entry("json".into()).or_default() += 1;
            return;
        }
        let detection = detect(bytes, Limits::DEFAULT);
        match self.json(&detection) {
            Ok((line, original)) => {
                let best = detection.inner.or(detection.best().map(|best| best.kind));
                let kind = best.map_or("", |kind| kind.name());
                let around = detection.around().into_iter().map(|around| format!(" in {around}"));
                let kind = format!("{kind}{}", around.collect::<String>());
                *self.kinds.entry(kind).or_default() += 1;
                self.ambiguous += usize::from(detection.is_ambiguous());
                self.lines.push(line);
                self.originals.push(Some(original));
            }
            Err(reason) => {
                self.left_out += 1;
                self.first_reason.get_or_insert(reason);
            }
        }
    }

    fn json(&mut self, detection: &Detection<'_>) -> Result<(String, Original), String> {
        let broken = |error: &Error| match profiles::hint(error) {
            Some(hint) => format!("{error}. {hint}"),
            None => error.to_string(),
        };
        let Some(best) = detection.guesses.first() else { return Err("in no known format".into()) };
        let (format, value) = match (best.kind, &best.error) {
            (ContentKind::Format(Format::Larder), _) => {
                (Format::Larder, self.larder.decode(&detection.content))
            }
            (kind, Some(error)) => return Err(format!("{kind} that cannot be decoded: {error}")),
            (ContentKind::Text, None) => return Err("plain text".into()),
            (ContentKind::Opaque(name), None) => {
                return Err(format!("{name}, which only its own library can decode"));
            }
            (ContentKind::Profile, None) => return Err("a profile, which is not a value".into()),
            (ContentKind::Format(format), None) => {
                (format, AnyDecoder::new(format).decode(&detection.content))
            }
        };
        let value = value.map_err(|error| broken(&error))?;
        let mut losses = Losses::new();
        let max = Limits::DEFAULT.memory(detection.content.len());
        let encoded = AnyEncoder::new(Format::Json)
            .and_then(|encoder| encoder.max_bytes(max).encode_lossy(&value, &mut losses));
        let line = encoded.map_err(|error| broken(&error))?;
        self.losses.add(losses);
        Ok((
            String::from_utf8(line).map_err(|error| error.to_string())?,
            Original { format, value },
        ))
    }

    /// The values, and what should be said about them.
    pub fn finish(self) -> json::Values {
        let mut notes = Vec::new();
        if self.kinds.keys().any(|kind| kind != "json") {
            let kinds: Vec<_> = self
                .kinds
                .iter()
                .map(|(kind, count)| format!("{} {kind}", counted(*count, "value in", "values in")))
                .collect();
            notes.push(format!("read from {}", kinds.join(", ")));
        }
        if self.ambiguous > 0 {
            notes.push(format!(
                "{} in another format as well: larder inspect shows which",
                counted(self.ambiguous, "value may be", "values may be")
            ));
        }
        if self.left_out > 0 {
            let left_out = counted(self.left_out, "value is", "values are");
            notes.push(format!(
                "{left_out} left out; the reason for the first: {}",
                self.first_reason.unwrap_or_default()
            ));
        }
        let lost = self.losses.iter().map(|met| {
            let times = counted(usize::try_from(met.count).unwrap_or(usize::MAX), "time", "times");
            format!(
                "the runners take JSON, so this is not compared: {} ({times})",
                met.loss.description()
            )
        });
        json::Values { lines: self.lines, originals: self.originals, notes, lost: lost.collect() }
    }
}
