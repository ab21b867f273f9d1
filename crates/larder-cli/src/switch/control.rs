//! Controls a running switch through a Unix socket: one line is asked, one line is answered.

use std::fs::{self, Permissions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use super::throttle::{Limits, Throttled};
use crate::failure::Usage;

/// A question has so many bytes at most, and so much time.
const MAX_QUESTION: u64 = 4096;
const PATIENCE: Duration = Duration::from_secs(5);

/// What a running switch says of itself.
#[derive(Clone, Default, Serialize)]
pub struct Status {
    pub pass: u32,
    /// Of the pass, from 0 to 1.
    pub done: f64,
    pub switched: u64,
    pub changed_meanwhile: u64,
    pub refused: u64,
    pub failed: u64,
    pub bytes_before: u64,
    pub bytes_after: u64,
    pub seconds: f64,
    /// Why it waits, if it does.
    pub waits: Option<String>,
    pub limits: Limits,
}

/// What a running switch and its socket share.
#[derive(Clone)]
pub struct Shared {
    status: Arc<Mutex<Status>>,
    throttled: Arc<Throttled>,
}

impl Shared {
    pub fn new(throttled: Arc<Throttled>) -> Shared {
        Shared { status: Arc::default(), throttled }
    }

    /// What is true from now on.
    pub fn publish(&self, status: Status) {
        *self.status() = status;
    }

    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, question: &str) -> String {
        let (verb, rest) = question.split_once(' ').unwrap_or((question, ""));
        match verb {
            "status" => {
                let mut status = self.status().clone();
                status.waits = self.throttled.waits();
                status.limits = self.throttled.limits();
                serde_json::to_string(&status).expect("numbers and texts")
            }
            "pause" => {
                self.throttled.pause(true);
                "paused".into()
            }
            "resume" => {
                self.throttled.pause(false);
                "goes on".into()
            }
            "stop" => {
                self.throttled.stop();
                "stops after the pages that are read".into()
            }
            "set" => match self.throttled.set(rest) {
                Ok(()) => format!("set {rest}"),
                Err(why) => format!("error: {why}"),
            },
            _ => "error: ask for status, pause, resume, set or stop".into(),
        }
    }
}

/// An open socket; dropping it removes the file.
pub struct Socket {
    path: PathBuf,
}

impl Socket {
    /// Answers on a socket that this user alone can open.
    pub fn open(path: &Path, shared: Shared) -> Result<Socket> {
        if UnixStream::connect(path).is_ok() {
            return Err(Usage(format!("a switch answers on {} already", path.display())).into());
        }
        // A switch that was killed leaves its socket behind.
        if let Err(error) = fs::remove_file(path)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error).with_context(|| format!("{} cannot be used", path.display()));
        }
        let open = || {
            let listener = UnixListener::bind(path)?;
            fs::set_permissions(path, Permissions::from_mode(0o600))?;
            Ok::<_, io::Error>(listener)
        };
        let listener = open().with_context(|| format!("{} cannot be opened", path.display()))?;
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A client that has gone away needs no answer.
                let _ = answer(&client, &shared);
            }
        });
        Ok(Socket { path: path.to_owned() })
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn answer(client: &UnixStream, shared: &Shared) -> io::Result<()> {
    client.set_read_timeout(Some(PATIENCE))?;
    client.set_write_timeout(Some(PATIENCE))?;
    let mut question = String::new();
    BufReader::new(client.take(MAX_QUESTION)).read_line(&mut question)?;
    let mut client = client;
    writeln!(client, "{}", shared.answer(question.trim()))
}

/// What a running switch answers.
pub fn ask(path: &Path, question: &str) -> Result<String> {
    let mut socket = UnixStream::connect(path)
        .map_err(|error| Usage(format!("no switch answers on {}: {error}", path.display())))?;
    socket.set_read_timeout(Some(PATIENCE))?;
    writeln!(socket, "{question}")?;
    let mut answer = String::new();
    BufReader::new(socket).read_line(&mut answer)?;
    match answer.trim_end() {
        "" => bail!("the switch on {} has ended", path.display()),
        answer => match answer.strip_prefix("error: ") {
            Some(why) => Err(Usage(why.to_owned()).into()),
            None => Ok(answer.to_owned()),
        },
    }
}
