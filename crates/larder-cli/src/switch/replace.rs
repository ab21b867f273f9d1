//! Replaces values in one atomic step each: only if they still have the bytes that were read, with
//! the time to live that they have, and never where no key is.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use redis::{Cmd, RedisError, RedisResult, Script, Value, cmd};

use super::age::{Aged, dump};
use super::session::{Read, Session, is_denied, is_moved};
use crate::interrupt;
use crate::redis::{answer, is_broken, is_withheld};

/// How a server compares and sets.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// `SET … IFEQ`: Valkey 8.1 and newer, Redis 8.4 and newer.
    Ifeq,
    /// A script that compares and sets.
    Script { sha: String },
    /// A script that compares and restores, which keeps the age of the key.
    Restore { sha: String, aged: Aged },
    /// `WATCH` and a transaction, where scripts are forbidden.
    Watch,
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

const SET: &str = "\
local old = redis.pcall('GET', KEYS[1])
if not old then return -1 end
if old ~= ARGV[1] then return 0 end
if redis.call('SET', KEYS[1], ARGV[2], 'XX', 'KEEPTTL') then return 1 end
return -1";

/// Redis before 7.0 has no PEXPIRETIME; there, the clock has to stand still for a moment.
const RESTORE: &str = "\
local old = redis.pcall('GET', KEYS[1])
if not old then return -1 end
if old ~= ARGV[1] then return 0 end
local at = 0
local left = redis.call('PTTL', KEYS[1])
if left == -2 then return -1 end
if left >= 0 then
  at = redis.pcall('PEXPIRETIME', KEYS[1])
  if type(at) ~= 'number' then
    local function now()
      local time = redis.call('TIME')
      return time[1] * 1000 + math.floor(time[2] / 1000)
    end
    local before
    repeat
      before = now()
      left = redis.call('PTTL', KEYS[1])
    until now() == before
    at = string.format('%.0f', before + left)
  end
end
redis.call('RESTORE', KEYS[1], at, ARGV[2], 'REPLACE', 'ABSTTL', ARGV[3], ARGV[4])
return 1";

/// How long a server that takes no writes for a while is waited for.
const RECOVERY_LIMIT: Duration = Duration::from_secs(60);
const RECOVERY_POLL: Duration = Duration::from_secs(1);
/// Keys of one transaction: whoever writes one of them meanwhile makes it fail.
const WATCHED: usize = 50;

impl Way {
    /// Asks the server what it can, with a key that does not exist and is not made. Its name begins
    /// with that of one that does, so that the ACL permits it; `None` if it does not.
    pub fn find(session: &mut Session, near: &[u8]) -> Result<Option<Way>> {
        let started = Instant::now();
        let (absent, said) = loop {
            let absent = [near, format!(":larder:absent:{:016x}", random()).as_bytes()].concat();
            let ifeq = cmd("SET").arg(&absent).arg("").arg("IFEQ").arg("x").arg("KEEPTTL").take();
            match session.ask("SET", &ifeq)? {
                // In a cluster, the slot has to be one of this node's.
                Err(error) if is_moved(&error) => interrupt::check()?,
                Err(error) if is_full(&said_of(&error)) && started.elapsed() < RECOVERY_LIMIT => {
                    interrupt::check()?;
                    thread::sleep(RECOVERY_POLL);
                }
                said => break (absent, said),
            }
        };
        match said {
            Ok(Value::Nil) => return Ok(Some(Way::Ifeq)),
            Ok(_) => bail!(
                "{} sets a key that does not exist by SET … IFEQ, so it cannot be switched; the \
                 key that it made is {}",
                session.target(),
                String::from_utf8_lossy(&absent)
            ),
            Err(error) if is_withheld(&error) => return Ok(None),
            Err(error) if error.to_string().contains("syntax") || is_denied(&error) => {}
            Err(error) => return Err(session.target().refuses("SET", &error)),
        }
        let aged = if session.keeps_age() {
            None
        } else {
            // A server has one of them, by its policy. Asking leaves no trace.
            let ask = cmd("OBJECT").arg(Aged::Frequency.name()).arg(near).take();
            let is_counted = matches!(session.ask("OBJECT", &ask)?, Ok(Value::Int(_)));
            Some(if is_counted { Aged::Frequency } else { Aged::Idle })
        };
        let script = Script::new(if aged.is_some() { RESTORE } else { SET });
        let mut eval = cmd("EVAL");
        eval.arg(if aged.is_some() { RESTORE } else { SET }).arg(1).arg(&absent).arg("").arg("");
        let is_taken = session.ask("EVAL", &eval)?.is_ok();
        let sha = script.get_hash().to_owned();
        match (is_taken, aged) {
            (true, None) => Ok(Some(Way::Script { sha })),
            (true, Some(aged)) => Ok(Some(Way::Restore { sha, aged })),
            (false, _) if session.is_cluster() => bail!(
                "{} permits no scripts, which a cluster without SET … IFEQ needs",
                session.target()
            ),
            (false, _) => Ok(Some(Way::Watch)),
        }
    }

    /// As the output names it.
    pub fn name(&self) -> &'static str {
        match self {
            Way::Ifeq => "SET … IFEQ",
            Way::Script { .. } => "script",
            Way::Restore { .. } => "script with RESTORE",
            Way::Watch => "WATCH",
        }
    }

    /// What has to be read of each key besides its value.
    pub fn aged(&self) -> Option<Aged> {
        match self {
            Way::Restore { aged, .. } => Some(*aged),
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
            Way::Script { sha } => script(session, changes, sha, SET, |change, command| {
                command.arg(&change.new);
            }),
            Way::Restore { sha, aged } => {
                script(session, changes, sha, RESTORE, |change, command| {
                    let (dump, age) = (dump(&change.new), change.read.age);
                    command.arg(dump).arg(aged.name()).arg(age);
                })
            }
            Way::Watch => watch(session, changes),
        }
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
    let keys: Vec<Vec<u8>> = unset.iter().map(|&at| changes[at].read.key.clone()).collect();
    for (at, said) in unset.into_iter().zip(session.values(&keys)?) {
        if said == Value::Nil {
            outcomes[at] = Outcome::Gone;
        }
    }
    Ok(outcomes)
}

fn script(
    session: &mut Session,
    changes: &[&Change],
    sha: &str,
    body: &str,
    arguments: impl Fn(&Change, &mut Cmd),
) -> RedisResult<Vec<Outcome>> {
    let call = |verb: &str, script: &str, change: &Change| {
        let mut command = cmd(verb);
        command.arg(script).arg(1).arg(&change.read.key).arg(&change.read.bytes);
        arguments(change, &mut command);
        command
    };
    let commands: Vec<Cmd> = changes.iter().map(|change| call("EVALSHA", sha, change)).collect();
    let mut answers = session.send(&commands)?;
    // A server that was restarted, or another node, does not have the script: EVAL brings it.
    let lacking: Vec<usize> = (0..answers.len())
        .filter(
            |&at| matches!(&answers[at], Value::ServerError(error) if error.code() == "NOSCRIPT"),
        )
        .collect();
    let commands: Vec<Cmd> = lacking.iter().map(|&at| call("EVAL", body, changes[at])).collect();
    for (at, said) in lacking.into_iter().zip(session.send(&commands)?) {
        answers[at] = said;
    }
    let outcome = |said: Value| match answer::<i64>(said) {
        Ok(1) => Outcome::Switched,
        Ok(0) => Outcome::Changed,
        Ok(_) => Outcome::Gone,
        Err(error) => failed(&error),
    };
    Ok(answers.into_iter().map(outcome).collect())
}

fn watch(session: &mut Session, changes: &[&Change]) -> RedisResult<Vec<Outcome>> {
    let mut outcomes = Vec::with_capacity(changes.len());
    for some in changes.chunks(WATCHED) {
        match transact(session, some)? {
            Some(found) => outcomes.extend(found),
            // Somebody wrote one of them: then each alone.
            None => {
                for change in some {
                    let alone = transact(session, std::slice::from_ref(change))?;
                    outcomes.extend(alone.unwrap_or_else(|| vec![Outcome::Changed]));
                }
            }
        }
    }
    Ok(outcomes)
}

/// Replaces all of these that have not changed, or none if one is written meanwhile.
fn transact(session: &mut Session, changes: &[&Change]) -> RedisResult<Option<Vec<Outcome>>> {
    let mut watch = cmd("WATCH");
    changes.iter().for_each(|change| {
        watch.arg(&change.read.key);
    });
    let gets = changes.iter().map(|change| cmd("GET").arg(&change.read.key).take());
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
    let set = |at: &usize| {
        let Change { read, new } = changes[*at];
        cmd("SET").arg(&read.key).arg(new).arg("XX").arg("KEEPTTL").take()
    };
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
    let keys: Vec<Vec<u8>> = changed.iter().map(|&at| changes[at].read.key.clone()).collect();
    for (at, said) in changed.into_iter().zip(session.values(&keys)?) {
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
