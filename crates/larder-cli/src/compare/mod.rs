//! `larder compare`: measures each codec of each runtime on each input, and says what was found.

pub mod document;
mod export;
mod list;
pub mod machine;
mod measure;
mod plan;
mod table;
mod verdict;

use std::io::Write;

use anyhow::{Context, Result};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use url::Url;

use self::document::{Described, Document};
use self::measure::{Bench, Files, Measured};
use self::plan::Plan;
use self::verdict::judge;
use crate::cli::{CompareArgs, RuntimeArg};
use crate::failure::{OK, ROW_FAILED, Usage};
use crate::input::{Dataset, Input, PEOPLE};
use crate::profiles;
use crate::progress::Progress;
use crate::runner::{Codec, Found, Runtime, Runtimes};
use crate::storage::Storage;
use crate::terminal::{Out, safe, say};

/// Where no JVM makes people, a newcomer's first run takes this one.
const WITHOUT_PEOPLE: &str = "session";

/// Returns the exit code.
pub fn run(args: &CompareArgs) -> Result<u8> {
    let mut inputs: Vec<Input> = args.inputs.iter().map(|input| Input::parse(input)).collect::<Result<_>>()?;
    let outputs = export::Outputs::of(args)?;
    let redis = args.redis.as_deref().map(redis_url).transpose()?;
    let shared = redis.as_ref().map(Storage::shared).transpose()?;
    inputs.iter().try_for_each(Input::prove)?;
    let profiles = profiles::read(&args.profile)?;
    let runtimes = Runtimes::find(&wanted(args))?;
    if args.list {
        list::write(&mut Out::lock(), &runtimes)?;
        return Ok(OK);
    }
    let chosen = chosen_codecs(&runtimes, &args.codec);
    if chosen.is_err() {
        say_missing(&runtimes);
    }
    let chosen = chosen?;
    if inputs.is_empty() {
        inputs.push(default_input(&runtimes)?);
    }

    let progress = Progress;
    let datasets: Vec<Dataset> = inputs.iter().map(|input| input.load(&profiles, &runtimes, &progress)).collect::<Result<_>>()?;
    say_missing(&runtimes);
    let storage = match shared {
        Some(storage) => storage,
        None if args.no_redis => Storage::Computed("--no-redis: Redis memory is estimated".into()),
        None => Storage::private(runtimes.scratch())?,
    };
    if let Storage::Computed(why) = &storage
        && !args.no_redis
    {
        say!("{why}");
    }

    let plan = Plan::of(args);
    let mut document = Document {
        larder: env!("CARGO_PKG_VERSION"),
        created: OffsetDateTime::now_utc().format(&Rfc3339).context("the clock")?,
        command: std::env::args().collect::<Vec<_>>().join(" "),
        machine: machine::describe(storage.version(), &runtimes),
        plan: plan.clone(),
        datasets: Vec::new(),
        rows: Vec::new(),
        verdicts: Vec::new(),
    };
    let bench = Bench { runtimes: &runtimes, plan: &plan, storage: &storage };
    let bar = progress.count("starting", datasets.len() * chosen.iter().map(|(_, codecs)| codecs.len()).sum::<usize>());
    for (at, dataset) in datasets.iter().enumerate() {
        let values = runtimes.scratch().join(format!("{at}.jsonl"));
        dataset.write(&values).context("the values cannot be written to the temporary folder")?;
        let mut described = describe(dataset);
        for (found, codecs) in &chosen {
            let shared = runtimes.scratch().join(format!("{at}-{}", found.runtime.id()));
            std::fs::create_dir(&shared)?;
            let files = Files { values: &values, scratch: &shared };
            let mut rows = Vec::new();
            let mut skipped: Vec<(String, Vec<&str>)> = Vec::new();
            for codec in codecs {
                let saying = |phase: &str| {
                    bar.set_message(format!("{} · {} · {} · {phase}", safe(&dataset.id), found.runtime.id(), codec.id))
                };
                saying("start");
                match bench.measure(found, codec, dataset, &files, |phase| saying(phase.name()))? {
                    Measured::Row(row) => rows.push(*row),
                    Measured::Skipped(reason) => match skipped.iter_mut().find(|(other, _)| *other == reason) {
                        Some((_, codecs)) => codecs.push(&codec.id),
                        None => skipped.push((reason, vec![&codec.id])),
                    },
                }
                bar.inc(1);
            }
            let runtime = found.runtime.id();
            described
                .notes
                .extend(skipped.iter().map(|(reason, codecs)| format!("{runtime} {} not measured: {reason}", codecs.join(", "))));
            let verdict = judge(&mut rows);
            if outputs.tables {
                bar.suspend(|| table::write(&mut Out::lock(), &described, runtime, &rows, verdict.as_ref()))?;
            }
            document.rows.extend(rows);
            document.verdicts.extend(verdict);
        }
        document.datasets.push(described);
    }
    bar.finish_and_clear();
    if outputs.tables && !document.rows.is_empty() {
        let mut out = Out::lock();
        writeln!(out, "\n{}\n{}", table::LEGEND, machine::line(&document.machine))?;
        for warning in table::cold_warning(&document.rows).into_iter().chain(table::noise_warning(&document.rows)) {
            writeln!(out, "{warning}")?;
        }
    }
    outputs.write(&document)?;
    let failed = document.rows.iter().any(|row| row.error.is_some());
    Ok(if failed { ROW_FAILED } else { OK })
}

fn say_missing(runtimes: &Runtimes) {
    for (runtime, why) in &runtimes.missing {
        say!("{} is skipped: {why}", runtime.id());
    }
}

fn wanted(args: &CompareArgs) -> Vec<Runtime> {
    let named = |runtime: Runtime| {
        args.runtime.iter().any(|&arg| match arg {
            RuntimeArg::Php => runtime == Runtime::Php,
            RuntimeArg::Jvm => runtime == Runtime::Jvm,
            RuntimeArg::Native => runtime == Runtime::Native,
        })
    };
    Runtime::ALL.into_iter().filter(|&runtime| args.runtime.is_empty() || named(runtime)).collect()
}

/// In place of names of codecs.
const ALL_CODECS: &str = "all";

/// The codecs of each runtime: those that are compared by default, or all, as far as they are available; or those named, available or not.
fn chosen_codecs<'a>(runtimes: &'a Runtimes, named: &[String]) -> Result<Vec<(&'a Found, Vec<&'a Codec>)>> {
    let (every, named): (Vec<&String>, Vec<&String>) = named.iter().partition(|id| *id == ALL_CODECS);
    let wanted =
        |codec: &Codec| named.contains(&&codec.id) || codec.available && (!every.is_empty() || named.is_empty() && codec.default);
    let all = || runtimes.found.iter().flat_map(|found| found.codecs.iter().map(move |codec| (found, codec)));
    if let Some(unknown) = named.iter().find(|id| !all().any(|(_, codec)| codec.id == ***id)) {
        let lists: Vec<String> = runtimes
            .found
            .iter()
            .map(|found| {
                let ids: Vec<&str> = found.codecs.iter().map(|codec| codec.id.as_str()).collect();
                format!("{}: {}", found.runtime.id(), ids.join(", "))
            })
            .collect();
        return Err(Usage(format!("{unknown} is no codec of the runtimes found. Codecs: {}", lists.join("; "))).into());
    }
    if runtimes.found.is_empty() {
        return Err(Usage("no runtime is left to measure".into()).into());
    }
    Ok(runtimes
        .found
        .iter()
        .map(|found| (found, found.codecs.iter().filter(|codec| wanted(codec)).collect()))
        .filter(|(_, codecs): &(_, Vec<_>)| !codecs.is_empty())
        .collect())
}

fn default_input(runtimes: &Runtimes) -> Result<Input> {
    if runtimes.missing.iter().any(|(runtime, _)| *runtime == Runtime::Jvm) {
        say!("comparing on `{WITHOUT_PEOPLE}`: the bundled `{PEOPLE}` are made by the JVM's jfairy");
        return Input::parse(WITHOUT_PEOPLE);
    }
    Input::parse(PEOPLE)
}

fn redis_url(text: &str) -> Result<Url> {
    let url = Url::parse(text).ok().filter(|url| url.scheme() == "redis" && url.host().is_some());
    Ok(url.ok_or_else(|| Usage(format!("--redis {text}: wants redis://[USER:PASSWORD@]HOST[:PORT][/DB], without TLS")))?)
}

fn describe(dataset: &Dataset) -> Described {
    Described {
        id: dataset.id.clone(),
        about: dataset.about.clone(),
        values: dataset.lines.len(),
        distinct: dataset.distinct(),
        json_bytes_mean: dataset.json_bytes_mean(),
        notes: dataset.notes.iter().chain(&dataset.lost).cloned().collect(),
    }
}
