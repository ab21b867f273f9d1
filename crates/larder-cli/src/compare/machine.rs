//! The machine that a comparison ran on.

use serde_json::{Map, Value};
use sysinfo::System;

use super::document::Machine;
use crate::runner::Runtimes;
use crate::table::counted;

/// One line for under a table.
pub fn line(machine: &Machine) -> String {
    let runtimes = machine.runtimes.iter().map(|(id, version)| format!("{id} {}", version.as_str().unwrap_or_default()));
    let redis = machine.redis.iter().map(|version| format!("Redis {version}"));
    let gigabytes = machine.memory_bytes as f64 / 1e9;
    let hardware =
        [machine.cpu.clone(), counted(machine.cores, "core", "cores"), format!("{gigabytes:.0} GB"), machine.os.clone()];
    hardware.into_iter().chain(runtimes).chain(redis).collect::<Vec<_>>().join(" · ")
}

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
