//! Does no harm to others: a rate, and reasons to wait that a thread of its own looks for.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Result;
use redis::{Cmd, RedisResult, cmd, from_redis_value};
use serde::Serialize;

use crate::cli::SwitchArgs;
use crate::interrupt::{self, Interrupted};
use crate::redis::{Connection, Target};

/// How often it is looked for reasons, how often latency is probed if it is limited, and how often
/// the server is asked about everything else.
const LOOKS: Duration = Duration::from_millis(50);
const PROBE: Duration = Duration::from_millis(5);
const ASK: Duration = Duration::from_millis(500);
/// The switch works for a share of the time. Each probe within the limit lets the share grow by the
/// first factor, each beyond it shrink by the second: in balance, one of a hundred is beyond.
const GROWTH: f64 = 1.003;
const SHRINKAGE: f64 = 0.74;
const LEAST_SHARE: f64 = 0.01;
const LONGEST_REST: Duration = Duration::from_secs(1);
/// Values of a page if latency is limited, so that neither the server nor a core is busy for long.
const SHORT_PAGE: usize = 100;
/// How often somebody who waits looks again.
const LOOK: Duration = Duration::from_millis(20);
/// Values are read in pages; with a rate there are so many pages per second.
const PAGES_PER_SECOND: f64 = 5.0;

/// What others are not to suffer beyond.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Limits {
    /// Values per second.
    pub rate: Option<f64>,
    /// Milliseconds until a server answers.
    pub max_latency: Option<f64>,
    /// Percent of `maxmemory`.
    pub max_memory: Option<f64>,
    /// Seconds that a replica is behind.
    pub max_lag: Option<f64>,
}

impl Limits {
    fn of(args: &SwitchArgs) -> Limits {
        Limits {
            rate: args.rate,
            max_latency: args.max_latency,
            max_memory: args.max_memory,
            max_lag: args.max_lag,
        }
    }

    /// Changes one, as in `rate=500`; `none` removes it.
    fn set(&mut self, setting: &str) -> Result<(), String> {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        let value = match value.parse::<f64>() {
            Ok(number) if number > 0.0 && number.is_finite() => Some(number),
            _ if value == "none" => None,
            _ => {
                return Err(format!("{setting} is no setting: write {name}=NUMBER or {name}=none"));
            }
        };
        let limit = match name {
            "rate" => &mut self.rate,
            "max-latency" => &mut self.max_latency,
            "max-memory" => &mut self.max_memory,
            "max-lag" => &mut self.max_lag,
            _ => {
                return Err(format!(
                    "{name} cannot be set; rate, max-latency, max-memory and max-lag can"
                ));
            }
        };
        *limit = value;
        Ok(())
    }
}

/// Limits, reasons and orders, which several threads share.
pub struct Throttled {
    state: Mutex<State>,
}

struct State {
    limits: Limits,
    /// What the probe found.
    reason: Option<String>,
    /// Of the time, in which the switch works.
    share: f64,
    is_paused: bool,
    is_stopped: bool,
}

impl Throttled {
    fn new(limits: Limits) -> Throttled {
        let (is_paused, is_stopped) = (false, false);
        Throttled {
            state: State { limits, reason: None, share: 1.0, is_paused, is_stopped }.into(),
        }
    }

    /// Notes what a probe found.
    fn note(&self, found: Found) {
        let mut state = self.state();
        state.share = match found.latency {
            None => 1.0,
            Some(Latency::Within) => (state.share * GROWTH).min(1.0),
            Some(Latency::Beyond) => (state.share * SHRINKAGE).max(LEAST_SHARE),
        };
        state.reason = found.reason;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn limits(&self) -> Limits {
        self.state().limits.clone()
    }

    /// Changes a limit; an error says what can be changed.
    pub fn set(&self, setting: &str) -> Result<(), String> {
        self.state().limits.set(setting)
    }

    pub fn pause(&self, is_paused: bool) {
        self.state().is_paused = is_paused;
    }

    pub fn stop(&self) {
        self.state().is_stopped = true;
    }

    pub fn is_stopped(&self) -> bool {
        self.state().is_stopped
    }

    /// Why nothing is to be done now.
    pub fn waits(&self) -> Option<String> {
        let state = self.state();
        if state.is_paused { Some("paused".into()) } else { state.reason.clone() }
    }
}

/// Says when to go on.
pub struct Throttle {
    shared: Arc<Throttled>,
    /// When the next page is due.
    due: Mutex<Instant>,
    _watch: Option<Watch>,
}

impl Throttle {
    /// Looks once before it returns.
    pub fn new(args: &SwitchArgs, target: &Target) -> Result<Throttle> {
        let limits = Limits::of(args);
        // Through a socket, limits can be set later.
        let is_watched = args.load_file.is_some()
            || args.control.is_some()
            || limits != (Limits { rate: limits.rate, ..Limits::default() });
        let shared = Arc::new(Throttled::new(limits));
        let watch = if is_watched {
            Some(Watch::start(shared.clone(), args.load_file.clone(), target)?)
        } else {
            None
        };
        Ok(Throttle { shared, due: Mutex::new(Instant::now()), _watch: watch })
    }

    pub fn shared(&self) -> &Arc<Throttled> {
        &self.shared
    }

    /// How many values a page may have at most.
    pub fn page(&self) -> usize {
        let limits = self.shared.limits();
        let most = if limits.max_latency.is_some() { SHORT_PAGE } else { usize::MAX };
        limits.rate.map_or(most, |rate| ((rate / PAGES_PER_SECOND) as usize).clamp(1, most))
    }

    /// Waits until there is no reason to; fails if the user stops the switch, or if `is_over`.
    /// `worked` is how long the last page took. `shows` gets each reason, and `None` when it is
    /// over.
    pub fn wait(
        &self,
        worked: Duration,
        shows: &mut dyn FnMut(Option<&str>),
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), Interrupted> {
        let rest = worked.mul_f64(1.0 / self.shared.state().share - 1.0).min(LONGEST_REST);
        {
            let mut due = self.due();
            *due = due.max(Instant::now() + rest);
        }
        let mut has_waited = false;
        loop {
            interrupt::check()?;
            if self.shared.is_stopped() || is_over() {
                return Err(Interrupted);
            }
            let reason = self.shared.waits();
            let early = self.due().saturating_duration_since(Instant::now());
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

    /// Notes that so many values were read.
    pub fn spend(&self, values: usize) {
        let Some(rate) = self.shared.limits().rate else { return };
        // Time that was not used is not made up for.
        let mut due = self.due();
        *due = due.max(Instant::now()) + Duration::from_secs_f64(values as f64 / rate);
    }

    fn due(&self) -> MutexGuard<'_, Instant> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread with a connection of its own that looks for reasons to wait.
struct Watch {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    fn start(shared: Arc<Throttled>, load_file: Option<PathBuf>, target: &Target) -> Result<Watch> {
        let connection = target.connect()?;
        let mut probe = Probe { load_file, connection, asked: None, said: None };
        let first = probe.look(&shared.limits()).map_err(|error| target.refuses("INFO", &error))?;
        shared.note(first);
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, target) = (is_over.clone(), target.clone());
        let thread = thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                let limits = shared.limits();
                thread::sleep(if limits.max_latency.is_some() { PROBE } else { LOOKS });
                shared.note(probe.look(&limits).unwrap_or_else(|_| {
                    if let Ok(connection) = target.connect() {
                        probe.connection = connection;
                    }
                    let latency = limits.max_latency.map(|_| Latency::Beyond);
                    Found { reason: Some("the server does not answer the probe".into()), latency }
                }));
            }
        });
        Ok(Watch { is_over, thread: Some(thread) })
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
    /// As long as this file exists, the switch waits.
    load_file: Option<PathBuf>,
    connection: Connection,
    /// When memory and lag were asked last, and what was said.
    asked: Option<Instant>,
    said: Option<String>,
}

/// What a probe found.
struct Found {
    /// A reason to wait.
    reason: Option<String>,
    /// If it is limited.
    latency: Option<Latency>,
}

enum Latency {
    Within,
    Beyond,
}

impl Probe {
    fn look(&mut self, limits: &Limits) -> RedisResult<Found> {
        let mut latency = None;
        if let Some(most) = limits.max_latency {
            let took = self.slowest()?.as_secs_f64() * 1000.0;
            if took > most {
                let reason = Some(format!("a PING took {took:.1} ms"));
                return Ok(Found { reason, latency: Some(Latency::Beyond) });
            }
            latency = Some(Latency::Within);
        }
        let exists = |file: &&PathBuf| file.exists();
        let reason = match self.load_file.as_ref().filter(exists) {
            Some(file) => Some(format!("{} exists", file.display())),
            None => self.shortage(limits)?,
        };
        Ok(Found { reason, latency })
    }

    /// How long the slowest master takes for a `PING`.
    fn slowest(&mut self) -> RedisResult<Duration> {
        let mut slowest = Duration::ZERO;
        for node in self.connection.masters()? {
            let sent = Instant::now();
            self.connection.on(&node, &cmd("PING"))?;
            slowest = slowest.max(sent.elapsed());
        }
        Ok(slowest)
    }

    /// What the servers are short of, as they were asked last.
    fn shortage(&mut self, limits: &Limits) -> RedisResult<Option<String>> {
        if self.asked.is_none_or(|asked| asked.elapsed() >= ASK) {
            self.said = self.ask(limits)?;
            self.asked = Some(Instant::now());
        }
        Ok(self.said.clone())
    }

    fn ask(&mut self, limits: &Limits) -> RedisResult<Option<String>> {
        if let Some(most) = limits.max_memory {
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
        if let Some(most) = limits.max_lag {
            for info in self.everywhere(cmd("INFO").arg("replication"))? {
                // slave0:ip=…,port=…,state=online,offset=…,lag=1, and more from Valkey
                let lag = info
                    .lines()
                    .filter(|line| line.starts_with("slave"))
                    .flat_map(|line| line.split(','))
                    .filter_map(|part| part.strip_prefix("lag=")?.trim().parse().ok())
                    .max();
                if let Some(lag) = lag.filter(|lag: &u64| *lag as f64 > most) {
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
