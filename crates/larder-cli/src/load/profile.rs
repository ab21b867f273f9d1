//! The profile of the codecs that need one, trained as a user would train it: on persons that the
//! service has stored in Redis with Larder.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use super::generator::Generator;
use super::plan::{Amount, Endpoint, Pace, Way};
use super::service::Launcher;
use crate::runner::{Broken, Process};

/// Other persons than those that are measured, which have another seed.
const SEED: u64 = 1;
const REQUESTS: u64 = 100;
const LIMIT: Duration = Duration::from_secs(300);

/// Returns the file of the profile, in `scratch`.
pub fn learn(launcher: &Launcher, generator: &Generator, scratch: &Path) -> Result<PathBuf> {
    let service = launcher.start("larder", None, SEED, scratch)?;
    let stored = generator.run(
        &service.url(&Endpoint::Add.path(Way::Pipeline)),
        Amount::Requests(REQUESTS),
        4,
        Pace::Closed,
    )?;
    if !stored.errors.is_empty() {
        bail!("cannot store the persons to learn from: {:?}", stored.errors);
    }
    let file = scratch.join("persons.profile");
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg("train")
        .arg(format!("redis://127.0.0.1:{}/0?match=person_*&sample=5000", service.redis.port));
    command.arg("--output").arg(&file);
    let mut process = Process::start(command, None, LIMIT)?;
    loop {
        match process.next_line() {
            Ok(_) => {}
            Err(Broken::Died { status, .. }) if status.success() => return Ok(file),
            Err(broken) => return Err(broken.of("larder train")),
        }
    }
}
