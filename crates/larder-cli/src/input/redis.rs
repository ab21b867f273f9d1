//! Reads values from a live Redis by SCAN; it only ever reads.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result};
use redis::{Client, Connection, ErrorKind, RedisError};
use url::Url;

use super::foreign;
use super::json::Values;
use crate::failure::Usage;
use crate::interrupt;
use crate::table::counted;

const DEFAULT_SAMPLE: usize = 1000;
const SCAN_COUNT: usize = 500;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const REPLY_TIMEOUT: Duration = Duration::from_secs(10);

/// `redis://[USER:PASSWORD@]HOST:PORT/DB?match=PATTERN&sample=N`
pub struct Source {
    server: Url,
    pattern: Option<String>,
    sample: usize,
}

impl Source {
    /// An error names the parameter that is wrong.
    pub fn parse(text: &str) -> Result<Source, String> {
        let mut server = Url::parse(text).map_err(|error| format!("{text} is no URL: {error}"))?;
        let mut source = Source { server: server.clone(), pattern: None, sample: DEFAULT_SAMPLE };
        for (key, value) in server.query_pairs() {
            match &*key {
                "match" => source.pattern = Some(value.into_owned()),
                "sample" => {
                    source.sample = value
                        .parse()
                        .ok()
                        .filter(|&sample| sample > 0)
                        .ok_or_else(|| format!("sample={value} is not a number of values above 0"))?
                }
                other => return Err(format!("{other}= means nothing here; there are match=PATTERN and sample=N")),
            }
        }
        server.set_query(None);
        source.server = server;
        Ok(source)
    }

    /// The URL without its password, for people.
    pub fn name(&self) -> String {
        shown(&self.server) + &self.pattern.as_deref().map(|pattern| format!("?match={pattern}")).unwrap_or_default()
    }

    /// Reads up to `sample` values: strings, and the elements of hashes, lists, sets, sorted sets and streams, in whatever format each is.
    pub fn read(&self, mut values: foreign::Values) -> Result<Values> {
        let mut connection = connect(&self.server)?;
        let mut read: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        let (mut left, mut cursor) = (self.sample, 0u64);
        loop {
            interrupt::check()?;
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor).arg("COUNT").arg(SCAN_COUNT);
            if let Some(pattern) = &self.pattern {
                scan.arg("MATCH").arg(pattern);
            }
            let (next, keys): (u64, Vec<Vec<u8>>) = scan.query(&mut connection).context("SCAN failed")?;
            let mut types = redis::pipe();
            for key in &keys {
                types.cmd("TYPE").arg(key);
            }
            let types: Vec<String> =
                if keys.is_empty() { Vec::new() } else { types.query(&mut connection).context("TYPE failed")? };
            let (strings, others): (Vec<_>, Vec<_>) = keys.iter().zip(&types).partition(|(_, kind)| *kind == "string");
            let mut strings: Vec<_> = strings.into_iter().map(|(key, _)| key).collect();
            strings.truncate(left);
            if !strings.is_empty() {
                let found: Vec<Option<Vec<u8>>> =
                    redis::cmd("MGET").arg(&strings).query(&mut connection).context("MGET failed")?;
                for value in found.into_iter().flatten() {
                    left -= 1;
                    count(&mut read, "string", 1);
                    values.take(&value);
                }
            }
            for (key, kind) in others {
                interrupt::check()?;
                // A key that has gone since is of the type "none".
                if left == 0 || kind == "none" {
                    continue;
                }
                let found = elements(&mut connection, key, kind, left).with_context(|| format!("a {kind} cannot be read"))?;
                let elements = found.map_or(Vec::new(), |(_, elements)| elements);
                left -= elements.len();
                count(&mut read, kind, elements.len());
                elements.iter().for_each(|element| values.take(&element.bytes));
            }
            cursor = next;
            if cursor == 0 || left == 0 {
                break;
            }
        }
        let strings = read.remove("string").unwrap_or_default().0;
        let mut finished = values.finish();
        for (kind, (keys, elements)) in &read {
            let what = match kind.as_str() {
                "hash" => counted(*keys, "hash", "hashes"),
                "zset" => counted(*keys, "sorted set", "sorted sets"),
                kind => counted(*keys, kind, &format!("{kind}s")),
            };
            let beside = counted(strings, "string", "strings");
            let elements = counted(*elements, "value", "values");
            finished.notes.push(format!("read {elements} of {what}, beside {beside}"));
        }
        Ok(finished)
    }

    /// An error that says why the server cannot be used.
    pub fn prove(&self) -> Result<()> {
        connect(&self.server).map(|_| ())
    }
}

fn count(read: &mut BTreeMap<String, (usize, usize)>, kind: &str, elements: usize) {
    let counted = read.entry(kind.to_owned()).or_default();
    counted.0 += 1;
    counted.1 += elements;
}

/// An element of a hash, list, set, sorted set or stream.
pub struct Element {
    /// The field, index, score or stream id that it stands under.
    pub label: Vec<u8>,
    pub bytes: Vec<u8>,
}

/// How many elements a hash, list, set, sorted set or stream has, and at most `most` of them; `None` for the types of modules.
pub fn elements(connection: &mut Connection, key: &[u8], kind: &str, most: usize) -> Result<Option<(u64, Vec<Element>)>> {
    let mut count = |command: &str| redis::cmd(command).arg(key).query::<u64>(connection);
    let (count, elements) = match kind {
        "hash" => (count("HLEN")?, pairs(scan(connection, "HSCAN", key, 2 * most)?)),
        "list" => {
            let count = count("LLEN")?;
            let values: Vec<Vec<u8>> = redis::cmd("LRANGE").arg(key).arg(0).arg(most - 1).query(connection)?;
            let label = |(at, bytes): (usize, Vec<u8>)| Element { label: at.to_string().into(), bytes };
            (count, values.into_iter().enumerate().map(label).collect())
        }
        "set" => {
            let count = count("SCARD")?;
            let members = scan(connection, "SSCAN", key, most)?;
            (count, members.into_iter().map(|bytes| Element { label: Vec::new(), bytes }).collect())
        }
        "zset" => {
            let count = count("ZCARD")?;
            let flat: Vec<Vec<u8>> = redis::cmd("ZRANGE").arg(key).arg(0).arg(most - 1).arg("WITHSCORES").query(connection)?;
            let turned = pairs(flat).into_iter().map(|Element { label, bytes }| Element { label: bytes, bytes: label });
            (count, turned.collect())
        }
        "stream" => {
            let count = count("XLEN")?;
            let entries: Vec<(Vec<u8>, Vec<Vec<u8>>)> =
                redis::cmd("XRANGE").arg(key).arg("-").arg("+").arg("COUNT").arg(most).query(connection)?;
            let mut elements = Vec::new();
            for (id, fields) in entries {
                for Element { label, bytes } in pairs(fields) {
                    elements.push(Element { label: [id.as_slice(), b" ", label.as_slice()].concat(), bytes });
                }
            }
            (count, elements)
        }
        _ => return Ok(None),
    };
    Ok(Some((count, elements.into_iter().take(most).collect())))
}

/// At least `most` strings of a cursor, or all.
fn scan(connection: &mut Connection, command: &str, key: &[u8], most: usize) -> Result<Vec<Vec<u8>>> {
    let (mut cursor, mut found) = (0u64, Vec::new());
    loop {
        let (next, mut part): (u64, Vec<Vec<u8>>) =
            redis::cmd(command).arg(key).arg(cursor).arg("COUNT").arg(most).query(connection)?;
        found.append(&mut part);
        cursor = next;
        if cursor == 0 || found.len() >= most {
            return Ok(found);
        }
    }
}

fn pairs(flat: Vec<Vec<u8>>) -> Vec<Element> {
    let mut flat = flat.into_iter();
    let mut pairs = Vec::new();
    while let (Some(label), Some(bytes)) = (flat.next(), flat.next()) {
        pairs.push(Element { label, bytes });
    }
    pairs
}

/// A connection to a server that answers within seconds.
pub fn connect(server: &Url) -> Result<Connection> {
    let answering = || {
        let mut connection = Client::open(server.clone())?.get_connection_with_timeout(CONNECT_TIMEOUT)?;
        connection.set_read_timeout(Some(REPLY_TIMEOUT))?;
        connection.set_write_timeout(Some(REPLY_TIMEOUT))?;
        redis::cmd("PING").exec(&mut connection)?;
        redis::RedisResult::Ok(connection)
    };
    answering().map_err(|error| Usage(format!("Redis at {} cannot be used: {}", shown(server), why(&error))).into())
}

/// What is wrong, and what to do.
fn why(error: &RedisError) -> String {
    let text = error.to_string();
    let what = if error.is_timeout() || text.contains("(os error 11)") {
        "it does not answer within seconds"
    } else if error.is_connection_refusal() {
        "no server listens there; check host and port"
    } else if error.code() == Some("NOAUTH") {
        "it needs a password: redis://:PASSWORD@HOST:PORT/DB"
    } else if error.kind() == ErrorKind::AuthenticationFailed {
        "it refuses the user or the password: redis://USER:PASSWORD@HOST:PORT/DB, or redis://:PASSWORD@HOST:PORT/DB"
    } else if text.contains("DB index") || text.contains("Invalid database number") {
        "it has no database of this number: redis://HOST:PORT/DB, mostly 0 to 15"
    } else {
        return text;
    };
    what.to_owned()
}

/// A URL without its password.
pub fn shown(server: &Url) -> String {
    let mut shown = server.clone();
    if shown.password().is_some() {
        let _ = shown.set_password(Some("***"));
    }
    shown.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_gives_pattern_and_sample_and_hides_its_password() {
        let source = Source::parse("redis://me:secret@127.0.0.1:6379/2?match=user:*&sample=5").unwrap();
        assert_eq!((source.pattern.as_deref(), source.sample), (Some("user:*"), 5));
        assert_eq!(source.name(), "redis://me:***@127.0.0.1:6379/2?match=user:*");
    }

    #[test]
    fn an_unknown_or_wrong_parameter_is_named() {
        assert!(Source::parse("redis://h/0?smaple=5").err().unwrap().contains("smaple="));
        assert!(Source::parse("redis://h/0?sample=0").err().unwrap().contains("sample=0"));
    }
}
