//! The memory that Redis uses for encoded values (docs/RUNNERS.md, "The Redis phase").

use std::thread;
use std::time::{Duration, Instant};

use redis::{Client, Connection, ConnectionAddr, ConnectionInfo, IntoConnectionInfo, RedisResult};
use serde::Deserialize;

use crate::runner::event::RedisFigures;

const MAX_KEYS: u64 = 4096;
const MIN_KEYS: u64 = 2;
const MAX_BYTES: u64 = 32 << 20;
const PIPELINE_COMMANDS: usize = 1000;
const PIPELINE_BYTES: usize = 1 << 20;
const SAMPLED_KEYS: u64 = 100;
const TTL_SECONDS: u64 = 600;
const ALONE_LIMIT: Duration = Duration::from_secs(1);
const POLL: Duration = Duration::from_millis(5);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const REPLY_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Deserialize)]
pub struct Server {
    host: String,
    port: u16,
    username: Option<String>,
    password: Option<String>,
    db: i64,
    prefix: String,
    private: bool,
}

impl Server {
    /// Stores the values under keys, then in a list, and removes them again.
    pub fn measure(&self, encoded: &[Vec<u8>]) -> RedisFigures {
        self.try_measure(encoded).unwrap_or_else(|error| RedisFigures {
            error: Some(error.to_string()),
            ..RedisFigures::default()
        })
    }

    fn try_measure(&self, encoded: &[Vec<u8>]) -> RedisResult<RedisFigures> {
        // Redis allocates a histogram of latencies at the first call of each command: that must not
        // be the values' memory.
        self.with_keys(&encoded[..1], 1)?;
        self.with_keys(encoded, key_count(encoded))
    }

    fn with_keys(&self, encoded: &[Vec<u8>], keys: u64) -> RedisResult<RedisFigures> {
        let under_keys = self.clear(keys).and_then(|()| self.under_keys(encoded, keys));
        self.clear(keys)?;
        let (bytes_per_value, memory_usage) = under_keys?;
        let in_list = self.in_list(encoded, keys);
        self.clear(keys)?;
        let list_bytes = in_list?;
        Ok(RedisFigures {
            keys,
            bytes_per_value,
            memory_usage_per_value: Some(memory_usage),
            list_bytes_per_value: Some(list_bytes),
            error: None,
        })
    }

    /// Bytes per value by `used_memory` and by `MEMORY USAGE`.
    fn under_keys(&self, encoded: &[Vec<u8>], keys: u64) -> RedisResult<(f64, f64)> {
        let before = self.used_memory()?;
        self.store(encoded, keys, |pipe, at, value| {
            let set = pipe.cmd("SET").arg(self.key(at)).arg(value);
            if !self.private {
                set.arg("EX").arg(TTL_SECONDS);
            }
            set.ignore();
        })?;
        let used = self.used_memory()? - before;
        let sampled = keys.min(SAMPLED_KEYS);
        let mut connection = self.connect()?;
        let mut usage = 0;
        for at in 0..sampled {
            usage += memory_usage(&mut connection, &self.key(at * keys / sampled))?;
        }
        let usage = usage as f64 / sampled as f64;
        const TABLE_SLOT: f64 = 8.0;
        Ok((if self.private { used / keys as f64 } else { usage + TABLE_SLOT }, usage))
    }

    fn in_list(&self, encoded: &[Vec<u8>], keys: u64) -> RedisResult<f64> {
        let list = self.list();
        let before = self.used_memory()?;
        self.store(encoded, keys, |pipe, _, value| {
            pipe.cmd("RPUSH").arg(&list).arg(value).ignore();
        })?;
        if self.private {
            return Ok((self.used_memory()? - before) / keys as f64);
        }
        let mut connection = self.connect()?;
        redis::cmd("EXPIRE").arg(&list).arg(TTL_SECONDS).exec(&mut connection)?;
        Ok(memory_usage(&mut connection, &list)? as f64 / keys as f64)
    }

    fn store(
        &self,
        encoded: &[Vec<u8>],
        keys: u64,
        add: impl Fn(&mut redis::Pipeline, u64, &[u8]),
    ) -> RedisResult<()> {
        let mut connection = self.connect()?;
        let (mut pipe, mut bytes) = (redis::pipe(), 0);
        for (at, value) in (0..keys).zip(encoded.iter().cycle()) {
            add(&mut pipe, at, value);
            bytes += value.len();
            if pipe.len() == PIPELINE_COMMANDS || bytes >= PIPELINE_BYTES {
                pipe.exec(&mut connection)?;
                (pipe, bytes) = (redis::pipe(), 0);
            }
        }
        // An empty pipeline is an error.
        if pipe.is_empty() { Ok(()) } else { pipe.exec(&mut connection) }
    }

    /// As a new connection reads it, once those that stored values are gone with their buffers.
    /// Among the keys of others it says nothing about ours, and may not be permitted.
    fn used_memory(&self) -> RedisResult<f64> {
        if !self.private {
            return Ok(0.0);
        }
        let mut connection = self.connect()?;
        let asked = Instant::now();
        loop {
            let info: redis::InfoDict = redis::cmd("INFO").query(&mut connection)?;
            let alone = info.get("connected_clients") == Some(1);
            if alone || asked.elapsed() > ALONE_LIMIT {
                return Ok(info.get("used_memory").unwrap_or(0.0));
            }
            thread::sleep(POLL);
        }
    }

    /// Empties a private server; elsewhere removes only what was written.
    fn clear(&self, keys: u64) -> RedisResult<()> {
        let mut connection = self.connect()?;
        if self.private {
            return redis::cmd("FLUSHALL").exec(&mut connection);
        }
        redis::cmd("DEL").arg(self.list()).exec(&mut connection)?;
        for from in (0..keys).step_by(PIPELINE_COMMANDS) {
            let some: Vec<String> =
                (from..keys.min(from + PIPELINE_COMMANDS as u64)).map(|at| self.key(at)).collect();
            redis::cmd("DEL").arg(some).exec(&mut connection)?;
        }
        Ok(())
    }

    fn key(&self, at: u64) -> String {
        format!("{}{at:08}", self.prefix)
    }

    fn list(&self) -> String {
        format!("{}list", self.prefix)
    }

    fn connect(&self) -> RedisResult<Connection> {
        let connection =
            Client::open(self.info()?)?.get_connection_with_timeout(CONNECT_TIMEOUT)?;
        connection.set_read_timeout(Some(REPLY_TIMEOUT))?;
        connection.set_write_timeout(Some(REPLY_TIMEOUT))?;
        Ok(connection)
    }

    fn info(&self) -> RedisResult<ConnectionInfo> {
        let info = ConnectionAddr::Tcp(self.host.clone(), self.port).into_connection_info()?;
        let mut settings = info.redis_settings().clone().set_db(self.db);
        if let Some(username) = &self.username {
            settings = settings.set_username(username);
        }
        if let Some(password) = &self.password {
            settings = settings.set_password(password);
        }
        Ok(info.set_redis_settings(settings))
    }
}

/// The largest power of two within the bounds, so that the key table is full.
fn key_count(encoded: &[Vec<u8>]) -> u64 {
    let mean = (encoded.iter().map(Vec::len).sum::<usize>() / encoded.len().max(1)).max(1) as u64;
    let max = (MAX_BYTES / mean).clamp(MIN_KEYS, MAX_KEYS);
    1 << max.ilog2()
}

fn memory_usage(connection: &mut Connection, key: &str) -> RedisResult<u64> {
    redis::cmd("MEMORY").arg("USAGE").arg(key).arg("SAMPLES").arg(0).query(connection)
}
