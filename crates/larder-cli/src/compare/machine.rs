//! The machine that a comparison ran on.

use serde_json::{Map, Value};
use sysinfo::System;

use super::document::Machine;
use crate::runner::Runtimes;

/// Describes this machine, the Redis version and the runtimes found.
pub fn describe(redis: Option<&str>, runtimes: &Runtimes) -> Machine {
    let system = System::new_with_specifics(
        sysinfo::RefreshKind::nothing()
            .with_cpu(sysinfo::CpuRefreshKind::nothing())
            .with_memory(sysinfo::MemoryRefreshKind::nothing().with_ram()),
    );
    let cpus = system.as_ref().map(System::cpus).unwrap_or_default();
    let versions: Map<String, Value> =
        runtimes.found.iter().map(|found| (found.runtime.id().to_owned(), found.version.clone().into())).collect();
    Machine {
        os: [System::long_os_version().ok(), System::kernel_version().ok(), Some(System::cpu_arch())]
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
