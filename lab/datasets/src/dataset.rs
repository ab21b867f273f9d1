//! What a dataset is: a name, words about it, and where its values come from.

use crate::draw::Draw;
use serde_json::Value;

/// One bundled dataset.
#[derive(Debug)]
pub struct Dataset {
    /// The name on the command line.
    pub id: &'static str,
    /// One line: what a value is.
    pub about: &'static str,
    /// One line: where the values come from.
    pub origin: &'static str,
    pub(crate) default_count: usize,
    pub(crate) source: Source,
}

#[derive(Debug)]
pub(crate) enum Source {
    /// One committed value.
    File(&'static str),
    /// Value `index`, drawn from a stream that only it uses.
    Generated { stream: u32, value: fn(&mut Draw, u32) -> Value },
    /// Made by the JVM runner's `people` verb.
    Jvm,
}

impl Dataset {
    /// How many values a comparison takes unless told otherwise.
    pub fn default_count(&self) -> usize {
        self.default_count
    }

    /// The first `count` values as JSON, one a line without the newline, UTF-8 unescaped.
    ///
    /// A dataset that is one committed value gives at most that one. `None` for `people`, which the
    /// JVM generates.
    pub fn lines(&self, count: usize) -> Option<Vec<String>> {
        match self.source {
            Source::File(json) => Some(vec![json.trim_end().to_owned(); count.min(1)]),
            Source::Generated { stream, value } => {
                let indexes = 0..u32::try_from(count).expect("fewer than 2^32 values");
                Some(
                    indexes
                        .map(|index| value(&mut Draw::new(stream, index), index).to_string())
                        .collect(),
                )
            }
            Source::Jvm => None,
        }
    }
}
