//! `larder switch`: rewrites the values of a Redis in another format while everybody goes on.
//!
//! Data flows one way: `plan` (options) → `pass`, a worker for each master: `session` reads →
//! `convert` decodes, encodes and verifies → `journal` → `replace` compares and sets → `counts`,
//! `checkpoint` → `document`.

mod age;
mod checkpoint;
mod control;
mod convert;
mod counts;
mod document;
mod glob;
mod journal;
mod meter;
mod pass;
mod plan;
mod preview;
mod replace;
mod session;
mod spot;
mod table;
mod throttle;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use anyhow::Result;

use self::checkpoint::Checkpoint;
use self::control::{Shared, Socket};
use self::counts::Noted;
use self::document::{End, SwitchDocument};
use self::journal::Journal;
use self::pass::{Books, Run, Task};
use self::plan::Plan;
use self::session::Session;
use self::throttle::Throttle;
use crate::cli::SwitchArgs;
use crate::failure::{INTERRUPTED, OK, ROW_FAILED, Usage};
use crate::redis::Target;
use crate::terminal::{Out, say};
use crate::{interrupt, output};

/// Returns the exit code.
pub fn run(args: &SwitchArgs) -> Result<u8> {
    match (&args.control, args.order.question()) {
        (Some(socket), Some(question)) => {
            let answer = control::ask(socket, &question)?;
            writeln!(Out::lock(), "{answer}")?;
            Ok(OK)
        }
        _ => switch(args),
    }
}

fn switch(args: &SwitchArgs) -> Result<u8> {
    for file in args.json.iter().chain(&args.checkpoint).chain(&args.journal) {
        output::prove(file)?;
    }
    let target = Target::parse(args.url(), &args.tls)?;
    let plan = Plan::new(args, &target)?;
    if !args.yes && !args.dry_run && !io::stdin().is_terminal() {
        return Err(Usage(
            "nobody can be asked here: pass --dry-run to see what a switch would do, and --yes to \
             do it"
                .into(),
        )
        .into());
    }
    let asked = plan.asked();
    let known = match &args.checkpoint {
        Some(path) => Checkpoint::read(path, &target.to_string(), &asked)?,
        None => None,
    };
    let mut sessions = Session::open(&target)?;
    if !args.yes && !args.dry_run && !preview::agrees(&mut sessions, &plan)? {
        return Ok(OK);
    }
    let state = known.unwrap_or_else(|| Checkpoint::new(&target.to_string(), asked));
    let throttle = Throttle::new(args, &target)?;
    let shared = Shared::new(throttle.shared().clone());
    let _socket = match &args.control {
        Some(path) => Some(Socket::open(path, shared.clone())?),
        None => None,
    };
    let mut run = Run {
        plan: &plan,
        sessions,
        checkpoint: args.checkpoint.as_deref().filter(|_| !args.dry_run),
        throttle,
        shared,
        started: Instant::now(),
        seconds_before: state.seconds,
        books: Books {
            state,
            journal: match &args.journal {
                Some(path) if !args.dry_run => Some(Journal::open(path)?),
                _ => None,
            },
            ways: BTreeMap::new(),
        },
    };
    let outcome = passes(&mut run, args);
    let end = match outcome {
        Ok(true) => End::Finished,
        Ok(false) => End::Interrupted,
        // A signal also ends a command that waits for its answer.
        Err(_) if interrupt::check().is_err() => End::Interrupted,
        Err(_) => End::Failed,
    };
    // The switch is over; what is left is for a new one.
    if end == End::Finished
        && let Some(path) = run.checkpoint
    {
        let _ = fs::remove_file(path);
    }
    let seconds = run.seconds();
    let Books { state, ways, .. } = run.books;
    let mut ways: Vec<&str> = ways.into_values().flatten().collect();
    ways.dedup();
    let counts = match state.before {
        None => state.counts,
        Some(mut before) => {
            before.go_on(state.counts, end == End::Finished);
            before
        }
    };
    let document = SwitchDocument {
        redis: target.to_string(),
        asked: state.asked,
        is_dry_run: args.dry_run,
        way: (!ways.is_empty()).then(|| ways.join(", ")),
        end,
        failed: counts.failed(),
        counts,
        passes: state.pass,
        seconds: (seconds * 1000.0).round() / 1000.0,
    };
    if let (Err(error), End::Failed) = (outcome, end) {
        say!("{error:#}");
    }
    match &args.json {
        Some(file) if output::is_standard(file) => output::write_json(file, &document)?,
        file => {
            table::write(&mut Out::lock(), &document)?;
            if let Some(file) = file {
                output::write_json(file, &document)?;
            }
        }
    }
    Ok(match end {
        End::Interrupted => INTERRUPTED,
        End::Finished if args.dry_run || document.is_clean() => OK,
        _ => ROW_FAILED,
    })
}

/// Masters and slots that move are followed in so many passes; then what is left is counted.
const MAX_AGAIN: u32 = 10;

/// Replaces, and then counts what is left, or replaces until nothing is. Returns whether it came to
/// its end.
fn passes(run: &mut Run<'_>, args: &SwitchArgs) -> Result<bool> {
    loop {
        let state = &run.books.state;
        let is_replacing = state.pass == 1 || state.is_again || args.until_clean;
        let task = match (args.dry_run, is_replacing) {
            (true, _) => Task::Try,
            (false, true) => Task::Replace,
            (false, false) => Task::Count,
        };
        if !run.pass(task)? {
            return Ok(false);
        }
        // The masters of now. A new one may lack what the old one was told, and have keys that the
        // pass did not see.
        run.sessions = Session::open_again(run.sessions[0].target())?;
        let state = &mut run.books.state;
        let mut is_moved = state.counts.moved > 0;
        for session in &mut run.sessions {
            let id = session.run_id()?;
            is_moved |= !state.nodes.iter().any(|node| node.run_id == id);
        }
        let is_again = is_moved && task != Task::Try && state.pass < MAX_AGAIN;
        let counts = &mut state.counts;
        if task != Task::Replace && !is_again {
            counts.left.get_or_insert_default();
            return Ok(true);
        }
        // A pass that met nothing to switch is the proof that nothing is left. One that met only
        // what the server refuses would not do better the next time.
        if args.until_clean && !is_again && counts.switched + counts.changed_meanwhile == 0 {
            let failed = counts.failures.values().next().cloned();
            counts.left = Some(Noted {
                count: counts.failed(),
                example: failed.map(|failed| failed.example).unwrap_or_default(),
            });
            return Ok(true);
        }
        state.is_again = is_again;
        let done = std::mem::take(&mut state.counts);
        match &mut state.before {
            Some(before) => before.go_on(done, true),
            None => state.before = Some(done),
        }
        state.pass += 1;
        state.nodes.clear();
    }
}
