//! What is looked into: a file, standard input, or a key of a live Redis of any type. It only ever
//! reads.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result};

use crate::failure::Usage;
use crate::redis::{Connection, Element, Target, elements};

/// Something with bytes in it.
pub struct Subject {
    /// The file's or key's name.
    pub name: String,
    pub redis: Option<Stored>,
    pub content: Content,
}

/// What Redis says of a key.
pub struct Stored {
    pub url: String,
    /// `TYPE`.
    pub kind: String,
    /// `OBJECT ENCODING`.
    pub encoding: Option<String>,
    /// `MEMORY USAGE` with all elements: key, value and what holds them, in bytes.
    pub memory: Option<u64>,
    /// Milliseconds to live; none if it never expires.
    pub ttl: Option<u64>,
}

/// The bytes.
pub enum Content {
    One(Vec<u8>),
    /// A hash, list, set, sorted set or stream: how many elements it has, and the first of them.
    Many {
        count: u64,
        elements: Vec<Element>,
    },
}

/// A file, or standard input for `-`.
pub fn file(name: &str) -> Result<Subject> {
    let bytes = if name == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("standard input cannot be read")?;
        bytes
    } else if Path::new(name).is_dir() {
        return Err(Usage(format!("{name} is a folder: name a file in it")).into());
    } else if !Path::new(name).exists() {
        return Err(Usage(format!(
            "there is no file {name}. For a key of a Redis, add --redis redis://HOST:PORT/DB"
        ))
        .into());
    } else {
        fs::read(name).with_context(|| format!("{name} cannot be read"))?
    };
    let name = if name == "-" { "standard input" } else { name };
    if bytes.is_empty() {
        return Err(Usage(format!("{name} holds no values")).into());
    }
    Ok(Subject { name: name.into(), redis: None, content: Content::One(bytes) })
}

/// A key, with at most `most` of its elements.
pub fn key(name: &str, target: &Target, most: usize) -> Result<Subject> {
    let mut connection = target.connect()?;
    let kind: String = redis::cmd("TYPE")
        .arg(name)
        .query(&mut connection)
        .map_err(|error| target.refuses("TYPE", &error))?;
    if kind == "none" {
        return Err(Usage(format!("there is no key {name} in {target}")).into());
    }
    let ttl: i64 = redis::cmd("PTTL")
        .arg(name)
        .query(&mut connection)
        .map_err(|error| target.refuses("PTTL", &error))?;
    let stored = Stored {
        url: target.to_string(),
        // A server that does not allow or know one of these still has the value.
        encoding: redis::cmd("OBJECT").arg("ENCODING").arg(name).query(&mut connection).ok(),
        memory: redis::cmd("MEMORY")
            .arg("USAGE")
            .arg(name)
            .arg("SAMPLES")
            .arg(0)
            .query(&mut connection)
            .ok(),
        ttl: u64::try_from(ttl).ok(),
        kind,
    };
    let content = content(&mut connection, name, &stored.kind, most)?;
    Ok(Subject { name: name.into(), redis: Some(stored), content })
}

fn content(connection: &mut Connection, key: &str, kind: &str, most: usize) -> Result<Content> {
    if kind == "string" {
        let value = redis::cmd("GET").arg(key).query(connection);
        return Ok(Content::One(
            value.map_err(|error| connection.target().refuses("GET", &error))?,
        ));
    }
    let found = elements(connection, key.as_bytes(), kind, most.max(1));
    let found = found.map_err(|error| {
        connection.target().refuses(&format!("reading the {kind} {key}"), &error)
    })?;
    let (count, elements) = found.ok_or_else(|| {
        Usage(format!("{key} is of the type {kind}, which is a module's: its own commands read it"))
    })?;
    Ok(Content::Many { count, elements })
}
