//! What `larder survey --json` writes, from which the table and the report are made.

use std::collections::BTreeMap;

use anyhow::Result;
use clap::ValueEnum;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::Serialize;

use super::group::Group;
use super::scan::{Scanned, ServerFacts};
use super::trial::{Alternative, trial};
use crate::profiles::Profiles;
use crate::redis::KeyType;

/// A survey.
#[derive(Serialize)]
pub struct SurveyDocument {
    pub larder: &'static str,
    pub redis: String,
    pub version: String,
    pub masters: usize,
    pub pattern: Option<String>,
    /// All keys of the Redis, whatever the pattern.
    pub keys: u64,
    /// Keys that were looked at.
    pub surveyed: u64,
    pub is_complete: bool,
    pub is_interrupted: bool,
    pub withheld: u64,
    /// How many keys stand for one that was looked at. `None` if that is unknown, because keys that
    /// do not match are not counted; figures are then of the keys that were looked at.
    pub scale: Option<f64>,
    pub memory: Option<u64>,
    pub max_memory: Option<u64>,
    pub policy: Option<String>,
    pub groups: Vec<GroupDocument>,
}

/// Keys of one pattern. Counts and sums are scaled.
#[derive(Serialize)]
pub struct GroupDocument {
    /// A glob of Redis.
    pub pattern: String,
    pub keys: u64,
    pub types: BTreeMap<String, u64>,
    pub formats: BTreeMap<String, u64>,
    pub values: u64,
    pub bytes_per_value: f64,
    /// Redis's memory; `None` if it does not say.
    pub memory: Option<u64>,
    pub ttl: Ttl,
    /// Values that are too large to be looked at.
    pub too_large: u64,
    /// Values on which the alternatives were tried.
    pub tried: usize,
    pub alternatives: Vec<AlternativeDocument>,
    pub recommended: Option<Recommended>,
}

/// How long keys live.
#[derive(Serialize)]
pub struct Ttl {
    /// Keys that never expire.
    pub lasting: u64,
    /// Milliseconds that the others have left.
    pub least: Option<u64>,
    pub median: Option<u64>,
    pub most: Option<u64>,
}

#[derive(Serialize)]
pub struct AlternativeDocument {
    #[serde(flatten)]
    pub alternative: Alternative,
    /// Bytes of Redis's memory that the whole group saves; below zero, it would take more.
    pub saves: i64,
}

/// What to do with a group.
#[derive(Serialize)]
pub struct Recommended {
    pub codec: &'static str,
    pub saves: i64,
    pub reason: String,
    pub command: String,
}

/// A recommendation saves at least this part of a group's memory,
const WORTHWHILE: f64 = 0.05;
/// and one with a profile so much more than the same without.
const PROFILE_WORTHWHILE: f64 = 0.1;

impl SurveyDocument {
    /// Tries the alternatives on all groups; calls `step` after each.
    pub fn new(
        redis: &str,
        pattern: Option<&str>,
        facts: ServerFacts,
        scanned: Scanned,
        profiles: &Profiles,
        mut step: impl FnMut(&str),
    ) -> Result<Self> {
        let scale = if scanned.is_complete {
            Some(1.0)
        } else if pattern.is_none() && scanned.keys > 0 {
            Some((facts.keys as f64 / scanned.keys as f64).max(1.0))
        } else {
            None
        };
        let mut document = Self {
            larder: env!("CARGO_PKG_VERSION"),
            redis: redis.to_owned(),
            version: facts.version,
            masters: facts.masters,
            pattern: pattern.map(str::to_owned),
            keys: facts.keys,
            surveyed: scanned.keys,
            is_complete: scanned.is_complete,
            is_interrupted: scanned.is_interrupted,
            withheld: scanned.withheld,
            scale,
            memory: facts.memory,
            max_memory: facts.max_memory,
            policy: facts.policy,
            groups: Vec::new(),
        };
        for (pattern, group) in scanned.groups.finish() {
            step(&pattern);
            let scale = scale.unwrap_or(1.0);
            document.groups.push(GroupDocument::new(redis, pattern, &group, scale, profiles)?);
        }
        Ok(document)
    }
}

impl GroupDocument {
    fn new(
        redis: &str,
        pattern: String,
        group: &Group,
        scale: f64,
        profiles: &Profiles,
    ) -> Result<Self> {
        let scaled = |count: u64| (count as f64 * scale).round() as u64;
        let all = |counts: &BTreeMap<String, u64>| {
            counts.iter().map(|(name, count)| (name.clone(), scaled(*count))).collect()
        };
        let mut ttls: Vec<u64> = group.ttls.iter().copied().collect();
        ttls.sort_unstable();
        let tried = trial(group, profiles)?;
        let values = scaled(group.values);
        let saves = |alternative: &Alternative| {
            (alternative.saved * values as f64 * tried.decodable).round() as i64
        };
        let alternatives: Vec<_> = tried
            .alternatives
            .into_iter()
            .map(|alternative| AlternativeDocument { saves: saves(&alternative), alternative })
            .collect();
        let memory = group.memory.map(scaled);
        let types: Vec<&str> = group.types.keys().map(AsRef::as_ref).collect();
        let recommended = if tried.tried == 0 {
            None
        } else {
            recommend(redis, &pattern, &types, memory, &alternatives)
        };
        Ok(Self {
            keys: scaled(group.keys),
            types: all(&group.types),
            formats: all(&group.formats),
            values,
            bytes_per_value: group.bytes as f64 / group.read.max(1) as f64,
            memory,
            ttl: Ttl {
                lasting: scaled(group.lasting),
                least: ttls.first().copied(),
                median: ttls.get(ttls.len() / 2).copied(),
                most: ttls.last().copied(),
            },
            too_large: scaled(group.too_large),
            tried: tried.tried,
            alternatives,
            recommended,
            pattern,
        })
    }
}

/// The flag that has `larder switch` look at keys of these types; empty for strings, and `None` if it
/// leaves some of them alone.
fn types_to_switch(types: &[&str]) -> Option<String> {
    let is_switched = |name: &&str| KeyType::from_str(name, false).is_ok();
    match types {
        ["string"] => Some(String::new()),
        types if types.iter().all(is_switched) => Some(format!(" --types {}", types.join(","))),
        _ => None,
    }
}

fn recommend(
    redis: &str,
    pattern: &str,
    types: &[&str],
    memory: Option<u64>,
    alternatives: &[AlternativeDocument],
) -> Option<Recommended> {
    let of = |codec: &str| alternatives.iter().find(|other| other.alternative.codec == codec);
    let memory = memory? as f64;
    let plain = of("larder").filter(|plain| plain.saves as f64 >= WORTHWHILE * memory);
    let saved = plain.map_or(0, |plain| plain.saves) as f64;
    let profile = of("larder-profile")
        .filter(|profile| profile.saves as f64 >= saved + PROFILE_WORTHWHILE * memory);
    let redis = without_password(redis);
    let input = input(&redis, pattern);
    let percent = |saves: i64| saves as f64 / memory * 100.0;
    let (chosen, reason, command) = match (plain, profile) {
        (_, Some(profile)) => (
            profile,
            format!(
                "a profile saves {:.0} % of the memory, and Larder without it {:.0} %",
                percent(profile.saves),
                saved / memory * 100.0
            ),
            format!("larder train {input} -o {}.profile", file_name(pattern)),
        ),
        (Some(plain), None) => (
            plain,
            format!(
                "it saves {:.0} % of the memory, and a profile hardly more",
                percent(plain.saves)
            ),
            match types_to_switch(types) {
                Some(types) => {
                    let (redis, pattern) = (quoted(&redis), quoted(pattern));
                    format!("larder switch {redis} --to larder --match {pattern}{types} --dry-run")
                }
                None => format!("larder compare {input}"),
            },
        ),
        (None, None) => return None,
    };
    Some(Recommended { codec: chosen.alternative.codec, saves: chosen.saves, reason, command })
}

/// The keys of a pattern as an argument of other subcommands, quoted for a shell.
fn input(redis: &str, pattern: &str) -> String {
    /// What ends the value of a parameter, or stands for another byte; and the shell's quote.
    const SPECIAL: &AsciiSet =
        &CONTROLS.add(b' ').add(b'#').add(b'%').add(b'&').add(b'+').add(b'\'');
    quoted(&format!("{redis}?match={}&sample=5000", utf8_percent_encode(pattern, SPECIAL)))
}

/// A URL without its password, which `REDISCLI_AUTH` has.
fn without_password(redis: &str) -> String {
    redis.replace(":***@", "@").replace("://@", "://")
}

/// An argument as a shell takes it.
fn quoted(argument: &str) -> String {
    format!("'{}'", argument.replace('\'', r"'\''"))
}

/// A pattern's letters and digits as the name of a file.
fn file_name(pattern: &str) -> String {
    let words: Vec<&str> = pattern
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() { "values".into() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_command_takes_any_pattern_and_names_no_password() {
        assert_eq!(
            input(&without_password("redis://me:***@h:6379/0"), "it's 100%&co:*"),
            "'redis://me@h:6379/0?match=it%27s%20100%25%26co:*&sample=5000'"
        );
        assert_eq!(without_password("redis://:***@h/0"), "redis://h/0");
        assert_eq!(quoted("it's:*"), r"'it'\''s:*'");
        assert_eq!(file_name("user:*:cart"), "user-cart");
        assert_eq!(file_name("*"), "values");
    }
}
