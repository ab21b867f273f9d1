//! Where a switch stands, in a file, so that it can be killed at any moment and go on.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::counts::Counts;
use super::plan::Asked;
use crate::failure::Usage;
use crate::output;
use crate::redis::KeyType;

const VERSION: u32 = 1;

/// Where a switch stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    version: u32,
    /// The URL without passwords.
    pub redis: String,
    pub asked: Asked,
    /// The pass, from 1 on.
    pub pass: u32,
    /// Whether this pass replaces values because slots moved in the one before.
    pub is_again: bool,
    /// Of this pass, for each master and type of keys.
    pub nodes: Vec<Standing>,
    /// Of all passes before this one.
    pub before: Option<Counts>,
    /// Of this pass so far.
    pub counts: Counts,
    /// When the first pass began, in seconds since 1970.
    pub began: u64,
    /// Seconds that it took until now.
    pub seconds: f64,
}

/// How far the keys of a type were scanned on a master.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Of one start of one server; a cursor of another means nothing.
    pub run_id: String,
    pub of: KeyType,
    /// Everything before it is done; `None` at the end.
    pub cursor: Option<u64>,
}

impl Standing {
    /// Whether it says how far these keys are.
    pub fn is_of(&self, run_id: &str, of: KeyType) -> bool {
        self.run_id == run_id && self.of == of
    }
}

impl Checkpoint {
    /// At the beginning of the first pass.
    pub fn new(redis: &str, asked: Asked) -> Checkpoint {
        Checkpoint {
            version: VERSION,
            redis: redis.to_owned(),
            asked,
            pass: 1,
            is_again: false,
            nodes: Vec::new(),
            before: None,
            counts: Counts::default(),
            began: now(),
            seconds: 0.0,
        }
    }

    /// Reads a checkpoint; `None` if there is none. One of another server or of other options is
    /// refused.
    pub fn read(path: &Path, redis: &str, asked: &Asked) -> Result<Option<Checkpoint>> {
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(error).with_context(|| format!("{} cannot be read", path.display()));
            }
        };
        let refuse = |why: &str| {
            Usage(format!(
                "the checkpoint {} {why}. To begin anew, delete it or name another file",
                path.display()
            ))
        };
        let found: Checkpoint = serde_json::from_slice(&text)
            .map_err(|error| refuse(&format!("cannot be read: {error}")))?;
        if found.version != VERSION {
            return Err(refuse("is of another version of this command").into());
        }
        if found.redis != redis {
            return Err(refuse(&format!("is of another server: {}", found.redis)).into());
        }
        if found.asked != *asked {
            return Err(refuse("is of a switch with other options").into());
        }
        Ok(Some(found))
    }

    /// Seconds since the first pass began; `None` in the first pass. A key that was idle for longer
    /// was written by nobody but the switch itself.
    pub fn recent(&self) -> Option<u64> {
        // Redis's clock may be another one; it counts in seconds.
        const MARGIN: u64 = 5;
        (self.pass > 1).then(|| now().saturating_sub(self.began) + MARGIN)
    }

    /// Writes all of it, or leaves the file as it was.
    pub fn write(&self, path: &Path) -> Result<()> {
        output::write_whole(path, |out| Ok(serde_json::to_writer(out, self)?))
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
