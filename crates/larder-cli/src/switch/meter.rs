//! What a running switch shows on the terminal.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::counts::Counts;
use crate::progress::Progress;
use crate::table::{bytes, number};
use crate::terminal::safe;

/// The bar counts in these parts of a pass.
const PARTS: f64 = 1000.0;

/// A bar, and numbers beside it.
pub struct Meter {
    bar: ProgressBar,
    started: Instant,
    /// Of the pass: what is done, from 0 to 1.
    done: f64,
    name: String,
    numbers: String,
}

impl Meter {
    /// For a pass of this name.
    pub fn new(name: &str) -> Meter {
        let bar = Progress.parts(PARTS as u64);
        let meter = Meter {
            bar,
            started: Instant::now(),
            done: 0.0,
            name: name.to_owned(),
            numbers: String::new(),
        };
        meter.waits(None);
        meter
    }

    /// Shows how far a pass is, from 0 to 1, and what it counted so far.
    pub fn show(&mut self, done: f64, counts: &Counts, looked_before: u64) {
        // A table that Redis makes smaller meanwhile moves cursors back.
        self.done = done.max(self.done).min(1.0);
        let seconds = self.started.elapsed().as_secs_f64().max(1e-3);
        let looked = (counts.looked - looked_before.min(counts.looked)) as f64;
        let saved = counts.bytes_before as i64 - counts.bytes_after as i64;
        let mut numbers = format!(
            "{} values/s, {} done",
            number((looked / seconds).round()),
            number(counts.looked as f64)
        );
        if self.done > 0.0 {
            let of = (1.0 - self.done) / self.done;
            let left = Duration::from_secs((seconds * of) as u64);
            let values = number((counts.looked as f64 * of).round());
            numbers.push_str(&format!(", {values} left ({})", indicatif::HumanDuration(left)));
        }
        if saved > 0 {
            numbers.push_str(&format!(", {} saved", bytes(saved.unsigned_abs())));
        }
        self.numbers = numbers;
        self.bar.set_position((self.done * PARTS) as u64);
        self.waits(None);
    }

    /// Shows why nothing happens.
    pub fn waits(&self, reason: Option<&str>) {
        let mut message = format!("{} {}", self.name, self.numbers);
        if let Some(reason) = reason {
            message.push_str(&format!("; waits: {}", safe(reason)));
        }
        self.bar.set_message(message);
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
