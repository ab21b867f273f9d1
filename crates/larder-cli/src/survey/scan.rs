//! Reads the keys of a Redis and what they hold; it only ever reads.

use anyhow::Result;
use indicatif::ProgressBar;
use redis::{Cmd, FromRedisValue, RedisError, Value, cmd, from_redis_value};

use super::group::{Held, Place};
use super::groups::Groups;
use crate::interrupt;
use crate::profiles::is_key;
use crate::redis::{Connection, Keys, Node, answer, elements, is_withheld};

/// Values of more bytes are counted, and not read.
const MAX_VALUE: u64 = 8 << 20;
/// How many elements of a hash, list, set, sorted set or stream are read.
const ELEMENTS: usize = 10;
/// What keys of profiles hold, which are no values of programs.
const PROFILE: &str = "profile";
const NAME: &str = "name of profiles";

/// What was read.
pub struct Scanned {
    pub groups: Groups,
    pub keys: u64,
    /// Keys that the ACL withholds.
    pub withheld: u64,
    /// Whether these are all keys there are.
    pub is_complete: bool,
    /// Whether the user stopped it.
    pub is_interrupted: bool,
}

/// What Redis says of itself, over all masters.
#[derive(Default)]
pub struct ServerFacts {
    pub version: String,
    pub masters: usize,
    /// `DBSIZE`.
    pub keys: u64,
    /// `used_memory` and `maxmemory` of `INFO memory`, in bytes; `None` if this user may not ask.
    pub memory: Option<u64>,
    pub max_memory: Option<u64>,
    pub policy: Option<String>,
}

/// Asks all masters.
pub fn facts(connection: &mut Connection, masters: &[Node]) -> Result<ServerFacts> {
    let mut facts = ServerFacts {
        version: connection.version().to_owned(),
        masters: masters.len(),
        ..ServerFacts::default()
    };
    for node in masters {
        let keys = connection
            .on(node, &cmd("DBSIZE"))
            .map_err(|error| connection.target().refuses("DBSIZE", &error))?;
        facts.keys += from_redis_value::<u64>(keys)?;
        let Ok(info) = connection.on(node, cmd("INFO").arg("memory")) else { continue };
        let info = from_redis_value::<String>(info)?;
        let line = |name: &str| {
            let lines = info.lines().filter_map(|line| line.split_once(':'));
            lines.into_iter().find(|(found, _)| *found == name).map(|(_, value)| value.to_owned())
        };
        let number = |name: &str| line(name).and_then(|text| text.parse::<u64>().ok());
        facts.memory = number("used_memory").map(|memory| memory + facts.memory.unwrap_or(0));
        facts.max_memory = number("maxmemory").map(|memory| memory + facts.max_memory.unwrap_or(0));
        facts.policy = line("maxmemory_policy");
    }
    Ok(facts)
}

/// Reads at most `most` keys that match, or all. Masters take turns.
pub fn scan(
    connection: &mut Connection,
    masters: Vec<Node>,
    pattern: Option<&str>,
    most: Option<usize>,
    bar: &ProgressBar,
) -> Result<Scanned> {
    // Reading leaves no trace in idle times and counters; servers before Redis 7.2 do not know it.
    // In a cluster, some versions crash with it while a slot is migrating (docs/SWITCH.md).
    if !connection.is_cluster() {
        let _ = connection.on(&masters[0], cmd("CLIENT").arg("NO-TOUCH").arg("ON"));
    }
    let mut masters: Vec<Keys> = masters.into_iter().map(Keys::of).collect();
    let mut scanned = Scanned {
        groups: Groups::default(),
        keys: 0,
        withheld: 0,
        is_complete: false,
        is_interrupted: false,
    };
    loop {
        let left = most.map_or(u64::MAX, |most| (most as u64).saturating_sub(scanned.keys));
        scanned.is_complete = masters.is_empty();
        if left == 0 || masters.is_empty() {
            return Ok(scanned);
        }
        let share = left.div_ceil(masters.len() as u64);
        for master in &mut masters {
            let share = usize::try_from(share).unwrap_or(usize::MAX);
            let taken = scanned.take_page(connection, master, pattern, share);
            // A signal also ends a command that waits for its answer.
            if interrupt::check().is_err() {
                scanned.is_interrupted = true;
                return Ok(scanned);
            }
            taken?;
            bar.set_position(scanned.keys);
        }
        masters.retain(|master| !master.is_exhausted());
    }
}

impl Scanned {
    /// Takes at most `most` of the next keys of one master.
    fn take_page(
        &mut self,
        connection: &mut Connection,
        master: &mut Keys,
        pattern: Option<&str>,
        most: usize,
    ) -> Result<()> {
        let keys = master
            .next(connection, pattern, most)
            .map_err(|error| connection.target().refuses("SCAN", &error))?;
        self.take(connection, &keys)
    }

    /// Takes some keys of one master.
    fn take(&mut self, connection: &mut Connection, keys: &[Vec<u8>]) -> Result<()> {
        const ASKED: usize = 3;
        let asked = |key: &Vec<u8>| {
            [
                cmd("TYPE").arg(key).take(),
                cmd("PTTL").arg(key).take(),
                cmd("MEMORY").arg("USAGE").arg(key).take(),
            ]
        };
        let commands: Vec<Cmd> = keys.iter().flat_map(asked).collect();
        let answers = send(connection, &commands, "TYPE")?;
        let (mut strings, mut others) = (Vec::new(), Vec::new());
        for (key, answers) in keys.iter().zip(answers.as_chunks::<ASKED>().0) {
            let Some(kind) = self.said::<String>(connection, &answers[0], "TYPE")? else {
                continue;
            };
            // A key that has gone since is of the type "none".
            if kind == "none" {
                continue;
            }
            self.keys += 1;
            let group = self.groups.of(key);
            group.keys += 1;
            *group.types.entry(kind.clone()).or_default() += 1;
            match answer::<i64>(answers[1].clone()).map(u64::try_from) {
                Ok(Ok(ttl)) => group.ttls.take(size_of::<u64>(), ttl),
                Ok(Err(_)) => group.lasting += 1,
                // Not every user may ask.
                Err(_) => {}
            }
            let memory = answer::<Option<u64>>(answers[2].clone()).ok().flatten();
            if let Some(memory) = memory {
                group.memory = Some(memory + group.memory.unwrap_or(0));
            }
            if is_key(key) {
                group.values += 1;
                let what = if kind == "string" { PROFILE } else { NAME };
                *group.formats.entry(what.into()).or_default() += 1;
            } else if kind != "string" {
                others.push((key, kind));
            } else if memory.is_some_and(|memory| memory > MAX_VALUE) {
                group.values += 1;
                group.too_large += 1;
            } else {
                strings.push(key);
            }
        }
        let commands: Vec<Cmd> = strings.iter().map(|key| cmd("GET").arg(key).take()).collect();
        let answers = send(connection, &commands, "GET")?;
        for (key, said) in strings.into_iter().zip(answers) {
            let Some(bytes) = self.said::<Option<Vec<u8>>>(connection, &said, "GET")?.flatten()
            else {
                continue;
            };
            let group = self.groups.of(key);
            group.values += 1;
            group.take(Held { bytes, place: Place::String { key: key.len() } });
        }
        for (key, kind) in others {
            let found = match elements(connection, key, &kind, ELEMENTS) {
                Ok(found) => found,
                Err(error) if is_withheld(&error) => {
                    self.withheld += 1;
                    continue;
                }
                Err(error) => {
                    let what = format!("reading a {kind}");
                    return Err(connection.target().refuses(&what, &error));
                }
            };
            let Some((count, elements)) = found else { continue };
            let group = self.groups.of(key);
            group.values += count;
            for element in elements {
                group.take(Held { bytes: element.bytes, place: Place::Element });
            }
        }
        Ok(())
    }

    /// What a command says of a key, unless the ACL withholds it.
    fn said<T: FromRedisValue>(
        &mut self,
        connection: &Connection,
        value: &Value,
        command: &str,
    ) -> Result<Option<T>> {
        match answer::<T>(value.clone()) {
            Ok(said) => Ok(Some(said)),
            Err(error) if is_withheld(&error) => {
                self.withheld += 1;
                Ok(None)
            }
            Err(error) => Err(connection.target().refuses(command, &error)),
        }
    }
}

fn send(connection: &mut Connection, commands: &[Cmd], what: &str) -> Result<Vec<Value>> {
    let refused =
        |connection: &Connection, error: &RedisError| connection.target().refuses(what, error);
    connection.pipeline(commands).map_err(|error| refused(connection, &error))
}
