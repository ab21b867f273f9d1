//! A journal proves that the way back gives the bytes that were there: it keeps a hash of each
//! value that was replaced.
//!
//! The file is a head and records of 32 bytes: a hash of the key and the new value, and a hash of
//! the old value. A record is in the file before its value is replaced.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::failure::Usage;

const HEAD: &[u8; 32] = b"larder journal of a switch, 1.  ";
const HASH: usize = 16;
const RECORD: usize = 2 * HASH;

type Hash = [u8; HASH];

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

    /// Whether the new bytes are those that the value had before it was switched to what it is now;
    /// `None` if the journal does not know it.
    pub fn proves(&self, key: &[u8], now: &[u8], new: &[u8]) -> Option<bool> {
        self.old.get(&of(key, now)).map(|was| *was == hash(new))
    }

    /// Notes a value that is about to be replaced; [`write`](Self::write) has to follow.
    pub fn note(&mut self, key: &[u8], now: &[u8], new: &[u8]) {
        self.unwritten.extend(of(key, new));
        self.unwritten.extend(hash(now));
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

fn of(key: &[u8], value: &[u8]) -> Hash {
    let length = (key.len() as u64).to_le_bytes();
    cut(Sha256::new().chain_update(length).chain_update(key).chain_update(value))
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

    #[test]
    fn a_journal_goes_on_after_a_record_that_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.note(b"k", b"old", b"new");
        journal.note(b"l", b"older", b"newer");
        journal.write().unwrap();
        let length = std::fs::metadata(&path).unwrap().len();
        OpenOptions::new().write(true).open(&path).unwrap().set_len(length - 5).unwrap();

        let mut journal = Journal::open(&path).unwrap();
        assert_eq!(journal.proves(b"k", b"new", b"old"), Some(true));
        assert_eq!(journal.proves(b"k", b"new", b"another"), Some(false));
        assert_eq!(journal.proves(b"l", b"newer", b"older"), None);
        journal.note(b"m", b"1", b"2");
        journal.write().unwrap();
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.proves(b"k", b"new", b"old"), Some(true));
        assert_eq!(journal.proves(b"m", b"2", b"1"), Some(true));
        assert_eq!(journal.proves(b"m", b"3", b"1"), None, "written by somebody else since");
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
