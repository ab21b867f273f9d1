//! Where the values stand that are switched: a string, or a field of a hash, or an element of a
//! list.

use std::borrow::Cow;

use redis::{Cmd, cmd};

/// Where in its key a value stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Spot {
    /// It is all of the key.
    Whole,
    /// The field of a hash.
    Field(Vec<u8>),
    /// The index in a list. Elements move when others push and pop.
    Index(u64),
}

/// A value that was read.
pub struct Read {
    pub key: Vec<u8>,
    pub spot: Spot,
    pub bytes: Vec<u8>,
    /// How old it was, where replacing it has to say that.
    pub age: u64,
}

impl Read {
    /// The command that reads it again.
    pub fn again(&self) -> Cmd {
        match &self.spot {
            Spot::Whole => cmd("GET").arg(&self.key).take(),
            Spot::Field(field) => cmd("HGET").arg(&self.key).arg(field).take(),
            Spot::Index(index) => cmd("LINDEX").arg(&self.key).arg(index).take(),
        }
    }

    /// How an example names it.
    pub fn name(&self) -> Cow<'_, [u8]> {
        match &self.spot {
            Spot::Whole => Cow::Borrowed(&self.key),
            Spot::Field(field) => [&self.key, b" field ".as_slice(), field].concat().into(),
            Spot::Index(index) => {
                [&self.key, format!(" element {index}").as_bytes()].concat().into()
            }
        }
    }
}
