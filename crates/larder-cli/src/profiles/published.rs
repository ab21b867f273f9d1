//! Profiles in a Redis: how they are fetched, published and retired (docs/PROFILES.md).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use larder::{Profile, ProfileId};
use redis::{FromRedisValue, Value, cmd, from_redis_value};

use super::keys::{CURRENT, Name, PATTERN, id, id_of_key, parse_id, profile_key, text};
use crate::failure::Usage;
use crate::redis::{Connection, Keys, Target, answer};

/// How often a profile is stored that is evicted each time before it can be looked at.
const TRIES: usize = 3;
/// Keys of a page of `SCAN`.
const PAGE: usize = 500;

/// Sets `current` if it is still ARGV[1], or ARGV[2] already. Returns what it is then.
const SET_CURRENT: &str = "\
local now = redis.call('HGET', KEYS[1], 'current') or ''
if now ~= ARGV[1] and now ~= ARGV[2] then return now end
redis.call('HSET', KEYS[1], 'current', ARGV[2], ARGV[2], redis.call('TIME')[1])
return ARGV[2]";

/// Forgets ARGV[1] unless it is current. Returns whether it is not.
const FORGET: &str = "\
if redis.call('HGET', KEYS[1], 'current') == ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
return 1";

/// The profiles of a Redis. All is asked of the master.
pub struct Published {
    connection: Connection,
}

/// Why a profile cannot be had.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unfetched {
    #[error("{0} does not have it")]
    Missing(String),
    #[error("what {redis} has in its place is another or forged, and never used: {why}")]
    Forged { redis: String, why: String },
    #[error("it cannot be fetched: {0}")]
    Away(String),
}

/// What publishing did.
#[derive(Debug, PartialEq)]
pub enum Publication {
    /// It is current now.
    Done,
    /// It was current before. Whether it had been evicted, and was put back.
    Already { is_put_back: bool },
}

impl Publication {
    /// What was done, in words.
    pub fn sentence(&self, profile: &Profile, name: &Name, redis: &Target) -> String {
        let id = id(profile);
        match self {
            Self::Done => format!("Published the profile {id} at {redis} as the current of {name}"),
            Self::Already { is_put_back: false } => {
                format!("The profile {id} is the current of {name} at {redis} already")
            }
            Self::Already { is_put_back: true } => format!(
                "The profile {id} is the current of {name} at {redis} already, but was evicted: it \
                 was put back"
            ),
        }
    }
}

/// The profiles of a name.
#[derive(Default)]
pub struct Stored {
    pub current: Option<ProfileId>,
    /// When each was published or made current last, in Unix seconds of the server's clock; the
    /// last first.
    pub profiles: Vec<(ProfileId, u64)>,
}

impl Stored {
    /// All profiles of the name: the current one, and then the others, the last first.
    pub fn ids(&self) -> impl Iterator<Item = ProfileId> {
        let others = self.profiles.iter().map(|(id, _)| *id);
        self.current.into_iter().chain(others.filter(|id| Some(*id) != self.current))
    }
}

impl Published {
    /// Connects to the Redis, or to its master if it is a replica.
    pub fn open(target: &Target) -> Result<Self> {
        Ok(Self { connection: target.connect()?.into_master()? })
    }

    /// The Redis that is asked.
    pub fn target(&self) -> &Target {
        self.connection.target()
    }

    fn ask<T: FromRedisValue>(&mut self, what: &str, command: &redis::Cmd) -> Result<T> {
        let said = command.query(&mut self.connection);
        said.map_err(|error| self.connection.target().refuses(what, &error))
    }

    /// Fetches a profile and checks it against its id.
    pub fn fetch(&mut self, id: ProfileId) -> Result<Arc<Profile>, Unfetched> {
        let redis = self.connection.target().to_string();
        let found = self
            .bytes(id)
            .map_err(|error| Unfetched::Away(format!("{error:#}")))?
            .ok_or_else(|| Unfetched::Missing(redis.clone()))?;
        let forged = |why: String| Unfetched::Forged { redis: redis.clone(), why };
        let profile = Profile::parse(&found).map_err(|error| forged(error.to_string()))?;
        if profile.id() != id {
            return Err(forged(format!("its id is {}", text(profile.id()))));
        }
        Ok(Arc::new(profile))
    }

    fn bytes(&mut self, id: ProfileId) -> Result<Option<Vec<u8>>> {
        self.ask("GET", cmd("GET").arg(profile_key(id)))
    }

    /// Stores a profile. Returns whether it was not there. An error if other bytes are.
    pub fn put(&mut self, profile: &Profile) -> Result<bool> {
        let key = profile_key(profile.id());
        for _ in 0..TRIES {
            let set = cmd("SET").arg(&key).arg(profile.as_bytes()).arg("NX").take();
            if self.ask::<Option<String>>("SET", &set)?.is_some() {
                return Ok(true);
            }
            match self.bytes(profile.id())? {
                Some(there) if there == profile.as_bytes() => return Ok(false),
                Some(there) => {
                    let redis = self.connection.target();
                    let next = match Profile::parse(&there) {
                        Ok(_) => {
                            "two profiles have the same id: train again, on other samples, which \
                             gives another id"
                        }
                        Err(_) => {
                            "it is no profile of this id, and nobody can use it: find out who \
                             wrote it, DEL it, and publish again"
                        }
                    };
                    bail!("{key} at {redis} has other bytes, and a profile never changes: {next}");
                }
                None => {}
            }
        }
        bail!("{key} at {} disappears as soon as it is set", self.connection.target())
    }

    /// The id of the profile to write under.
    pub fn current(&mut self, name: &Name) -> Result<Option<ProfileId>> {
        let said: Option<String> = self.ask("HGET", cmd("HGET").arg(name.key()).arg(CURRENT))?;
        said.map(|said| parsed(name, &said)).transpose()
    }

    /// Makes a profile current, if `before` still is. An error names the one that somebody else
    /// has made current meanwhile.
    pub fn publish(
        &mut self,
        name: &Name,
        profile: &Profile,
        before: Option<ProfileId>,
    ) -> Result<Publication> {
        // Before anything is stored, because it would be left behind.
        let now = self.current(name)?;
        if now != before && now != Some(profile.id()) {
            return Err(self.overtaken(name, now));
        }
        let is_put_back = self.put(profile)?;
        if now == Some(profile.id()) {
            return Ok(Publication::Already { is_put_back });
        }
        let now = self.set_current(name, &before.map_or(String::new(), text), &id(profile))?;
        if now != id(profile) {
            return Err(self.overtaken(name, parse_id(&now)));
        }
        // Somebody may have retired it since.
        self.put(profile)?;
        Ok(Publication::Done)
    }

    /// Sets the current id, if it is still `before`, or `next` already. Returns what it is then.
    fn set_current(&mut self, name: &Name, before: &str, next: &str) -> Result<String> {
        let eval = cmd("EVAL").arg(SET_CURRENT).arg(1).arg(name.key()).arg(before).arg(next).take();
        if let Some(now) = self.run(&eval)? {
            return Ok(now);
        }
        let now = self.transact(name, |now, seconds| {
            let set = || {
                let fields = [(CURRENT, next), (next, seconds)];
                cmd("HSET").arg(name.key()).arg(&fields).take()
            };
            (now == before || now == next).then(set)
        })?;
        Ok(if now == before { next.to_owned() } else { now })
    }

    /// Runs a script; none where the user may run no scripts.
    fn run<T: FromRedisValue>(&mut self, eval: &redis::Cmd) -> Result<Option<T>> {
        match eval.query(&mut self.connection) {
            Ok(said) => Ok(Some(said)),
            Err(error) if is_forbidden(&error) => Ok(None),
            Err(error) => Err(self.refuses("EVAL", &error)),
        }
    }

    /// Does atomically without a script what `change` makes of the current id, which is empty if
    /// there is none, and the seconds of the server's clock. Returns the id that was found.
    fn transact(
        &mut self,
        name: &Name,
        change: impl Fn(&str, &str) -> Option<redis::Cmd>,
    ) -> Result<String> {
        let mut master = self.master_of(name)?;
        for _ in 0..TRIES {
            // Not sent again if the connection breaks, because another would not be watched.
            let watch = cmd("WATCH").arg(name.key()).take();
            let current = cmd("HGET").arg(name.key()).arg(CURRENT).take();
            let said = master.pipeline_once(&[watch, current, cmd("TIME")]);
            let mut said = said.map_err(|error| self.refuses("WATCH", &error))?.into_iter();
            let mut next = || said.next().unwrap_or(Value::Nil);
            answer::<()>(next()).map_err(|error| self.refuses("WATCH", &error))?;
            let now: Option<String> =
                answer(next()).map_err(|error| self.refuses("HGET", &error))?;
            let (seconds, _): (String, String) =
                answer(next()).map_err(|error| self.refuses("TIME", &error))?;
            let now = now.unwrap_or_default();
            let Some(command) = change(&now, &seconds) else { return Ok(now) };
            let said = master.pipeline_once(&[cmd("MULTI"), command, cmd("EXEC")]);
            let done = said.and_then(|mut said| {
                answer::<Option<Vec<Value>>>(said.pop().unwrap_or(Value::Nil))
            });
            if done.map_err(|error| self.refuses("EXEC", &error))?.is_some() {
                return Ok(now);
            }
        }
        bail!("{} at {} changes all the time: try again", name.key(), self.connection.target())
    }

    /// A connection to the master that has the hash of a name.
    fn master_of(&mut self, name: &Name) -> Result<Connection> {
        let nodes = self.connection.masters().map_err(|error| self.refuses("PING", &error))?;
        for node in &nodes {
            let mut master = self.connection.direct(node)?;
            let current = cmd("HGET").arg(name.key()).arg(CURRENT).take();
            match current.query::<Option<String>>(&mut master) {
                Err(error) if matches!(error.code(), Some("MOVED" | "ASK")) => {}
                Err(error) => return Err(self.refuses("HGET", &error)),
                Ok(_) => return Ok(master),
            }
        }
        bail!("no master of {} has the slot of {}", self.connection.target(), name.key())
    }

    fn overtaken(&self, name: &Name, now: Option<ProfileId>) -> anyhow::Error {
        let redis = self.connection.target();
        let what = match now {
            Some(now) => format!("has published the profile {} for {name}", text(now)),
            None => format!("has taken away the current profile of {name}"),
        };
        Usage(format!(
            "somebody else {what} at {redis} meanwhile, so nothing was changed. Run the command \
             again if yours should replace it."
        ))
        .into()
    }

    /// What is published for a name; nothing if nobody ever did.
    pub fn of(&mut self, name: &Name) -> Result<Stored> {
        let fields: HashMap<String, String> =
            self.ask("HGETALL", cmd("HGETALL").arg(name.key()))?;
        let mut stored = Stored::default();
        for (field, value) in fields {
            if field == CURRENT {
                stored.current = Some(parsed(name, &value)?);
            } else if let (Some(id), Ok(time)) = (parse_id(&field), value.parse()) {
                stored.profiles.push((id, time));
            }
        }
        stored.profiles.sort_unstable_by_key(|&(id, time)| (std::cmp::Reverse(time), id));
        Ok(stored)
    }

    /// All names, and the ids of all profiles that are stored, each with its bytes. Goes over all
    /// keys.
    pub fn all(&mut self) -> Result<(BTreeMap<Name, Stored>, BTreeMap<ProfileId, u64>)> {
        let nodes = self.connection.masters().map_err(|error| self.refuses("PING", &error))?;
        let (mut names, mut ids) = (BTreeMap::new(), BTreeMap::new());
        for node in nodes {
            let mut keys = Keys::of(node);
            while !keys.is_exhausted() {
                let page = keys
                    .next(&mut self.connection, Some(PATTERN), PAGE)
                    .map_err(|error| self.refuses("SCAN", &error))?;
                for key in page {
                    if let Some(name) = Name::of_key(&key) {
                        let stored = self.of(&name)?;
                        names.insert(name, stored);
                    } else if let Some(id) = id_of_key(&key) {
                        ids.insert(id, self.ask("STRLEN", cmd("STRLEN").arg(&key))?);
                    }
                }
            }
        }
        Ok((names, ids))
    }

    fn refuses(&self, what: &str, error: &redis::RedisError) -> anyhow::Error {
        self.connection.target().refuses(what, error)
    }

    /// The server's clock, in Unix seconds.
    pub fn now(&mut self) -> Result<u64> {
        let nodes = self.connection.masters().map_err(|error| self.refuses("PING", &error))?;
        let node = nodes.first().context("the cluster has no master")?;
        let said = self.connection.on(node, &cmd("TIME"));
        let (seconds, _): (u64, u64) =
            from_redis_value(said.map_err(|error| self.refuses("TIME", &error))?)?;
        Ok(seconds)
    }

    /// Removes profiles that nobody needs, from these names and from Redis. Returns those that
    /// somebody has made current again meanwhile, which stay.
    pub fn remove(
        &mut self,
        ids: &[ProfileId],
        names: &BTreeMap<Name, Stored>,
    ) -> Result<Vec<ProfileId>> {
        let (mut removed, mut kept) = (Vec::new(), Vec::new());
        for &id in ids {
            if !self.forget(id, names)? {
                kept.push(id);
                continue;
            }
            let bytes = self.bytes(id)?;
            self.ask::<()>("DEL", cmd("DEL").arg(profile_key(id)))?;
            removed.extend(bytes.map(|bytes| (id, bytes)));
        }
        if removed.is_empty() {
            return Ok(kept);
        }
        // Somebody may have published one after it was forgotten, and before it was gone.
        let (names, _) = self.all()?;
        for (id, bytes) in removed {
            if names.values().any(|stored| stored.current == Some(id)) {
                let set = cmd("SET").arg(profile_key(id)).arg(bytes).arg("NX").take();
                self.ask::<Option<String>>("SET", &set)?;
                kept.push(id);
            }
        }
        Ok(kept)
    }

    /// Removes the field of a profile from its names. Returns whether it is current for none.
    fn forget(&mut self, id: ProfileId, names: &BTreeMap<Name, Stored>) -> Result<bool> {
        for (name, _) in names.iter().filter(|(_, of)| of.ids().any(|other| other == id)) {
            let eval = cmd("EVAL").arg(FORGET).arg(1).arg(name.key()).arg(text(id)).take();
            let is_forgotten = match self.run(&eval)? {
                Some(is_forgotten) => is_forgotten,
                None => {
                    let forget = cmd("HDEL").arg(name.key()).arg(text(id)).take();
                    let is_other = |now: &str, _: &str| (now != text(id)).then(|| forget.clone());
                    self.transact(name, is_other)? != text(id)
                }
            };
            if !is_forgotten {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether the user may not run a command, or the server does not have it.
fn is_forbidden(error: &redis::RedisError) -> bool {
    error.code() == Some("NOPERM") || error.to_string().contains("unknown command")
}

/// An id that Redis has.
fn parsed(name: &Name, said: &str) -> Result<ProfileId> {
    parse_id(said).with_context(|| {
        format!(
            "{} has {CURRENT} {said:?}, which is no id of a profile: publish one again",
            name.key()
        )
    })
}
