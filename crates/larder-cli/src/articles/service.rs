//! Puts the article's service under load with its own codecs and others, and shows why Kryo lost
//! there.

use anyhow::Result;

use super::article::{Article, Figure, Load, Published};
use super::results::Measurements;
use crate::cli::SERVICE_CODECS;
use crate::failure::{OK, ROW_FAILED, Usage};
use crate::load::{self, Amount, Crowd, Endpoint, LoadDocument, LoadPlan, Pace, Run, Way};
use crate::machine::lacks_memory;
use crate::table::number;
use crate::terminal::say;

/// Persons per request.
const BATCH: u64 = 100;
/// What a person may take in Redis with the largest of the codecs, with room for its tables to
/// grow.
const MAX_BYTES_PER_PERSON: u64 = 600;

/// The figures, and the exit code.
pub fn measure(
    article: &Article,
    load: &Load,
    published: &[Published],
    full: bool,
    rounds: u32,
) -> Result<(Measurements, u8)> {
    let (requests, concurrency) = if full {
        (load.full_requests, load.full_concurrency)
    } else {
        (load.requests, load.concurrency)
    };
    let nothing = |why: &str| {
        say!("nothing can be measured: {why}");
        Ok((Measurements::default(), ROW_FAILED))
    };
    if let Some(why) = lacks_memory(requests * BATCH * MAX_BYTES_PER_PERSON) {
        return nothing(&why);
    }
    let chosen = |codec: &&str| article.codecs().any(|(_, id)| id == Some(*codec));
    let plan = LoadPlan {
        codecs: SERVICE_CODECS.into_iter().filter(chosen).map(str::to_owned).collect(),
        rounds,
        amount: Amount::Requests(requests),
        concurrency,
        rate: None,
        crowd: Some(Crowd {
            codec: load.crowded.clone(),
            concurrency: (concurrency as f64 * load.crowd) as usize,
        }),
    };
    let document = match load::load(plan) {
        Ok(document) => document,
        Err(error) if error.is::<Usage>() => return nothing(&error.to_string()),
        Err(error) => return Err(error),
    };
    let mut measured = figures(&document, article, load);
    measured.evidence = evidence(&document, article, published, load);
    let code = if measured.faulty { ROW_FAILED } else { OK };
    Ok((measured, code))
}

fn figures(document: &LoadDocument, article: &Article, load: &Load) -> Measurements {
    let mut measured = Measurements::default();
    for (name, id) in article.codecs() {
        let Some(row) = document.rows.iter().find(|row| Some(row.codec.as_str()) == id) else {
            continue;
        };
        for (at, experiment) in article.experiments.iter().enumerate() {
            match Endpoint::ALL
                .into_iter()
                .find(|endpoint| experiment.cases[0].starts_with(endpoint.name()))
            {
                Some(endpoint) => {
                    if let Some(run) = row.run(endpoint, Way::RoundTrips, Pace::Closed) {
                        measured.record(at, name, Figure::Throughput, run.requests_per_second);
                        measured.record(at, name, Figure::Latency, run.latency_ms.mean / 1e3);
                    }
                }
                None => {
                    if let Some(memory) = &row.memory {
                        // The published figure is of all persons.
                        let all = (load.full_requests * BATCH) as f64;
                        measured.record(
                            at,
                            name,
                            Figure::UsedMemory,
                            memory.bytes_per_person * all,
                        );
                    }
                }
            }
        }
        let faults: Vec<String> = row.faults().collect();
        if !faults.is_empty() {
            measured.fail(0, name, faults.join("; "), true);
        }
    }
    measured
}

/// Why Kryo lost, in figures of this run; nothing is said about what was not measured.
fn evidence(
    document: &LoadDocument,
    article: &Article,
    published: &[Published],
    load: &Load,
) -> Vec<String> {
    let run = |codec: &str, endpoint, way| {
        let row = document.rows.iter().find(|row| row.codec == codec)?;
        row.run(endpoint, way, Pace::Closed).filter(|run| run.errors == 0)
    };
    let all = |endpoint, way| {
        Some([
            run("fastjson-string", endpoint, way)?,
            run(&load.crowded, endpoint, way)?,
            run("kryo", endpoint, way)?,
        ])
    };
    let mut lines: Vec<String> = reason(all).into_iter().collect();
    for endpoint in Endpoint::ALL {
        if let Some([strings, there, pooled]) = all(endpoint, Way::Pipeline) {
            lines.push(format!(
                "CPU of the service per pipelined {}: {:.1} ms with a new Kryo for each person, \
                 as in the article; {:.1} ms with a pool, \
                 as Kryo's documentation says; {:.1} ms with strings.",
                endpoint.name(),
                there.service_cpu_ms,
                pooled.service_cpu_ms,
                strings.service_cpu_ms,
            ));
        }
    }
    for (way, how) in
        [(Way::RoundTrips, "by 100 round trips, as in the article"), (Way::Pipeline, "pipelined")]
    {
        let sentences = Endpoint::ALL.into_iter().filter_map(|endpoint| {
            let [strings, there, pooled] = all(endpoint, way)?;
            let against = |run: &Run| run.requests_per_second / strings.requests_per_second;
            Some(format!(
                "{} {how}: {:.2}× the requests of strings with Kryo as in the article, {:.2}× \
                 with a pool. The codec took {:.1} % of the \
                 time with strings, {:.1} % with Kryo as in the article, {:.1} % with a pool.",
                endpoint.name(),
                against(there),
                against(pooled),
                strings.codec_percent,
                there.codec_percent,
                pooled.codec_percent,
            ))
        });
        lines.extend(sentences);
    }
    let crowd = document.rows.iter().find(|row| row.codec == load.crowded).and_then(|row| {
        row.runs.iter().find(|run| Some(run.concurrency) == document.plan.crowd_of(&load.crowded))
    });
    if let Some((crowd, usual)) = crowd.zip(run(&load.crowded, Endpoint::Check, Way::RoundTrips)) {
        lines.push(format!(
            "/check with Kryo as in the article, with {} connections instead of {}: {:.0} req/s \
             instead of {:.0}, after {:.0} ms instead of {:.0}.{}",
            crowd.concurrency,
            usual.concurrency,
            crowd.requests_per_second,
            usual.requests_per_second,
            crowd.latency_ms.mean,
            usual.latency_ms.mean,
            in_flight(article, published, load).map(|said| format!(" {said}")).unwrap_or_default(),
        ));
    }
    if let Some(memory) = document.rows.iter().find_map(|row| row.memory.as_ref()) {
        lines.push(format!(
            "dbsize after /add: {} here, {} in the article.",
            number(memory.dbsize as f64),
            number((load.full_requests * BATCH) as f64)
        ));
    }
    lines.extend(document.noise());
    lines
}

/// The answer in one sentence, if the figures give it. `all` are the runs with strings, with Kryo
/// as in the article, and with Kryo from a pool.
fn reason<'d>(all: impl Fn(Endpoint, Way) -> Option<[&'d Run; 3]>) -> Option<String> {
    let runs = |way| {
        Endpoint::ALL.into_iter().map(|endpoint| all(endpoint, way)).collect::<Option<Vec<_>>>()
    };
    let cpu = |which: usize| {
        Some(runs(Way::Pipeline)?.iter().map(|of| of[which].service_cpu_ms).sum::<f64>())
    };
    let (there, pooled) = (cpu(1)?, cpu(2)?);
    let shares = runs(Way::RoundTrips)?.into_iter().flatten().map(|run| run.codec_percent);
    let max = shares.fold(0.0, f64::max);
    (pooled < there).then(|| {
        format!(
            "What lost was not Kryo but its set-up for each person: to store and check 100 \
             persons in a pipeline costs the service \
             {there:.1} ms of CPU with it, and {pooled:.1} ms with a pool. By 100 round trips, \
             none of the three took more than \
             {max:.1} % of the time: the round trips hid the rest."
        )
    })
}

/// What the article's own figures say about its second run of Kryo: requests per second times their
/// latency is the number of requests in flight.
fn in_flight(article: &Article, published: &[Published], load: &Load) -> Option<String> {
    let (name, _) = article.codecs().find(|(_, codec)| *codec == Some(load.crowded.as_str()))?;
    let of = |figure| {
        let is_it = |row: &&Published| {
            row.figure == figure && row.case.starts_with("/check") && row.codec == name
        };
        published.iter().find(is_it).map(|row| row.value)
    };
    let (rate, latency) = (of(Figure::Throughput)?, of(Figure::Latency)?);
    Some(format!(
        "The article says that there were {:.0}, but its {rate:.0} req/s × {:.0} ms are {:.0} in \
         flight.",
        load.full_concurrency as f64 * load.crowd,
        latency * 1e3,
        rate * latency
    ))
}
