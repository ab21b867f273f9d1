//! Does no harm to others: a rate, and reasons to wait that a thread of its own looks for.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Result;
use redis::{Cmd, RedisResult, cmd, from_redis_value};

use crate::cli::SwitchArgs;
use crate::interrupt::{self, Interrupted};
use crate::redis::{Connection, Target};

/// How often latency is probed, and everything else is asked.
const PROBE: Duration = Duration::from_millis(50);
const ASK: Duration = Duration::from_millis(500);
/// How often somebody who waits looks again.
const LOOK: Duration = Duration::from_millis(20);
/// Keys are read in pages; with a rate there are so many pages per second.
const PAGES_PER_SECOND: f64 = 5.0;

/// What others are not to suffer beyond.
#[derive(Clone, Default)]
struct Limits {
    /// Milliseconds until a server answers.
    latency: Option<f64>,
    /// Percent of `maxmemory`.
    memory: Option<f64>,
    /// Seconds that a replica is behind.
    lag: Option<u64>,
    /// As long as this file exists, the switch waits.
    load_file: Option<PathBuf>,
}

/// Says when to go on.
pub struct Throttle {
    rate: Option<f64>,
    /// When the next page is due.
    due: Instant,
    watch: Option<Watch>,
}

impl Throttle {
    /// Looks once before it returns.
    pub fn new(args: &SwitchArgs, target: &Target) -> Result<Throttle> {
        let limits = Limits {
            latency: args.max_latency,
            memory: args.max_memory,
            lag: args.max_lag,
            load_file: args.load_file.clone(),
        };
        let is_needed = limits.latency.is_some()
            || limits.memory.is_some()
            || limits.lag.is_some()
            || limits.load_file.is_some();
        let watch = if is_needed { Some(Watch::start(limits, target)?) } else { None };
        Ok(Throttle { rate: args.rate, due: Instant::now(), watch })
    }

    /// How many keys a page may have at most.
    pub fn page(&self) -> usize {
        self.rate.map_or(usize::MAX, |rate| ((rate / PAGES_PER_SECOND) as usize).max(1))
    }

    /// Waits until there is no reason to. `shows` gets each reason, and `None` when it is over.
    pub fn wait(&self, shows: &mut dyn FnMut(Option<&str>)) -> Result<(), Interrupted> {
        let mut has_waited = false;
        loop {
            interrupt::check()?;
            let reason = self.watch.as_ref().and_then(Watch::reason);
            let early = self.due.saturating_duration_since(Instant::now());
            if reason.is_none() && early.is_zero() {
                if has_waited {
                    shows(None);
                }
                return Ok(());
            }
            if let Some(reason) = &reason {
                has_waited = true;
                shows(Some(reason));
            }
            thread::sleep(if reason.is_some() { LOOK } else { early.min(LOOK) });
        }
    }

    /// Notes that so many keys were read.
    pub fn spend(&mut self, keys: usize) {
        let Some(rate) = self.rate else { return };
        // Time that was not used is not made up for.
        self.due = self.due.max(Instant::now()) + Duration::from_secs_f64(keys as f64 / rate);
    }
}

/// A thread with a connection of its own that looks for reasons to wait.
struct Watch {
    reason: Arc<Mutex<Option<String>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    fn start(limits: Limits, target: &Target) -> Result<Watch> {
        let mut probe = Probe { limits, connection: target.connect()?, asked: None, said: None };
        let first = probe.look().map_err(|error| target.refuses("INFO", &error))?;
        let reason = Arc::new(Mutex::new(first));
        let is_over = Arc::new(AtomicBool::new(false));
        let (said, over, target) = (reason.clone(), is_over.clone(), target.clone());
        let thread = thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                thread::sleep(PROBE);
                let found = match probe.look() {
                    Ok(found) => found,
                    Err(_) => {
                        if let Ok(connection) = target.connect() {
                            probe.connection = connection;
                        }
                        Some("the server does not answer the probe".to_owned())
                    }
                };
                *said.lock().unwrap_or_else(PoisonError::into_inner) = found;
            }
        });
        Ok(Watch { reason, is_over, thread: Some(thread) })
    }

    fn reason(&self) -> Option<String> {
        self.reason.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // It panics for no reason that matters at the end.
            let _ = thread.join();
        }
    }
}

struct Probe {
    limits: Limits,
    connection: Connection,
    /// When memory and lag were asked last, and what was said.
    asked: Option<Instant>,
    said: Option<String>,
}

impl Probe {
    /// A reason to wait.
    fn look(&mut self) -> RedisResult<Option<String>> {
        if let Some(file) = self.limits.load_file.as_ref().filter(|file| file.exists()) {
            return Ok(Some(format!("{} exists", file.display())));
        }
        if let Some(most) = self.limits.latency {
            let sent = Instant::now();
            self.everywhere(&cmd("PING"))?;
            let took = sent.elapsed().as_secs_f64() * 1000.0;
            if took > most {
                return Ok(Some(format!("a PING took {took:.1} ms")));
            }
        }
        if self.asked.is_none_or(|asked| asked.elapsed() >= ASK) {
            self.said = self.ask()?;
            self.asked = Some(Instant::now());
        }
        Ok(self.said.clone())
    }

    fn ask(&mut self) -> RedisResult<Option<String>> {
        if let Some(most) = self.limits.memory {
            for info in self.everywhere(cmd("INFO").arg("memory"))? {
                let number = |name: &str| line(&info, name).and_then(|text| text.parse().ok());
                let (used, max): (f64, f64) = (
                    number("used_memory").unwrap_or_default(),
                    number("maxmemory").unwrap_or_default(),
                );
                let percent = used / max * 100.0;
                if max > 0.0 && percent > most {
                    return Ok(Some(format!("{percent:.0} % of maxmemory are used")));
                }
            }
        }
        if let Some(most) = self.limits.lag {
            for info in self.everywhere(cmd("INFO").arg("replication"))? {
                // slave0:ip=…,port=…,state=online,offset=…,lag=1, and more from Valkey
                let lag = info
                    .lines()
                    .filter(|line| line.starts_with("slave"))
                    .flat_map(|line| line.split(','))
                    .filter_map(|part| part.strip_prefix("lag=")?.trim().parse().ok())
                    .max();
                if let Some(lag) = lag.filter(|lag: &u64| *lag > most) {
                    return Ok(Some(format!("a replica is {lag} s behind")));
                }
            }
        }
        Ok(None)
    }

    /// What each master says.
    fn everywhere(&mut self, command: &Cmd) -> RedisResult<Vec<String>> {
        let masters = self.connection.masters()?;
        masters
            .iter()
            .map(|node| Ok(from_redis_value(self.connection.on(node, command)?)?))
            .collect()
    }
}

fn line<'i>(info: &'i str, name: &str) -> Option<&'i str> {
    let mut lines = info.lines().filter_map(|line| line.split_once(':'));
    lines.find(|(found, _)| *found == name).map(|(_, value)| value)
}
