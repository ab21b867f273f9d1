//! `larder train`: learns a profile from one half of the values, and shows on the other half what
//! it gains.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result};
use comfy_table::Cell;
use larder::format::{AnyDecoder, Format};
use larder::train::{Options, train};
use larder::{Level, Value};
use serde::Serialize;

use super::classes::Classes;
use super::level::{self, LevelFigures, Recommended};
use crate::cli::TrainArgs;
use crate::failure::{OK, Usage};
use crate::input::{Input, Original, PEOPLE};
use crate::interrupt;
use crate::progress::Progress;
use crate::runner::{Runtime, Runtimes};
use crate::storage::KEY_LENGTH;
use crate::table::{counted, number, table, wrapped};
use crate::terminal::{Out, say};
use crate::{output, profiles};

/// With fewer values, one half says nothing about the other.
const MIN_VALUES: usize = 16;

/// What `--json` writes.
#[derive(Serialize)]
struct TrainDocument<'d> {
    learned_from: usize,
    held_out: usize,
    json_bytes: f64,
    levels: &'d [LevelFigures],
    recommended: Recommended,
    profile: String,
    profile_bytes: usize,
    id: String,
    /// Names that classes have in the profile, by those that they have in the values.
    classes: BTreeMap<String, String>,
}

/// Returns the exit code.
pub fn run(args: &TrainArgs) -> Result<u8> {
    if output::is_standard(&args.output) {
        return Err(Usage("--output needs the name of a file: a profile is binary".into()).into());
    }
    output::prove(&args.output)?;
    if let Some(json) = &args.json {
        output::prove(json)?;
    }
    let mut classes = Classes::parse(&args.class)?;
    let lines = sample(read(args)?, args.sample);
    if lines.len() < MIN_VALUES {
        let counted = counted(lines.len(), "value", "values");
        return Err(Usage(format!(
            "{counted} are too few to learn from: give at least {MIN_VALUES}, and better thousands"
        ))
        .into());
    }
    let mut decoder = AnyDecoder::new(Format::Json);
    let json_bytes = lines.iter().skip(1).step_by(2).map(|(line, _)| line.len()).sum::<usize>()
        as f64
        / (lines.len() / 2) as f64;
    let value = |(line, original): (String, Option<Original>)| match original {
        Some(Original { format, value }) => Ok(classes.rename(value, format)),
        None => Ok(decoder.decode(line.as_bytes())?),
    };
    let values = lines.into_iter().map(value).collect::<Result<Vec<_>>>()?;
    let classes = classes.finish()?;
    let (learned, held_out): (Vec<_>, Vec<_>) =
        values.into_iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let [learned, held_out] = [learned, held_out]
        .map(|half| half.into_iter().map(|(_, value)| value).collect::<Vec<Value>>());

    let bar = Progress.count("learning", 1 + 2 * Level::ALL.len());
    let defaults = Options::default();
    let options = Options {
        min_count: args.min_count.unwrap_or(defaults.min_count),
        dictionary_bytes: args.dictionary_bytes,
        ..defaults
    };
    let profile = train(&learned, &options).map_err(|error| {
        Usage(format!("no profile can be learned: {}. Nothing was written", error.context()))
    })?;
    let profile = Arc::new(profile);
    let mut figures = Vec::new();
    for profile in [None, Some(&profile)] {
        for level in Level::ALL {
            bar.inc(1);
            bar.set_message(level.name());
            interrupt::check()?;
            figures.push(level::measure(level, profile, &held_out)?);
        }
    }
    bar.finish_and_clear();
    let (learned, held_out) = (learned.len(), held_out.len());
    let mut out = Out::lock();
    if args.json.as_deref().is_none_or(|json| !output::is_standard(json)) {
        write_levels(&mut out, &figures, json_bytes, learned, held_out)?;
        if !classes.is_empty() {
            let names: Vec<String> =
                classes.iter().map(|(full, name)| format!("{full} as {name}")).collect();
            let names = names.join(", ");
            let said = format!(
                "Classes have the names that the JVM library writes (--class sets others): {names}"
            );
            writeln!(out, "{}", wrapped(&said, ""))?;
        }
    }

    let (without, with) = figures.split_at(Level::ALL.len());
    let recommended = level::recommend(with).context("no level was measured")?;
    let pays = with.iter().zip(without).any(|(with, without)| {
        with.bytes < without.bytes && with.redis_bytes < without.redis_bytes
    });
    if !pays {
        let figures = |figures: &[LevelFigures]| {
            let figures = figures.iter().map(|figures| {
                format!("{} B and {} B", number(figures.bytes), number(figures.redis_bytes))
            });
            figures.collect::<Vec<_>>().join(", ")
        };
        return Err(Usage(format!(
            "the profile does not pay: per value and in Redis memory, fast, balanced and small \
             take {} with it, {} without it. Nothing was written. \
             Give more samples of one kind of value, or do without a profile.",
            figures(with),
            figures(without),
        ))
        .into());
    }
    output::write_whole(&args.output, |out| Ok(out.write_all(profile.as_bytes())?))?;
    if let Some(json) = &args.json {
        let document = TrainDocument {
            learned_from: learned,
            held_out,
            json_bytes,
            levels: &figures,
            recommended,
            profile: args.output.display().to_string(),
            profile_bytes: profile.as_bytes().len(),
            id: profiles::id(&profile),
            classes,
        };
        drop(out);
        return output::write_json(json, &document).map(|()| OK);
    }
    let said = format!("Recommended: {}. {}.", recommended.level, capital(&recommended.reason));
    writeln!(out, "{}", wrapped(&said, ""))?;
    let texts: usize =
        profile.dictionaries().iter().map(|dictionary| dictionary.entries().len()).sum();
    let said = format!(
        "Wrote the profile {} to {}, {} B. It serves all levels. It contains {} of your data{}: \
         keep it as safe as the cache.",
        profiles::id(&profile),
        args.output.display(),
        number(profile.as_bytes().len() as f64),
        counted(texts, "text or list", "texts and lists"),
        match (profile.symbol_tables().is_empty(), profile.compression().is_empty()) {
            (true, true) => "",
            (false, true) => ", and pieces of texts as symbols",
            (true, false) => ", and pieces of texts for zstd",
            (false, false) => ", and pieces of texts as symbols and for zstd",
        },
    );
    let next = format!("larder profile show {}", args.output.display());
    writeln!(out, "\n{}\nNext: {next}", wrapped(&said, ""))?;
    Ok(OK)
}

/// A sentence begins with a capital letter.
fn capital(sentence: &str) -> String {
    let mut rest = sentence.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

/// The values as lines of JSON. Values in other formats come as they are, because they have
/// classes.
fn read(args: &TrainArgs) -> Result<Vec<(String, Option<Original>)>> {
    let inputs: Vec<Input> =
        args.inputs.iter().map(|input| Input::parse(input, &args.tls)).collect::<Result<_>>()?;
    inputs.iter().try_for_each(Input::prove)?;
    let profiles = profiles::read(&args.profile)?;
    // Only the JVM generates people.
    let people = inputs
        .iter()
        .any(|input| matches!(input, Input::Bundled(bundled, _) if bundled.id == PEOPLE));
    let runtimes = Runtimes::find(if people { &[Runtime::Jvm] } else { &[] })?;
    let mut lines = Vec::new();
    for input in &inputs {
        let dataset = input.load(&profiles, &runtimes, &Progress)?;
        dataset.notes.iter().for_each(|note| say!("{note}"));
        lines.extend(dataset.into_originals());
    }
    Ok(lines)
}

/// At most `max` of the lines, evenly spaced.
fn sample<T>(lines: Vec<T>, max: usize) -> Vec<T> {
    let count = lines.len();
    if count <= max {
        return lines;
    }
    let mut kept = Vec::with_capacity(max);
    for (at, line) in lines.into_iter().enumerate() {
        if at * max / count == kept.len() {
            kept.push(line);
        }
    }
    kept
}

fn write_levels(
    out: &mut Out,
    levels: &[LevelFigures],
    json_bytes: f64,
    learned: usize,
    held_out: usize,
) -> Result<()> {
    let heads = ["level", "profile", "bytes", "% of JSON", "Redis B/key", "encode ns", "decode ns"];
    let mut rows = table(&heads.map(str::to_owned), 2);
    for figures in levels {
        rows.add_row([
            Cell::new(figures.level),
            Cell::new(if figures.profile { "with" } else { "without" }),
            Cell::new(number(figures.bytes)),
            Cell::new(number(figures.bytes / json_bytes * 100.0)),
            Cell::new(number(figures.redis_bytes)),
            Cell::new(number(figures.encode_ns)),
            Cell::new(number(figures.decode_ns)),
        ]);
    }
    let (learned, held_out) =
        (counted(learned, "value", "values"), counted(held_out, "other", "others"));
    writeln!(
        out,
        "Learned from {learned}, every second one; measured on the {held_out}, of {} B as JSON",
        number(json_bytes)
    )?;
    out.table(&rows)?;
    let legend = format!(
        "Redis B/key: memory of a value with its key of {KEY_LENGTH} B, rounded to allocator size \
         classes · ns: median per value, on this machine"
    );
    writeln!(out, "{}", wrapped(&legend, ""))?;
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
