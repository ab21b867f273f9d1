//! The Redis whose memory is measured: a private one, the user's, or none.

pub mod formula;
pub mod server;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use serde_json::{Value, json};

use self::server::Server;
use crate::redis::{Bridge, Target};
use crate::terminal::say;

/// Where runners store encoded values.
pub enum Storage {
    Private(Server),
    Shared(Box<Shared>),
    /// Nowhere: memory is computed. The words say why.
    Computed(String),
}

/// The user's own server: keys under a prefix of their own, none of which stays.
pub struct Shared {
    target: Target,
    bridge: Bridge,
    prefix: String,
    version: String,
}

/// "larder:" and twelve digits, so that keys are as long in every run.
const PRIVATE_PREFIX: &str = "larder:000000000000:";
/// Length of a key that a runner writes: the prefix and eight digits.
pub const KEY_LENGTH: u64 = PRIVATE_PREFIX.len() as u64 + 8;

impl Storage {
    /// Starts a private server that keeps what it must in `folder`.
    pub fn private(folder: &Path) -> Result<Storage> {
        Ok(match Server::start(folder) {
            Ok(Some(server)) => Storage::Private(server),
            Ok(None) => Storage::Computed(
                "no redis-server on PATH (apt-get install redis-server): Redis memory is estimated"
                    .into(),
            ),
            Err(error) if error.is::<crate::interrupt::Interrupted>() => return Err(error),
            Err(error) => Storage::Computed(format!("{error:#}: Redis memory is estimated")),
        })
    }

    /// Uses the target, if it answers.
    pub fn shared(target: &Target) -> Result<Storage> {
        let connection = target.connect()?;
        let nanos =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
        let tag = (nanos ^ (u64::from(std::process::id()) << 32)) & 0xFF_FFFF_FFFF;
        let shared = Shared {
            target: target.clone(),
            bridge: Bridge::open(target)?,
            // As long as the private one. In a cluster, what stands in braces decides on the node:
            // all keys are on one.
            prefix: format!("larder:{{{tag:010x}}}:"),
            version: connection.version().to_owned(),
        };
        Ok(Storage::Shared(shared.into()))
    }

    /// The server's version, if there is one.
    pub fn version(&self) -> Option<&str> {
        match self {
            Storage::Private(server) => Some(&server.version),
            Storage::Shared(shared) => Some(&shared.version),
            Storage::Computed(_) => None,
        }
    }

    /// The `redis` part of a runner's job.
    pub fn job(&self) -> Value {
        match self {
            Storage::Private(server) => json!({
                "host": "127.0.0.1", "port": server.port, "username": null, "password": null, "db": 0, "tls": false,
                "prefix": PRIVATE_PREFIX, "private": true,
            }),
            Storage::Shared(shared) => json!({
                "host": "127.0.0.1", "port": shared.bridge.port, "username": null, "password": shared.bridge.password, "db": 0,
                "tls": false, "prefix": shared.prefix, "private": false,
            }),
            Storage::Computed(_) => Value::Null,
        }
    }
}

impl Drop for Shared {
    /// Removes what a runner may have left when it was stopped.
    fn drop(&mut self) {
        if let Err(error) = self.clear() {
            say!(
                "keys {}* may be left in {}, for 10 minutes at most: {error:#}",
                self.prefix,
                self.target
            );
        }
    }
}

impl Shared {
    fn clear(&self) -> Result<()> {
        let mut connection = self.target.connect()?;
        let pattern = format!("{}*", self.prefix);
        for master in connection.masters()? {
            let mut cursor = 0;
            loop {
                let (next, keys) = connection.scan(&master, cursor, Some(&pattern), 1000)?;
                if !keys.is_empty() {
                    redis::cmd("DEL").arg(keys).exec(&mut connection)?;
                }
                cursor = next;
                if cursor == 0 {
                    break;
                }
            }
        }
        Ok(())
    }
}
