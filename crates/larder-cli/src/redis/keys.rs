//! The keys of a master, page by page, and their types.

use std::fmt;

use clap::ValueEnum;
use redis::RedisResult;
use serde::{Deserialize, Serialize};

use super::connection::{Connection, Node};

const SCAN_COUNT: usize = 500;

/// A type of keys that hold values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum KeyType {
    /// One value.
    String,
    /// Those of its fields.
    Hash,
    /// Its elements.
    List,
}

impl KeyType {
    /// As `SCAN … TYPE` calls it.
    pub fn name(self) -> &'static str {
        match self {
            KeyType::String => "string",
            KeyType::Hash => "hash",
            KeyType::List => "list",
        }
    }
}

impl fmt::Display for KeyType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// What `SCAN` gives. A key that is there all the time comes at least once.
pub struct Keys {
    node: Node,
    /// None once the last page is there.
    cursor: Option<u64>,
    page: Vec<Vec<u8>>,
}

impl Keys {
    /// The keys of a master.
    pub fn of(node: Node) -> Keys {
        Keys { node, cursor: Some(0), page: Vec::new() }
    }

    /// At most `most` keys of a page; it may be none though more pages follow.
    pub fn next(
        &mut self,
        connection: &mut Connection,
        pattern: Option<&str>,
        most: usize,
    ) -> RedisResult<Vec<Vec<u8>>> {
        if let (true, Some(cursor)) = (self.page.is_empty(), self.cursor) {
            let (next, page) = connection.scan(&self.node, cursor, pattern, SCAN_COUNT)?;
            self.cursor = (next != 0).then_some(next);
            self.page = page;
        }
        Ok(self.page.drain(..most.min(self.page.len())).collect())
    }

    /// Whether there are no more.
    pub fn is_exhausted(&self) -> bool {
        self.page.is_empty() && self.cursor.is_none()
    }
}
