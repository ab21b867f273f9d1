//! `larder load`: the article's Spring Boot service under load, once with each codec.

mod document;
mod generator;
mod measure;
mod plan;
mod profile;
mod service;
mod table;
mod verdict;

use anyhow::{Context, Result};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use self::document::LoadRow;
pub use self::document::{LoadDocument, Run};
use self::measure::LoadBench;
pub use self::plan::{Amount, Crowd, Endpoint, LoadPlan, Pace, Way};
use crate::cli::LoadArgs;
use crate::failure::{OK, ROW_FAILED};
use crate::machine::Machine;
use crate::output;
use crate::progress::Progress;
use crate::report;
use crate::runner::Runtimes;
use crate::terminal::Out;

/// Returns the exit code.
pub fn run(args: &LoadArgs) -> Result<u8> {
    for path in args.json.iter().chain(&args.report) {
        output::prove(path)?;
    }
    let document = load(LoadPlan::of(args))?;
    if !args.json.as_deref().is_some_and(output::is_standard) {
        table::write(&mut Out::lock(), &document)?;
    }
    if let Some(path) = &args.report {
        let page = report::load(&serde_json::to_value(&document)?);
        output::write(path, |out| Ok(out.write_all(page.as_bytes())?))?;
    }
    if let Some(path) = &args.json {
        output::write_json(path, &document)?;
    }
    Ok(if document.rows.iter().any(|row| row.faults().next().is_some()) { ROW_FAILED } else { OK })
}

/// Measures each codec of the plan, one after another, in each round.
pub fn load(plan: LoadPlan) -> Result<LoadDocument> {
    let runtimes = Runtimes::find(&[])?;
    let bench = LoadBench::find(runtimes.home(), runtimes.scratch())?;
    let mut document = LoadDocument {
        larder: env!("CARGO_PKG_VERSION"),
        created: OffsetDateTime::now_utc()
            .format(&Rfc3339)
            .context("cannot format the time of the clock")?,
        command: std::env::args().collect::<Vec<_>>().join(" "),
        machine: Machine::describe(None, &runtimes),
        generator: bench.generator.version.clone(),
        plan,
        rows: Vec::new(),
        verdict: Vec::new(),
    };
    let plan = &document.plan;
    let steps: usize = plan.codecs.iter().map(|codec| plan.steps(codec)).sum();
    let bar = Progress.count("starting", plan.rounds as usize * steps);
    let mut rows: Vec<LoadRow> = plan.codecs.iter().map(|codec| LoadRow::new(codec)).collect();
    for round in 1..=plan.rounds {
        for row in rows.iter_mut().filter(|row| row.error.is_none()) {
            row.improve(bench.measure(&row.codec, plan, round, &bar)?);
        }
    }
    document.rows = rows;
    bar.finish_and_clear();
    document.machine.redis = document.rows.iter().find_map(|row| row.redis.clone());
    document.verdict = verdict::judge(&document.rows, document.plan.rounds);
    Ok(document)
}
