//! Reads values from a live Redis by SCAN; it only ever reads.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};

use anyhow::Result;
use redis::{FromRedisValue, cmd};

use super::foreign;
use super::json::Values;
use crate::failure::Usage;
use crate::interrupt;
use crate::profiles::{self, Profiles};
use crate::redis::{Connection, Keys, Target, TlsArgs, answer, elements, is_withheld};
use crate::table::counted;

const DEFAULT_SAMPLE: usize = 1000;
/// Keys that are asked for at a time.
const PAGE: usize = 500;

/// A Redis (docs/REDIS.md) with `?match=PATTERN&sample=N`.
pub struct Source {
    target: Target,
    pattern: Option<String>,
    sample: usize,
    /// Whether any key is as likely to be taken as any other. If not, the first of SCAN are.
    is_random: bool,
}

impl Source {
    /// An error names what is wrong.
    pub fn parse(text: &str, tls: &TlsArgs) -> Result<Source> {
        let (target, parameters) = Target::with_parameters(text, tls)?;
        let mut source = Source { target, pattern: None, sample: DEFAULT_SAMPLE, is_random: false };
        for (name, value) in parameters {
            match &*name {
                "match" => source.pattern = Some(value),
                "sample" => {
                    source.sample =
                        value.parse().ok().filter(|&sample| sample > 0).ok_or_else(|| {
                            Usage(format!("sample={value} is not a number of values above 0"))
                        })?
                }
                other => {
                    return Err(Usage(format!(
                        "{other}= means nothing here; there are match=PATTERN and sample=N"
                    ))
                    .into());
                }
            }
        }
        Ok(source)
    }

    #[must_use]
    pub fn at_random(self) -> Source {
        Source { is_random: true, ..self }
    }

    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The URL without its password, for people.
    pub fn name(&self) -> String {
        self.target.to_string()
            + &self
                .pattern
                .as_deref()
                .map(|pattern| format!("?match={pattern}"))
                .unwrap_or_default()
    }

    /// Reads up to `sample` values: strings, and the elements of hashes, lists, sets, sorted sets
    /// and streams, in whatever format each is. A cluster's masters take turns.
    pub fn read(&self, profiles: &Profiles) -> Result<Values> {
        let values = foreign::Values::new(&profiles.with_redis(&self.target))?;
        let mut connection = self.target.connect()?;
        let masters = connection.masters().map_err(|error| self.target.refuses("PING", &error))?;
        let mut masters: Vec<Keys> = masters.into_iter().map(Keys::of).collect();
        let mut reading = Reading { values, left: self.sample, read: BTreeMap::new(), refused: 0 };
        if self.is_random {
            for keys in self.random_keys(&mut connection, masters)? {
                for page in keys.chunks(PAGE) {
                    interrupt::check()?;
                    reading.take(&mut connection, page)?;
                }
            }
            return Ok(reading.finish());
        }
        while reading.left > 0 && !masters.is_empty() {
            let share = reading.left.div_ceil(masters.len());
            for master in &mut masters {
                interrupt::check()?;
                let keys = self.next(&mut connection, master, share.min(reading.left))?;
                reading.take(&mut connection, &keys)?;
            }
            masters.retain(|master| !master.is_exhausted());
        }
        Ok(reading.finish())
    }

    /// The next keys of a master, without those of profiles.
    fn next(
        &self,
        connection: &mut Connection,
        master: &mut Keys,
        most: usize,
    ) -> Result<Vec<Vec<u8>>> {
        let keys = master.next(connection, self.pattern.as_deref(), most);
        let mut keys = keys.map_err(|error| self.target.refuses("SCAN", &error))?;
        keys.retain(|key| !profiles::is_key(key));
        Ok(keys)
    }

    /// Some keys of each master. Each key has the same chance: after the first ones, a key takes
    /// the place of a random one as often as there are places among all keys so far.
    fn random_keys(
        &self,
        connection: &mut Connection,
        masters: Vec<Keys>,
    ) -> Result<Vec<Vec<Vec<u8>>>> {
        let mut taken: Vec<(usize, Vec<u8>)> = Vec::new();
        let mut seen = 0;
        let count = masters.len();
        for (at, mut master) in masters.into_iter().enumerate() {
            while !master.is_exhausted() {
                interrupt::check()?;
                for key in self.next(connection, &mut master, PAGE)? {
                    seen += 1;
                    if taken.len() < self.sample {
                        taken.push((at, key));
                    } else if let Some(place) = taken.get_mut(random_below(seen)) {
                        *place = (at, key);
                    }
                }
            }
        }
        let mut keys = vec![Vec::new(); count];
        taken.into_iter().for_each(|(at, key)| keys[at].push(key));
        Ok(keys)
    }

    /// An error that says why the server cannot be used.
    pub fn prove(&self) -> Result<()> {
        self.target.connect().map(|_| ())
    }
}

struct Reading {
    values: foreign::Values,
    /// How many more to take.
    left: usize,
    /// By type: keys, and values in them.
    read: BTreeMap<String, (usize, usize)>,
    /// Keys that the ACL withholds.
    refused: usize,
}

impl Reading {
    /// Takes the values of some keys of one master.
    fn take(&mut self, connection: &mut Connection, keys: &[Vec<u8>]) -> Result<()> {
        let types: Vec<(Vec<u8>, String)> = self.ask(connection, "TYPE", keys)?;
        let (strings, others): (Vec<_>, Vec<_>) =
            types.into_iter().partition(|(_, kind)| kind == "string");
        let strings: Vec<Vec<u8>> =
            strings.into_iter().take(self.left).map(|(key, _)| key).collect();
        for (_, value) in self.ask::<Vec<u8>>(connection, "GET", &strings)? {
            self.left -= 1;
            count(&mut self.read, "string", 1);
            self.values.take(&value);
        }
        for (key, kind) in others {
            interrupt::check()?;
            // A key that has gone since is of the type "none".
            if self.left == 0 || kind == "none" {
                continue;
            }
            let found = match elements(connection, &key, &kind, self.left) {
                Err(error) if is_withheld(&error) => {
                    self.refused += 1;
                    continue;
                }
                found => found.map_err(|error| {
                    connection.target().refuses(&format!("reading a {kind}"), &error)
                })?,
            };
            let elements = found.map_or(Vec::new(), |(_, elements)| elements);
            self.left -= elements.len();
            count(&mut self.read, &kind, elements.len());
            elements.iter().for_each(|element| self.values.take(&element.bytes));
        }
        Ok(())
    }

    /// What a command says of each key, but of those that are gone or withheld.
    fn ask<T: FromRedisValue>(
        &mut self,
        connection: &mut Connection,
        command: &str,
        keys: &[Vec<u8>],
    ) -> Result<Vec<(Vec<u8>, T)>> {
        let commands: Vec<_> = keys.iter().map(|key| cmd(command).arg(key).take()).collect();
        let answers = connection
            .pipeline(&commands)
            .map_err(|error| connection.target().refuses(command, &error))?;
        let mut found = Vec::new();
        for (key, said) in keys.iter().zip(answers) {
            match answer::<Option<T>>(said) {
                Ok(Some(said)) => found.push((key.clone(), said)),
                Ok(None) => {}
                Err(error) if is_withheld(&error) => self.refused += 1,
                Err(error) => return Err(connection.target().refuses(command, &error)),
            }
        }
        Ok(found)
    }

    fn finish(mut self) -> Values {
        let strings = self.read.remove("string").unwrap_or_default().0;
        let mut finished = self.values.finish();
        for (kind, (keys, elements)) in &self.read {
            let what = match kind.as_str() {
                "hash" => counted(*keys, "hash", "hashes"),
                "zset" => counted(*keys, "sorted set", "sorted sets"),
                kind => counted(*keys, kind, &format!("{kind}s")),
            };
            let beside = counted(strings, "string", "strings");
            let elements = counted(*elements, "value", "values");
            finished.notes.push(format!("read {elements} of {what}, beside {beside}"));
        }
        if self.refused > 0 {
            let keys = counted(self.refused, "key is", "keys are");
            finished.notes.push(format!(
                "{keys} left out: the ACL of Redis withholds them from this user; \
                               match=PATTERN names others"
            ));
        }
        finished
    }
}

fn count(read: &mut BTreeMap<String, (usize, usize)>, kind: &str, elements: usize) {
    let counted = read.entry(kind.to_owned()).or_default();
    counted.0 += 1;
    counted.1 += elements;
}

/// A random number from 0 to one less than `most`.
fn random_below(most: usize) -> usize {
    let random = u128::from(RandomState::new().build_hasher().finish());
    ((random * most as u128) >> u64::BITS) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Source> {
        Source::parse(text, &TlsArgs::default())
    }

    #[test]
    fn a_url_gives_pattern_and_sample_and_hides_its_password() {
        let source = parse("redis://me:secret@127.0.0.1:6379/2?match=user:*&sample=5").unwrap();
        assert_eq!((source.pattern.as_deref(), source.sample), (Some("user:*"), 5));
        assert_eq!(source.name(), "redis://me:***@127.0.0.1:6379/2?match=user:*");
    }

    #[test]
    fn an_unknown_or_wrong_parameter_is_named() {
        assert!(parse("redis://h/0?smaple=5").err().unwrap().to_string().contains("smaple="));
        assert!(parse("redis://h/0?sample=0").err().unwrap().to_string().contains("sample=0"));
    }
}
