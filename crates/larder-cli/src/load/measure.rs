//! Measures one codec: starts its service, warms it up, puts it under load and ends it.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;

use super::document::{LoadRow, Memory, Run};
use super::generator::Generator;
use super::plan::{Amount, Endpoint, LARDER_PROFILE, LoadPlan, Pace, Way};
use super::profile;
use super::service::{Launcher, Service};
use crate::home::Home;
use crate::interrupt::Interrupted;
use crate::progress::place_of;

/// The seed of the persons.
const SEED: u64 = 2018;
/// Requests of each endpoint and way before anything counts. Half as many as count would be too few
/// in a short load: a JVM goes on compiling long after its start.
const MIN_WARM_UP: u64 = 100;
/// The warm-up of the article.
const MAX_WARM_UP: u64 = 5000;

/// What all codecs are measured with.
pub struct LoadBench<'s> {
    launcher: Launcher,
    pub generator: Generator,
    scratch: &'s Path,
    profile: OnceCell<PathBuf>,
}

impl LoadBench<'_> {
    /// Finds Java, the service and oha; the error says what is missing.
    pub fn find<'s>(home: Option<&Home>, scratch: &'s Path) -> Result<LoadBench<'s>> {
        Ok(LoadBench {
            launcher: Launcher::find(home)?,
            generator: Generator::find(home)?,
            scratch,
            profile: OnceCell::new(),
        })
    }

    /// Measures what can be measured of one codec in one round; only an interruption is an error.
    pub fn measure(
        &self,
        codec: &str,
        plan: &LoadPlan,
        round: u32,
        bar: &ProgressBar,
    ) -> Result<LoadRow> {
        let mut row = LoadRow::new(codec);
        let place = place_of(round, plan.rounds);
        match self.fill(&mut row, plan, &place, bar) {
            Err(error) if error.is::<Interrupted>() => return Err(error),
            Err(error) => row.error = Some(format!("{error:#}")),
            Ok(()) => {}
        }
        Ok(row)
    }

    fn fill(
        &self,
        row: &mut LoadRow,
        plan: &LoadPlan,
        place: &str,
        bar: &ProgressBar,
    ) -> Result<()> {
        let codec = row.codec.clone();
        let begin = |what: &str| bar.set_message(format!("{codec} · {what}{place}"));
        begin("start");
        let profile = if codec.starts_with(LARDER_PROFILE) { Some(self.profile()?) } else { None };
        let mut service = self.launcher.start(&codec, profile, SEED, self.scratch)?;
        let status = service.status()?;
        row.version = Some(status.version);
        row.versions = status.versions;
        row.redis = Some(service.redis.version.clone());
        bar.inc(1);

        begin("warm-up");
        for way in Way::ALL {
            for endpoint in Endpoint::ALL {
                self.generator.run(
                    &service.url(&endpoint.path(way)),
                    warm_up(plan.amount),
                    plan.concurrency,
                    Pace::Closed,
                )?;
            }
        }
        bar.inc(1);

        for way in Way::ALL {
            for pace in plan.paces() {
                service.clear()?;
                let empty = if row.memory.is_none() { service.used_memory()? } else { 0 };
                for endpoint in Endpoint::ALL {
                    begin(&format!(
                        "{} {}",
                        endpoint.name(),
                        if way == Way::Pipeline { "pipelined" } else { "by round trips" }
                    ));
                    row.runs.push(self.run(
                        &mut service,
                        endpoint,
                        way,
                        pace,
                        plan.amount,
                        plan.concurrency,
                    )?);
                    bar.inc(1);
                    if row.memory.is_none() {
                        row.memory = Some(memory(&mut service, empty)?);
                    }
                }
            }
            if let Some(crowd) = plan.crowd_of(&codec).filter(|_| way == Way::RoundTrips) {
                begin(&format!("/check with {crowd} connections"));
                row.runs.push(self.run(
                    &mut service,
                    Endpoint::Check,
                    way,
                    Pace::Closed,
                    plan.amount,
                    crowd,
                )?);
                bar.inc(1);
            }
        }
        Ok(())
    }

    fn profile(&self) -> Result<&Path> {
        if self.profile.get().is_none() {
            let learned = profile::learn(&self.launcher, &self.generator, self.scratch)?;
            self.profile.set(learned).expect("it was empty");
        }
        Ok(self.profile.get().expect("it was set"))
    }

    fn run(
        &self,
        service: &mut Service,
        endpoint: Endpoint,
        way: Way,
        pace: Pace,
        amount: Amount,
        concurrency: usize,
    ) -> Result<Run> {
        let (used, before) = (service.used(), service.status()?.clock);
        let found =
            self.generator.run(&service.url(&endpoint.path(way)), amount, concurrency, pace)?;
        let (used_then, after) = (service.used(), service.status()?.clock);
        let errors = found.errors.values().sum::<u64>();
        let (service_cpu, redis_cpu) = (
            used_then.service.saturating_sub(used.service),
            used_then.redis.saturating_sub(used.redis),
        );
        let percent = |of: Duration| of.as_secs_f64() / found.seconds * 100.0;
        let each = |of: Duration| of.as_secs_f64() * 1e3 / found.requests as f64;
        let codec_ns =
            (after.encode_ns - before.encode_ns + after.decode_ns - before.decode_ns) as f64;
        Ok(Run {
            endpoint,
            way,
            pace,
            concurrency,
            requests: found.requests,
            seconds: found.seconds,
            requests_per_second: (found.requests - errors) as f64 / found.seconds,
            latency_ms: found.latency,
            errors,
            error_kinds: found.errors,
            service_cpu_percent: percent(service_cpu),
            redis_cpu_percent: percent(redis_cpu),
            service_cpu_ms: each(service_cpu),
            redis_cpu_ms: each(redis_cpu),
            codec_percent: codec_ns / (after.request_ns - before.request_ns) as f64 * 100.0,
        })
    }
}

fn warm_up(amount: Amount) -> Amount {
    match amount {
        Amount::Requests(requests) => {
            Amount::Requests((requests / 2).clamp(MIN_WARM_UP, MAX_WARM_UP))
        }
        Amount::Seconds(seconds) => Amount::Seconds(seconds / 2.0),
    }
}

/// `empty` is the `used_memory` of the empty Redis.
fn memory(service: &mut Service, empty: u64) -> Result<Memory> {
    let (used_memory, dbsize) = (service.used_memory()?, service.dbsize()?);
    Ok(Memory {
        used_memory,
        dbsize,
        bytes_per_person: used_memory.saturating_sub(empty) as f64 / dbsize as f64,
    })
}
