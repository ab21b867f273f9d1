//! The implementation for the JVM, in a process of its own that ends with this one:
//! `dev.larder.internal.tree.Agreement` of the tests of `jvm/larder`, which says what the two send.

use std::io::{BufReader, BufWriter, Read, Result, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use larder::Profile;

/// What to start it with: the class path.
const CLASS_PATH: &str = "LARDER_FUZZ_CLASSPATH";

pub struct Jvm {
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
    /// Bytes of memory that a value may take there.
    pub const MEMORY: usize = 256 << 20;

    /// Starts it, with these profiles, which are numbered from 1.
    pub fn start(profiles: &[Arc<Profile>]) -> Self {
        let classpath = std::env::var(CLASS_PATH)
            .unwrap_or_else(|_| panic!("no {CLASS_PATH}: start this target by scripts/fuzz"));
        let mut child = Command::new("java")
            .args(["-Xmx1g", "-XX:TieredStopAtLevel=1", "-cp", &classpath])
            .arg("dev.larder.internal.tree.Agreement")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java starts");
        let mut jvm = Self {
            to: BufWriter::new(child.stdin.take().expect("a pipe")),
            from: BufReader::new(child.stdout.take().expect("a pipe")),
        };
        jvm.to.write_all(&[profiles.len() as u8]).expect("it is running");
        for profile in profiles {
            jvm.send(profile.as_bytes()).expect("it is running");
        }
        jvm
    }

    /// What it makes of a message, with this profile, or 0 for none.
    pub fn ask(&mut self, profile: u8, message: &[u8]) -> Answer {
        self.answer(profile, message).expect("it answers, whatever the message is")
    }

    fn answer(&mut self, profile: u8, message: &[u8]) -> Result<Answer> {
        self.to.write_all(&[profile])?;
        self.send(message)?;
        self.to.flush()?;
        let mut is_value = [0];
        self.from.read_exact(&mut is_value)?;
        if is_value[0] == 0 {
            let kind = String::from_utf8_lossy(&self.receive()?).into_owned();
            return Ok(Answer::Error { kind, offset: self.length()? });
        }
        let [fast, balanced, small] = [self.receive()?, self.receive()?, self.receive()?];
        Ok(Answer::Value { fast: (!fast.is_empty()).then_some(fast), balanced, small })
    }

    fn send(&mut self, bytes: &[u8]) -> Result<()> {
        self.to.write_all(&(bytes.len() as u32).to_be_bytes())?;
        self.to.write_all(bytes)
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
