//! The machine that everything is measured on.

use serde::Serialize;
use serde_json::{Map, Value};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::runner::Runtimes;
use crate::table::counted;

/// What `--json` says of the machine.
#[derive(Serialize)]
pub struct Machine {
    pub os: String,
    pub cpu: String,
    pub cores: usize,
    pub memory_bytes: u64,
    /// Of the minute before the run.
    pub load_average: f64,
    pub redis: Option<String>,
    pub runtimes: Map<String, Value>,
}

impl Machine {
    /// Describes this machine, the Redis version and the runtimes found.
    pub fn describe(redis: Option<&str>, runtimes: &Runtimes) -> Machine {
        let system = System::new_with_specifics(
            RefreshKind::nothing()
                .with_cpu(sysinfo::CpuRefreshKind::nothing())
                .with_memory(MemoryRefreshKind::nothing().with_ram()),
        );
        let cpus = system.as_ref().map(System::cpus).unwrap_or_default();
        let versions: Map<String, Value> = runtimes
            .found
            .iter()
            .map(|found| (found.runtime.id().to_owned(), found.version.clone().into()))
            .collect();
        Machine {
            os: [
                System::long_os_version().ok(),
                System::kernel_version().ok(),
                Some(System::cpu_arch()),
            ]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", "),
            cpu: cpus.first().map(|cpu| cpu.brand().trim().to_owned()).unwrap_or_default(),
            cores: cpus.len(),
            memory_bytes: system.as_ref().map_or(0, System::total_memory),
            load_average: System::load_average().map_or(0.0, |load| load.one),
            redis: redis.map(str::to_owned),
            runtimes: versions,
        }
    }

    /// One line to print below a table.
    pub fn line(&self) -> String {
        let runtimes = self
            .runtimes
            .iter()
            .map(|(id, version)| format!("{id} {}", version.as_str().unwrap_or_default()));
        let redis = self.redis.iter().map(|version| format!("Redis {version}"));
        let gigabytes = self.memory_bytes as f64 / 1e9;
        let hardware = [
            self.cpu.clone(),
            counted(self.cores, "core", "cores"),
            format!("{gigabytes:.0} GB"),
            self.os.clone(),
        ];
        hardware.into_iter().chain(runtimes).chain(redis).collect::<Vec<_>>().join(" · ")
    }
}

/// Converts percent of one core to percent of all cores.
pub fn percent_of_all_cores(percent: f64) -> f64 {
    percent / std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as f64
}

/// Why something that needs so many bytes is not tried here, or none if they are available.
pub fn lacks_memory(needed: u64) -> Option<String> {
    let memory = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(memory)).ok()?;
    let available = system.available_memory();
    (needed > available).then(|| {
        let gigabytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        format!(
            "it needs {:.0} GiB of memory, and {:.0} GiB are available",
            gigabytes(needed),
            gigabytes(available)
        )
    })
}
