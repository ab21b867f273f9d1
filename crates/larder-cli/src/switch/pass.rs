//! One pass over all keys. Each master has a worker of its own, which reads a page, has its values
//! converted in another thread, and replaces them. While one page is converted, the page before is
//! replaced and the next one is read.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use super::checkpoint::{Checkpoint, Standing};
use super::control::{Shared, Status};
use super::convert::{Converter, New, Verdict};
use super::counts::{Counts, Noted, example, note};
use super::journal::Journal;
use super::meter::Meter;
use super::plan::Plan;
use super::replace::{Change, Outcome, Way};
use super::session::{Page, Replaced, Session};
use super::spot::Read;
use super::throttle::Throttle;
use crate::interrupt;
use crate::redis::KeyType;
use crate::terminal::say;

/// Values that a page has, if they are small.
const PAGE: usize = 1000;
/// The first page has so few, because nobody knows yet how large values are.
const FIRST_PAGE: usize = 10;
/// Bytes that the values of a page have, by what those before had.
const PAGE_BYTES: u64 = 4 << 20;
/// Pages that are read and not yet replaced.
const AHEAD: usize = 2;
/// How often a checkpoint is written.
const CHECKPOINT: Duration = Duration::from_secs(1);

/// What all passes use.
pub struct Run<'a> {
    pub plan: &'a Plan,
    /// One for each master.
    pub sessions: Vec<Session>,
    pub checkpoint: Option<&'a Path>,
    pub throttle: Throttle,
    pub shared: Shared,
    /// When this run began, and the seconds of those that it goes on with.
    pub started: Instant,
    pub seconds_before: f64,
    pub books: Books,
}

/// What the workers write together.
pub struct Books {
    pub state: Checkpoint,
    pub journal: Option<Journal>,
    /// The ways to replace values that were found, by the type of their keys.
    pub ways: BTreeMap<KeyType, Vec<&'static str>>,
}

/// What a pass does with values that can be switched.
#[derive(Clone, Copy, PartialEq)]
pub enum Task {
    Replace,
    /// Nothing: it says what would be done.
    Try,
    /// Nothing: it counts what is left after others replaced values.
    Count,
}

/// What the workers of a pass share.
struct Pass<'a, 'r> {
    plan: &'a Plan,
    task: Task,
    throttle: &'r Throttle,
    shared: &'r Shared,
    checkpoint: Option<&'a Path>,
    started: Instant,
    seconds_before: f64,
    books: Mutex<(&'r mut Books, Meter)>,
    /// Values that the pass had looked at when this run went on with it.
    looked_before: u64,
    /// Whether a worker has failed, so that the others end as well.
    has_failed: AtomicBool,
    /// Of each worker, how much of its master is done, from 0 to 1.
    done: Mutex<Vec<f64>>,
}

/// Goes over the keys of one master.
struct Worker<'p, 'a, 'r> {
    pass: &'p Pass<'a, 'r>,
    at: usize,
    session: &'r mut Session,
    /// Known once a key is.
    ways: BTreeMap<KeyType, Way>,
    read: SyncSender<Batch>,
    converted: Receiver<Converted>,
    /// Bytes of the values that were read, and how many they are.
    bytes: u64,
    looked: u64,
}

/// A page on its way to the converter.
struct Batch {
    page: Page,
    /// If this is the end of a page of keys: the cursor of the next one; `None` behind the last.
    end: Option<Option<u64>>,
}

/// A page with what becomes of its values.
struct Converted {
    values: Vec<(Read, Verdict)>,
    /// Without its values.
    page: Page,
    end: Option<Option<u64>>,
}

impl Run<'_> {
    /// Goes on with the pass that the state is in. Returns whether it came to its end, which it
    /// does unless the user stops it. On an error, the state is that of the last whole pages.
    pub fn pass(&mut self, task: Task) -> Result<bool> {
        let outcome = loop {
            match self.walk(task) {
                Err(error) if error.is::<Replaced>() => {
                    say!("{error}; its keys are gone over from the beginning");
                    self.sessions = Session::open_again(self.sessions[0].target())?;
                }
                outcome => break outcome,
            }
        };
        self.books.state.seconds = self.seconds();
        let written = self.checkpoint.map_or(Ok(()), |path| self.books.state.write(path));
        if let (Ok(true), Some(journal)) = (&outcome, &self.books.journal) {
            journal.sync()?;
        }
        // What stopped the pass is more than what a checkpoint would say.
        let is_whole = outcome?;
        written?;
        Ok(is_whole)
    }

    pub fn seconds(&self) -> f64 {
        self.seconds_before + self.started.elapsed().as_secs_f64()
    }

    fn walk(&mut self, task: Task) -> Result<bool> {
        let meter = Meter::new(match task {
            Task::Replace => "switching",
            Task::Try => "trying",
            Task::Count => "counting what is left",
        });
        let workers = self.sessions.len();
        let pass = Pass {
            plan: self.plan,
            task,
            throttle: &self.throttle,
            shared: &self.shared,
            checkpoint: self.checkpoint,
            started: self.started,
            seconds_before: self.seconds_before,
            looked_before: self.books.state.counts.looked,
            books: Mutex::new((&mut self.books, meter)),
            has_failed: AtomicBool::new(false),
            done: Mutex::new(vec![0.0; workers]),
        };
        let mut converters = Vec::with_capacity(workers);
        for _ in 0..workers {
            converters.push(Converter::new(pass.plan)?);
        }
        let outcomes: Vec<Result<bool>> = thread::scope(|scope| {
            let pass = &pass;
            let mut workers = Vec::with_capacity(workers);
            for (at, (session, converter)) in self.sessions.iter_mut().zip(converters).enumerate() {
                let (read, to_convert) = sync_channel(AHEAD);
                let (done, converted) = sync_channel(AHEAD);
                scope.spawn(move || convert(converter, &to_convert, &done));
                let ways = BTreeMap::new();
                workers.push(scope.spawn(move || {
                    let (bytes, looked) = (0, 0);
                    let mut worker =
                        Worker { pass, at, session, ways, read, converted, bytes, looked };
                    let outcome = worker.run();
                    if outcome.as_ref().is_err_and(|error| !error.is::<Replaced>()) {
                        pass.has_failed.store(true, Ordering::Relaxed);
                    }
                    outcome
                }));
            }
            let ended = |worker: thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(ended).collect()
        });
        pass.books().1.end();
        // What failed says more than that another worker was stopped or has lost its master.
        let (replaced, failed): (Vec<_>, Vec<_>) = outcomes
            .into_iter()
            .partition(|outcome| outcome.as_ref().is_err_and(|error| error.is::<Replaced>()));
        let ended = failed.into_iter().collect::<Result<Vec<bool>>>()?;
        let is_whole = ended.into_iter().all(|is_whole| is_whole);
        match replaced.into_iter().next() {
            Some(replaced) if is_whole => replaced,
            _ => Ok(is_whole),
        }
    }
}

impl<'r> Pass<'_, 'r> {
    fn books(&self) -> MutexGuard<'_, (&'r mut Books, Meter)> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        interrupt::check().is_err()
            || self.throttle.shared().is_stopped()
            || self.has_failed.load(Ordering::Relaxed)
    }

    /// Notes that a worker has come further, and tells those who ask. Writes a checkpoint if the
    /// last one is old.
    fn advance(&self, worker: usize, part: f64) -> Result<()> {
        let done = {
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            done[worker] = part;
            done.iter().sum::<f64>() / done.len() as f64
        };
        let seconds = self.seconds_before + self.started.elapsed().as_secs_f64();
        let mut books = self.books();
        let (books, meter) = &mut *books;
        let state = &mut books.state;
        meter.show(done, &state.counts, self.looked_before);
        let mut counts = state.before.clone().unwrap_or_default();
        counts.go_on(state.counts.clone(), true);
        self.shared.publish(Status {
            pass: state.pass,
            done,
            switched: counts.switched,
            changed_meanwhile: counts.changed_meanwhile,
            refused: counts.refused.values().map(|noted| noted.count).sum(),
            failed: counts.failed(),
            bytes_before: counts.bytes_before,
            bytes_after: counts.bytes_after,
            seconds,
            ..Status::default()
        });
        if seconds - state.seconds < CHECKPOINT.as_secs_f64() {
            return Ok(());
        }
        state.seconds = seconds;
        self.checkpoint.map_or(Ok(()), |path| state.write(path))
    }
}

impl Worker<'_, '_, '_> {
    /// Returns whether all keys of the master were gone over.
    fn run(&mut self) -> Result<bool> {
        for (nth, &of) in self.pass.plan.types.iter().enumerate() {
            loop {
                let run_id = self.session.run_id()?;
                let standing = |standing: &&mut Standing| standing.is_of(&run_id, of);
                let known = {
                    let mut books = self.pass.books();
                    let nodes = &mut books.0.state.nodes;
                    match nodes.iter_mut().find(standing) {
                        Some(known) => known.cursor,
                        None => {
                            let (run_id, cursor) = (run_id.clone(), Some(0));
                            nodes.push(Standing { run_id, of, cursor });
                            cursor
                        }
                    }
                };
                let Some(cursor) = known else { break };
                if !self.walk(nth, of, &run_id, cursor)? {
                    return Ok(false);
                }
                if self.session.run_id()? == run_id {
                    break;
                }
                say!("the server was started anew: its keys are gone over from the beginning");
            }
        }
        Ok(true)
    }

    /// Goes over the keys of a type, from a cursor on.
    fn walk(&mut self, nth: usize, of: KeyType, run_id: &str, mut cursor: u64) -> Result<bool> {
        let pass = self.pass;
        let (mut is_read, mut ahead) = (false, 0);
        let (mut parts, mut next) = (VecDeque::new(), 0);
        let mut resumed = Instant::now();
        loop {
            if !is_read && ahead < AHEAD {
                let mut shows = |reason: Option<&str>| pass.books().1.waits(reason);
                let is_over = || pass.has_failed.load(Ordering::Relaxed);
                if pass.throttle.wait(resumed.elapsed(), &mut shows, &is_over).is_err() {
                    return Ok(false);
                }
                resumed = Instant::now();
                let mut page = Page::default();
                let count = self.count();
                if parts.is_empty() {
                    let keys;
                    (next, keys) = self
                        .session
                        .repeat("SCAN", |session| session.scan(cursor, pass.plan, of, count))?;
                    self.ask_way(of, &keys)?;
                    parts = self.session.parts(of, keys, &mut page)?;
                }
                let aged = self.ways.get(&of).and_then(Way::aged);
                let recent = pass.books().0.state.recent();
                self.session.read(of, &mut parts, count, aged, recent, &mut page)?;
                pass.throttle.spend(page.values.len());
                self.looked += page.values.len() as u64;
                self.bytes += page.values.iter().map(|read| read.bytes.len() as u64).sum::<u64>();
                let end = parts.is_empty().then_some((next != 0).then_some(next));
                is_read = end == Some(None);
                if parts.is_empty() {
                    cursor = next;
                }
                if self.read.send(Batch { page, end }).is_err() {
                    bail!("the thread that converts values has ended");
                }
                ahead += 1;
                continue;
            }
            if ahead == 0 {
                return Ok(true);
            }
            let Ok(done) = self.converted.recv() else {
                bail!("the thread that converts values has ended");
            };
            ahead -= 1;
            let end = done.end;
            self.finish(of, done)?;
            if let Some(next) = end {
                let mut books = pass.books();
                let mut nodes = books.0.state.nodes.iter_mut();
                let standing = nodes.find(|standing| standing.is_of(run_id, of));
                standing.expect("it was noted above").cursor = next;
                drop(books);
                // In a cluster, the lowest bits of a cursor may be a slot.
                let part = match next {
                    None => 1.0,
                    Some(_) if self.session.is_cluster() => 0.0,
                    Some(next) => fraction(next),
                };
                pass.advance(self.at, (nth as f64 + part) / pass.plan.types.len() as f64)?;
            }
            if pass.is_over() {
                return Ok(false);
            }
        }
    }

    /// How many values the next page is to have.
    fn count(&self) -> usize {
        let count = match self.looked {
            0 => FIRST_PAGE,
            looked => {
                let mean = (self.bytes / looked).max(1);
                usize::try_from(PAGE_BYTES / mean).unwrap_or(PAGE).clamp(1, PAGE)
            }
        };
        count.min(self.pass.throttle.page())
    }

    /// Finds out how to replace values, as soon as a key is known. Whoever only counts has to know
    /// whether reading leaves a trace.
    fn ask_way(&mut self, of: KeyType, keys: &[Vec<u8>]) -> Result<()> {
        if self.pass.task == Task::Try || self.ways.contains_key(&of) {
            return Ok(());
        }
        for key in keys {
            if let Some(way) = Way::find(self.session, of, key)? {
                let mut books = self.pass.books();
                let names = books.0.ways.entry(of).or_default();
                if !names.contains(&way.name()) {
                    names.push(way.name());
                }
                drop(books);
                self.ways.insert(of, way);
                break;
            }
        }
        Ok(())
    }

    /// Replaces the values of a page, and counts them.
    fn finish(&mut self, of: KeyType, done: Converted) -> Result<()> {
        let task = self.pass.task;
        let mut counts = Counts {
            gone: if task == Task::Count { 0 } else { done.page.gone },
            withheld: done.page.withheld,
            moved: done.page.moved,
            ..Counts::default()
        };
        let mut changes = Vec::new();
        {
            let mut books = self.pass.books();
            let mut journal = books.0.journal.as_mut();
            for (read, verdict) in done.values {
                counts.looked += 1;
                let New { bytes, contents } = match verdict {
                    Verdict::Already => {
                        counts.already += 1;
                        continue;
                    }
                    Verdict::Kept(what) => {
                        note(&mut counts.kept, &what, &read.name(), "");
                        continue;
                    }
                    Verdict::Refused(why) => {
                        note(&mut counts.refused, &why.reason, &read.name(), &why.detail);
                        continue;
                    }
                    Verdict::New(new) => new,
                };
                // What the journal knows stands within the compression.
                let (old, new) = match &contents {
                    Some((old, new)) => (old, new),
                    None => (&read.bytes, &bytes),
                };
                let proof = journal.as_ref().and_then(|all| all.proves(&read, new));
                if proof == Some(false) {
                    let reason = "it would get other bytes than it had by the journal";
                    note(&mut counts.refused, reason, &read.name(), "");
                } else if task == Task::Replace {
                    // What gets its old bytes back has no way back to be proven.
                    if let (Some(journal), None) = (&mut journal, proof) {
                        journal.note(&read, old, &bytes);
                    }
                    changes.push((Change { read, new: bytes }, proof.is_some()));
                } else {
                    let first = || Noted { count: 0, example: example(&read.name(), "") };
                    counts.left.get_or_insert_with(first).count += 1;
                    if task == Task::Try {
                        counts.bytes_before += read.bytes.len() as u64;
                        counts.bytes_after += bytes.len() as u64;
                    }
                }
            }
            if let (Some(journal), false) = (journal, changes.is_empty()) {
                journal.write()?;
            }
        }
        let mut failed = None;
        if !changes.is_empty() {
            let (changes, proven): (Vec<_>, Vec<_>) = changes.into_iter().unzip();
            let outcomes = match self.ways.get(&of) {
                Some(way) => way.replace(self.session, &changes)?,
                // No slot was this node's when it was asked.
                None => vec![Outcome::Moved; changes.len()],
            };
            for ((change, is_proven), outcome) in changes.iter().zip(proven).zip(&outcomes) {
                match outcome {
                    Outcome::Switched => {
                        counts.switched += 1;
                        counts.proven += u64::from(is_proven);
                        counts.bytes_before += change.read.bytes.len() as u64;
                        counts.bytes_after += change.new.len() as u64;
                    }
                    Outcome::Changed => counts.changed_meanwhile += 1,
                    Outcome::Gone => counts.gone += 1,
                    Outcome::Moved => counts.moved += 1,
                    Outcome::Failed(said) => {
                        note(&mut counts.failures, said, &change.read.name(), "");
                        failed.get_or_insert_with(|| said.clone());
                    }
                }
            }
            if !outcomes.iter().all(|outcome| matches!(outcome, Outcome::Failed(_))) {
                failed = None;
            }
        }
        self.pass.books().0.state.counts.add(counts);
        match failed {
            Some(said) => bail!("{} replaces no value: {said}", self.session.target()),
            None => Ok(()),
        }
    }
}

fn convert(mut converter: Converter<'_>, read: &Receiver<Batch>, done: &SyncSender<Converted>) {
    for Batch { mut page, end } in read {
        let values = std::mem::take(&mut page.values).into_iter().map(|read| {
            let verdict = converter.convert(&read.bytes);
            (read, verdict)
        });
        let values = values.collect();
        // The pass has ended early.
        if done.send(Converted { values, page, end }).is_err() {
            return;
        }
    }
}

/// How far a cursor is: it counts from its highest bit on.
fn fraction(cursor: u64) -> f64 {
    cursor.reverse_bits() as f64 / u64::MAX as f64
}
