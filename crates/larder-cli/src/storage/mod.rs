//! The Redis whose memory is measured: a private one, the user's, or none.

pub mod formula;
pub mod server;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use serde_json::{Value, json};
use url::Url;

use self::server::Server;
use crate::input::redis::{connect, shown};
use crate::terminal::say;

/// Where runners store encoded values.
pub enum Storage {
    Private(Server),
    Shared(Shared),
    /// Nowhere: memory is computed. The words say why.
    Computed(String),
}

/// The user's own server: keys under a prefix of their own, none of which stays.
pub struct Shared {
    url: Url,
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
            Ok(None) => {
                Storage::Computed("no redis-server on PATH (apt-get install redis-server): Redis memory is estimated".into())
            }
            Err(error) if error.is::<crate::interrupt::Interrupted>() => return Err(error),
            Err(error) => Storage::Computed(format!("{error:#}: Redis memory is estimated")),
        })
    }

    /// Uses the server at `url`, if it answers.
    pub fn shared(url: &Url) -> Result<Storage> {
        let mut connection = connect(url)?;
        let info: redis::InfoDict = redis::cmd("INFO").arg("server").query(&mut connection)?;
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
        let tag = (nanos ^ (u64::from(std::process::id()) << 32)) & 0xFFFF_FFFF_FFFF;
        Ok(Storage::Shared(Shared {
            url: url.clone(),
            prefix: format!("larder:{tag:012x}:"),
            version: info.get("redis_version").unwrap_or_default(),
        }))
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
            Storage::Shared(Shared { url, prefix, .. }) => json!({
                "host": url.host_str().unwrap_or("127.0.0.1"), "port": url.port().unwrap_or(6379),
                "username": Some(url.username()).filter(|name| !name.is_empty()), "password": url.password(),
                "db": url.path().trim_matches('/').parse().unwrap_or(0), "tls": false,
                "prefix": prefix, "private": false,
            }),
            Storage::Computed(_) => Value::Null,
        }
    }
}

impl Drop for Shared {
    /// Removes what a runner may have left when it was stopped.
    fn drop(&mut self) {
        let removed = connect(&self.url).and_then(|mut connection| {
            let mut cursor = 0u64;
            loop {
                let (next, keys): (u64, Vec<String>) = redis::cmd("SCAN")
                    .arg(cursor)
                    .arg("MATCH")
                    .arg(format!("{}*", self.prefix))
                    .arg("COUNT")
                    .arg(1000)
                    .query(&mut connection)?;
                if !keys.is_empty() {
                    let _: u64 = redis::cmd("DEL").arg(keys).query(&mut connection)?;
                }
                cursor = next;
                if cursor == 0 {
                    return Ok(());
                }
            }
        });
        if let Err(error) = removed {
            say!("keys {}* may be left in {}, for 10 minutes at most: {error:#}", self.prefix, shown(&self.url));
        }
    }
}
