//! One process of ours: its lines or events within a time limit, its CPU, and its certain end.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use serde_json::Value;

use super::cpu::{Cpu, CpuSampler};
use super::event::{Event, Phase};
use crate::interrupt::{self, Interrupted};
use crate::redis::{PASSWORD_VARIABLE, SENTINEL_PASSWORD_VARIABLE};

const POLL: Duration = Duration::from_millis(50);
const STDERR_LINES: usize = 12;

/// Becomes the program of the arguments. A shell beside it kills the program once the standard
/// input ends.
const UNTIL_INPUT_ENDS: &str =
    r#"exec 3<&0; (read -r _ <&3; kill -KILL $$) >/dev/null 2>&1 & exec "$@" </dev/null 3<&-"#;

/// A program that ends with us, even if we are killed, although it ignores its standard input. The
/// caller must make the standard input a pipe and hold it.
pub fn until_input_ends(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", UNTIL_INPUT_ENDS, "sh"]).arg(program);
    command
}

/// A running process in a process group of its own; dropping it ends the whole group.
pub struct Process {
    child: Child,
    lines: Receiver<String>,
    stderr: Option<JoinHandle<VecDeque<String>>>,
    /// Held open: a runner takes the end of its input for the end of this command.
    _stdin: Option<ChildStdin>,
    cpu: CpuSampler,
    deadline: Instant,
    limit: Duration,
}

/// How a process can end before it is done. In words, the process is a runner;
/// [`Broken::of`] names another.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    #[error("the runner gave no result within {} s and was stopped (larder compare --timeout sets \
             another limit)", limit.as_secs_f64())]
    TimedOut { limit: Duration },
    #[error("the runner {}", died(status, stderr))]
    Died { status: ExitStatus, stderr: String },
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Process {
    /// Starts `command`, gives it `job`, and stops it after `limit`.
    pub fn start(mut command: Command, job: Option<&Value>, limit: Duration) -> Result<Process> {
        let name = command.get_program().to_string_lossy().into_owned();
        // They are for the user's Redis, which no runner reaches by itself.
        command.env_remove(PASSWORD_VARIABLE).env_remove(SENTINEL_PASSWORD_VARIABLE);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .with_context(|| format!("cannot start {name}"))?;
        let mut stdin = child.stdin.take();
        if let (Some(stdin), Some(job)) = (&mut stdin, job) {
            // A runner that dies at once closes its input; its exit says more than a failed write.
            let _ = writeln!(stdin, "{job}");
        }
        let (sender, lines) = mpsc::channel();
        let stdout = child.stdout.take().expect("piped");
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let stderr = child.stderr.take().expect("piped");
        let stderr = thread::spawn(move || {
            let mut tail = VecDeque::new();
            let mut reader = BufReader::new(stderr);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if tail.len() == STDERR_LINES {
                    tail.pop_front();
                }
                tail.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
                line.clear();
            }
            tail
        });
        let cpu = CpuSampler::start(child.id());
        Ok(Process {
            child,
            lines,
            stderr: Some(stderr),
            _stdin: stdin,
            cpu,
            deadline: Instant::now() + limit,
            limit,
        })
    }

    /// The next event; lines that are not events are skipped.
    pub fn next_event(&mut self) -> Result<Event, Broken> {
        loop {
            let line = self.next_line()?;
            if let Ok(event) = serde_json::from_str(&line) {
                if let Event::Phase { phase } = event {
                    self.cpu.set_timed(Phase::is_timed(phase));
                }
                return Ok(event);
            }
        }
    }

    /// The next line of standard output. The end of the output is [`Broken::Died`], whatever the
    /// exit status.
    pub fn next_line(&mut self) -> Result<String, Broken> {
        loop {
            interrupt::check()?;
            match self.lines.recv_timeout(POLL) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if Instant::now() > self.deadline => {
                    return Err(Broken::TimedOut { limit: self.limit });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
            }
        }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// What the CPU did in the timed phases so far.
    pub fn cpu(&self) -> Cpu {
        self.cpu.figures()
    }

    fn died(&mut self) -> Broken {
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if Instant::now() > self.deadline => {
                    return Broken::TimedOut { limit: self.limit };
                }
                Ok(None) => match interrupt::check() {
                    Ok(()) => thread::sleep(POLL),
                    Err(interrupted) => return interrupted.into(),
                },
                Err(_) => break ExitStatus::default(),
            }
        };
        self.end_group();
        let tail = self.stderr.take().and_then(|stderr| stderr.join().ok()).unwrap_or_default();
        Broken::Died { status, stderr: Vec::from(tail).join("\n") }
    }

    fn end_group(&self) {
        // The group may be gone already.
        let _ = killpg(Pid::from_raw(self.child.id().cast_signed()), Signal::SIGKILL);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end_group();
        let _ = self.child.wait();
    }
}

impl Broken {
    /// The error of a process that is not a runner but `what`; an interruption stays one.
    pub fn of(self, what: &str) -> anyhow::Error {
        match self {
            Broken::TimedOut { limit } => {
                anyhow!("{what} did not answer within {} s and was stopped", limit.as_secs_f64())
            }
            Broken::Died { status, stderr } => anyhow!("{what} {}", died(&status, &stderr)),
            Broken::Interrupted(interrupted) => interrupted.into(),
        }
    }
}

fn died(status: &ExitStatus, stderr: &str) -> String {
    ended(status) + &said(stderr)
}

fn ended(status: &ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("ended early with exit code {code}"),
        (_, Some(signal)) => match Signal::try_from(signal) {
            Ok(signal) => format!("was killed by {signal}"),
            Err(_) => format!("was killed by signal {signal}"),
        },
        _ => "ended early".into(),
    }
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!(", saying: {stderr}") }
}
