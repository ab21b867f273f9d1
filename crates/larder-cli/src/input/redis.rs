//! Reads string values from a live Redis by SCAN; it only ever reads.

use std::time::Duration;

use anyhow::{Context, Result};
use redis::{Client, Connection};
use url::Url;

use super::foreign;
use super::json::Values;
use crate::interrupt;

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

    /// Reads up to `sample` string values, in whatever format each is.
    pub fn read(&self) -> Result<Values> {
        let mut connection = connect(&self.server)?;
        let mut values = foreign::Values::default();
        let (mut seen, mut cursor) = (0, 0u64);
        loop {
            interrupt::check()?;
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor).arg("COUNT").arg(SCAN_COUNT).arg("TYPE").arg("string");
            if let Some(pattern) = &self.pattern {
                scan.arg("MATCH").arg(pattern);
            }
            let (next, mut keys): (u64, Vec<Vec<u8>>) = scan.query(&mut connection).context("SCAN failed")?;
            keys.truncate(self.sample - seen);
            if !keys.is_empty() {
                let found: Vec<Option<Vec<u8>>> = redis::cmd("MGET").arg(&keys).query(&mut connection).context("MGET failed")?;
                for value in found.into_iter().flatten() {
                    seen += 1;
                    values.take(&value);
                }
            }
            cursor = next;
            if cursor == 0 || seen >= self.sample {
                break;
            }
        }
        Ok(values.finish())
    }
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
    answering().with_context(|| format!("Redis at {} cannot be used", shown(server)))
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
