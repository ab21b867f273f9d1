//! How much CPU a process and its descendants use, in percent of one core.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

const INTERVAL: Duration = Duration::from_millis(200);

/// Percent of one core, over windows of 200 ms; more than 100 where several threads work (a JVM's
/// collector and compiler).
#[derive(Debug, Clone, Copy, Default)]
pub struct Cpu {
    pub peak_percent: Option<f64>,
    pub mean_percent: Option<f64>,
}

/// Samples in a thread until it is dropped.
pub struct CpuSampler {
    timed: Arc<AtomicBool>,
    samples: Arc<Mutex<Vec<f64>>>,
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl CpuSampler {
    pub fn start(root: u32) -> CpuSampler {
        let timed = Arc::new(AtomicBool::new(false));
        let samples = Arc::new(Mutex::new(Vec::new()));
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn({
            let (timed, samples) = (timed.clone(), samples.clone());
            move || {
                let Ok(mut tree) = Tree::new(root) else { return };
                let all_cores = thread::available_parallelism()
                    .map_or(f64::MAX, |cores| cores.get() as f64 * 100.0);
                let mut since = None;
                while stopped.recv_timeout(INTERVAL) == Err(mpsc::RecvTimeoutError::Timeout) {
                    if !timed.load(Ordering::Relaxed) {
                        since = None;
                        continue;
                    }
                    let used = tree.cpu_since_last();
                    if let Some(since) = since.replace(Instant::now()) {
                        let percent = used.as_secs_f64() / since.elapsed().as_secs_f64() * 100.0;
                        // The kernel counts in ticks of 10 ms: a window may seem to hold more than
                        // there is.
                        samples
                            .lock()
                            .expect("no panic while it is held")
                            .push(percent.min(all_cores));
                    }
                }
            }
        });
        CpuSampler { timed, samples, stop: Some(stop), thread: Some(thread) }
    }

    /// Only timed phases count.
    pub fn set_timed(&self, timed: bool) {
        self.timed.store(timed, Ordering::Relaxed);
    }

    pub fn figures(&self) -> Cpu {
        let samples = self.samples.lock().expect("no panic while it is held");
        Cpu {
            peak_percent: samples.iter().copied().reduce(f64::max),
            mean_percent: (!samples.is_empty())
                .then(|| samples.iter().sum::<f64>() / samples.len() as f64),
        }
    }
}

impl Drop for CpuSampler {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// CPU time that a process has used since it began; none if it is gone.
pub fn used(process: u32) -> Option<Duration> {
    let mut system = System::new().ok()?;
    let pid = Pid::from_u32(process);
    let what = ProcessRefreshKind::nothing().with_cpu().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), true, what);
    Some(Duration::from_millis(system.process(pid)?.accumulated_cpu_time()))
}

/// A process and whatever it started, with the CPU time each had used when last seen.
struct Tree {
    root: Pid,
    system: System,
    used: HashMap<Pid, u64>,
}

impl Tree {
    fn new(root: u32) -> Result<Tree, sysinfo::Error> {
        Ok(Tree { root: Pid::from_u32(root), system: System::new()?, used: HashMap::new() })
    }

    fn cpu_since_last(&mut self) -> Duration {
        self.system.refresh_processes_specifics(
            ProcessesToUpdate::All,
            true,
            ProcessRefreshKind::nothing().with_cpu().without_tasks(),
        );
        let mut millis = 0;
        for (&pid, process) in self.system.processes() {
            if self.is_below_root(pid) {
                let total = process.accumulated_cpu_time();
                millis += total.saturating_sub(self.used.insert(pid, total).unwrap_or(0));
            }
        }
        Duration::from_millis(millis)
    }

    fn is_below_root(&self, mut pid: Pid) -> bool {
        while pid != self.root {
            match self.system.process(pid).and_then(|process| process.parent()) {
                Some(parent) => pid = parent,
                None => return false,
            }
        }
        true
    }
}
