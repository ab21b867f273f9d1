//! The connection of a switch, and how it reads keys and values without leaving a trace.

use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use redis::{Cmd, RedisError, RedisResult, Value, cmd, from_redis_value};

use super::age::Aged;
use super::plan::Plan;
use super::spot::{Read, Spot};
use crate::interrupt;
use crate::redis::{Connection, KeyType, Node, Target, answer, is_broken, is_withheld};

/// How long a lost server is waited for: a failover or a restart takes some seconds.
const RETURN_LIMIT: Duration = Duration::from_secs(60);
const RETURN_POLL: Duration = Duration::from_millis(200);

/// A cluster has another master in the place of the one that is connected.
#[derive(Debug, thiserror::Error)]
#[error("the cluster has replaced a master by another")]
pub struct Replaced;

/// A connection to one master, which is opened anew when it breaks.
pub struct Session {
    connection: Connection,
    node: Node,
    is_cluster: bool,
    /// Whether reading leaves idle times and counters as they are.
    keeps_age: bool,
    /// Whether `MGET` may be used: it fails as a whole if the ACL withholds one key, or if the keys
    /// are of several slots.
    reads_many: bool,
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

/// A key of which something has not been read.
pub struct Part {
    key: Vec<u8>,
    /// The cursor of `HSCAN`, or the index of a list's next element.
    from: u64,
    /// Values that it had, at least.
    left: u64,
}

impl Session {
    /// A session for each master.
    pub fn open(target: &Target) -> Result<Vec<Session>> {
        let mut connection = target.connect()?;
        let masters = connection.masters().map_err(|error| target.refuses("PING", &error))?;
        if !connection.is_cluster() {
            let node = masters.into_iter().next().context("a server is its own master")?;
            return Ok(vec![Session::of(connection, node, false)?]);
        }
        let open = |node: Node| Session::of(connection.direct(&node)?, node, true);
        let sessions: Vec<Session> = masters.into_iter().map(open).collect::<Result<_>>()?;
        if sessions.is_empty() { bail!("the cluster has no master") } else { Ok(sessions) }
    }

    /// The same once the servers can be reached: after a failover, that takes some seconds.
    pub fn open_again(target: &Target) -> Result<Vec<Session>> {
        let lost = Instant::now();
        loop {
            match Session::open(target) {
                Err(error) if lost.elapsed() < RETURN_LIMIT => {
                    interrupt::check().map_err(|_| error)?;
                }
                outcome => return outcome,
            }
            thread::sleep(RETURN_POLL);
        }
    }

    fn of(connection: Connection, node: Node, is_cluster: bool) -> Result<Session> {
        let reads_many = !is_cluster;
        let mut session = Session { connection, node, is_cluster, keeps_age: false, reads_many };
        session.settle()?;
        Ok(session)
    }

    pub fn target(&self) -> &Target {
        self.connection.target()
    }

    pub fn is_cluster(&self) -> bool {
        self.is_cluster
    }

    pub fn keeps_age(&self) -> bool {
        self.keeps_age
    }

    /// Sets up a new connection, so that reading leaves no trace. Servers before Redis 7.2 cannot.
    ///
    /// Nor is a node of a cluster asked to: Redis 8.0.2 and Valkey 8.1.1 crash when such a client
    /// names a key of a slot that is migrating (`lookupKey` from `getNodeByQuery`).
    fn settle(&mut self) -> Result<()> {
        if self.is_cluster {
            return Ok(());
        }
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

    /// The answers to commands that do no harm if they are sent twice. An error if the server is
    /// about to come back.
    fn look(&mut self, commands: &[Cmd]) -> RedisResult<Vec<Value>> {
        let answers = self.send(commands)?;
        let down = answers.iter().find_map(|said| match said {
            Value::ServerError(error) => Some(RedisError::from(error.clone())).filter(is_down),
            _ => None,
        });
        down.map_or(Ok(answers), Err)
    }

    /// What the server says of a command that does no harm if it is sent twice.
    pub fn ask(&mut self, what: &str, command: &Cmd) -> Result<RedisResult<Value>> {
        let said = self
            .repeat(what, |session| Ok(session.look(std::slice::from_ref(command))?.remove(0)))?;
        Ok(said.extract_error())
    }

    /// Does something that does no harm if it is done twice, until the connection holds and the
    /// server works.
    pub fn repeat<T>(&mut self, what: &str, of: impl Fn(&mut Self) -> RedisResult<T>) -> Result<T> {
        let started = Instant::now();
        loop {
            match of(self) {
                Err(error) if is_broken(&error) => self.reopen()?,
                Err(error)
                    if is_down(&error)
                        && started.elapsed() < RETURN_LIMIT
                        && interrupt::check().is_ok() =>
                {
                    thread::sleep(RETURN_POLL);
                }
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

    /// How many keys the master has, if this user may ask.
    pub fn keys(&mut self) -> Option<u64> {
        from_redis_value(self.connection.on(&self.node, &cmd("DBSIZE")).ok()?).ok()
    }

    /// The `maxmemory-policy`, if this user may ask.
    pub fn policy(&mut self) -> Option<String> {
        self.info("memory", "maxmemory_policy").ok()?
    }

    /// A page of the master's keys of a type, and the cursor of the next one: 0 at the end.
    pub fn scan(
        &mut self,
        cursor: u64,
        plan: &Plan,
        of: KeyType,
        count: usize,
    ) -> RedisResult<(u64, Vec<Vec<u8>>)> {
        let mut scan = cmd("SCAN");
        scan.arg(cursor);
        if let Some(pattern) = plan.pattern() {
            scan.arg("MATCH").arg(pattern);
        }
        scan.arg("COUNT").arg(count).arg("TYPE").arg(of.name());
        let (next, mut keys): (u64, Vec<Vec<u8>>) =
            from_redis_value(self.connection.on(&self.node, &scan)?)?;
        keys.retain(|key| plan.includes(key));
        Ok((next, keys))
    }

    /// What is to be read of these keys. Keys of which nothing can be read are counted in `page`.
    pub fn parts(
        &mut self,
        of: KeyType,
        keys: Vec<Vec<u8>>,
        page: &mut Page,
    ) -> Result<VecDeque<Part>> {
        let command = match of {
            KeyType::String => {
                return Ok(keys.into_iter().map(|key| Part { key, from: 0, left: 1 }).collect());
            }
            KeyType::Hash => "HLEN",
            KeyType::List => "LLEN",
        };
        let commands: Vec<Cmd> = keys.iter().map(|key| cmd(command).arg(key).take()).collect();
        let answers = self.repeat(command, |session| session.look(&commands))?;
        let mut parts = VecDeque::with_capacity(keys.len());
        for (key, said) in keys.into_iter().zip(answers) {
            match self.looked(command, answer::<u64>(said), page)? {
                Some(0) => page.gone += 1,
                Some(left) => parts.push_back(Part { key, from: 0, left }),
                None => {}
            }
        }
        Ok(parts)
    }

    /// Reads the next values of these parts: some `count`, and those of all parts if they are
    /// strings. What is not read yet stays in `parts`. With `aged`, the age of strings is read as
    /// well, and those that were idle for longer than `recent` seconds are left out.
    pub fn read(
        &mut self,
        of: KeyType,
        parts: &mut VecDeque<Part>,
        count: usize,
        aged: Option<Aged>,
        recent: Option<u64>,
        page: &mut Page,
    ) -> Result<()> {
        match of {
            KeyType::String => {
                let keys = parts.drain(..).map(|part| part.key).collect();
                self.strings(keys, aged, recent, page)
            }
            KeyType::Hash => self.fields(parts, count as u64, page),
            KeyType::List => self.elements(parts, count as u64, page),
        }
    }

    fn strings(
        &mut self,
        mut keys: Vec<Vec<u8>>,
        aged: Option<Aged>,
        recent: Option<u64>,
        page: &mut Page,
    ) -> Result<()> {
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
        page.values.reserve(keys.len());
        for ((key, value), age) in keys.into_iter().zip(values).zip(ages) {
            match self.looked("GET", answer::<Option<Vec<u8>>>(value), page)? {
                Some(Some(bytes)) => {
                    page.values.push(Read { key, spot: Spot::Whole, bytes, age });
                }
                Some(None) => page.gone += 1,
                None => {}
            }
        }
        Ok(())
    }

    fn fields(&mut self, parts: &mut VecDeque<Part>, count: u64, page: &mut Page) -> Result<()> {
        let asked = due(parts, count);
        let ask = |(part, most): &(Part, u64)| {
            cmd("HSCAN").arg(&part.key).arg(part.from).arg("COUNT").arg(most).take()
        };
        let commands: Vec<Cmd> = asked.iter().map(ask).collect();
        let answers = self.repeat("HSCAN", |session| session.look(&commands))?;
        for ((Part { key, left, .. }, _), said) in asked.into_iter().zip(answers).rev() {
            let found = answer::<(u64, Vec<(Vec<u8>, Vec<u8>)>)>(said);
            let Some((next, fields)) = self.looked("HSCAN", found, page)? else { continue };
            if next != 0 {
                let left = left.saturating_sub(fields.len() as u64).max(1);
                parts.push_front(Part { key: key.clone(), from: next, left });
            }
            page.values.extend(fields.into_iter().map(|(field, bytes)| Read {
                key: key.clone(),
                spot: Spot::Field(field),
                bytes,
                age: 0,
            }));
        }
        Ok(())
    }

    fn elements(&mut self, parts: &mut VecDeque<Part>, count: u64, page: &mut Page) -> Result<()> {
        let asked = due(parts, count);
        let ask = |(part, most): &(Part, u64)| {
            cmd("LRANGE").arg(&part.key).arg(part.from).arg(part.from + most - 1).take()
        };
        let commands: Vec<Cmd> = asked.iter().map(ask).collect();
        let answers = self.repeat("LRANGE", |session| session.look(&commands))?;
        for ((Part { key, from, left }, most), said) in asked.into_iter().zip(answers).rev() {
            let found = self.looked("LRANGE", answer::<Vec<Vec<u8>>>(said), page)?;
            let Some(elements) = found else { continue };
            // A list that has become shorter ends here.
            if left > most && elements.len() as u64 == most {
                parts.push_front(Part { key: key.clone(), from: from + most, left: left - most });
            }
            page.values.extend((from..).zip(elements).map(|(index, bytes)| Read {
                key: key.clone(),
                spot: Spot::Index(index),
                bytes,
                age: 0,
            }));
        }
        Ok(())
    }

    /// What a command said of a key; `None` if it is one that cannot be read, which is counted.
    fn looked<T>(&self, what: &str, said: RedisResult<T>, page: &mut Page) -> Result<Option<T>> {
        match said {
            Ok(said) => return Ok(Some(said)),
            // It has become another type.
            Err(error) if error.code() == Some("WRONGTYPE") => page.gone += 1,
            Err(error) if is_withheld(&error) => page.withheld += 1,
            Err(error) if is_moved(&error) => page.moved += 1,
            Err(error) => return Err(self.target().refuses(what, &error)),
        }
        Ok(None)
    }

    /// What `GET` says of each key.
    fn values(&mut self, keys: &[Vec<u8>]) -> RedisResult<Vec<Value>> {
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
        self.look(&commands)
    }

    /// What is there now of values that were read.
    pub fn again(&mut self, reads: &[&Read]) -> RedisResult<Vec<Value>> {
        if reads.iter().all(|read| read.spot == Spot::Whole) {
            let keys: Vec<Vec<u8>> = reads.iter().map(|read| read.key.clone()).collect();
            return self.values(&keys);
        }
        let commands: Vec<Cmd> = reads.iter().map(|read| read.again()).collect();
        self.send(&commands)
    }

    fn ages(&mut self, keys: &[Vec<u8>], aged: Aged) -> Result<Vec<u64>> {
        let ask = |key: &Vec<u8>| cmd("OBJECT").arg(aged.name()).arg(key).take();
        let commands: Vec<Cmd> = keys.iter().map(ask).collect();
        let answers = self.repeat("OBJECT", |session| session.look(&commands))?;
        let age = |said: Value| match answer::<Option<u64>>(said) {
            Ok(age) => Ok(age.unwrap_or_default()),
            // It is not read either.
            Err(error) if is_withheld(&error) || is_moved(&error) => Ok(0),
            Err(error) => Err(self.target().refuses(&format!("OBJECT {}", aged.name()), &error)),
        };
        answers.into_iter().map(age).collect()
    }
}

/// Takes parts that have some `count` values together, each with how many of it are to be read.
fn due(parts: &mut VecDeque<Part>, count: u64) -> Vec<(Part, u64)> {
    let (mut due, mut room) = (Vec::new(), count.max(1));
    while room > 0
        && let Some(part) = parts.pop_front()
    {
        let most = part.left.min(room);
        room -= most;
        due.push((part, most));
    }
    due
}

/// Whether the ACL forbids a command, or a key of it.
pub fn is_denied(error: &RedisError) -> bool {
    error.code() == Some("NOPERM")
}

/// Whether the server, or its cluster, is about to come back: during a failover, or a restart.
fn is_down(error: &RedisError) -> bool {
    matches!(error.code(), Some("CLUSTERDOWN" | "MASTERDOWN" | "LOADING"))
}

/// Whether another node has the key's slot, or is about to.
pub fn is_moved(error: &RedisError) -> bool {
    matches!(error.code(), Some("MOVED" | "ASK" | "TRYAGAIN"))
}
