//! Which values of a Redis need a profile: every value of every key is read.

use anyhow::{Result, bail};
use larder::compression::Compression;
use larder::detect::detect;
use larder::format::larder::profile_of;
use larder::{Limits, ProfileId};
use redis::cmd;

use crate::interrupt;
use crate::profiles::is_key;
use crate::progress::Progress;
use crate::redis::{Connection, Keys, Node, Target, answer, each_value, is_withheld};
use crate::terminal::escaped;

/// Keys that are asked for at a time.
const PAGE: usize = 100;
/// Characters of a key that are shown.
const SHOWN: usize = 100;
/// The first byte of a value in the Larder format.
const MAGIC: u8 = 0xC1;

/// What was looked at, and what was found.
#[derive(Default)]
pub struct Usage {
    values: u64,
    /// Keys that the ACL withholds, so that nobody knows what they hold.
    pub withheld: u64,
    /// Of each id that was looked for.
    pub found: Vec<Found>,
}

/// The values under a profile.
pub struct Found {
    pub id: ProfileId,
    pub count: u64,
    /// The key of the first.
    pub example: String,
}

impl Usage {
    /// Looks for values under these profiles in all keys that match. If `is_brief`, it ends once
    /// each profile is known to be needed.
    pub fn of(
        target: &Target,
        pattern: Option<&str>,
        ids: &[ProfileId],
        is_brief: bool,
    ) -> Result<Usage> {
        let mut connection = target.connect()?.into_master()?;
        let masters = connection.masters().map_err(|error| target.refuses("PING", &error))?;
        let found = |&id: &ProfileId| Found { id, count: 0, example: String::new() };
        let mut usage = Usage { found: ids.iter().map(found).collect(), ..Usage::default() };
        let slots = slots(&mut connection, &masters)?;
        if !connection.is_cluster() {
            // Reading leaves no trace in idle times; servers before Redis 7.2 do not know it.
            let _ = connection.on(&masters[0], cmd("CLIENT").arg("NO-TOUCH").arg("ON"));
        }
        let bar = Progress.open("looking for values under it:", "values");
        for node in &masters {
            let mut keys = Keys::of(node.clone());
            while !keys.is_exhausted() {
                interrupt::check()?;
                let page = keys
                    .next(&mut connection, pattern, PAGE)
                    .map_err(|error| target.refuses("SCAN", &error))?;
                usage.look(&mut connection, &page)?;
                bar.set_position(usage.values);
                if is_brief && usage.found.iter().all(|found| found.count > 0) {
                    bar.finish_and_clear();
                    return Ok(usage);
                }
            }
        }
        bar.finish_and_clear();
        let after = connection.masters().map_err(|error| target.refuses("PING", &error))?;
        if after != masters || self::slots(&mut connection, &after)? != slots {
            bail!(
                "slots of the cluster moved while its keys were read, so some may have been \
                 missed: run the command again once they have moved"
            );
        }
        Ok(usage)
    }

    fn look(&mut self, connection: &mut Connection, keys: &[Vec<u8>]) -> Result<()> {
        let keys: Vec<&Vec<u8>> = keys.iter().filter(|key| !is_key(key)).collect();
        let commands: Vec<_> = keys.iter().map(|key| cmd("TYPE").arg(key).take()).collect();
        let types = connection
            .pipeline(&commands)
            .map_err(|error| connection.target().refuses("TYPE", &error))?;
        for (key, said) in keys.into_iter().zip(types) {
            let outcome = answer::<String>(said).and_then(|kind| {
                each_value(connection, key, &kind, |value| {
                    self.values += 1;
                    for found in self.found.iter_mut().filter(|found| holds(value, found.id)) {
                        if found.count == 0 {
                            found.example = escaped(&String::from_utf8_lossy(key), SHOWN);
                        }
                        found.count += 1;
                    }
                })
            });
            match outcome {
                Ok(()) => {}
                Err(error) if is_withheld(&error) => self.withheld += 1,
                // It has become another type, so it has other values.
                Err(error) if error.code() == Some("WRONGTYPE") => {
                    bail!("a key has changed its type while it was read: run the command again")
                }
                Err(error) => return Err(connection.target().refuses("reading a key", &error)),
            }
        }
        Ok(())
    }
}

/// Which slots each master of a cluster has; an error while some are on their way to another.
fn slots(connection: &mut Connection, masters: &[Node]) -> Result<Vec<String>> {
    if !connection.is_cluster() {
        return Ok(Vec::new());
    }
    let mut all = Vec::new();
    for node in masters {
        let said = connection.on(node, cmd("CLUSTER").arg("NODES"));
        let said = said.map_err(|error| connection.target().refuses("CLUSTER NODES", &error))?;
        let said: String = redis::from_redis_value(said)?;
        // Eight columns, and then the slots.
        let own = said.lines().find(|line| line.contains("myself")).unwrap_or_default();
        let slots: Vec<&str> = own.split(' ').skip(8).collect();
        if slots.iter().any(|slot| slot.starts_with('[')) {
            bail!(
                "slots of the cluster are moving, so keys may be missed: run the command again \
                 once they have moved"
            );
        }
        all.push(slots.join(" "));
    }
    Ok(all)
}

/// Whether a value is under a profile, or holds one that is: compressed, or serialized twice.
fn holds(value: &[u8], id: ProfileId) -> bool {
    if contains(value, id) {
        return true;
    }
    let may_be_compressed = Compression::ALL.into_iter().any(|one| one.begins(value));
    may_be_compressed && {
        let detection = detect(value, Limits::DEFAULT);
        !detection.compressions.is_empty() && contains(&detection.content, id)
    }
}

/// Whether a value under the profile begins somewhere in these bytes. Other bytes may look like
/// one, which is rare and does no harm.
fn contains(bytes: &[u8], id: ProfileId) -> bool {
    let begins = |at: usize| profile_of(&bytes[at..]) == Some(id);
    (0..bytes.len()).any(|at| bytes[at] == MAGIC && begins(at))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use larder::format::{AnyEncoder, Format};
    use larder::train::{Options, train};
    use larder::{Encoder, Value};

    use super::*;

    #[test]
    fn a_value_under_a_profile_is_found_however_it_is_wrapped() {
        let text = |at: usize| Value::from(&*format!("a text that comes again {}", at % 3));
        let values: Vec<Value> = (0..100).map(|at| Value::List(vec![text(at); 3])).collect();
        let profile = Arc::new(train(&values, &Options::default()).unwrap());
        let id = profile.id();
        let under = Encoder::with_profile(profile).encode(&values[0]).unwrap();
        let plain = Encoder::new().encode(&values[0]).unwrap();
        let twice = |bytes: &[u8]| {
            AnyEncoder::new(Format::Php).unwrap().encode(&Value::Bytes(bytes.into())).unwrap()
        };
        assert!(holds(&under, id) && holds(&twice(&under), id));
        assert!(!holds(&plain, id) && !holds(&twice(&plain), id));
        assert!(!holds(&under, [id[0], id[1], !id[2]]));
        for compression in Compression::ALL {
            let compressed = |bytes: &[u8]| compression.compress(bytes).unwrap();
            let padded = twice(&[&under[..], &[0; 200]].concat());
            assert!(holds(&compressed(&padded), id), "{compression}");
            assert!(!holds(&compressed(&twice(&plain)), id), "{compression}");
        }
    }
}
