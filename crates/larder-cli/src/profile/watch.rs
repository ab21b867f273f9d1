//! `larder train --watch`: learns again and again, and publishes what saves enough.

use std::io::Write;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use larder::{Level, Profile, ProfileId};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::learn::{inputs, learn, redis};
use super::level;
use super::retire::retire;
use crate::cli::TrainArgs;
use crate::failure::OK;
use crate::input::Input;
use crate::interrupt;
use crate::profiles::{Name, Published, id, text};
use crate::redis::Target;
use crate::table::{counted, number};
use crate::terminal::Out;

/// How often somebody who waits looks whether the user has stopped it.
const POLL: Duration = Duration::from_millis(100);
/// What writers use if they are not told otherwise.
const LEVEL: Level = Level::Balanced;

/// Returns the exit code. A round that fails prints why, and the next one begins at its time.
pub fn run(args: &TrainArgs, name: &Name) -> Result<u8> {
    let inputs: Vec<Input> = inputs(args)?.into_iter().map(Input::at_random).collect();
    let target = redis(&inputs, "--watch")?;
    // What is wrong from the beginning is wrong for good.
    Published::open(target)?.current(name)?;
    loop {
        let begun = Instant::now();
        let said = round(args, name, &inputs, target);
        if interrupt::check().is_err() {
            return Ok(OK);
        }
        let said = said.unwrap_or_else(|error| format!("nothing was done: {error:#}"));
        let now = OffsetDateTime::now_utc().replace_nanosecond(0)?.format(&Rfc3339);
        let mut out = Out::lock();
        writeln!(out, "{} {name}: {said}", now.context("cannot format the time of the clock")?)?;
        out.flush()?;
        drop(out);
        while begun.elapsed() < args.every {
            if interrupt::check().is_err() {
                return Ok(OK);
            }
            thread::sleep(POLL.min(args.every.saturating_sub(begun.elapsed())));
        }
    }
}

/// What was done in a round, in one line.
fn round(args: &TrainArgs, name: &Name, inputs: &[Input], target: &Target) -> Result<String> {
    let mut published = Published::open(target)?;
    let before = published.current(name)?;
    let learned = learn(args, inputs)?;
    interrupt::check()?;
    let (mut said, old) = match before.map(|before| published.fetch(before)) {
        None => (String::new(), None),
        Some(Ok(profile)) => (String::new(), Some(profile)),
        // Values under it cannot be decoded anyway.
        Some(Err(why)) => {
            let before = before.map(text).unwrap_or_default();
            (format!("the current profile {before} is lost: {why} · "), None)
        }
    };
    let profile = &learned.profile;
    let now = level::bytes(LEVEL, old.as_ref(), &learned.held_out)?;
    let then = level::bytes(LEVEL, Some(profile), &learned.held_out)?;
    let gain = (1.0 - then / now) * 100.0;
    let than = match &old {
        Some(old) => format!("under {}", id(old)),
        None => "without a profile".to_owned(),
    };
    let held_out = counted(learned.held_out.len(), "value", "values");
    said.push_str(&format!(
        "{} takes {} B per value, {} B {than}: {} % saved, on {held_out} that were held out · ",
        id(profile),
        number(then),
        number(now),
        // Without a sign if it is none.
        number((gain * 10.0).round() / 10.0 + 0.0),
    ));
    said.push_str(&if gain >= args.gain {
        published.publish(name, profile, before)?;
        "published".to_owned()
    } else {
        stays(old.as_ref(), args.gain)
    });
    if let Some(keep) = args.keep {
        said.push_str(&retire_old(&mut published, target, name, keep)?);
    }
    Ok(said)
}

fn stays(old: Option<&Arc<Profile>>, gain: f64) -> String {
    let percent = number(gain);
    match old {
        Some(old) => format!("less than {percent} %, so {} stays current", id(old)),
        None => format!("less than {percent} %, so it was not published"),
    }
}

/// Retires all but the last `keep` profiles of the name, as far as no value needs them.
fn retire_old(
    published: &mut Published,
    target: &Target,
    name: &Name,
    keep: usize,
) -> Result<String> {
    let stored = published.of(name)?;
    let old: Vec<ProfileId> =
        stored.ids().skip(keep).filter(|id| stored.current != Some(*id)).collect();
    if old.is_empty() {
        return Ok(String::new());
    }
    let mut said = String::new();
    let (names, _) = published.all()?;
    for retired in retire(published, target, &names, None, &old, true)? {
        match retired.kept {
            None => said.push_str(&format!(" · retired {}", text(retired.id))),
            Some(_) => said.push_str(&format!(" · {} is still needed", text(retired.id))),
        }
    }
    Ok(said)
}
