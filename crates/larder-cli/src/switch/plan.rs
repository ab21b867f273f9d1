//! What is switched, and to what: the options that decide what becomes of a value.

use std::collections::BTreeSet;

use anyhow::Result;
use larder::format::{AnyEncoder, Escapes, Format, Loss};
use larder::{Encoder, Level};
use serde::{Deserialize, Serialize};

use super::glob;
use crate::cli::SwitchArgs;
use crate::failure::Usage;
use crate::profiles::{self, Decoder, Profiles};
use crate::redis::{KeyType, Target};

/// What is switched, and to what.
pub struct Plan {
    pub to: Format,
    /// The formats that are switched.
    pub from: Vec<Format>,
    /// Whether the user named them, so that a value that may be in several is in one of these.
    pub is_named: bool,
    /// The types of keys whose values are switched, in order and each once.
    pub types: Vec<KeyType>,
    pub lossy: Vec<Loss>,
    /// Whether compressed values are written without their compression.
    pub decompress: bool,
    /// Whether of values that were serialized twice the inner ones are written.
    pub unwrap: bool,
    level: Level,
    escapes: Escapes,
    profiles: Profiles,
    patterns: Vec<String>,
}

/// The options of a plan in words: two switches that go on with each other's work have the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub from: Vec<String>,
    pub to: String,
    pub level: Option<String>,
    pub profile: Option<String>,
    pub r#match: Vec<String>,
    pub types: Vec<KeyType>,
    pub lossy: Vec<String>,
    pub decompress: bool,
    pub unwrap: bool,
    pub ascii: bool,
}

impl Plan {
    /// The plan of a switch of this Redis. An error says which options contradict each other.
    pub fn new(args: &SwitchArgs, target: &Target) -> Result<Plan> {
        let to = args.to();
        if args.level.is_some() && to != Format::Larder {
            return Err(only_with("--level", "larder"));
        }
        if args.ascii && to != Format::Json {
            return Err(only_with("--ascii", "json"));
        }
        let all = || Format::ALL.into_iter().filter(|format| *format != to).collect();
        Ok(Plan {
            to,
            from: if args.from.is_empty() { all() } else { args.from.clone() },
            is_named: !args.from.is_empty(),
            types: args.types.iter().copied().collect::<BTreeSet<_>>().into_iter().collect(),
            lossy: args.lossy.clone(),
            decompress: args.decompress,
            unwrap: args.unwrap,
            level: args.level.unwrap_or_default(),
            escapes: if args.ascii { Escapes::Php } else { Escapes::Least },
            profiles: Profiles::read_or_current(&args.profile, target)?,
            patterns: args.r#match.clone(),
        })
    }

    /// The pattern that the server compares keys with; several are compared here.
    pub fn pattern(&self) -> Option<&str> {
        match &*self.patterns {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Whether the key is one of those that are switched. Those of profiles never are.
    pub fn includes(&self, key: &[u8]) -> bool {
        !profiles::is_key(key)
            && (self.patterns.len() < 2
                || self.patterns.iter().any(|pattern| glob::matches(pattern.as_bytes(), key)))
    }

    pub fn encoder(&self) -> Result<AnyEncoder> {
        let encoder = match self.to {
            Format::Larder => {
                let profile = self.profiles.named().first().cloned();
                AnyEncoder::larder(Encoder::make(profile).level(self.level))
            }
            format => AnyEncoder::new(format)?,
        };
        Ok(encoder.escapes(self.escapes))
    }

    /// A decoder of any format, which knows the profiles.
    pub fn decoder(&self, format: Format) -> larder::Result<Decoder> {
        Decoder::new(format, &self.profiles)
    }

    pub fn asked(&self) -> Asked {
        let is_larder = self.to == Format::Larder;
        let written_under = self.profiles.named().first().filter(|_| is_larder);
        Asked {
            from: self.from.iter().map(|format| format.name().to_owned()).collect(),
            to: self.to.name().to_owned(),
            level: is_larder.then(|| self.level.name().to_owned()),
            profile: written_under.map(|profile| profiles::id(profile)),
            r#match: self.patterns.clone(),
            types: self.types.clone(),
            lossy: self.lossy.iter().map(|loss| loss.name().to_owned()).collect(),
            decompress: self.decompress,
            unwrap: self.unwrap,
            ascii: self.escapes == Escapes::Php,
        }
    }
}

fn only_with(flag: &str, format: &str) -> anyhow::Error {
    Usage(format!("{flag} works only with --to {format}")).into()
}
