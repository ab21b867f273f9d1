//! `larder train`: learns a profile from one half of the values, and shows on the other half what
//! it gains.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::{Context, Result};
use comfy_table::Cell;
use larder::Level;
use serde::Serialize;

use super::learn::{Learned, inputs, learn, redis};
use super::level::{self, LevelFigures, Recommended};
use crate::cli::TrainArgs;
use crate::failure::{OK, Usage};
use crate::input::Input;
use crate::profiles::{self, Published};
use crate::progress::Progress;
use crate::storage::KEY_LENGTH;
use crate::table::{counted, number, table, wrapped};
use crate::terminal::Out;
use crate::{interrupt, output};

/// What `--json` writes.
#[derive(Serialize)]
struct TrainDocument<'d> {
    learned_from: usize,
    held_out: usize,
    json_bytes: f64,
    levels: &'d [LevelFigures],
    recommended: Recommended,
    /// The file that the profile was written to.
    profile: Option<String>,
    /// The name that it was published for.
    published: Option<String>,
    profile_bytes: usize,
    id: String,
    /// Names that classes have in the profile, by those that they have in the values.
    classes: BTreeMap<String, String>,
}

/// Returns the exit code.
pub fn run(args: &TrainArgs) -> Result<u8> {
    if args.output.as_deref().is_some_and(output::is_standard) {
        return Err(Usage("--output needs the name of a file: a profile is binary".into()).into());
    }
    for file in args.output.iter().chain(&args.json) {
        output::prove(file)?;
    }
    let inputs = inputs(args)?;
    inputs.iter().try_for_each(Input::prove)?;
    let mut publisher = match &args.publish {
        Some(name) => {
            let mut published = Published::open(redis(&inputs, "--publish")?)?;
            let before = published.current(name)?;
            Some((published, name, before))
        }
        None => None,
    };
    let Learned { profile, from: learned, held_out, json_bytes, classes } = learn(args, &inputs)?;
    let bar = Progress.count("measuring", 2 * Level::ALL.len());
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
    let held_out = held_out.len();
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
    if let Some(file) = &args.output {
        output::write_whole(file, |out| Ok(out.write_all(profile.as_bytes())?))?;
    }
    let publication = match &mut publisher {
        Some((published, name, before)) => Some(published.publish(name, &profile, *before)?),
        None => None,
    };
    if let Some(json) = &args.json {
        let document = TrainDocument {
            learned_from: learned,
            held_out,
            json_bytes,
            levels: &figures,
            recommended,
            profile: args.output.as_ref().map(|file| file.display().to_string()),
            published: args.publish.as_ref().map(ToString::to_string),
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
    let mut done = Vec::new();
    if let Some(file) = &args.output {
        done.push(format!("Wrote the profile {} to {}", profiles::id(&profile), file.display()));
    }
    if let (Some(publication), Some((published, name, _))) = (publication, &publisher) {
        done.push(publication.sentence(&profile, name, published.target()));
    }
    let said = format!(
        "{}, {} B. It serves all levels. It contains {} of your data{}: \
         keep it as safe as the cache.",
        done.join(". "),
        number(profile.as_bytes().len() as f64),
        counted(texts, "text or list", "texts and lists"),
        match (profile.symbol_tables().is_empty(), profile.compression().is_empty()) {
            (true, true) => "",
            (false, true) => ", and pieces of texts as symbols",
            (true, false) => ", and pieces of texts for zstd",
            (false, false) => ", and pieces of texts as symbols and for zstd",
        },
    );
    let next = match (&args.output, &publisher) {
        (Some(file), _) => format!("larder profile show {}", file.display()),
        (None, Some((published, ..))) => format!("larder profile list {}", published.target()),
        (None, None) => unreachable!("clap requires one of them"),
    };
    writeln!(out, "\n{}\nNext: {next}", wrapped(&said, ""))?;
    Ok(OK)
}

/// A sentence begins with a capital letter.
fn capital(sentence: &str) -> String {
    let mut rest = sentence.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
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
