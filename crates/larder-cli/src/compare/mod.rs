//! `larder compare`: measures each codec of each runtime on each input, and shows the figures.

mod document;
mod dominance;
mod export;
mod list;
mod measure;
mod plan;
mod row;
mod table;
mod verdict;

use std::io::Write;

use anyhow::{Context, Result};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use self::document::{CompareDocument, DatasetSummary};
use self::measure::{CompareBench, Files, Measured};
use self::plan::ComparePlan;
use self::verdict::judge;
use crate::cli::{CompareArgs, RuntimeArg};
use crate::failure::{OK, ROW_FAILED, Usage};
use crate::input::{Dataset, Input, PEOPLE};
use crate::machine::Machine;
use crate::profiles::Profiles;
use crate::progress::{Progress, place_of};
use crate::redis::{Target, TlsArgs, without_secrets};
use crate::runner::{FoundRuntime, ListedCodec, Phase, Runtime, Runtimes};
use crate::storage::Storage;
use crate::table::wrapped;
use crate::terminal::{Out, safe, say};

/// The dataset of a run without inputs, where no JVM can generate people.
const WITHOUT_PEOPLE: &str = "session";

/// Returns the exit code.
pub fn run(args: &CompareArgs) -> Result<u8> {
    let mut inputs: Vec<Input> =
        args.inputs.iter().map(|input| Input::parse(input, &args.tls)).collect::<Result<_>>()?;
    let outputs = export::Outputs::of(args)?;
    let redis = args.redis.as_deref().map(|url| Target::parse(url, &args.tls)).transpose()?;
    let shared = redis.as_ref().map(Storage::shared).transpose()?;
    inputs.iter().try_for_each(Input::prove)?;
    let profiles = Profiles::read(&args.profile)?;
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
    let datasets: Vec<Dataset> = inputs
        .iter()
        .map(|input| input.load(&profiles, &runtimes, &progress))
        .collect::<Result<_>>()?;
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

    let plan = ComparePlan::of(args);
    let mut document = CompareDocument {
        larder: env!("CARGO_PKG_VERSION"),
        created: OffsetDateTime::now_utc()
            .format(&Rfc3339)
            .context("cannot format the time of the clock")?,
        command: std::env::args()
            .map(|argument| without_secrets(&argument))
            .collect::<Vec<_>>()
            .join(" "),
        machine: Machine::describe(storage.version(), &runtimes),
        plan: plan.clone(),
        datasets: Vec::new(),
        rows: Vec::new(),
        verdicts: Vec::new(),
    };
    let bench = CompareBench { runtimes: &runtimes, plan: &plan, storage: &storage };
    let bar = progress.count(
        "starting",
        plan.rounds as usize
            * datasets.len()
            * chosen.iter().map(|(_, codecs)| codecs.len()).sum::<usize>(),
    );
    for (at, dataset) in datasets.iter().enumerate() {
        let values = runtimes.scratch().join(format!("{at}.jsonl"));
        dataset.write(&values).context("cannot write the values to the temporary folder")?;
        let mut summary = summary(dataset);
        for (found, codecs) in &chosen {
            let shared = runtimes.scratch().join(format!("{at}-{}", found.runtime.id()));
            std::fs::create_dir(&shared)?;
            let files = Files { values: &values, scratch: &shared };
            let mut best: Vec<Option<Measured>> = codecs.iter().map(|_| None).collect();
            for round in 1..=plan.rounds {
                for (codec, best) in codecs.iter().zip(&mut best) {
                    let show = |phase: &str| {
                        bar.set_message(format!(
                            "{} · {} · {} · {phase}{}",
                            safe(&dataset.id),
                            found.runtime.id(),
                            codec.id,
                            place_of(round, plan.rounds)
                        ))
                    };
                    show("start");
                    if best.as_ref().is_none_or(Measured::was_timed) {
                        let show = |phase: Phase| show(phase.name());
                        let now = bench.measure(found, codec, dataset, &files, show)?;
                        *best = Some(match best.take() {
                            Some(before) => before.or_faster(now),
                            None => now,
                        });
                    }
                    bar.inc(1);
                }
            }
            let mut rows = Vec::new();
            let mut skipped: Vec<(String, Vec<&str>)> = Vec::new();
            for (codec, best) in codecs.iter().zip(best.into_iter().flatten()) {
                match best {
                    Measured::Row(row) => rows.push(*row),
                    Measured::Skipped(reason) => {
                        match skipped.iter_mut().find(|(other, _)| *other == reason) {
                            Some((_, codecs)) => codecs.push(&codec.id),
                            None => skipped.push((reason, vec![&codec.id])),
                        }
                    }
                }
            }
            let runtime = found.runtime.id();
            summary.notes.extend(skipped.iter().map(|(reason, codecs)| {
                format!("{runtime} {} not measured: {reason}", codecs.join(", "))
            }));
            let verdict = judge(&mut rows);
            dominance::judge(&mut rows);
            if outputs.tables {
                bar.suspend(|| {
                    table::write(&mut Out::lock(), &summary, runtime, &rows, verdict.as_ref())
                })?;
            }
            document.rows.extend(rows);
            document.verdicts.extend(verdict);
        }
        document.datasets.push(summary);
    }
    bar.finish_and_clear();
    if outputs.tables && !document.rows.is_empty() {
        let mut out = Out::lock();
        writeln!(out)?;
        for line in [table::legend(plan.rounds), document.machine.line()]
            .into_iter()
            .chain(table::cold_warning(&document.rows))
            .chain(table::noise_warning(&document.rows))
        {
            writeln!(out, "{}", wrapped(&line, ""))?;
        }
    }
    outputs.write(&document)?;
    let failed = document.rows.iter().any(|row| row.error.is_some());
    Ok(if failed { ROW_FAILED } else { OK })
}

fn say_missing(runtimes: &Runtimes) {
    for (runtime, why) in &runtimes.missing {
        say!("skipping the runtime {}: {why}", runtime.id());
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

/// What `--codec` takes in place of names.
const ALL_CODECS: &str = "all";

/// The codecs of each runtime: by default, or with `all`, those that are available; or those named,
/// available or not.
fn chosen_codecs<'a>(
    runtimes: &'a Runtimes,
    named: &[String],
) -> Result<Vec<(&'a FoundRuntime, Vec<&'a ListedCodec>)>> {
    let (every, named): (Vec<&String>, Vec<&String>) =
        named.iter().partition(|id| *id == ALL_CODECS);
    let wanted = |codec: &ListedCodec| {
        named.contains(&&codec.id)
            || codec.available && (!every.is_empty() || named.is_empty() && codec.default)
    };
    let all = || {
        runtimes.found.iter().flat_map(|found| found.codecs.iter().map(move |codec| (found, codec)))
    };
    if let Some(unknown) = named.iter().find(|id| !all().any(|(_, codec)| codec.id == ***id)) {
        let lists: Vec<String> = runtimes
            .found
            .iter()
            .map(|found| {
                let ids: Vec<&str> = found.codecs.iter().map(|codec| codec.id.as_str()).collect();
                format!("{}: {}", found.runtime.id(), ids.join(", "))
            })
            .collect();
        return Err(Usage(format!(
            "there is no codec {unknown} in the runtimes found. Codecs: {}",
            lists.join("; ")
        ))
        .into());
    }
    if runtimes.found.is_empty() {
        return Err(Usage(
            "no runtime can be measured: add one, or name another with --runtime".into(),
        )
        .into());
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
        say!(
            "comparing on `{WITHOUT_PEOPLE}`, because the bundled `{PEOPLE}` need the JVM: jfairy \
             generates them"
        );
        return Input::parse(WITHOUT_PEOPLE, &TlsArgs::default());
    }
    Input::parse(PEOPLE, &TlsArgs::default())
}

fn summary(dataset: &Dataset) -> DatasetSummary {
    DatasetSummary {
        id: dataset.id.clone(),
        about: dataset.about.clone(),
        values: dataset.lines.len(),
        distinct: dataset.distinct(),
        json_bytes_mean: dataset.json_bytes_mean(),
        notes: dataset.notes.iter().chain(&dataset.lost).cloned().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_default_some_codecs_are_left_out_and_all_takes_them_in() {
        let runtimes = Runtimes::find(&[Runtime::Jvm]).unwrap();
        let [jvm] = runtimes.found.as_slice() else { panic!("no JVM: {:?}", runtimes.missing) };
        let left_out: Vec<&str> =
            jvm.codecs.iter().filter(|codec| !codec.default).map(|codec| &*codec.id).collect();
        assert!(left_out.contains(&"fst"), "{left_out:?}");
        let chosen = |named: &[&str]| -> Vec<String> {
            let named: Vec<_> = named.iter().map(|&id| id.to_owned()).collect();
            let chosen = chosen_codecs(&runtimes, &named).unwrap();
            chosen[0].1.iter().map(|codec| codec.id.clone()).collect()
        };
        let default = chosen(&[]);
        assert!(default.len() > 10 && !left_out.iter().any(|id| default.contains(&(*id).into())));
        assert_eq!(chosen(&["all"]).len(), default.len() + left_out.len());
        // A name beside it adds nothing.
        assert_eq!(chosen(&["all", "fst"]), chosen(&["all"]));
        assert_eq!(chosen(&["fst", "jdk"]).len(), 2);
    }
}
