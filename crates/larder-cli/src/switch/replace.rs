//! Replaces values in one atomic step each: only if they still have the bytes that were read, with
//! the time to live that they have, and never where no key is.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use redis::{Cmd, RedisError, RedisResult, Script, Value, cmd};

use super::age::{Aged, dump};
use super::session::{Session, is_denied, is_moved};
use super::spot::{Read, Spot};
use crate::interrupt;
use crate::redis::{KeyType, answer, is_broken, is_withheld};

/// How a server compares and sets the values of a type of keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// `SET … IFEQ`: Valkey 8.1 and newer, Redis 8.4 and newer.
    Ifeq,
    /// A script that compares and sets.
    Script(Compare),
    /// A script that compares and restores, which keeps the age of the key.
    Restore(Compare, Aged),
    /// `WATCH` and a transaction, where scripts are forbidden.
    Watch(Setter),
}

/// A script.
#[derive(Clone, Debug, PartialEq)]
pub struct Compare {
    setter: Setter,
    body: String,
    sha: String,
}

/// What sets a value, once it was compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setter {
    Set,
    Restore,
    /// Keeps the time to live of a field: Redis 8.0 and newer, Valkey 9.0 and newer.
    Hsetex,
    /// `HSET`, and `HPEXPIREAT` if the field had a time to live: Redis 7.4.
    Hpexpireat,
    /// For servers on which fields have no time to live.
    Hset,
    Lset,
}

/// What became of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Switched,
    Changed,
    Gone,
    /// Another node of the cluster has its slot by now.
    Moved,
    Failed(String),
}

/// A value with its new bytes.
pub struct Change {
    pub read: Read,
    pub new: Vec<u8>,
}

/// What sets a value of `key` to the last of `a`, `b`, `c`; -1 if there is none any more. A field or
/// an element is `a`.
const SET: &str = "\
if redis.call('SET', key, a, 'XX', 'KEEPTTL') then return 1 end
return -1";

/// Redis before 7.0 has no PEXPIRETIME; there, the clock has to stand still for a moment.
const RESTORE: &str = "\
local at = 0
local left = redis.call('PTTL', key)
if left == -2 then return -1 end
if left >= 0 then
  at = redis.pcall('PEXPIRETIME', key)
  if type(at) ~= 'number' then
    local function now()
      local time = redis.call('TIME')
      return time[1] * 1000 + math.floor(time[2] / 1000)
    end
    local before
    repeat
      before = now()
      left = redis.call('PTTL', key)
    until now() == before
    at = string.format('%.0f', before + left)
  end
end
redis.call('RESTORE', key, at, a, 'REPLACE', 'ABSTTL', b, c)
return 1";

const HSETEX: &str = "\
if redis.call('HSETEX', key, 'FXX', 'KEEPTTL', 'FIELDS', 1, a, b) == 1 then return 1 end
return -1";

const HPEXPIREAT: &str = "\
local at = redis.call('HPEXPIRETIME', key, 'FIELDS', 1, a)[1]
redis.call('HSET', key, a, b)
if at > 0 then redis.call('HPEXPIREAT', key, at, 'FIELDS', 1, a) end
return 1";

const HSET: &str = "\
redis.call('HSET', key, a, b)
return 1";

const LSET: &str = "\
redis.call('LSET', key, a, b)
return 1";

/// Does it for each key. One that fails does not keep the others from being replaced.
const EACH: &str = "\
local said, width = {}, #ARGV / #KEYS
for at, key in ipairs(KEYS) do
  local from = (at - 1) * width
  local is_done, one = pcall(
    replace, key, ARGV[from + 1], ARGV[from + 2], ARGV[from + 3], ARGV[from + 4]
  )
  if not is_done and type(one) ~= 'table' then one = {err = one} end
  said[at] = one
end
return said";

/// Values that one call of a script replaces, and their bytes: the server does nothing else until it
/// is done.
const CALL: usize = 50;
const CALL_BYTES: usize = 128 << 10;
/// How long a server that takes no writes for a while is waited for.
const RECOVERY_LIMIT: Duration = Duration::from_secs(60);
const RECOVERY_POLL: Duration = Duration::from_secs(1);
/// Names of keys that are tried until one's slot is of the node. One in some hundred is, at least.
const MAX_TRIES: u32 = 10_000;
/// Keys of one transaction: whoever writes one of them meanwhile makes it fail.
const WATCHED: usize = 50;

impl Setter {
    /// As the output names a way that uses it.
    fn name(self) -> &'static str {
        match self {
            Setter::Set => "script",
            Setter::Restore => "script with RESTORE",
            Setter::Hsetex => "script with HSETEX",
            Setter::Hpexpireat => "script with HPEXPIREAT",
            Setter::Hset => "script with HSET",
            Setter::Lset => "script with LSET",
        }
    }

    /// A script that compares and sets the values of some keys: for each 1 if it has set the value,
    /// 0 if the value is another one, -1 if there is none.
    fn script(self) -> Compare {
        let (look, set) = match self {
            Setter::Set => ("'GET', key", SET),
            Setter::Restore => ("'GET', key", RESTORE),
            Setter::Hsetex => ("'HGET', key, a", HSETEX),
            Setter::Hpexpireat => ("'HGET', key, a", HPEXPIREAT),
            Setter::Hset => ("'HGET', key, a", HSET),
            Setter::Lset => ("'LINDEX', key, a", LSET),
        };
        let body = format!(
            "local function replace(key, old, a, b, c)\n\
             local now = redis.pcall({look})\n\
             if not now then return -1 end\n\
             if now ~= old then return 0 end\n{set}\nend\n{EACH}"
        );
        let sha = Script::new(&body).get_hash().to_owned();
        Compare { setter: self, body, sha }
    }

    /// The command of a transaction; it fails if the key has become another type.
    fn command(self, Change { read, new }: &Change) -> Cmd {
        match (self, &read.spot) {
            (Setter::Hsetex, Spot::Field(field)) => {
                let set = cmd("HSETEX").arg(&read.key).arg("FXX").arg("KEEPTTL").take();
                set.clone().arg("FIELDS").arg(1).arg(field).arg(new).take()
            }
            (_, Spot::Field(field)) => cmd("HSET").arg(&read.key).arg(field).arg(new).take(),
            (_, Spot::Index(index)) => cmd("LSET").arg(&read.key).arg(index).arg(new).take(),
            (_, Spot::Whole) => cmd("SET").arg(&read.key).arg(new).arg("XX").arg("KEEPTTL").take(),
        }
    }
}

impl Compare {
    /// `EVALSHA` or `EVAL` for some values.
    fn call(&self, verb: &str, changes: &[&Change], aged: Option<Aged>) -> Cmd {
        let mut command = cmd(verb);
        command.arg(if verb == "EVAL" { &self.body } else { &self.sha }).arg(changes.len());
        for change in changes {
            command.arg(&change.read.key);
        }
        for Change { read, new } in changes {
            command.arg(&read.bytes);
            match &read.spot {
                Spot::Whole => &mut command,
                Spot::Field(field) => command.arg(field),
                Spot::Index(index) => command.arg(index),
            };
            match aged {
                Some(aged) => command.arg(dump(new)).arg(aged.name()).arg(read.age),
                None => command.arg(new),
            };
        }
        command
    }
}

impl Way {
    /// Asks the server what it can, with a key that does not exist and is not made. Its name begins
    /// with that of one that does, so that the ACL permits it; `None` if it does not.
    pub fn find(session: &mut Session, of: KeyType, near: &[u8]) -> Result<Option<Way>> {
        let started = Instant::now();
        let mut tries = 0;
        let (absent, said) = loop {
            let absent = [near, format!(":larder:absent:{:016x}", random()).as_bytes()].concat();
            let (name, ask) = match of {
                KeyType::String => {
                    let set = cmd("SET").arg(&absent).arg("").arg("IFEQ").arg("x").take();
                    ("SET", set.clone().arg("KEEPTTL").take())
                }
                KeyType::Hash => ("HLEN", cmd("HLEN").arg(&absent).take()),
                KeyType::List => ("LLEN", cmd("LLEN").arg(&absent).take()),
            };
            match session.ask(name, &ask)? {
                // In a cluster, the slot has to be one of this node's.
                Err(error) if is_moved(&error) => {
                    interrupt::check()?;
                    tries += 1;
                    if tries > MAX_TRIES {
                        // It has none of them any more.
                        return Ok(None);
                    }
                }
                Err(error) if is_full(&said_of(&error)) && started.elapsed() < RECOVERY_LIMIT => {
                    interrupt::check()?;
                    thread::sleep(RECOVERY_POLL);
                }
                Err(error) if is_withheld(&error) => return Ok(None),
                said => break (absent, said),
            }
        };
        let (setter, aged) = match of {
            KeyType::String => match said {
                // In a cluster, SET would count as a use.
                Ok(Value::Nil) if !session.is_cluster() => return Ok(Some(Way::Ifeq)),
                Ok(said) if said != Value::Nil => bail!(
                    "{} sets a key that does not exist by SET … IFEQ, so it cannot be switched; \
                     the key that it made is {}",
                    session.target(),
                    String::from_utf8_lossy(&absent)
                ),
                Err(error) if !error.to_string().contains("syntax") && !is_denied(&error) => {
                    return Err(session.target().refuses("SET", &error));
                }
                _ => match aged(session, near)? {
                    None => (Setter::Set, None),
                    Some(aged) => (Setter::Restore, Some(aged)),
                },
            },
            KeyType::Hash => (setter_of_fields(session, &absent)?, None),
            KeyType::List => (Setter::Lset, None),
        };
        let script = setter.script();
        let mut eval = cmd("EVAL");
        eval.arg(&script.body).arg(1).arg(&absent).arg("").arg("0").arg("");
        match (session.ask("EVAL", &eval)?, aged) {
            (Ok(_), None) => Ok(Some(Way::Script(script))),
            (Ok(_), Some(aged)) => Ok(Some(Way::Restore(script, aged))),
            (Err(error), _) if session.is_cluster() || setter == Setter::Hpexpireat => bail!(
                "{} permits no scripts, which {of} values need here: {}",
                session.target(),
                said_of(&error)
            ),
            (Err(_), _) => Ok(Some(Way::Watch(setter))),
        }
    }

    /// As the output names it.
    pub fn name(&self) -> &'static str {
        match self {
            Way::Ifeq => "SET … IFEQ",
            Way::Script(script) | Way::Restore(script, _) => script.setter.name(),
            Way::Watch(_) => "WATCH",
        }
    }

    /// What has to be read of each key besides its value.
    pub fn aged(&self) -> Option<Aged> {
        match self {
            Way::Restore(_, aged) => Some(*aged),
            _ => None,
        }
    }

    /// Replaces values, and says what became of each, in order. If the connection breaks meanwhile,
    /// nobody knows which were replaced; then they are sent again, and those that have the new
    /// bytes count as switched.
    pub fn replace(&self, session: &mut Session, changes: &[Change]) -> Result<Vec<Outcome>> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; changes.len()];
        let mut is_doubtful = false;
        let started = Instant::now();
        loop {
            let open: Vec<usize> =
                (0..changes.len()).filter(|&at| outcomes[at].is_none()).collect();
            if open.is_empty() {
                return Ok(outcomes.into_iter().flatten().collect());
            }
            let these: Vec<&Change> = open.iter().map(|&at| &changes[at]).collect();
            let tried = self.attempt(session, &these).and_then(|mut found| {
                if is_doubtful {
                    own(session, &these, &mut found)?;
                }
                Ok(found)
            });
            match tried {
                Ok(found) => {
                    let is_over = started.elapsed() > RECOVERY_LIMIT || interrupt::check().is_err();
                    let mut passing = None;
                    for (at, outcome) in open.into_iter().zip(found) {
                        match (Passing::of(&outcome), is_over) {
                            (Some(found), false) => passing = Some(found),
                            _ => outcomes[at] = Some(outcome),
                        }
                    }
                    if let Some(passing) = passing {
                        thread::sleep(RECOVERY_POLL);
                        if passing == Passing::Role {
                            session.reopen()?;
                        }
                    }
                }
                Err(error) if is_broken(&error) => {
                    is_doubtful = true;
                    session.reopen()?;
                }
                Err(error) => return Err(session.target().refuses(self.name(), &error)),
            }
        }
    }

    fn attempt(&self, session: &mut Session, changes: &[&Change]) -> RedisResult<Vec<Outcome>> {
        match self {
            Way::Ifeq => ifeq(session, changes),
            Way::Script(with) => script(session, changes, with, None),
            Way::Restore(with, aged) => script(session, changes, with, Some(*aged)),
            Way::Watch(setter) => watch(session, changes, *setter),
        }
    }
}

/// What a server keeps of the use of a key that a new value would lose; it has one of them, by its
/// policy. Asking leaves no trace.
fn aged(session: &mut Session, near: &[u8]) -> Result<Option<Aged>> {
    if session.keeps_age() {
        return Ok(None);
    }
    let ask = cmd("OBJECT").arg(Aged::Frequency.name()).arg(near).take();
    let is_counted = matches!(session.ask("OBJECT", &ask)?, Ok(Value::Int(_)));
    Ok(Some(if is_counted { Aged::Frequency } else { Aged::Idle }))
}

/// How the server sets a field without a loss of its time to live.
fn setter_of_fields(session: &mut Session, absent: &[u8]) -> Result<Setter> {
    let set = cmd("HSETEX").arg(absent).arg("FXX").arg("KEEPTTL").take();
    let set = set.clone().arg("FIELDS").arg(1).arg("x").arg("").take();
    let ask = cmd("HPEXPIRETIME").arg(absent).arg("FIELDS").arg(1).arg("x").take();
    let mut denied = None;
    for (setter, name, command) in
        [(Setter::Hsetex, "HSETEX", set), (Setter::Hpexpireat, "HPEXPIRETIME", ask)]
    {
        match session.ask(name, &command)? {
            Ok(_) => return Ok(setter),
            Err(error) if is_denied(&error) => denied = denied.or(Some((name, error))),
            // A server that has no such command.
            Err(_) => {}
        }
    }
    match denied {
        // Its fields may have a time to live, which HSET would end.
        Some((name, error)) => Err(session.target().refuses(name, &error)),
        None => Ok(Setter::Hset),
    }
}

fn ifeq(session: &mut Session, changes: &[&Change]) -> RedisResult<Vec<Outcome>> {
    let set = |change: &&Change| {
        let Change { read, new } = change;
        cmd("SET").arg(&read.key).arg(new).arg("IFEQ").arg(&read.bytes).arg("KEEPTTL").take()
    };
    let commands: Vec<Cmd> = changes.iter().map(set).collect();
    let answers = session.send(&commands)?;
    let mut outcomes = Vec::with_capacity(answers.len());
    for said in answers {
        outcomes.push(match said.extract_error() {
            Ok(Value::Nil) => Outcome::Changed,
            Ok(_) => Outcome::Switched,
            // It has become another type.
            Err(error) if error.code() == Some("WRONGTYPE") => Outcome::Changed,
            Err(error) => failed(&error),
        });
    }
    let unset: Vec<usize> =
        (0..outcomes.len()).filter(|&at| outcomes[at] == Outcome::Changed).collect();
    let reads: Vec<&Read> = unset.iter().map(|&at| &changes[at].read).collect();
    let answers = session.again(&reads)?;
    for (at, said) in unset.into_iter().zip(answers) {
        if said == Value::Nil {
            outcomes[at] = Outcome::Gone;
        }
    }
    Ok(outcomes)
}

fn script(
    session: &mut Session,
    changes: &[&Change],
    with: &Compare,
    aged: Option<Aged>,
) -> RedisResult<Vec<Outcome>> {
    // The keys of a call have to be of one slot.
    let most = if session.is_cluster() { 1 } else { CALL };
    let mut calls = Vec::new();
    let mut rest = changes;
    while !rest.is_empty() {
        let mut bytes = 0;
        let fits = |change: &&&Change| {
            bytes += change.read.bytes.len() + change.new.len();
            bytes <= CALL_BYTES
        };
        let count = rest.iter().take(most).take_while(fits).count().max(1);
        let (call, after) = rest.split_at(count);
        calls.push(call);
        rest = after;
    }
    let mut answers = evaluate(session, &calls, with, aged)?;
    // If the ACL withholds one of its keys, for instance, a call fails as a whole.
    let refused =
        |at: &usize| calls[*at].len() > 1 && matches!(answers[*at], Value::ServerError(_));
    for at in (0..calls.len()).filter(refused).collect::<Vec<_>>() {
        let alone: Vec<&[&Change]> = calls[at].chunks(1).collect();
        let said = evaluate(session, &alone, with, aged)?.into_iter();
        let flat = said.map(|said| match said {
            Value::Array(mut one) if one.len() == 1 => one.remove(0),
            other => other,
        });
        answers[at] = Value::Array(flat.collect());
    }
    let outcome = |said: Value| match answer::<i64>(said) {
        Ok(1) => Outcome::Switched,
        Ok(0) => Outcome::Changed,
        Ok(_) => Outcome::Gone,
        Err(error) => failed(&error),
    };
    let said = calls.iter().zip(answers).flat_map(|(call, said)| match said {
        Value::Array(each) => each,
        error => vec![error; call.len()],
    });
    Ok(said.map(outcome).collect())
}

/// What the script says of each call.
fn evaluate(
    session: &mut Session,
    calls: &[&[&Change]],
    with: &Compare,
    aged: Option<Aged>,
) -> RedisResult<Vec<Value>> {
    let commands: Vec<Cmd> = calls.iter().map(|call| with.call("EVALSHA", call, aged)).collect();
    let mut answers = session.send(&commands)?;
    // A server that was restarted, or another node, does not have the script: EVAL brings it.
    let lacking: Vec<usize> = (0..answers.len())
        .filter(
            |&at| matches!(&answers[at], Value::ServerError(error) if error.code() == "NOSCRIPT"),
        )
        .collect();
    let commands: Vec<Cmd> = lacking.iter().map(|&at| with.call("EVAL", calls[at], aged)).collect();
    for (at, said) in lacking.into_iter().zip(session.send(&commands)?) {
        answers[at] = said;
    }
    Ok(answers)
}

fn watch(session: &mut Session, changes: &[&Change], setter: Setter) -> RedisResult<Vec<Outcome>> {
    let mut outcomes = Vec::with_capacity(changes.len());
    for some in changes.chunks(WATCHED) {
        match transact(session, some, setter)? {
            Some(found) => outcomes.extend(found),
            // Somebody wrote one of them: then each alone.
            None => {
                for change in some {
                    let alone = transact(session, std::slice::from_ref(change), setter)?;
                    outcomes.extend(alone.unwrap_or_else(|| vec![Outcome::Changed]));
                }
            }
        }
    }
    Ok(outcomes)
}

/// Replaces all of these that have not changed, or none if one is written meanwhile.
fn transact(
    session: &mut Session,
    changes: &[&Change],
    setter: Setter,
) -> RedisResult<Option<Vec<Outcome>>> {
    let mut watch = cmd("WATCH");
    changes.iter().for_each(|change| {
        watch.arg(&change.read.key);
    });
    let gets = changes.iter().map(|change| change.read.again());
    let mut answers = session.send(&[watch].into_iter().chain(gets).collect::<Vec<_>>())?;
    answers.remove(0).extract_error()?;
    let mut outcomes: Vec<Outcome> = answers
        .into_iter()
        .zip(changes)
        .map(|(said, change)| match answer::<Option<Vec<u8>>>(said) {
            Ok(Some(bytes)) if bytes == change.read.bytes => Outcome::Switched,
            Ok(None) => Outcome::Gone,
            Ok(_) => Outcome::Changed,
            Err(error) if error.code() == Some("WRONGTYPE") => Outcome::Changed,
            Err(error) => failed(&error),
        })
        .collect();
    let same: Vec<usize> =
        (0..outcomes.len()).filter(|&at| outcomes[at] == Outcome::Switched).collect();
    let set = |at: &usize| setter.command(changes[*at]);
    let commands: Vec<Cmd> =
        [cmd("MULTI")].into_iter().chain(same.iter().map(set)).chain([cmd("EXEC")]).collect();
    let mut answers = session.send(&commands)?;
    let executed = answers.pop().expect("an answer to EXEC").extract_error();
    match executed {
        Ok(Value::Nil) => Ok(None),
        Ok(Value::Array(answers)) => {
            for (at, said) in same.into_iter().zip(answers) {
                outcomes[at] = match said.extract_error() {
                    // It expired between GET and SET.
                    Ok(Value::Nil) => Outcome::Gone,
                    Ok(Value::Int(0)) if setter == Setter::Hsetex => Outcome::Gone,
                    Ok(_) => Outcome::Switched,
                    Err(error) => failed(&error),
                };
            }
            Ok(Some(outcomes))
        }
        // A command was refused before the transaction began, so it did nothing.
        refused => {
            let first = answers.into_iter().find_map(|said| said.extract_error().err());
            let said =
                first.or(refused.err()).map_or("EXEC failed".into(), |error| said_of(&error));
            for at in same {
                outcomes[at] = Outcome::Failed(said.clone());
            }
            Ok(Some(outcomes))
        }
    }
}

/// Of the values that have changed, those with the new bytes were replaced before the connection
/// broke.
fn own(session: &mut Session, changes: &[&Change], found: &mut [Outcome]) -> RedisResult<()> {
    let changed: Vec<usize> =
        (0..found.len()).filter(|&at| found[at] == Outcome::Changed).collect();
    let reads: Vec<&Read> = changed.iter().map(|&at| &changes[at].read).collect();
    let answers = session.again(&reads)?;
    for (at, said) in changed.into_iter().zip(answers) {
        if answer::<Option<Vec<u8>>>(said).ok().flatten().as_ref() == Some(&changes[at].new) {
            found[at] = Outcome::Switched;
        }
    }
    Ok(())
}

fn failed(error: &RedisError) -> Outcome {
    if is_moved(error) { Outcome::Moved } else { Outcome::Failed(said_of(error)) }
}

fn said_of(error: &RedisError) -> String {
    match (error.code(), error.detail()) {
        (Some(code), Some(detail)) => format!("{code} {detail}"),
        _ => error.to_string(),
    }
}

/// Why a server takes no writes for a while.
#[derive(Clone, Copy, PartialEq)]
enum Passing {
    /// It has no memory left.
    Memory,
    /// It is no master, or none that works: during a failover.
    Role,
}

impl Passing {
    fn of(outcome: &Outcome) -> Option<Passing> {
        let Outcome::Failed(said) = outcome else { return None };
        if is_full(said) {
            return Some(Passing::Memory);
        }
        let codes = ["READONLY", "MASTERDOWN", "CLUSTERDOWN", "LOADING"];
        codes.iter().any(|code| said.starts_with(code)).then_some(Passing::Role)
    }
}

/// Whether the server has no memory for it.
fn is_full(said: &str) -> bool {
    said.contains("OOM command not allowed")
}

/// Another number each time.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
