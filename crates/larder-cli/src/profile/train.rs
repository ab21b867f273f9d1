//! `larder train`: learns a profile from one half of the values, and shows on the other what it is worth.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result};
use comfy_table::Cell;
use larder::train::{Options, train};
use larder::{Profile, Value};
use serde::Serialize;

use super::classes::Classes;
use super::tier::{self, Tier};
use crate::cli::{Budget, TrainArgs};
use crate::failure::{OK, Usage};
use crate::input::{Input, Original, PEOPLE};
use crate::interrupt;
use crate::progress::Progress;
use crate::runner::native::json::Reader;
use crate::runner::{Runtime, Runtimes};
use crate::storage::KEY_LENGTH;
use crate::table::{counted, number, table};
use crate::terminal::{Out, say};
use crate::{output, profiles};

/// With fewer values a half says nothing of the other.
const LEAST_VALUES: usize = 16;

/// What `--json` writes.
#[derive(Serialize)]
struct Document<'d> {
    learned_from: usize,
    held_out: usize,
    json_bytes: f64,
    tiers: &'d [Tier],
    profile: String,
    id: String,
    /// Names that classes have in the profile, by those that they have in the values.
    classes: BTreeMap<String, String>,
}

/// Returns the exit code.
pub fn run(args: &TrainArgs) -> Result<u8> {
    if output::is_standard(&args.output) {
        return Err(Usage("--output wants the name of a file: a profile is no text".into()).into());
    }
    output::prove(&args.output)?;
    if let Some(json) = &args.json {
        output::prove(json)?;
    }
    let mut classes = Classes::parse(&args.class)?;
    let lines = sample(read(args)?, args.sample);
    if lines.len() < LEAST_VALUES {
        let counted = counted(lines.len(), "value", "values");
        return Err(
            Usage(format!("{counted} are too few to learn from: give {LEAST_VALUES} or more, and better thousands")).into()
        );
    }
    let mut reader = Reader::default();
    let json_bytes = lines.iter().skip(1).step_by(2).map(|(line, _)| line.len()).sum::<usize>() as f64 / (lines.len() / 2) as f64;
    let value = |(line, original): (String, Option<Original>)| match original {
        Some(Original { format, value }) => Ok(classes.rename(value, format)),
        None => reader.read(line.as_bytes()),
    };
    let values = lines.into_iter().map(value).collect::<Result<Vec<_>>>()?;
    let classes = classes.finish()?;
    let (learned, held_out): (Vec<_>, Vec<_>) = values.into_iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let [learned, held_out] = [learned, held_out].map(|half| half.into_iter().map(|(_, value)| value).collect::<Vec<Value>>());

    let bar = Progress.count("self-contained", 3);
    let mut tiers = vec![tier::measure("self-contained", None, &held_out)?];
    let mut profiles: Vec<(Budget, Arc<Profile>)> = Vec::new();
    let mut unlearned = Vec::new();
    for (budget, name, options) in [(Budget::Fast, "fast", Options::FAST), (Budget::Small, "small", Options::SMALL)] {
        bar.inc(1);
        bar.set_message(name);
        interrupt::check()?;
        let options = Options {
            min_count: args.min_count.unwrap_or(options.min_count),
            dictionary_bytes: args.dictionary_bytes,
            ..options
        };
        match train(&learned, &options) {
            Ok(profile) => {
                let profile = Arc::new(profile);
                tiers.push(tier::measure(name, Some(&profile), &held_out)?);
                profiles.push((budget, profile));
            }
            Err(error) => unlearned.push(format!("{name} is not there: {}", error.context())),
        }
    }
    bar.finish_and_clear();
    let (learned, held_out) = (learned.len(), held_out.len());
    let mut out = Out::lock();
    if args.json.as_deref().is_none_or(|json| !output::is_standard(json)) {
        write_tiers(&mut out, &tiers, json_bytes, learned, held_out)?;
        if !classes.is_empty() {
            let names: Vec<String> = classes.iter().map(|(full, name)| format!("{full} as {name}")).collect();
            let names = names.join(", ");
            writeln!(out, "Classes by the names that the library for the JVM writes (--class says others): {names}")?;
        }
        for line in &unlearned {
            writeln!(out, "{line}")?;
        }
    }

    let Some((_, profile)) = profiles.iter().find(|(budget, _)| *budget == args.budget) else {
        return Err(Usage(format!("{}. Nothing was written", unlearned.join("; "))).into());
    };
    let name = args.budget.name();
    let tier = tiers.iter().find(|tier| tier.name == name).context("the tier was measured")?;
    if tier.bytes >= tiers[0].bytes || tier.redis_bytes >= tiers[0].redis_bytes {
        return Err(Usage(format!(
            "the profile does not pay: {} B a value and {} B of Redis memory with it, {} B and {} B without. Nothing was written. \
             Give more samples of one kind of value, or stay with self-contained values, which need no profile.",
            number(tier.bytes),
            number(tier.redis_bytes),
            number(tiers[0].bytes),
            number(tiers[0].redis_bytes),
        ))
        .into());
    }
    output::write_whole(&args.output, |out| Ok(out.write_all(profile.as_bytes())?))?;
    if let Some(json) = &args.json {
        let profile_name = args.output.display().to_string();
        let document = Document {
            learned_from: learned,
            held_out,
            json_bytes,
            tiers: &tiers,
            profile: profile_name,
            id: id(profile),
            classes,
        };
        drop(out);
        return output::write_json(json, &document).map(|()| OK);
    }
    let texts: usize = profile.dictionaries().iter().map(|dictionary| dictionary.entries().len()).sum();
    writeln!(
        out,
        "\n{} holds the {name} profile {}, {} B. Of your data it holds {}{}: keep it as safe as the cache.\nNext: larder profile show {}",
        args.output.display(),
        id(profile),
        number(profile.as_bytes().len() as f64),
        counted(texts, "text or list", "texts and lists"),
        if profile.compression().is_empty() { "" } else { ", and pieces of texts for zstd" },
        args.output.display(),
    )?;
    Ok(OK)
}

/// The id as values carry it.
pub fn id(profile: &Profile) -> String {
    profile.id().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The values as lines of JSON, and those of other formats as they are: only so do they keep their classes.
fn read(args: &TrainArgs) -> Result<Vec<(String, Option<Original>)>> {
    let inputs: Vec<Input> = args.inputs.iter().map(|input| Input::parse(input)).collect::<Result<_>>()?;
    inputs.iter().try_for_each(Input::prove)?;
    let profiles = profiles::read(&args.profile)?;
    // Only the JVM makes people.
    let people = inputs.iter().any(|input| matches!(input, Input::Bundled(bundled, _) if bundled.id == PEOPLE));
    let runtimes = Runtimes::find(if people { &[Runtime::Jvm] } else { &[] })?;
    let mut lines = Vec::new();
    for input in &inputs {
        let dataset = input.load(&profiles, &runtimes, &Progress)?;
        dataset.notes.iter().for_each(|note| say!("{note}"));
        lines.extend(dataset.into_originals());
    }
    Ok(lines)
}

/// At most `most` of the lines, evenly spaced.
fn sample<T>(lines: Vec<T>, most: usize) -> Vec<T> {
    let count = lines.len();
    if count <= most {
        return lines;
    }
    let mut kept = Vec::with_capacity(most);
    for (at, line) in lines.into_iter().enumerate() {
        if at * most / count == kept.len() {
            kept.push(line);
        }
    }
    kept
}

fn write_tiers(out: &mut Out, tiers: &[Tier], json_bytes: f64, learned: usize, held_out: usize) -> Result<()> {
    let heads = ["tier", "bytes", "% of JSON", "Redis B/key", "saved %", "encode ns", "decode ns", "profile B"];
    let mut rows = table(&heads.map(str::to_owned), 1);
    for tier in tiers {
        rows.add_row([
            Cell::new(tier.name),
            Cell::new(number(tier.bytes)),
            Cell::new(number(tier.bytes / json_bytes * 100.0)),
            Cell::new(number(tier.redis_bytes)),
            Cell::new(number((1.0 - tier.redis_bytes / tiers[0].redis_bytes) * 100.0)),
            Cell::new(number(tier.encode_ns)),
            Cell::new(number(tier.decode_ns)),
            Cell::new(number(tier.profile_bytes as f64)),
        ]);
    }
    let (learned, held_out) = (counted(learned, "value", "values"), counted(held_out, "other", "others"));
    writeln!(out, "Learned from {learned}, measured on {held_out} of {} B as JSON", number(json_bytes))?;
    out.table(&rows)?;
    writeln!(
        out,
        "Redis B/key: memory of a value and its key of {KEY_LENGTH} B, after Redis's size classes; saved: of it, against self-contained · ns: median, this machine"
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_evenly_spaced_and_has_as_many_as_asked() {
        let lines: Vec<String> = (0..1000).map(|at| at.to_string()).collect();
        let sampled = sample(lines, 10);
        assert_eq!(sampled, ["0", "100", "200", "300", "400", "500", "600", "700", "800", "900"]);
        assert_eq!(sample((0..7).map(|at| at.to_string()).collect(), 5).len(), 5);
    }
}
