//! The implementation for the JVM, in a process of its own that ends with this one:
//! `dev.larder.internal.tree.Agreement` of the tests of `jvm/larder`, which says what the two send.

use std::io::{BufReader, BufWriter, Read, Result, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use larder::Profile;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../jvm");

/// In place of a number: a profile follows, not a message.
const PROFILE: u8 = 0xFF;

pub struct Jvm {
    /// It ends when its standard input does.
    _process: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
}

/// What it makes of a message.
#[derive(Debug)]
pub enum Answer {
    Error {
        /// The name of the error's kind.
        kind: String,
        offset: usize,
    },
    /// The value, written again.
    Value {
        /// At `fast`; `None` if it has texts that are not ASCII, which the JVM writes as it holds
        /// them.
        fast: Option<Vec<u8>>,
        balanced: Vec<u8>,
        small: Vec<u8>,
    },
}

impl Jvm {
    /// Bytes of memory that a value may take there: so few that a writer can spell it as it should,
    /// and need not write it so that readers may take it.
    pub const MEMORY: usize = 8 << 20;

    /// Starts it, with these profiles, which are numbered from 1.
    pub fn start(profiles: &[Arc<Profile>]) -> Self {
        let libraries = std::fs::read_to_string(format!("{FOLDER}/fuzz/target/classpath"))
            .expect("built by scripts/fuzz");
        let mut child = Command::new("java")
            .args(["-Xmx1g", "-XX:TieredStopAtLevel=1", "-cp"])
            .arg(format!("{FOLDER}/larder/target/test-classes:{libraries}"))
            .arg("dev.larder.internal.tree.Agreement")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java starts");
        let mut jvm = Self {
            to: BufWriter::new(child.stdin.take().expect("a pipe")),
            from: BufReader::new(child.stdout.take().expect("a pipe")),
            _process: child,
        };
        jvm.to.write_all(&[profiles.len() as u8]).expect("it is running");
        for profile in profiles {
            jvm.send(profile.as_bytes()).expect("it is running");
        }
        jvm
    }

    /// Gives it another profile, which has the number after those that it began with, in place of
    /// the last such. An error is its kind's name, and the offset.
    pub fn learn(&mut self, profile: &[u8]) -> std::result::Result<(), (String, usize)> {
        self.learned(profile).expect("it answers, whatever the profile is")
    }

    fn learned(&mut self, profile: &[u8]) -> Result<std::result::Result<(), (String, usize)>> {
        self.to.write_all(&[PROFILE])?;
        self.send(profile)?;
        self.to.flush()?;
        if self.is_taken()? { Ok(Ok(())) } else { Ok(Err((self.name()?, self.length()?))) }
    }

    /// What it makes of a message, with this profile, or 0 for none.
    pub fn ask(&mut self, profile: u8, message: &[u8]) -> Answer {
        self.answer(profile, message).expect("it answers, whatever the message is")
    }

    fn answer(&mut self, profile: u8, message: &[u8]) -> Result<Answer> {
        self.to.write_all(&[profile])?;
        self.send(message)?;
        self.to.flush()?;
        if !self.is_taken()? {
            return Ok(Answer::Error { kind: self.name()?, offset: self.length()? });
        }
        let [fast, balanced, small] = [self.receive()?, self.receive()?, self.receive()?];
        Ok(Answer::Value { fast: (!fast.is_empty()).then_some(fast), balanced, small })
    }

    fn send(&mut self, bytes: &[u8]) -> Result<()> {
        self.to.write_all(&(bytes.len() as u32).to_be_bytes())?;
        self.to.write_all(bytes)
    }

    fn is_taken(&mut self) -> Result<bool> {
        let mut is_taken = [0];
        self.from.read_exact(&mut is_taken)?;
        Ok(is_taken[0] != 0)
    }

    fn name(&mut self) -> Result<String> {
        Ok(String::from_utf8_lossy(&self.receive()?).into_owned())
    }

    fn length(&mut self) -> Result<usize> {
        let mut length = [0; 4];
        self.from.read_exact(&mut length)?;
        Ok(u32::from_be_bytes(length) as usize)
    }

    fn receive(&mut self) -> Result<Vec<u8>> {
        let mut bytes = vec![0; self.length()?];
        self.from.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
