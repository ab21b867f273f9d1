//! One pass over all keys: read a page, convert its values in a thread of their own, replace them.
//! While one page is converted, the page before is replaced and the next one is read.

use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use super::checkpoint::{Checkpoint, Standing};
use super::control::{Shared, Status};
use super::convert::{Converter, Verdict};
use super::counts::{Noted, example, note};
use super::journal::Journal;
use super::meter::Meter;
use super::plan::Plan;
use super::replace::{Change, Outcome, Way};
use super::session::{Page, Read, Replaced, Session};
use super::throttle::Throttle;
use crate::interrupt;
use crate::terminal::say;

/// Keys that `SCAN` is asked for, if their values are small.
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
    pub session: Session,
    /// Known once a value is to be replaced.
    pub way: Option<Way>,
    pub journal: Option<Journal>,
    pub checkpoint: Option<&'a Path>,
    pub throttle: Throttle,
    pub shared: Shared,
    pub state: Checkpoint,
    /// When this run began, and the seconds of those that it goes on with.
    pub started: Instant,
    pub seconds_before: f64,
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

/// A page on its way to the converter.
struct Batch {
    page: Page,
    /// The cursor once it is done; `None` if it is the last.
    next: Option<u64>,
}

/// A page with what becomes of its values.
struct Converted {
    values: Vec<(Read, Verdict)>,
    gone: u64,
    withheld: u64,
    moved: u64,
    next: Option<u64>,
}

impl Run<'_> {
    /// Goes on with the pass that the state is in. Returns whether it came to its end, which it
    /// does unless the user stops it. On an error, the state is that of the last whole page.
    pub fn pass(&mut self, task: Task) -> Result<bool> {
        let mut meter = Meter::new(match task {
            Task::Replace => "switching",
            Task::Try => "trying",
            Task::Count => "counting what is left",
        });
        let outcome = loop {
            let converter = Converter::new(self.plan)?;
            let walked = thread::scope(|scope| {
                let (read, to_convert) = sync_channel(AHEAD);
                let (converted, to_replace) = sync_channel(AHEAD);
                scope.spawn(move || convert(converter, &to_convert, &converted));
                self.walk(task, &read, &to_replace, &mut meter)
            });
            match walked {
                Err(error) if error.is::<Replaced>() => {
                    say!("{error}; its keys are gone over from the beginning");
                    self.session = Session::open(self.session.target())?;
                }
                outcome => break outcome,
            }
        };
        meter.end();
        self.state.seconds = self.seconds();
        let written = self.write_checkpoint();
        if let (Ok(true), Some(journal)) = (&outcome, &self.journal) {
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

    fn walk(
        &mut self,
        task: Task,
        read: &SyncSender<Batch>,
        converted: &Receiver<Converted>,
        meter: &mut Meter,
    ) -> Result<bool> {
        let looked_before = self.state.counts.looked;
        let masters = self.session.masters().to_vec();
        for (at, node) in masters.iter().enumerate() {
            self.session.enter(node)?;
            loop {
                let run_id = self.session.run_id()?;
                let known = self.state.nodes.iter().find(|known| known.run_id == run_id);
                let mut cursor = match known.map(|known| known.cursor) {
                    Some(None) => break,
                    Some(Some(cursor)) => cursor,
                    None => {
                        let run_id = run_id.clone();
                        self.state.nodes.push(Standing { run_id, cursor: Some(0) });
                        0
                    }
                };
                let (mut is_read, mut ahead) = (false, 0);
                loop {
                    if !is_read && ahead < AHEAD {
                        if self.throttle.wait(&mut |reason| meter.waits(reason)).is_err() {
                            return Ok(false);
                        }
                        let (next, keys) = self.page(cursor)?;
                        self.ask_way(task, &keys)?;
                        let aged = self.way.as_ref().and_then(Way::aged);
                        self.throttle.spend(keys.len());
                        let page = self.session.read(keys, aged, self.state.recent())?;
                        let next = (next != 0).then_some(next);
                        if read.send(Batch { page, next }).is_err() {
                            bail!("the thread that converts values has ended");
                        }
                        ahead += 1;
                        is_read = next.is_none();
                        cursor = next.unwrap_or_default();
                        continue;
                    }
                    if ahead == 0 {
                        break;
                    }
                    let Ok(done) = converted.recv() else {
                        bail!("the thread that converts values has ended");
                    };
                    ahead -= 1;
                    let next = done.next;
                    self.finish(task, done)?;
                    let standing = self.state.nodes.iter_mut().find(|node| node.run_id == run_id);
                    standing.expect("it was noted above").cursor = next;
                    // In a cluster, the lowest bits of a cursor may be a slot.
                    let part = match next {
                        None => 1.0,
                        Some(_) if self.session.is_cluster() => 0.0,
                        Some(next) => fraction(next),
                    };
                    let done = (at as f64 + part) / masters.len() as f64;
                    meter.show(done, &self.state.counts, looked_before);
                    self.publish(done);
                    self.keep()?;
                    if interrupt::check().is_err() || self.throttle.shared().is_stopped() {
                        return Ok(false);
                    }
                }
                if self.session.run_id()? == run_id {
                    break;
                }
                say!("the server was started anew: its keys are gone over from the beginning");
            }
        }
        Ok(true)
    }

    /// A page of keys. If the server was started anew, its cursors mean nothing, and the end of the
    /// walk sees that.
    fn page(&mut self, cursor: u64) -> Result<(u64, Vec<Vec<u8>>)> {
        let counts = &self.state.counts;
        let mean = (self.state.bytes / counts.looked.max(1)).max(1);
        let count = match counts.looked {
            0 => FIRST_PAGE,
            _ => usize::try_from(PAGE_BYTES / mean).unwrap_or(PAGE).clamp(1, PAGE),
        };
        let count = count.min(self.throttle.page());
        let plan = self.plan;
        self.session.repeat("SCAN", |session| session.scan(cursor, plan, count))
    }

    /// Finds out how to replace values, as soon as a key is known.
    fn ask_way(&mut self, task: Task, keys: &[Vec<u8>]) -> Result<()> {
        if task != Task::Replace || self.way.is_some() {
            return Ok(());
        }
        for key in keys {
            self.way = Way::find(&mut self.session, key)?;
            if self.way.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Replaces the values of a page, and counts them.
    fn finish(&mut self, task: Task, done: Converted) -> Result<()> {
        let mut counts = self.state.counts.clone();
        let mut bytes = self.state.bytes;
        if task != Task::Count {
            counts.gone += done.gone;
        }
        counts.withheld += done.withheld;
        counts.moved += done.moved;
        let mut changes = Vec::new();
        for (read, verdict) in done.values {
            counts.looked += 1;
            bytes += read.bytes.len() as u64;
            match verdict {
                Verdict::Already => counts.already += 1,
                Verdict::Kept(what) => note(&mut counts.kept, &what, &read.key, ""),
                Verdict::Refused(refusal) => {
                    note(&mut counts.refused, &refusal.reason, &read.key, &refusal.detail);
                }
                Verdict::New(new) => {
                    let proof = self.journal.as_ref();
                    let proof = proof.and_then(|all| all.proves(&read.key, &read.bytes, &new));
                    if proof == Some(false) {
                        let reason = "it would get other bytes than it had by the journal";
                        note(&mut counts.refused, reason, &read.key, "");
                    } else if task == Task::Replace {
                        changes.push((Change { read, new }, proof.is_some()));
                    } else {
                        let first = || Noted { count: 0, example: example(&read.key, "") };
                        counts.left.get_or_insert_with(first).count += 1;
                        if task == Task::Count {
                            continue;
                        }
                        counts.bytes_before += read.bytes.len() as u64;
                        counts.bytes_after += new.len() as u64;
                    }
                }
            }
        }
        if !changes.is_empty() {
            let (changes, proven): (Vec<_>, Vec<_>) = changes.into_iter().unzip();
            if let Some(journal) = &mut self.journal {
                // What gets its old bytes back has no way back to be proven.
                for (Change { read, new }, is_proven) in changes.iter().zip(&proven) {
                    if !is_proven {
                        journal.note(&read.key, &read.bytes, new);
                    }
                }
                journal.write()?;
            }
            let way = self.way.as_ref().expect("asked when the page was read");
            let outcomes = way.replace(&mut self.session, &changes)?;
            let mut refused = None;
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
                        note(&mut counts.failures, said, &change.read.key, "");
                        refused = refused.or(Some(said));
                    }
                }
            }
            let is_all = outcomes.iter().all(|outcome| matches!(outcome, Outcome::Failed(_)));
            if let (Some(said), true) = (refused, is_all) {
                self.state.counts = counts;
                bail!("{} replaces no value: {said}", self.session.target());
            }
        }
        self.state.counts = counts;
        self.state.bytes = bytes;
        Ok(())
    }

    /// Tells those who ask where it stands.
    fn publish(&self, done: f64) {
        let mut counts = self.state.before.clone().unwrap_or_default();
        counts.go_on(self.state.counts.clone(), true);
        self.shared.publish(Status {
            pass: self.state.pass,
            done,
            switched: counts.switched,
            changed_meanwhile: counts.changed_meanwhile,
            refused: counts.refused.values().map(|noted| noted.count).sum(),
            failed: counts.failed(),
            bytes_before: counts.bytes_before,
            bytes_after: counts.bytes_after,
            seconds: self.seconds(),
            ..Status::default()
        });
    }

    /// Writes a checkpoint if the last one is old.
    fn keep(&mut self) -> Result<()> {
        let seconds = self.seconds();
        if seconds - self.state.seconds < CHECKPOINT.as_secs_f64() {
            return Ok(());
        }
        self.state.seconds = seconds;
        self.write_checkpoint()
    }

    fn write_checkpoint(&self) -> Result<()> {
        self.checkpoint.map_or(Ok(()), |path| self.state.write(path))
    }
}

fn convert(mut converter: Converter<'_>, read: &Receiver<Batch>, done: &SyncSender<Converted>) {
    for Batch { page, next } in read {
        let Page { values, gone, withheld, moved } = page;
        let values = values.into_iter().map(|read| {
            let verdict = converter.convert(&read.bytes);
            (read, verdict)
        });
        let values = values.collect();
        // The pass has ended early.
        if done.send(Converted { values, gone, withheld, moved, next }).is_err() {
            return;
        }
    }
}

/// How far a cursor is: it counts from its highest bit on.
fn fraction(cursor: u64) -> f64 {
    cursor.reverse_bits() as f64 / u64::MAX as f64
}
