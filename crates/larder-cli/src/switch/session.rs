//! The connection of a switch, and how it reads keys and values without leaving a trace.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use redis::{Cmd, RedisError, RedisResult, Value, cmd, from_redis_value};

use super::age::Aged;
use super::plan::Plan;
use crate::interrupt;
use crate::redis::{Connection, Node, Target, answer, is_broken, is_withheld};

/// How long a lost server is waited for: a failover or a restart takes some seconds.
const RETURN_LIMIT: Duration = Duration::from_secs(60);
const RETURN_POLL: Duration = Duration::from_millis(200);

/// A cluster has another master in the place of the one that is connected.
#[derive(Debug, thiserror::Error)]
#[error("the cluster has replaced a master by another")]
pub struct Replaced;

/// A connection to one master at a time, which is opened anew when it breaks.
pub struct Session {
    connection: Connection,
    /// Which master it is connected to.
    node: Node,
    masters: Vec<Node>,
    is_cluster: bool,
    /// Whether reading leaves idle times and counters as they are.
    keeps_age: bool,
    /// Whether `MGET` may be used: it fails as a whole if the ACL withholds one key, or if the keys
    /// are of several slots.
    reads_many: bool,
}

/// A value that was read.
pub struct Read {
    pub key: Vec<u8>,
    pub bytes: Vec<u8>,
    /// How old it was, where replacing it has to say that.
    pub age: u64,
}

/// What became of some keys.
#[derive(Default)]
pub struct Page {
    pub values: Vec<Read>,
    pub gone: u64,
    pub withheld: u64,
    /// Keys whose slot is another node's by now.
    pub moved: u64,
}

impl Session {
    pub fn open(target: &Target) -> Result<Session> {
        let mut connection = target.connect()?;
        let masters = connection.masters().map_err(|error| target.refuses("PING", &error))?;
        let node = masters.first().context("the cluster has no master")?.clone();
        let is_cluster = connection.is_cluster();
        if is_cluster {
            connection = connection.direct(&node)?;
        }
        let reads_many = !is_cluster;
        let mut session =
            Session { connection, node, masters, is_cluster, keeps_age: false, reads_many };
        session.settle()?;
        Ok(session)
    }

    /// Goes to a master.
    pub fn enter(&mut self, node: &Node) -> Result<()> {
        if self.node != *node {
            self.node = node.clone();
            self.connection = self.connection.direct(node)?;
            self.settle()?;
        }
        Ok(())
    }

    pub fn target(&self) -> &Target {
        self.connection.target()
    }

    /// The masters as of now.
    pub fn masters(&self) -> &[Node] {
        &self.masters
    }

    pub fn is_cluster(&self) -> bool {
        self.is_cluster
    }

    pub fn keeps_age(&self) -> bool {
        self.keeps_age
    }

    /// Sets up a new connection, so that reading leaves no trace. Servers before Redis 7.2 cannot.
    fn settle(&mut self) -> Result<()> {
        let silent = cmd("CLIENT").arg("NO-TOUCH").arg("ON").take();
        self.keeps_age = match self.connection.on(&self.node, &silent) {
            Ok(_) => true,
            Err(error) if is_broken(&error) => {
                return Err(self.target().refuses("CLIENT NO-TOUCH", &error));
            }
            Err(_) => false,
        };
        Ok(())
    }

    /// Waits for the server, and connects to it anew.
    pub fn reopen(&mut self) -> Result<()> {
        let lost = Instant::now();
        loop {
            let opened = self.connection.direct(&self.node).and_then(|connection| {
                self.connection = connection;
                self.settle()
            });
            match opened {
                Ok(()) => return Ok(()),
                Err(_) if self.is_replaced() => return Err(Replaced.into()),
                Err(error) if lost.elapsed() > RETURN_LIMIT => {
                    return Err(error.context(format!(
                        "the connection was lost, and did not come back within {} s",
                        RETURN_LIMIT.as_secs()
                    )));
                }
                Err(error) => interrupt::check().map_err(|_| error)?,
            }
            thread::sleep(RETURN_POLL);
        }
    }

    /// Whether the cluster knows that this master is none any more.
    fn is_replaced(&self) -> bool {
        let masters = || self.target().connect().ok()?.masters().ok();
        self.is_cluster && masters().is_some_and(|masters| !masters.contains(&self.node))
    }

    /// The answers to commands that are sent at once, and not again if the connection breaks.
    pub fn send(&mut self, commands: &[Cmd]) -> RedisResult<Vec<Value>> {
        if commands.is_empty() { Ok(Vec::new()) } else { self.connection.pipeline_once(commands) }
    }

    /// What the server says of a command that does no harm if it is sent twice.
    pub fn ask(&mut self, what: &str, command: &Cmd) -> Result<RedisResult<Value>> {
        let said = self
            .repeat(what, |session| Ok(session.send(std::slice::from_ref(command))?.remove(0)))?;
        Ok(said.extract_error())
    }

    /// Does something that does no harm if it is done twice, until the connection holds.
    pub fn repeat<T>(&mut self, what: &str, of: impl Fn(&mut Self) -> RedisResult<T>) -> Result<T> {
        loop {
            match of(self) {
                Err(error) if is_broken(&error) => self.reopen()?,
                Err(error) => return Err(self.target().refuses(what, &error)),
                Ok(done) => return Ok(done),
            }
        }
    }

    /// A line of what `INFO SECTION` of a master says.
    fn info(&mut self, section: &str, name: &str) -> RedisResult<Option<String>> {
        let said = self.connection.on(&self.node, cmd("INFO").arg(section))?;
        let info: String = from_redis_value(said)?;
        let mut lines = info.lines().filter_map(|line| line.split_once(':'));
        Ok(lines.find(|(found, _)| *found == name).map(|(_, value)| value.to_owned()))
    }

    /// Tells one start of a server from another: only within one is a cursor valid.
    pub fn run_id(&mut self) -> Result<String> {
        self.repeat("INFO server", |session| session.info("server", "run_id"))?
            .context("INFO server has no run_id")
    }

    /// The run ids of all masters.
    pub fn run_ids(&mut self) -> Result<Vec<String>> {
        let masters = self.masters.clone();
        let ids = masters.iter().map(|node| {
            self.enter(node)?;
            self.run_id()
        });
        ids.collect()
    }

    /// How many keys the master has, if this user may ask.
    pub fn keys(&mut self) -> Option<u64> {
        from_redis_value(self.connection.on(&self.node, &cmd("DBSIZE")).ok()?).ok()
    }

    /// The `maxmemory-policy`, if this user may ask.
    pub fn policy(&mut self) -> Option<String> {
        self.info("memory", "maxmemory_policy").ok()?
    }

    /// A page of the master's strings, and the cursor of the next one: 0 at the end.
    pub fn scan(
        &mut self,
        cursor: u64,
        plan: &Plan,
        count: usize,
    ) -> RedisResult<(u64, Vec<Vec<u8>>)> {
        let mut scan = cmd("SCAN");
        scan.arg(cursor);
        if let Some(pattern) = plan.pattern() {
            scan.arg("MATCH").arg(pattern);
        }
        scan.arg("COUNT").arg(count).arg("TYPE").arg("string");
        let (next, mut keys): (u64, Vec<Vec<u8>>) =
            from_redis_value(self.connection.on(&self.node, &scan)?)?;
        keys.retain(|key| plan.includes(key));
        Ok((next, keys))
    }

    /// The values of these keys; with their age, if replacing them has to say it. Then, keys that
    /// were idle for longer than `recent` seconds are left out.
    pub fn read(
        &mut self,
        mut keys: Vec<Vec<u8>>,
        aged: Option<Aged>,
        recent: Option<u64>,
    ) -> Result<Page> {
        let mut ages = match aged {
            Some(aged) => self.ages(&keys, aged)?,
            None => vec![0; keys.len()],
        };
        if let (Some(Aged::Idle), Some(recent)) = (aged, recent) {
            let mut idle = ages.iter();
            keys.retain(|_| idle.next().is_some_and(|age| *age <= recent));
            ages.retain(|age| *age <= recent);
        }
        let values = self.repeat("GET", |session| session.values(&keys))?;
        let mut page = Page::default();
        for ((key, value), age) in keys.into_iter().zip(values).zip(ages) {
            match answer::<Option<Vec<u8>>>(value) {
                Ok(Some(bytes)) => page.values.push(Read { key, bytes, age }),
                Ok(None) => page.gone += 1,
                // It has become another type.
                Err(error) if error.code() == Some("WRONGTYPE") => page.gone += 1,
                Err(error) if is_withheld(&error) => page.withheld += 1,
                Err(error) if is_moved(&error) => page.moved += 1,
                Err(error) => return Err(self.target().refuses("GET", &error)),
            }
        }
        Ok(page)
    }

    /// What `GET` says of each key.
    pub fn values(&mut self, keys: &[Vec<u8>]) -> RedisResult<Vec<Value>> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        if self.reads_many {
            let many = self.send(&[cmd("MGET").arg(keys).take()])?.remove(0);
            match many.extract_error() {
                Err(error) if is_denied(&error) => self.reads_many = false,
                Err(error) => return Err(error),
                Ok(Value::Array(values)) => return Ok(values),
                Ok(other) => return from_redis_value::<Vec<Value>>(other).map_err(Into::into),
            }
        }
        let commands: Vec<Cmd> = keys.iter().map(|key| cmd("GET").arg(key).take()).collect();
        self.send(&commands)
    }

    fn ages(&mut self, keys: &[Vec<u8>], aged: Aged) -> Result<Vec<u64>> {
        let ask = |key: &Vec<u8>| cmd("OBJECT").arg(aged.name()).arg(key).take();
        let commands: Vec<Cmd> = keys.iter().map(ask).collect();
        let answers = self.repeat("OBJECT", |session| session.send(&commands))?;
        let age = |said: Value| match answer::<Option<u64>>(said) {
            Ok(age) => Ok(age.unwrap_or_default()),
            // It is not read either.
            Err(error) if is_withheld(&error) || is_moved(&error) => Ok(0),
            Err(error) => Err(self.target().refuses(&format!("OBJECT {}", aged.name()), &error)),
        };
        answers.into_iter().map(age).collect()
    }
}

/// Whether the ACL forbids a command, or a key of it.
pub fn is_denied(error: &RedisError) -> bool {
    error.code() == Some("NOPERM")
}

/// Whether another node has the key's slot, or is about to.
pub fn is_moved(error: &RedisError) -> bool {
    matches!(error.code(), Some("MOVED" | "ASK" | "TRYAGAIN"))
}
