//! What happened, in numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::terminal::escaped;

/// What happened to the values of one pass, or of several.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Values that were read.
    pub looked: u64,
    pub switched: u64,
    /// Values that had the format before.
    pub already: u64,
    /// Somebody else wrote the value between reading and replacing it.
    pub changed_meanwhile: u64,
    /// The key expired or was deleted after `SCAN` named it.
    pub gone: u64,
    /// Keys that the ACL withholds.
    pub withheld: u64,
    /// Keys of a cluster whose slot went to another node meanwhile.
    pub moved: u64,
    /// Values that nobody asked to switch, by what they are.
    pub kept: BTreeMap<String, Noted>,
    /// Values that cannot be switched, by the reason.
    pub refused: BTreeMap<String, Noted>,
    /// Values whose replacing the server refused, by what it said.
    pub failures: BTreeMap<String, Noted>,
    /// Of the switched values, those that the journal proves to have the bytes that they once had.
    pub proven: u64,
    /// Bytes of the switched values.
    pub bytes_before: u64,
    pub bytes_after: u64,
    /// Values that are to be switched and were only counted; `None` if no pass after the last
    /// replacing one looked.
    pub left: Option<Noted>,
}

/// How many there are, and the first of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Noted {
    pub count: u64,
    pub example: String,
}

impl Counts {
    pub fn failed(&self) -> u64 {
        total(&self.failures)
    }

    pub fn left(&self) -> u64 {
        self.left.as_ref().map_or(0, |left| left.count)
    }

    /// Adds another part of the same pass.
    pub fn add(&mut self, part: Counts) {
        self.looked += part.looked;
        self.switched += part.switched;
        self.already += part.already;
        self.changed_meanwhile += part.changed_meanwhile;
        self.gone += part.gone;
        self.withheld += part.withheld;
        self.moved += part.moved;
        self.proven += part.proven;
        self.bytes_before += part.bytes_before;
        self.bytes_after += part.bytes_after;
        for (all, of) in [
            (&mut self.kept, part.kept),
            (&mut self.refused, part.refused),
            (&mut self.failures, part.failures),
        ] {
            for (reason, noted) in of {
                add(all, &reason, noted);
            }
        }
        if let Some(left) = part.left {
            match &mut self.left {
                Some(all) => all.count += left.count,
                None => self.left = Some(left),
            }
        }
    }

    /// Adds a later pass. A whole one looked at all values again, so what it says of those that
    /// stay as they are takes the place of what was known.
    pub fn go_on(&mut self, later: Counts, is_whole: bool) {
        self.switched += later.switched;
        self.changed_meanwhile += later.changed_meanwhile;
        self.gone += later.gone;
        self.moved += later.moved;
        self.proven += later.proven;
        self.bytes_before += later.bytes_before;
        self.bytes_after += later.bytes_after;
        for (reason, noted) in later.failures {
            add(&mut self.failures, &reason, noted);
        }
        if is_whole {
            self.kept = later.kept;
            self.refused = later.refused;
            self.withheld = later.withheld;
            self.left = later.left;
        }
    }
}

/// Counts one more of a reason; the first gives the example.
pub fn note(of: &mut BTreeMap<String, Noted>, reason: &str, key: &[u8], detail: &str) {
    match of.get_mut(reason) {
        Some(noted) => noted.count += 1,
        None => {
            of.insert(reason.to_owned(), Noted { count: 1, example: example(key, detail) });
        }
    }
}

/// A key, and what is special about it.
pub fn example(key: &[u8], detail: &str) -> String {
    const MAX: usize = 200;
    let key = escaped(&String::from_utf8_lossy(key), MAX);
    if detail.is_empty() { key } else { format!("{key}: {}", escaped(detail, MAX)) }
}

fn add(of: &mut BTreeMap<String, Noted>, reason: &str, noted: Noted) {
    match of.get_mut(reason) {
        Some(known) => known.count += noted.count,
        None => {
            of.insert(reason.to_owned(), noted);
        }
    }
}

fn total(of: &BTreeMap<String, Noted>) -> u64 {
    of.values().map(|noted| noted.count).sum()
}
