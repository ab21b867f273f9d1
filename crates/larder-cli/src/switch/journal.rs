//! A journal proves that the way back gives the bytes that were there: it keeps a hash of each
//! value that was replaced.
//!
//! The file is a head and records of 32 bytes: a hash of the key and the new value, and a hash of
//! the old value, without its compression. A record is in the file before its value is replaced.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use super::spot::{Read as Value, Spot};
use crate::failure::Usage;

const HEAD: &[u8; 32] = b"larder journal of a switch, 1.  ";
const HASH: usize = 16;
const RECORD: usize = 2 * HASH;

type Hash = [u8; HASH];

/// The hash of no value.
const UNKNOWN: Hash = [0; HASH];

/// An open journal, which holds all records in memory: some 50 bytes each.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The old value by key and new value.
    old: HashMap<Hash, Hash>,
    unwritten: Vec<u8>,
}

impl Journal {
    /// Opens a journal, or begins one. A record that was cut off when the command was killed is
    /// dropped: its value was not replaced.
    pub fn open(path: &Path) -> Result<Journal> {
        let cannot = || format!("the journal {} cannot be used", path.display());
        let open = || -> io::Result<(File, u64)> {
            let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            let length = file.metadata()?.len();
            Ok((file, length))
        };
        let (mut file, length) = open().with_context(cannot)?;
        let mut old = HashMap::new();
        if length < HEAD.len() as u64 {
            let mut begun = Vec::new();
            file.read_to_end(&mut begun).with_context(cannot)?;
            if !HEAD.starts_with(&begun) {
                return Err(not_a_journal(path));
            }
            file.set_len(0).and_then(|()| file.write_all(HEAD)).with_context(cannot)?;
        } else {
            let mut reader = BufReader::with_capacity(1 << 20, &file);
            let mut head = [0; HEAD.len()];
            reader.read_exact(&mut head).with_context(cannot)?;
            if head != *HEAD {
                return Err(not_a_journal(path));
            }
            let records = length / RECORD as u64 - 1;
            let mut record = [0; RECORD];
            for _ in 0..records {
                reader.read_exact(&mut record).with_context(cannot)?;
                let (of, was) = record.split_at(HASH);
                old.insert(of.try_into().expect("a hash"), was.try_into().expect("a hash"));
            }
            let whole = length - length % RECORD as u64;
            file.set_len(whole).with_context(cannot)?;
        }
        Ok(Journal { path: path.to_owned(), file, old, unwritten: Vec::new() })
    }

    /// Whether `new` is what the value was before it was switched to what it is now; `None` if the
    /// journal does not know it.
    pub fn proves(&self, value: &Value, new: &[u8]) -> Option<bool> {
        self.old.get(&of(value, &value.bytes)).map(|was| *was == hash(new))
    }

    /// Notes a value that was `old` and is about to get these bytes; [`write`](Self::write) has to
    /// follow.
    pub fn note(&mut self, value: &Value, old: &[u8], bytes: &[u8]) {
        let (of, mut was) = (of(value, bytes), hash(old));
        // Elements of a list move, so they are told apart by their bytes alone. Two that become the
        // same have no way back that could be proven.
        if matches!(value.spot, Spot::Index(_)) {
            if self.old.get(&of).is_some_and(|known| *known != was) {
                was = UNKNOWN;
            }
            self.old.insert(of, was);
        }
        self.unwritten.extend(of);
        self.unwritten.extend(was);
    }

    /// Writes what was noted. On an error, no value may be replaced.
    pub fn write(&mut self) -> Result<()> {
        let written = self.file.write_all(&self.unwritten);
        self.unwritten.clear();
        written.with_context(|| {
            format!(
                "the journal {} cannot be written; no value was replaced without it",
                self.path.display()
            )
        })
    }

    /// Brings all of it to the disk.
    pub fn sync(&self) -> Result<()> {
        self.file
            .sync_data()
            .with_context(|| format!("the journal {} cannot be written", self.path.display()))
    }
}

fn not_a_journal(path: &Path) -> anyhow::Error {
    Usage(format!("{} is no journal of a switch; name another file", path.display())).into()
}

/// Tells a key, or a field of it, with a value of it from all others.
fn of(value: &Value, bytes: &[u8]) -> Hash {
    const FIELD: u64 = 1 << 63;
    const ELEMENT: u64 = 1 << 62;
    let length = value.key.len() as u64;
    let hash =
        |length: u64| Sha256::new().chain_update(length.to_le_bytes()).chain_update(&value.key);
    let hash = match &value.spot {
        Spot::Whole => hash(length),
        Spot::Index(_) => hash(length | ELEMENT),
        Spot::Field(field) => {
            let length_of_field = (field.len() as u64).to_le_bytes();
            hash(length | FIELD).chain_update(length_of_field).chain_update(field)
        }
    };
    cut(hash.chain_update(bytes))
}

fn hash(value: &[u8]) -> Hash {
    cut(Sha256::new().chain_update(value))
}

fn cut(hash: Sha256) -> Hash {
    hash.finalize()[..HASH].try_into().expect("SHA-256 is longer")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(key: &str, spot: Spot, bytes: &str) -> Value {
        Value { key: key.into(), spot, bytes: bytes.into(), age: 0 }
    }

    fn string(key: &str, bytes: &str) -> Value {
        value(key, Spot::Whole, bytes)
    }

    #[test]
    fn a_journal_goes_on_after_a_record_that_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.note(&string("k", "old"), b"old", b"new");
        journal.note(&string("l", "older"), b"older", b"newer");
        journal.write().unwrap();
        let length = std::fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length - 5).unwrap();

        let mut journal = Journal::open(&path).unwrap();
        assert_eq!(journal.proves(&string("k", "new"), b"old"), Some(true));
        assert_eq!(journal.proves(&string("k", "new"), b"another"), Some(false));
        assert_eq!(journal.proves(&string("l", "newer"), b"older"), None);
        journal.note(&string("m", "1"), b"1", b"2");
        journal.write().unwrap();
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.proves(&string("k", "new"), b"old"), Some(true));
        assert_eq!(journal.proves(&string("m", "2"), b"1"), Some(true));
        assert_eq!(journal.proves(&string("m", "3"), b"1"), None, "written by somebody else since");
    }

    #[test]
    fn fields_and_elements_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path).unwrap();
        let field = |name: &str, bytes: &str| value("h", Spot::Field(name.into()), bytes);
        let element = |index: u64, bytes: &str| value("l", Spot::Index(index), bytes);
        journal.note(&field("a", "old"), b"old", b"new");
        journal.note(&element(0, "old"), b"old", b"new");
        journal.note(&element(1, "[1]"), b"[1]", b"one");
        journal.note(&element(2, "[ 1 ]"), b"[ 1 ]", b"one");
        journal.write().unwrap();
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.proves(&field("a", "new"), b"old"), Some(true));
        assert_eq!(journal.proves(&field("b", "new"), b"old"), None);
        assert_eq!(journal.proves(&string("h", "new"), b"old"), None);
        // It was pushed to another index.
        assert_eq!(journal.proves(&element(7, "new"), b"old"), Some(true));
        assert_eq!(journal.proves(&element(1, "one"), b"[1]"), Some(false), "one of two");
    }

    #[test]
    fn another_file_is_not_taken_for_a_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        for text in ["short", "a file of somebody, with more than thirty-two bytes in it"] {
            std::fs::write(&path, text).unwrap();
            let said = Journal::open(&path).err().expect("an error").to_string();
            assert!(said.contains("no journal"), "{said}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
