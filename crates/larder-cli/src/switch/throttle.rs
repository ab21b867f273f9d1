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

/// How often latency is probed, and everything else is asked.
const PROBE: Duration = Duration::from_millis(50);
const ASK: Duration = Duration::from_millis(500);
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
#[derive(Default)]
pub struct Throttled {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    limits: Limits,
    /// What the probe found.
    reason: Option<String>,
    is_paused: bool,
    is_stopped: bool,
}

impl Throttled {
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
        let state = State { limits, ..State::default() };
        let shared = Arc::new(Throttled { state: Mutex::new(state) });
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
        let rate = self.shared.limits().rate;
        rate.map_or(usize::MAX, |rate| ((rate / PAGES_PER_SECOND) as usize).max(1))
    }

    /// Waits until there is no reason to; fails if the user stops the switch, or if `is_over`.
    /// `shows` gets each reason, and `None` when it is over.
    pub fn wait(
        &self,
        shows: &mut dyn FnMut(Option<&str>),
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), Interrupted> {
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
        shared.state().reason = first;
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, target) = (is_over.clone(), target.clone());
        let thread = thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                thread::sleep(PROBE);
                let found = match probe.look(&shared.limits()) {
                    Ok(found) => found,
                    Err(_) => {
                        if let Ok(connection) = target.connect() {
                            probe.connection = connection;
                        }
                        Some("the server does not answer the probe".to_owned())
                    }
                };
                shared.state().reason = found;
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

impl Probe {
    /// A reason to wait.
    fn look(&mut self, limits: &Limits) -> RedisResult<Option<String>> {
        if let Some(file) = self.load_file.as_ref().filter(|file| file.exists()) {
            return Ok(Some(format!("{} exists", file.display())));
        }
        if let Some(most) = limits.max_latency {
            let sent = Instant::now();
            self.everywhere(&cmd("PING"))?;
            let took = sent.elapsed().as_secs_f64() * 1000.0;
            if took > most {
                return Ok(Some(format!("a PING took {took:.1} ms")));
            }
        }
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
